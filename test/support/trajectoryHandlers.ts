import { TrajectoryRun } from '../../src/extension/trajectory/trajectoryRun';
import type { TraceIndex } from '../../src/index/traceIndex';
import type { Attempt, CallResult } from '../../src/model/attempt';
import type { MonitorPlan } from '../../src/model/plan';
import type { Step, StepText } from '../../src/model/step';
import type { Handlers } from '../../src/protocol/rpc';
import type { TrajectoryRequests } from '../../src/protocol/trajectory';
import { plainAttempt } from './plainAttempt';

export interface RunInput {
  readonly steps: readonly Step[];
  /** Text of a step, by index from 0. */
  readonly text?: (index: number) => StepText;
  readonly attempt?: Partial<Attempt>;
  readonly monitors?: readonly MonitorPlan[];
  /** What a verifier said after single calls. */
  readonly callResults?: readonly CallResult[];
  /** Sub-agents under the run, in the order of their steps. */
  readonly subAgents?: readonly { readonly attempt: Partial<Attempt>; readonly step: number | null; readonly depth: number }[];
}

/** The text of a step whose only call ran `command` and printed `output`. */
export function commandText(command: string, output: string, exitCode = 0): StepText {
  return { reasoning: '', message: '', calls: [{ tool: 'bash', text: command }], observations: [{ text: output, exitCode, isError: exitCode !== 0 }] };
}

/** A run in memory that answers as the extension does. */
export function makeRun({ steps, text, attempt, monitors, callResults = [], subAgents = [] }: RunInput): Promise<TrajectoryRun> {
  const own = plainAttempt({ stepCount: steps.length, ...attempt });
  const index: TraceIndex = {
    root: '/traces',
    attemptCount: 1,
    attempt: (row) => (row === 0 ? own : plainAttempt({ ...subAgents[row - 1]?.attempt })),
    rowOf: (id) => (id === own.id ? 0 : -1),
    rowsOfFile: (file) => (file === own.file ? [0] : []),
    subAgentCount: subAgents.length,
    subAgentsOfFile: () => [],
    subAgents: (row) => (row === 0 ? subAgents.map(({ step, depth }, i) => ({ row: i + 1, step, depth })) : []),
    parentOf: (row) => (row === 0 ? null : 0),
    steps: () => steps,
    step: (_, index) => steps[index] ?? null,
    scores: () => [],
    callResults: () => callResults,
    files: [{ file: own.file, format: own.format, records: 2 * steps.length, shown: 2 * steps.length, folded: 0, unreadable: 0 }],
    scoreFiles: [],
    gates: [],
    problems: [],
  };
  const plain = (step: number): StepText => commandText(steps[step]?.title ?? '', `output ${step + 1}`);
  return TrajectoryRun.open({ index, row: 0, monitors: monitors ?? [], siblings: null, stepText: (step) => Promise.resolve((text ?? plain)(step)) });
}

/** Handlers of the trajectory webview for a run; what would touch the editor does nothing. */
export function trajectoryHandlers(run: TrajectoryRun): Handlers<TrajectoryRequests> {
  return {
    load: async ({ top }) => ({ kind: 'view', view: await run.view({ canCompare: true, hasRaw: true, top, begun: null }), step: null }),
    stepRows: ({ from, to }) => run.stepRows(from, to),
    stepText: ({ step }) => run.stepText(step, `Raw, line ${step * 10}`),
    sectionPart: ({ step, section, part }) => run.sectionPart(step, section, part),
    search: ({ query }, signal) => run.search(query, { signal, onProgress: () => undefined }),
    reveal: () => null,
    copy: () => null,
    openRun: () => null,
    act: () => null,
  };
}
