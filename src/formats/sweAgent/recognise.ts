import type { Claim, FileHead } from '../contract';
import { scanJson } from '../shared/jsonSlices';
import type { JsonPath } from '../shared/jsonSlices';
import { nameOf, parentOf } from '../shared/paths';

/** What a file is to this reader, from its name alone. */
export type FileRole =
  | { readonly kind: 'trajectory'; /** The task, from the file's name. */ readonly stem: string; /** Of a retry agent's `attempt_<n>` folder. */ readonly attempt: number | null }
  /** Configuration of one instance, beside its trajectory. */
  | { readonly kind: 'instance-config' }
  /** Configuration of a whole run: `args.yaml` (0.x), `run_batch.config.yaml` (1.x). */
  | { readonly kind: 'run-config' };

const STEP_KEYS = ['observation', 'response', 'thought', 'state', 'execution_time', 'query'];

export function roleOf(path: string): FileRole {
  const name = nameOf(path);
  if (name === 'args.yaml' || name === 'run_batch.config.yaml') return { kind: 'run-config' };
  if (/\.ya?ml$/i.test(name)) return { kind: 'instance-config' };
  const attempt = /^attempt_(\d{1,4})$/.exec(nameOf(parentOf(path)))?.[1];
  return { kind: 'trajectory', stem: name.replace(/\.(traj|json)$/i, ''), attempt: attempt === undefined ? null : Number(attempt) };
}

/**
 * The folder whose files are read together (`<run>/<id>`, with `attempt_<n>/<id>.traj` and `<id>.config.yaml`), or the
 * file itself where the folder is not the instance's own.
 */
export function sourceOf(path: string): string {
  const role = roleOf(path);
  if (role.kind === 'instance-config') return parentOf(path);
  if (role.kind !== 'trajectory') return path;
  const folder = role.attempt === null ? parentOf(path) : parentOf(parentOf(path));
  return nameOf(folder) === role.stem || role.attempt !== null ? folder : path;
}

export function claimFile(head: FileHead): Claim | null {
  const certainty = /\.ya?ml$/i.test(head.name) ? judgeYaml(head) : judgeTrajectory(head);
  return certainty === null ? null : { certainty, source: sourceOf(head.path) };
}

/** By content: the first step of the trajectory, or of a retry agent's first attempt. An empty `.traj` is claimed by its name, so that it is told. */
function judgeTrajectory(head: FileHead): Claim['certainty'] | null {
  const isNamed = /\.traj$/i.test(head.name);
  const first = head.head.find((byte) => byte > 0x20);
  if (first === undefined) return isNamed ? 'certain' : null;
  if (first !== 0x7b && first !== 0xef) return null;
  const seen = new SeenKeys(head.head);
  const keys = seen.below(['trajectory', 0]) ?? seen.below(['attempts', 0, 'trajectory', 0]);
  if (keys !== null) {
    if (keys.has('source') || keys.has('args') || !keys.has('action')) return null;
    return isNamed || STEP_KEYS.some((key) => keys.has(key)) ? 'certain' : 'possible';
  }
  if (seen.has('schema_version') || seen.has('trajectory_format')) return null;
  const hasCompany = ['history', 'info', 'replay_config', 'environment'].some((key) => seen.has(key));
  if (seen.isEmpty(['trajectory']) || seen.isEmpty(['attempts', 0, 'trajectory'])) return isNamed || hasCompany ? 'certain' : null;
  if (seen.isEmpty(['attempts']) || seen.isLast('trajectory') || seen.isLast('attempts')) return isNamed ? 'certain' : null;
  const message = seen.below(['history', 0]);
  if (message?.has('role') !== true) return null;
  return isNamed ? 'certain' : message.has('message_type') || message.has('agent') ? 'possible' : null;
}

function judgeYaml(head: FileHead): Claim['certainty'] | null {
  const role = roleOf(head.path);
  const text = Buffer.from(head.head).toString('utf8');
  const hasKey = (key: string): boolean => new RegExp(`^${key}:`, 'm').test(text);
  const isConfig = hasKey('agent') || hasKey('env') || (hasKey('actions') && hasKey('environment'));
  if (role.kind === 'run-config') return isConfig ? 'certain' : null;
  return head.name === `${nameOf(parentOf(head.path))}.config.yaml` && isConfig ? 'certain' : null;
}

/** Keys that begin within the head of a file. */
class SeenKeys {
  private readonly paths: JsonPath[] = [];
  private readonly empty: JsonPath[] = [];
  private readonly root: readonly string[];

  constructor(head: Uint8Array) {
    const want = [['trajectory', 0, '*'], ['attempts', 0, 'trajectory', 0, '*'], ['history', 0, '*']];
    const onArray = (path: JsonPath, length: number): void => void (length === 0 && this.empty.push(path));
    const scan = scanJson([head], { want, onArray }, (slice) => this.paths.push(slice.path));
    if (scan.cut !== null) this.paths.push(scan.cut.path);
    this.root = scan.root === 'object' ? scan.keys : [];
  }

  has(key: string): boolean {
    return this.root.includes(key);
  }

  isLast(key: string): boolean {
    return this.root[this.root.length - 1] === key;
  }

  /** Keys of the object at a path; null when none of its keys is seen. */
  below(path: JsonPath): ReadonlySet<string> | null {
    const inside = this.paths.filter((seen) => seen.length > path.length && startsWith(seen, path));
    return inside.length === 0 ? null : new Set(inside.map((seen) => String(seen[path.length])));
  }

  isEmpty(path: JsonPath): boolean {
    return this.empty.some((seen) => seen.length === path.length && startsWith(seen, path));
  }
}

function startsWith(path: JsonPath, start: JsonPath): boolean {
  return start.every((segment, i) => path[i] === segment);
}
