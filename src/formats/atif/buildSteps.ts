// From records to steps. One model call is one agent step, with exceptions that real writers make (see atifReader).

import type { Step } from '../../model/step';
import type { CallUsage } from '../shared/usage';
import { hashValue } from '../shared/hash';
import { epochMs } from '../shared/times';
import type { AtifRecord, RawUsage } from './records';

export interface BuiltSteps {
  readonly steps: readonly Step[];
  /** Model calls; more than steps where a writer merged several into one. */
  readonly calls: number;
}

/**
 * Whether a record is a model call of its own. `hasAnyEvidence`: some record of the trajectory bears a mark that
 * only a call leaves; without any, every agent step is one.
 */
export function isModelCall(record: AtifRecord, hasAnyEvidence: boolean): boolean {
  if (record.source !== 'agent' || record.isCopied || record.callCount === 0) return false;
  return record.callCount !== null || record.hasEvidence || !hasAnyEvidence;
}

/** Model calls that a record stands for. */
export function countCalls(records: readonly AtifRecord[]): number {
  const hasAnyEvidence = records.some((record) => record.source === 'agent' && record.hasEvidence);
  return records.reduce((sum, record) => sum + (isModelCall(record, hasAnyEvidence) ? (record.callCount ?? 1) : 0), 0);
}

/** Steps of the records of a trajectory and its continuations, copies left out beforehand. */
export function buildSteps(records: readonly AtifRecord[], convert: (usage: RawUsage) => CallUsage, hasCost: boolean): BuiltSteps {
  const hasAnyEvidence = records.some((record) => record.source === 'agent' && record.hasEvidence);
  const groups: { head: AtifRecord; answers: AtifRecord[] }[] = [];
  for (const record of records) {
    const last = groups.at(-1);
    const isCall = isModelCall(record, hasAnyEvidence);
    if (!isCall && last !== undefined && answers(record, last.head)) last.answers.push(record);
    // An agent step that is no call and answers none still is something the agent did or said.
    else if (record.source === 'agent') groups.push({ head: record, answers: [] });
  }
  let call = 0;
  const steps = groups.map(({ head, answers }, index) => {
    const isCall = isModelCall(head, hasAnyEvidence);
    // A step of several merged calls is numbered by its last: nothing can be done before that one ends.
    if (isCall) call += head.callCount ?? 1;
    return makeStep(index, isCall ? call : null, head, answers, convert(head.usage), hasCost);
  });
  return { steps, calls: call };
}

/** Whether a record that is no call holds the result of the step before it. Ranges cannot span two files. */
function answers(record: AtifRecord, head: AtifRecord): boolean {
  return record.observed !== null && record.file === head.file && record.callCount !== 0 && (record.source === 'agent' || !record.hasSubagents);
}

function makeStep(index: number, call: number | null, head: AtifRecord, answers: readonly AtifRecord[], usage: CallUsage, hasCost: boolean): Step {
  const observed = [head, ...answers].flatMap((record) => record.observed ?? []);
  return {
    index,
    call,
    ...head.action,
    action: { file: head.file, start: head.start, end: head.end },
    observation: observationRange(head, answers),
    observationHash: observed.length > 1 ? hashValue(observed.map((o) => o.observationHash)) : (observed[0]?.observationHash ?? null),
    exitCode: observed.reduce<number | null>((last, o) => o.exitCode ?? last, null),
    isError: observed.some((o) => o.isError),
    malformed: head.malformed,
    isToolStep: !head.malformed && (observed.length > 0 || head.action.kind === 'submit'),
    inputTokens: usage.input,
    cachedTokens: usage.cached,
    outputTokens: usage.output,
    cost: hasCost ? head.usage.cost : null,
    timeMs: epochMs(head.timestamp),
  };
}

/** The step's own observation, or the run of records that hold it (a list of steps, to be put into brackets). */
function observationRange(head: AtifRecord, answers: readonly AtifRecord[]): Step['observation'] {
  const last = answers.at(-1);
  if (last === undefined) return head.observation === null ? null : { file: head.file, ...head.observation };
  const first = head.observation === null ? answers[0] : head;
  return { file: head.file, start: first?.start ?? last.start, end: last.end };
}
