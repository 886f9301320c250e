// `owner__repo-123` (SWE-bench), `owner__repo.1a2b3c4d.bug__x` (SWE-smith), `instance_owner__repo-<commit>…` (SWE-bench Pro).
const SWE_BENCH = /^([\w.-]+?)__([\w.-]+)-\d+$/;
const SWE_SMITH = /^([\w.-]+?)__([\w.-]+?)\.[0-9a-f]{8}\..+$/;
const SWE_BENCH_PRO = /^instance_([\w.-]+?)__([\w.-]+?)-[0-9a-f]{40}(-.*)?$/;

/**
 * `owner/repo` from the id of a task, for clustering; null where the id does not name one.
 *
 * Example: `repositoryOf('pylint-dev__astroid-1978')` is `'pylint-dev/astroid'`.
 */
export function repositoryOf(task: string | null): string | null {
  if (task === null) return null;
  const match = SWE_BENCH_PRO.exec(task) ?? SWE_BENCH.exec(task) ?? SWE_SMITH.exec(task);
  return match === null ? null : `${match[1]}/${match[2]}`;
}
