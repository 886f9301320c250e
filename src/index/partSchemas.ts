// Parts as flat rows (`partRows.ts` makes them). Only these tables cross threads: no object of a reader does.

const RUNTIME = { agent: 'text', agentVersion: 'text', model: 'text', provider: 'text', config: 'text' } as const;

export const ATTEMPT_PART_SCHEMA = {
  reader: 'text',
  stepStart: 'number',
  stepCount: 'number',
  /** Files other than `file` in which its steps stand. */
  stepFiles: 'texts',
  role: 'text',
  format: 'text',
  formatVersion: 'text',
  file: 'text',
  locator: 'text',
  rangeStart: 'number',
  rangeEnd: 'number',
  contentHash: 'text',
  folder: 'text',
  runFolder: 'text',
  task: 'text',
  taskHash: 'text',
  /** As JSON: only some formats have it, and the join alone looks at it. */
  lineage: 'text',
  /** Of rows of sanitised tables: id, conflict and results in the index that they were exported from. */
  exportedId: 'text',
  exportedConflict: 'flag',
  exportedResults: 'texts',
  cohort: 'text',
  ...RUNTIME,
  attempt: 'text',
  started: 'text',
  calls: 'number',
  toolSteps: 'number',
  toolCalls: 'number',
  tokensInput: 'number',
  tokensCached: 'number',
  tokensOutput: 'number',
  cost: 'number',
  hasSide: 'flag',
  sideCalls: 'number',
  sideInput: 'number',
  sideCached: 'number',
  sideOutput: 'number',
  sideCost: 'number',
  seconds: 'number',
  exitStatus: 'text',
  limitCalls: 'number',
  limitUsd: 'number',
  limitSeconds: 'number',
  outcome: 'text',
  outcomeFile: 'text',
  basis: 'text',
  isDeclared: 'flag',
  declaredT: 'number',
  declaredE: 'number',
  declaredH: 'number',
  noResult: 'flag',
  synthetic: 'flag',
} as const;

export const STEP_SCHEMA = {
  index: 'number',
  call: 'number',
  kind: 'text',
  tools: 'texts',
  title: 'text',
  actionFile: 'text',
  actionStart: 'number',
  actionEnd: 'number',
  actionMore: 'texts',
  observationFile: 'text',
  observationStart: 'number',
  observationEnd: 'number',
  observationMore: 'texts',
  actionHash: 'text',
  observationHash: 'text',
  malformed: 'flag',
  isToolStep: 'flag',
  toolCalls: 'number',
  exitCode: 'number',
  isError: 'flag',
  inputTokens: 'number',
  cachedTokens: 'number',
  outputTokens: 'number',
  cost: 'number',
  timeMs: 'number',
} as const;

export const OUTCOME_SCHEMA = {
  file: 'text',
  task: 'text',
  verdict: 'text',
  runIds: 'texts',
  stem: 'text',
  model: 'text',
  attempt: 'text',
  isLabel: 'flag',
  labelId: 'text',
  labelFile: 'text',
  labelLocator: 'text',
  labelRuntime: 'text',
  firstVerified: 'number',
  results: 'texts',
  isGate: 'flag',
  /** 1 and 0. */
  gateBase: 'number',
  gateReference: 'number',
} as const;

export const RUN_SCHEMA = {
  file: 'text',
  runFolder: 'text',
  kind: 'text',
  tasks: 'texts',
  values: 'texts',
  ...RUNTIME,
  cohort: 'text',
} as const;

export const SCORE_SCHEMA = {
  file: 'text',
  attemptId: 'text',
  attemptFile: 'text',
  locator: 'text',
  task: 'text',
  runtime: 'text',
  attempt: 'text',
  call: 'number',
  step: 'number',
  monitor: 'text',
  score: 'number',
  threshold: 'number',
  cost: 'number',
} as const;

export const PROBLEM_SCHEMA = {
  file: 'text',
  line: 'number',
  byte: 'number',
  code: 'text',
  severity: 'text',
  found: 'text',
  expected: 'text',
  message: 'text',
} as const;

/**
 * The groups of sources that the rows come from, in their order. The rows of a group stand together in every table, from
 * its start to that of the next group.
 */
export const GROUP_SCHEMA = {
  reader: 'text',
  key: 'text',
  first: 'text',
  /** Read from start to end, so that reading the same bytes again would give the same: no file failed, no thread ended. */
  isWhole: 'flag',
  attempts: 'number',
  steps: 'number',
  outcomes: 'number',
  runs: 'number',
  scores: 'number',
  problems: 'number',
  files: 'number',
  /** Number of this piece of the group, from 0: a file that has grown is read in pieces, each from where the one before paused. */
  part: 'number',
  resumeByte: 'number',
  resumeLine: 'number',
  resumeState: 'text',
  /** The file that is read on, where there are several. */
  resumePath: 'text',
  /** Print of what stands before that place, and of the other files (`printBefore`). */
  print: 'text',
  /** Rows of each table that were given before the pause. */
  keptAttempts: 'number',
  keptSteps: 'number',
  keptOutcomes: 'number',
  keptRuns: 'number',
  keptScores: 'number',
  keptProblems: 'number',
  keptFiles: 'number',
} as const;

export const FILE_SCHEMA = {
  file: 'text',
  format: 'text',
  records: 'number',
  shown: 'number',
  folded: 'number',
  unreadable: 'number',
} as const;
