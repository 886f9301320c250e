// Facts of one trial: result.json, or config.json alone where the trial was killed, is running, or lost its result.

import type { AttemptPart, PartSink, SourceFile } from '../contract';
import type { Outcome, RuntimeFields } from '../../model/attempt';
import type { JsonRecord } from '../shared/fields';
import { asRecord, getCount, getField, getNumber, getRecord, getText } from '../shared/fields';
import { makeAttemptPart, providerOfModel } from '../shared/attemptParts';
import { hashValue } from '../shared/hash';
import { nameOf, parentOf } from '../shared/paths';
import { problemIn, seedProblem } from '../shared/problems';
import type { ProblemSeed } from '../shared/problems';
import type { JsonFieldsFile } from '../shared/readFields';
import { readFields } from '../shared/readFields';
import { parseTime, secondsBetween } from '../shared/times';
import type { MemberFile } from './members';
import { judgeRewardJson, judgeRewards, judgeRewardText } from './rewards';
import { limitsOfTrial, modelOfConfig, settingsOfConfig, taskOfConfig } from './trialConfig';

/** What is read of a result. `rollout_details` holds token ids by the million and is left where it is. */
const RESULT_FIELDS = [
  ...['id', 'task_name', 'trial_name', 'task_id', 'task_checksum', 'config', 'agent_info', 'verifier_result', 'exception_info'].map((key) => [key]),
  ...['started_at', 'finished_at', 'agent_execution'].map((key) => [key]),
  ...['n_input_tokens', 'n_cache_tokens', 'n_output_tokens', 'cost_usd', 'metadata'].map((key) => ['agent_result', key]),
];
const CONFIG_FIELDS = ['task', 'trial_name', 'timeout_multiplier', 'agent_timeout_multiplier', 'agent', 'environment'].map((key) => [key]);

/** The trial as its result or configuration states it. */
export interface TrialFacts {
  readonly part: AttemptPart;
  /** Calls that the producer counted; null where it says nothing. A check on the steps, not their source. */
  readonly producer: ProducerTotals;
}

/** Totals of `agent_result`. Adapters write 0 where they do not know. */
interface ProducerTotals {
  readonly calls: number | null;
  readonly input: number | null;
  readonly cached: number | null;
  readonly output: number | null;
  readonly cost: number | null;
}

/** Reads result, configuration and reward files of a trial folder; null when neither result nor configuration names a trial. */
export function readTrial(folder: string, members: readonly MemberFile[], sink: PartSink): TrialFacts | null {
  const files = membersOfTrial(members);
  const read = files.result === null ? null : readFields(files.result, RESULT_FIELDS, sink);
  // A result that does not name its trial is none.
  const result = getText(read?.values, 'trial_name') === null ? null : read;
  const config = files.config === null ? null : readFields(files.config, CONFIG_FIELDS, sink);
  countFiles(files, result !== null, config?.values ?? null, sink);
  if (files.result !== null && result === null) reportUnnamed(files.result, sink);
  if (files.config !== null && getText(config?.values, 'trial_name') === null) reportUnnamed(files.config, sink);
  const main = result === null ? files.config : files.result;
  const settings = asRecord(getField(result?.values, 'config')) ?? config?.values ?? null;
  if (main === null) {
    countRewards(files, null, sink);
    return null;
  }
  const values = result?.values ?? {};
  const verdict = decide(files, result, sink);
  const report = (problem: ProblemSeed): void => sink.problem(problemIn(main.path, problem));
  const producer = readTotals(values);
  const task = getText(values, 'task_name') ?? taskOfConfig(settings);
  if (task === null) report(missing('task_name', 'the task\'s name'));
  const checksum = getText(values, 'task_checksum');
  const part = makeAttemptPart({
    role: 'result',
    format: 'harbor',
    file: main.path,
    place: { folder, runFolder: folder === '' ? null : parentOf(folder) },
    contentHash: result?.scan.isComplete === true ? hashValue(values) : null,
    task,
    taskHash: checksum === null ? null : `checksum:${checksum}`,
    runtime: readRuntime(values, settings),
    attempt: getText(values, 'trial_name') ?? getText(config?.values, 'trial_name') ?? (nameOf(folder) || null),
    started: readStart(values, result, report),
    calls: producer.calls,
    tokens: { input: producer.input, cached: producer.cached, output: producer.output },
    cost: producer.cost,
    seconds: agentSeconds(values, result, report),
    exitStatus: exceptionType(values, result, report),
    limits: limitsOfTrial(settings, getField(values, 'exception_info')),
    outcome: verdict.outcome,
    outcomeFile: verdict.file,
    basis: verdict.outcome === 'unknown' ? null : 'final',
    noResult: result === null,
  });
  return { part, producer };
}

function readTotals(values: JsonRecord): ProducerTotals {
  const totals = getRecord(values, 'agent_result');
  const metadata = getField(totals, 'metadata');
  const cost = getNumber(totals, 'cost_usd');
  return {
    calls: getCount(metadata, 'n_episodes') ?? getCount(metadata, 'episodes'),
    input: getCount(totals, 'n_input_tokens') || null,
    cached: getCount(totals, 'n_cache_tokens'),
    output: getCount(totals, 'n_output_tokens') || null,
    cost: cost !== null && cost > 0 ? cost : null,
  };
}

interface TrialFiles {
  readonly result: SourceFile | null;
  readonly config: SourceFile | null;
  readonly rewardText: SourceFile | null;
  readonly rewardJson: SourceFile | null;
}

function membersOfTrial(members: readonly MemberFile[]): TrialFiles {
  const find = (kind: MemberFile['member']['kind']): SourceFile | null => members.find((m) => m.member.kind === kind)?.file ?? null;
  return { result: find('trial-result'), config: find('trial-config'), rewardText: find('reward-text'), rewardJson: find('reward-json') };
}

/** `agent_info` names what ran; the configuration names the model as the user wrote it, provider first. */
function readRuntime(values: JsonRecord, settings: JsonRecord | null): RuntimeFields {
  const info = getRecord(values, 'agent_info');
  const model = getRecord(info, 'model_info');
  const hashed = settingsOfConfig(settings);
  const provider = getText(model, 'provider');
  const name = getText(model, 'name');
  const joined = name === null ? null : provider === null ? name : `${provider}/${name}`;
  const configured = modelOfConfig(settings);
  return {
    agent: getText(info, 'name') ?? getText(getRecord(settings, 'agent'), 'name'),
    agentVersion: getText(info, 'version'),
    model: configured ?? joined,
    provider: provider ?? providerOfModel(configured),
    config: hashed === null ? null : hashValue(hashed),
  };
}

function readStart(values: JsonRecord, result: JsonFieldsFile | null, report: (problem: ProblemSeed) => void): string | null {
  const started = getText(values, 'started_at');
  if (started === null || parseTime(started) !== null) return started;
  report(badTime('started_at', started, result));
  return null;
}

/** The agent's own time: set-up and verification have phases of their own. */
function agentSeconds(values: JsonRecord, result: JsonFieldsFile | null, report: (problem: ProblemSeed) => void): number | null {
  const phase = getRecord(values, 'agent_execution');
  const start = getText(phase, 'started_at');
  const end = getText(phase, 'finished_at');
  if (start === null || end === null) return null;
  const seconds = secondsBetween(start, end);
  if (seconds === null) report(badTime('agent_execution', `${start} to ${end}`, result));
  return seconds;
}

function badTime(key: string, found: string, result: JsonFieldsFile | null): ProblemSeed {
  return seedProblem('bad-value', result?.placeOf(key) ?? { line: null, byte: null }, {
    found: found.slice(0, 120),
    expected: 'ISO times, the end after the start',
    message: `The time in "${key}" cannot be used.`,
  });
}

function exceptionType(values: JsonRecord, result: JsonFieldsFile | null, report: (problem: ProblemSeed) => void): string | null {
  const info = getField(values, 'exception_info');
  if (info === null || info === undefined) return null;
  const type = getText(info, 'exception_type');
  if (type !== null) return type;
  report(seedProblem('missing-field', result?.placeOf('exception_info') ?? { line: null, byte: null }, {
    found: 'exception_info without exception_type',
    expected: 'the type of the exception',
    message: 'The trial ended by an exception whose type is not named.',
  }));
  return 'exception';
}

/** The result's rewards decide; where the verifier left none there, its own files do. */
function decide(files: TrialFiles, result: JsonFieldsFile | null, sink: PartSink): { outcome: Outcome; file: string | null } {
  const verifier = getRecord(result?.values, 'verifier_result');
  const old = getNumber(verifier, 'reward');
  const stated = getRecord(verifier, 'rewards');
  const rewards = stated !== null && Object.keys(stated).length > 0 ? stated : old === null ? null : { reward: old };
  if (files.result !== null && result !== null && rewards !== null) {
    const verdict = judgeRewards(rewards, result.placeOf('verifier_result'));
    for (const problem of verdict.problems) sink.problem(problemIn(files.result.path, problem));
    checkRewardFiles(files, verdict.outcome, sink);
    return { outcome: verdict.outcome, file: verdict.outcome === 'unknown' ? null : files.result.path };
  }
  // Harbor reads the text first where both files are there.
  const file = files.rewardText ?? files.rewardJson;
  countRewards(files, file, sink);
  if (file === null) return { outcome: 'unknown', file: null };
  const verdict = file === files.rewardText ? judgeRewardText(file) : judgeRewardJson(file);
  for (const problem of verdict.problems) sink.problem(problemIn(file.path, problem));
  return { outcome: verdict.outcome, file: verdict.outcome === 'unknown' ? null : file.path };
}

/** Reward files beside a result that has rewards are copies, and must say the same. */
function checkRewardFiles(files: TrialFiles, outcome: Outcome, sink: PartSink): void {
  countRewards(files, null, sink);
  const file = files.rewardText ?? files.rewardJson;
  if (file === null) return;
  const copy = file === files.rewardText ? judgeRewardText(file) : judgeRewardJson(file);
  if (copy.outcome === outcome) return;
  if (copy.outcome === 'unknown') {
    sink.problem(problemIn(file.path, emptyCopy()));
    return;
  }
  sink.problem(problemIn(file.path, seedProblem('conflict', { line: 1, byte: 0 }, {
    found: copy.outcome,
    expected: `${outcome}, as result.json says`,
    message: 'The verifier\'s reward file and the trial\'s result disagree; the result is taken.',
  })));
}

function emptyCopy(): ProblemSeed {
  return seedProblem('bad-value', { line: null, byte: null }, {
    found: 'no usable reward',
    expected: 'the reward that result.json has',
    message: 'The verifier\'s reward file cannot be used; the trial\'s result is taken.',
  }, 'information');
}

function countRewards(files: TrialFiles, used: SourceFile | null, sink: PartSink): void {
  for (const file of [files.rewardText, files.rewardJson]) {
    if (file === null) continue;
    const isUsed = file === used;
    sink.file({ file: file.path, format: 'harbor', records: 1, shown: isUsed ? 1 : 0, folded: isUsed ? 0 : 1, unreadable: 0 });
  }
}

/** A configuration beside a result is a copy of the one inside it. */
function countFiles(files: TrialFiles, hasResult: boolean, config: JsonRecord | null, sink: PartSink): void {
  if (files.result !== null) {
    sink.file({ file: files.result.path, format: 'harbor', records: 1, shown: hasResult ? 1 : 0, folded: 0, unreadable: hasResult ? 0 : 1 });
  }
  if (files.config !== null) {
    const isReadable = getText(config, 'trial_name') !== null;
    const shown = isReadable && !hasResult ? 1 : 0;
    sink.file({ file: files.config.path, format: 'harbor', records: 1, shown, folded: isReadable ? 1 - shown : 0, unreadable: isReadable ? 0 : 1 });
  }
}

function reportUnnamed(file: SourceFile, sink: PartSink): void {
  sink.problem(problemIn(file.path, missing('trial_name', 'the trial\'s name')));
}

function missing(key: string, expected: string): ProblemSeed {
  return seedProblem('missing-field', { line: null, byte: null }, {
    found: `no "${key}"`,
    expected,
    message: `The trial does not say its "${key}".`,
  });
}
