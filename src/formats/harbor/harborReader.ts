// Harbor jobs and trials, the harness of Terminal-Bench 2 (Source: harbor-framework/harbor, src/harbor/models/**;
// seen from 0.1 of November 2025 to 0.23). A trial folder is one attempt:
//
//   <job>/config.json, result.json, lock.json
//   <job>/<trial>/config.json, result.json, verifier/{reward.txt, reward.json, ctrf.json}, agent/**
//
// result.json is written at the end; a trial without it is running, was killed, or lost it. Agents that Harbor
// knows leave ATIF in agent/trajectory.json, which has a reader of its own. This one reads what custom agents dump
// as Anthropic messages, and Terminus' plain logs. Traces of tests (ctrf.json) repeat the verdict in detail and are
// folded. Times are local to the producing machine, without zone, in most files.

import type { AttemptPart, Claim, FileHead, PartSink, Reader, Source } from '../contract';
import type { Step, StepText } from '../../model/step';
import { makeAttemptPart, UNKNOWN_RUNTIME } from '../shared/attemptParts';
import { countCopy, countDamaged } from '../shared/countFile';
import { nameOf } from '../shared/paths';
import { problemIn, seedProblem } from '../shared/problems';
import type { ProblemSeed } from '../shared/problems';
import { addKnown, sumUsage } from '../shared/usage';
import { readEpisodes } from './episodes';
import type { EpisodeSteps } from './episodes';
import { readJob } from './job';
import { recogniseMember } from './members';
import type { MemberFile, MemberKind } from './members';
import { showHarborStep } from './stepText';
import { readTerminusLogs } from './terminusLogs';
import { readTrial } from './trial';
import type { TrialFacts } from './trial';

const HEAD_BYTES = 4096;
const JOB: readonly MemberKind[] = ['job-config', 'job-result', 'job-lock'];
const EPISODES: readonly MemberKind[] = ['episode-request', 'episode-response', 'episode-tools'];
const TERMINUS: readonly MemberKind[] = ['terminus-prompt', 'terminus-response', 'terminus-debug'];

export const harborReader: Reader = {
  name: 'harbor',

  claim(head: FileHead): Claim | null {
    const member = recogniseMember(head);
    return member === null ? null : { certainty: 'certain', source: member.folder };
  },

  read(source: Source, sink: PartSink): void {
    sink.checkCancelled();
    const members = recogniseAll(source, sink);
    const of = (kinds: readonly MemberKind[]): MemberFile[] => members.filter((m) => kinds.includes(m.member.kind));
    readJob(source.key, of(JOB), sink);
    for (const { file } of of(['test-report'])) countCopy(file, 'harbor', sink);
    const trial = readTrial(source.key, members, sink);
    if (trial !== null) sink.attempt(trial.part, []);
    const dumps = of(EPISODES);
    if (dumps.length > 0) emitSteps(source.key, readEpisodes(dumps, sink), trial, dumps, sink);
    const logs = of(TERMINUS);
    if (logs.length > 0) emitSteps(source.key, readTerminusLogs(logs, trial?.producer.calls ?? null, sink), trial, logs, sink);
  },

  stepText(step, bytes): StepText {
    return showHarborStep(step, bytes);
  },
};

function recogniseAll(source: Source, sink: PartSink): readonly MemberFile[] {
  const members: MemberFile[] = [];
  for (const file of source.files) {
    const member = recogniseMember({ path: file.path, name: nameOf(file.path), size: file.size, head: file.read(0, HEAD_BYTES) });
    if (member === null) countDamaged(file, 'harbor', 'a file of a Harbor trial or job', sink);
    else members.push({ file, member });
  }
  return members;
}

/**
 * Steps are a part of their own: the join merges them into the trial, or drops them for an ATIF trajectory. Where
 * logs of some calls are missing, sums would be too low: then the result's totals stand.
 */
function emitSteps(folder: string, read: EpisodeSteps, trial: TrialFacts | null, members: readonly MemberFile[], sink: PartSink): void {
  const { steps } = read;
  const file = steps[0]?.action?.file ?? steps[0]?.observation?.file ?? members[0]?.file.path;
  if (steps.length === 0 || file === undefined) return;
  const stated = trial?.producer.calls ?? null;
  if (read.calls !== steps.length || (stated !== null && stated !== steps.length)) sink.problem(problemIn(file, otherCount(read, stated)));
  const isWhole = read.calls === steps.length && read.unreadable === 0 && (stated === null || stated <= steps.length);
  const sums = sumSteps(steps);
  if (trial !== null && isWhole) checkTotals(trial, sums, steps, sink);
  const part = makeAttemptPart({
    role: 'trajectory',
    format: 'harbor',
    file,
    place: trial?.part.place ?? { folder: folder === '' ? null : folder, runFolder: null },
    task: trial?.part.task ?? null,
    runtime: trial?.part.runtime ?? { ...UNKNOWN_RUNTIME, model: read.models.length === 1 ? (read.models[0] ?? null) : null },
    attempt: trial?.part.attempt ?? (nameOf(folder) || null),
    calls: Math.max(read.calls, isWhole ? 0 : (stated ?? 0)),
    ...(isWhole ? sums : {}),
  });
  sink.attempt(part, steps);
}

function sumSteps(steps: readonly Step[]): Pick<AttemptPart, 'toolSteps' | 'toolCalls' | 'tokens' | 'cost'> {
  return {
    toolSteps: steps.filter((step) => step.isToolStep).length,
    toolCalls: steps.reduce((sum, step) => sum + step.toolCalls, 0),
    tokens: sumUsage(steps.map((step) => ({ input: step.inputTokens, cached: step.cachedTokens, output: step.outputTokens }))),
    cost: steps.reduce<number | null>((sum, step) => addKnown(sum, step.cost), null) || null,
  };
}

function otherCount({ steps, calls }: EpisodeSteps, stated: number | null): ProblemSeed {
  const isMissing = calls > steps.length || (stated ?? 0) > steps.length;
  return seedProblem('conflict', { line: null, byte: null }, {
    found: `logs of ${steps.length} calls${calls > steps.length ? `, the last of them call ${calls}` : ''}`,
    expected: stated === null ? `logs of ${calls} calls` : `${stated} calls, as the result says`,
    message: isMissing ? 'Logs of some calls are not there; the totals of the result stand.' : 'The result counts fewer calls than there are logs of; the logs are counted.',
  });
}

/** The result's sums check those of the steps. Adapters differ in whether input includes what a cache gave. */
function checkTotals(trial: TrialFacts, { tokens, cost }: Pick<AttemptPart, 'tokens' | 'cost'>, steps: readonly Step[], sink: PartSink): void {
  const { producer, part } = trial;
  const fresh = steps.reduce<number | null>((sum, step) => addKnown(sum, step.inputTokens === null ? null : step.inputTokens - (step.cachedTokens ?? 0)), null);
  const differences = [
    [producer.input, [tokens.input, fresh], 'input tokens'],
    [producer.output, [tokens.output], 'output tokens'],
    [producer.cost, [cost], 'US dollars'],
  ] as const;
  for (const [stated, own, what] of differences) {
    const known = own.filter((value): value is number => value !== null);
    if (stated === null || known.length === 0 || known.some((value) => isClose(value, stated))) continue;
    sink.problem(problemIn(part.file, seedProblem('conflict', { line: null, byte: null }, {
      found: `${stated} ${what}`,
      expected: `${known[0]} as the sum of ${steps.length} calls`,
      message: 'The result\'s total differs from the sum of the calls; the sum is taken.',
    }, 'information')));
  }
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));
}
