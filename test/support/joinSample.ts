import type { AttemptPart, FilePart, OutcomePart, RunPart, ScorePart } from '../../src/formats/contract';
import { joinParts } from '../../src/index/join/joinParts';
import type { Joined } from '../../src/index/join/joinParts';
import { OUTCOME, PART, SCORE } from './fakeReader';

/** A part with defaults, and how many steps it has. */
export type PartSample = Partial<AttemptPart> & { readonly steps?: number };

export interface JoinSample {
  readonly parts?: readonly PartSample[];
  readonly outcomes?: readonly Partial<OutcomePart>[];
  readonly runs?: readonly (Partial<RunPart> & { readonly ids?: Readonly<Record<string, string>> })[];
  readonly scores?: readonly Partial<ScorePart>[];
  readonly files?: readonly FilePart[];
  readonly rootName?: string;
}

/** Joins parts made of defaults; the reader of a part is its format, steps have calls from 1. */
export function joinSample({ parts = [], outcomes = [], runs = [], scores = [], files = [], rootName = 'root' }: JoinSample): Joined {
  return joinParts({
    parts: parts.map(({ steps = 0, ...part }, index) => ({ part: { ...PART, ...part }, steps: { batch: index, start: 0, count: steps, reader: part.format ?? PART.format, files: [] } })),
    outcomes: outcomes.map((part) => ({ ...OUTCOME, ...part })),
    runs: runs.map(({ ids = {}, ...part }) => ({ file: 'preds.json', runFolder: '', kind: 'predictions', runtime: {}, cohort: null, ...part, tasks: new Map(Object.entries(ids)) })),
    scores: scores.map((part) => ({ ...SCORE, file: 'scores.jsonl', ...part })),
    problems: [],
    files,
    rootName,
    headHash: () => '',
    steps: { stepAtCall: (steps, call) => (call <= steps.count ? call - 1 : null) },
  });
}

/** A trajectory in `<run>/<task>/<task>.traj.json`, as mini-swe-agent lays it out. */
export function runTrace(run: string, task: string, part: PartSample = {}): PartSample {
  const folder = run === '' ? task : `${run}/${task}`;
  return { file: `${folder}/${task}.traj.json`, task, place: { folder, runFolder: run }, ...part };
}

/** Task, run and outcome of each attempt, as text. */
export function outcomesOf({ attempts }: Joined): readonly string[] {
  return attempts.map(({ attempt }) => `${attempt.file} ${attempt.outcome}${attempt.outcomeFile === null ? '' : ` by ${attempt.outcomeFile}`}`);
}

/** File, code and what was found of each problem, as text. */
export function problemsOf({ problems }: Joined): readonly string[] {
  return problems.map(({ file, code, found }) => `${file} ${code}: ${found}`);
}
