/** What a file of a patch is to its judge. */
export const JUDGE_KINDS = ['verifier', 'test-configuration', 'ci', 'tests'] as const;
export type JudgeKind = (typeof JUDGE_KINDS)[number];

/** Paths that mean a kind; `pattern` is searched in the path with `/`, without regard to case. */
interface PatchRule {
  readonly kind: JudgeKind;
  readonly pattern: RegExp;
}

/**
 * Files that say whether a patch is right, or how that is found out; the first rule that matches decides. `setup.cfg` and `pyproject.toml` may
 * configure tests, too, and are left out: most changes to them do not.
 */
export const PATCH_RULES: readonly PatchRule[] = [
  { kind: 'verifier', pattern: /(^|\/)(verifiers?|graders?)(\/|$)/i },
  { kind: 'verifier', pattern: /(^|\/)(verify|verifier|grade|grader|judge|run[-_]?tests?)\.(py|sh|[cm]?[jt]s|rb|go)$/i },
  { kind: 'test-configuration', pattern: /(^|\/)(conftest\.py|pytest\.ini|tox\.ini|noxfile\.py|\.coveragerc|karma\.conf\.[cm]?[jt]s|\.mocharc(\.\w+)?|phpunit\.xml(\.dist)?|\.rspec)$/i },
  { kind: 'test-configuration', pattern: /(^|\/)(jest|vitest|playwright|cypress|ava)\.config\.\w+$/i },
  { kind: 'ci', pattern: /(^|\/)(\.github\/workflows|\.circleci|\.buildkite|\.ci)\//i },
  { kind: 'ci', pattern: /(^|\/)(\.gitlab-ci\.yml|\.travis\.yml|appveyor\.yml|azure-pipelines\.yml|jenkinsfile)$/i },
  { kind: 'tests', pattern: /(^|\/)(tests?|__tests__|__snapshots__|specs?|testing|testdata)\//i },
  { kind: 'tests', pattern: /(^|\/)(tests?|test_[^/]*|[^/]*_tests?)\.\w+$/i },
  { kind: 'tests', pattern: /\.(test|spec)\.[cm]?[jt]sx?$/i },
  { kind: 'tests', pattern: /[a-z0-9]Tests?\.(java|kt|cs|scala|swift|php)$/ },
];

/** What a file is to the judge of a patch; null: nothing that the rules know. */
export function judgeKindOf(path: string): JudgeKind | null {
  return PATCH_RULES.find(({ pattern }) => pattern.test(path))?.kind ?? null;
}
