// Steps of an agent that dumps its calls as Anthropic messages: `agent/episodes/episode-<n>/request.json`,
// `response.json` and `tool-results.json`. Numbers are not padded. A request repeats the whole conversation.

import { pushAll } from '../../base/extent';
import type { PartSink, SourceFile } from '../contract';
import type { Step } from '../../model/step';
import { countCopy } from '../shared/countFile';
import { contentText } from '../shared/text';
import { describeAction, describeObservations } from '../shared/describeStep';
import type { Observed, ToolCall } from '../shared/describeStep';
import { exitCodeOf } from '../shared/exitCodes';
import { asRecord, getArray, getBoolean, getField, getNumber, getPath, getText } from '../shared/fields';
import { scanJson } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { problemIn } from '../shared/problems';
import { readFields } from '../shared/readFields';
import { readAnthropicUsage } from '../shared/usage';
import type { MemberFile, MemberKind } from './members';

export interface EpisodeSteps {
  readonly steps: readonly Step[];
  /** The models that answered. */
  readonly models: readonly string[];
  /** Calls up to the last step, those included of which nothing is there. */
  readonly calls: number;
  /** Answers that could not be read. */
  readonly unreadable: number;
}

/**
 * Reads every episode that has an answer or tool results, in the order of their numbers. An episode is a call, and
 * episodes count from 0 (or 1): where logs of some are missing, the others keep their numbers.
 */
export function readEpisodes(members: readonly MemberFile[], sink: PartSink): EpisodeSteps {
  const files = (kind: MemberKind): ReadonlyMap<number, SourceFile> =>
    new Map(members.flatMap(({ file, member }) => (member.kind === kind && member.episode !== null ? [[member.episode, file] as const] : [])));
  const responses = files('episode-response');
  const results = files('episode-tools');
  for (const request of files('episode-request').values()) countCopy(request, 'harbor', sink);
  const episodes = [...new Set([...responses.keys(), ...results.keys()])].sort((a, b) => a - b);
  const first = episodes[0] === 1 ? 1 : 0;
  const models = new Set<string>();
  let unreadable = 0;
  const steps = episodes.map((episode, index) => {
    sink.checkCancelled();
    const answer = readAnswer(responses.get(episode) ?? null, sink);
    if (answer.content === undefined) unreadable++;
    if (answer.model !== null) models.add(answer.model);
    return makeStep(index, episode - first + 1, answer, results.get(episode) ?? null, sink);
  });
  return { steps, models: [...models], calls: steps.at(-1)?.call ?? 0, unreadable };
}

/** The content is undefined where there is no answer, or none that can be read. */
interface Answer {
  readonly file: SourceFile | null;
  readonly content: unknown;
  readonly model: string | null;
  readonly usage: unknown;
}

function readAnswer(file: SourceFile | null, sink: PartSink): Answer {
  if (file === null) return { file, content: undefined, model: null, usage: undefined };
  const { values, scan } = readFields(file, [['model'], ['content'], ['usage']], sink);
  const content = getField(values, 'content');
  const isRead = content !== undefined;
  sink.file({ file: file.path, format: 'harbor', records: 1, shown: isRead ? 1 : 0, folded: 0, unreadable: isRead ? 0 : 1 });
  if (!isRead && scan.issues.length === 0) sink.problem(problemIn(file.path, noContent()));
  return { file, content, model: getText(values, 'model'), usage: getField(values, 'usage') };
}

function makeStep(index: number, call: number, answer: Answer, tools: SourceFile | null, sink: PartSink): Step {
  const { file, content } = answer;
  const usage = readAnthropicUsage(answer.usage);
  const cost = getNumber(answer.usage, 'cost');
  const observed = tools === null ? [] : readToolResults(tools, sink);
  const action = describeAction(callsOf(content), textOf(content));
  return {
    index,
    call,
    ...action,
    action: file === null ? null : { file: file.path, start: 0, end: file.size },
    observation: tools === null || observed.length === 0 ? null : { file: tools.path, start: 0, end: tools.size },
    ...describeObservations(observed),
    malformed: false,
    isToolStep: observed.length > 0 || action.kind === 'submit',
    inputTokens: usage.input,
    cachedTokens: usage.cached,
    outputTokens: usage.output,
    cost: cost !== null && cost >= 0 ? cost : null,
    timeMs: null,
  };
}

function readToolResults(file: SourceFile, sink: PartSink): readonly Observed[] {
  const observed: Observed[] = [];
  let records = 0;
  const scan = scanJson(file.chunks(), { want: [['*']] }, (slice) => {
    records++;
    const parsed = parseJson(slice.bytes, { line: slice.line, byte: slice.start });
    if (parsed.problem !== null) sink.problem(problemIn(file.path, parsed.problem));
    if (parsed.ok) pushAll(observed, observationsOf([parsed.value]));
  });
  for (const issue of scan.issues) sink.problem(problemIn(file.path, issue));
  const lost = scan.skipped + scan.unfinished.length;
  const unreadable = records - observed.length + lost;
  if (unreadable > 0 && scan.issues.length === 0) sink.problem(problemIn(file.path, noContent()));
  sink.file({ file: file.path, format: 'harbor', records: records + lost, shown: observed.length, folded: 0, unreadable });
  return observed;
}

/** Tool calls of an Anthropic message's content. */
export function callsOf(content: unknown): readonly ToolCall[] {
  return blocksOf(content).flatMap((block): ToolCall[] => {
    const tool = getText(block, 'name');
    return tool !== null && getText(block, 'type') === 'tool_use' ? [{ tool, args: getField(block, 'input') }] : [];
  });
}

/** Text of an Anthropic message's content, thinking left out. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return contentText(blocksOf(content).filter((block) => getText(block, 'type') === 'text'));
}

/** Thinking of an Anthropic message's content; what the provider keeps hidden is named. */
export function thinkingOf(content: unknown): string {
  return blocksOf(content)
    .flatMap((block) => (getText(block, 'type') === 'thinking' ? [getText(block, 'thinking') ?? ''] : getText(block, 'type') === 'redacted_thinking' ? ['[redacted thinking]'] : []))
    .join('\n');
}

/** What tool results hold; elements that are no objects are left out. */
export function observationsOf(results: readonly unknown[]): readonly Observed[] {
  return results.flatMap((result): Observed[] => {
    if (asRecord(result) === null) return [];
    const text = contentText(getPath(result, 'content'));
    const exitCode = exitCodeOf(text);
    return [{ text, exitCode, isError: getBoolean(result, 'is_error') === true || (exitCode !== null && exitCode !== 0) }];
  });
}

function blocksOf(content: unknown): readonly unknown[] {
  return getArray({ content }, 'content') ?? [];
}

function noContent(): { code: 'bad-value'; severity: 'error'; line: null; byte: null; found: string; expected: string; message: string } {
  return {
    code: 'bad-value',
    severity: 'error',
    line: null,
    byte: null,
    found: 'no content',
    expected: 'an Anthropic message, or a list of tool results',
    message: 'The episode\'s file holds nothing that can be shown.',
  };
}
