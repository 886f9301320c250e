import type { AttemptPart, Claim, FileHead, OutcomePart, PartSink, Reader, RunPart, ScorePart, Source } from '../../src/formats/contract';
import type { Problem } from '../../src/model/problem';
import type { Step } from '../../src/model/step';

// A format of the tests: files `*.fake.jsonl`, each line one part in JSON with defaults for what it leaves out, or a fault.
// A source whose path has `.later.` in it is read after a pause, as by a reader whose libraries are asynchronous.
// {"attempt": {…}, "steps": 3} | {"outcome": {…}} | {"run": {…}} | {"score": {…}} | {"problem": {…}} | {"fail": "words"} | {"die": 3}

export const PART: AttemptPart = {
  role: 'trajectory',
  format: 'mini-swe-agent',
  formatVersion: null,
  file: '',
  locator: '',
  range: null,
  contentHash: null,
  place: { folder: null, runFolder: null },
  task: 'acme__widget-1',
  taskHash: null,
  cohort: null,
  runtime: { agent: 'fake', agentVersion: '1', model: 'acme/small-1', provider: null, config: null },
  attempt: null,
  started: null,
  calls: 3,
  toolSteps: 3,
  toolCalls: 3,
  tokens: { input: null, cached: null, output: null },
  cost: null,
  side: null,
  seconds: null,
  exitStatus: 'Submitted',
  limits: { calls: null, usd: null, seconds: null },
  outcome: 'unknown',
  outcomeFile: null,
  basis: null,
  declared: null,
  noResult: false,
  synthetic: false,
};

export const STEP: Step = {
  index: 0,
  call: 1,
  kind: 'run',
  tools: ['bash'],
  title: 'ls',
  action: null,
  observation: null,
  actionHash: null,
  observationHash: null,
  malformed: false,
  isToolStep: true,
  toolCalls: 1,
  exitCode: 0,
  isError: false,
  inputTokens: null,
  cachedTokens: null,
  outputTokens: null,
  cost: null,
  timeMs: null,
};

export const OUTCOME: OutcomePart = { file: '', task: 'acme__widget-1', verdict: 'resolved', runIds: [], stem: null, model: null, attempt: null };

export const SCORE: ScorePart = {
  file: '',
  attemptId: null,
  attemptFile: null,
  locator: null,
  task: null,
  runtime: null,
  attempt: null,
  call: null,
  step: null,
  monitor: 'probe',
  score: 0.5,
  threshold: null,
  cost: null,
};

export const PROBLEM: Problem = {
  file: '',
  line: null,
  byte: null,
  code: 'bad-value',
  severity: 'warning',
  found: 'this',
  expected: 'that',
  message: 'This should be that.',
};

/** `count` steps of one call each, whose text stands in the file. */
export function fakeSteps(file: string, count: number): readonly Step[] {
  return Array.from({ length: count }, (_, index) => ({ ...STEP, index, call: index + 1, action: { file, start: index, end: index + 1 } }));
}

interface FakeLine {
  readonly attempt?: Partial<AttemptPart>;
  readonly steps?: number;
  readonly outcome?: Partial<OutcomePart>;
  readonly run?: Partial<RunPart> & { readonly ids?: Readonly<Record<string, string>> };
  readonly score?: Partial<ScorePart>;
  readonly problem?: Partial<Problem>;
  readonly fail?: string;
  readonly die?: number;
}

/** Reads `*.fake.jsonl`; `onRead` is called with each path before it is read. */
export function createFakeReader(onRead: (path: string) => void = () => undefined): Reader {
  return {
    name: 'fake',
    claim: ({ path, name }: FileHead): Claim | null => (name.endsWith('.fake.jsonl') ? { certainty: 'certain', source: path } : null),
    read: (source: Source, sink: PartSink) => {
      const read = (): void => readSource(source, sink, onRead);
      return source.key.includes('.later.') ? new Promise((resolve) => setTimeout(resolve, 1)).then(read) : read();
    },
    stepText: (_step, bytes) => ({
      reasoning: '',
      message: new TextDecoder().decode(bytes.action ?? new Uint8Array()),
      calls: [],
      observations: bytes.observation ? [{ text: new TextDecoder().decode(bytes.observation), exitCode: null, isError: false }] : [],
    }),
  };
}

function readSource(source: Source, sink: PartSink, onRead: (path: string) => void): void {
  for (const file of source.files) {
    onRead(file.path);
    sink.checkCancelled();
    const text = new TextDecoder().decode(file.read(0, file.size));
    const lines = text.split('\n').filter((line) => line !== '');
    // Written by the tests themselves.
    for (const line of lines) give(JSON.parse(line) as FakeLine, file.path, sink);
    sink.file({ file: file.path, format: 'mini-swe-agent', records: lines.length, shown: lines.length, folded: 0, unreadable: 0 });
  }
}

function give(line: FakeLine, file: string, sink: PartSink): void {
  if (line.attempt) sink.attempt({ ...PART, file, ...line.attempt }, fakeSteps(file, line.steps ?? 0));
  if (line.outcome) sink.outcome({ ...OUTCOME, file, ...line.outcome });
  if (line.run) sink.run({ file, runFolder: '', kind: 'predictions', runtime: {}, cohort: null, ...line.run, tasks: new Map(Object.entries(line.run.ids ?? {})) });
  if (line.score) sink.score({ ...SCORE, file, ...line.score });
  if (line.problem) sink.problem({ ...PROBLEM, file, ...line.problem });
  if (line.fail !== undefined) throw new Error(line.fail);
  // In a thread this ends the thread alone.
  if (line.die !== undefined) process.exit(line.die);
}
