// Steps of a sample from what its model and tool events (or, without events, its messages) gave, one after another.

import type { FileRange, Step } from '../../model/step';
import type { ByteRange } from '../../model/units';
import { describeAction, describeMalformed, describeObservations } from '../shared/describeStep';
import type { Observed } from '../shared/describeStep';
import { joinObservations } from '../shared/stepPieces';
import type { ActionFacts, ObservationFacts } from '../shared/stepPieces';
import { epochMs } from '../shared/times';
import { NO_USAGE } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import type { Answer } from './messages';

export interface AnswerInput {
  readonly answer: Answer;
  /** The message, and the attachments that it names. */
  readonly ranges: readonly ByteRange[];
  readonly usage: CallUsage | null;
  readonly cost: number | null;
  readonly time: string | null;
}

interface OpenStep {
  readonly action: ActionFacts;
  readonly isMalformed: boolean;
  readonly ranges: readonly ByteRange[];
  readonly usage: CallUsage;
  readonly cost: number | null;
  readonly timeMs: number | null;
  readonly observedRanges: ByteRange[];
  readonly observed: ObservationFacts[];
  /** From the sandbox that a command ran in. */
  exitCode: number | null;
}

/** Collects the steps of one sample; keeps none of their text. */
export class StepCollector {
  private readonly open: OpenStep[] = [];
  private readonly byCall = new Map<string, OpenStep>();

  constructor(private readonly file: string) {}

  get count(): number {
    return this.open.length;
  }

  /** A model call and its answer: a new step. */
  answer({ answer, ranges, usage, cost, time }: AnswerInput): void {
    const action = answer.isMalformed ? describeMalformed(answer.message) : describeAction(answer.calls, answer.message === '' ? answer.reasoning : answer.message);
    const step: OpenStep = { action, isMalformed: answer.isMalformed, ranges, usage: usage ?? NO_USAGE, cost, timeMs: epochMs(time), observedRanges: [], observed: [], exitCode: null };
    this.open.push(step);
    for (const id of answer.callIds) if (id !== '') this.byCall.set(id, step);
  }

  /** Whether a call of this id belongs to a step. */
  hasCall(id: string | null): boolean {
    return id !== null && this.byCall.has(id);
  }

  /** What came back for a call; without a known id, for the last step. `ranges`: where it stands, and the attachments that it names. */
  observation(id: string | null, observed: Observed, ranges: readonly ByteRange[]): void {
    const step = (id === null ? undefined : this.byCall.get(id)) ?? this.open.at(-1);
    const [first] = ranges;
    if (step === undefined || first === undefined) return;
    step.observed.push(describeObservations([observed]));
    for (const range of ranges) step.observedRanges.push(range);
  }

  /** The exit code of a command that ran in a sandbox for the last step. */
  exitCode(code: number): void {
    const step = this.open.at(-1);
    if (step) step.exitCode = code;
  }

  steps(): readonly Step[] {
    return this.open.map((step, index) => this.finish(step, index));
  }

  private finish({ action, isMalformed, ranges, usage, cost, timeMs, observedRanges, observed, exitCode }: OpenStep, index: number): Step {
    const joined = joinObservations(observed);
    // A sandbox is used for more than commands; only of a single command its code is that of the step.
    const code = joined.exitCode ?? (action.toolCalls === 1 && observed.length > 0 ? exitCode : null);
    return {
      index,
      call: index + 1,
      ...action,
      action: this.rangeOf(ranges),
      observation: this.rangeOf(observedRanges),
      observationHash: joined.observationHash,
      exitCode: code,
      isError: joined.isError || (code !== null && code !== 0),
      malformed: isMalformed,
      isToolStep: !isMalformed && (observed.length > 0 || action.kind === 'submit'),
      inputTokens: usage.input,
      cachedTokens: usage.cached,
      outputTokens: usage.output,
      cost,
      timeMs,
    };
  }

  private rangeOf([first, ...more]: readonly ByteRange[]): FileRange | null {
    if (first === undefined) return null;
    const named = ({ start, end }: ByteRange): FileRange => ({ file: this.file, start, end });
    return more.length === 0 ? named(first) : { ...named(first), more: more.map(named) };
  }
}
