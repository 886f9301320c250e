// Steps from Terminus' own logs, `agent/episode-<n>/{prompt.txt, response.txt, debug.json}`: what the terminal
// answered to episode n is the prompt of episode n + 1. Tokens and times are not there. The join takes them only
// where no ATIF trajectory tells the same, as after a kill.

import type { PartSink, SourceFile } from '../contract';
import type { Step } from '../../model/step';
import { countCopy } from '../shared/countFile';
import { describeAction, describeMalformed, describeObservations } from '../shared/describeStep';
import { isTerminusRejection, readTerminusAnswer } from '../shared/terminus';
import type { EpisodeSteps } from './episodes';
import type { MemberFile, MemberKind } from './members';

/** Longer answers and prompts are cut for their facts; the ranges hold all of them. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/**
 * Reads the logs of a trial for which the result counted `expected` calls (null: not known). Logs of which only
 * some are there say less than the result and are folded whole.
 */
export function readTerminusLogs(members: readonly MemberFile[], expected: number | null, sink: PartSink): EpisodeSteps {
  const files = (kind: MemberKind): ReadonlyMap<number, SourceFile> =>
    new Map(members.flatMap(({ file, member }) => (member.kind === kind && member.episode !== null ? [[member.episode, file] as const] : [])));
  const responses = files('terminus-response');
  const prompts = files('terminus-prompt');
  const isWhole = [...responses.keys()].every((episode) => episode < responses.size) && (expected === null || expected === responses.size);
  for (const { file, member } of members) {
    if (member.kind === 'terminus-debug') countCopy(file, 'harbor', sink);
    // The first prompt is the task; the others are observations.
    else sink.file({ file: file.path, format: 'harbor', records: 1, shown: Number(isWhole), folded: Number(!isWhole), unreadable: 0 });
  }
  if (!isWhole) return { steps: [], models: [], calls: 0, unreadable: 0 };
  const episodes = [...responses.keys()].sort((a, b) => a - b);
  const steps = episodes.flatMap((episode, index) => {
    sink.checkCancelled();
    const response = responses.get(episode);
    return response === undefined ? [] : [makeStep(index, response, prompts.get(episode + 1) ?? null)];
  });
  return { steps, models: [], calls: steps.length, unreadable: 0 };
}

function makeStep(index: number, response: SourceFile, next: SourceFile | null): Step {
  const text = readText(response);
  const answer = readTerminusAnswer(text);
  const observation = next === null ? null : readText(next);
  const malformed = answer === null || (observation !== null && isTerminusRejection(observation));
  const action = malformed ? describeMalformed(text) : describeAction(answer.calls, text);
  return {
    index,
    call: index + 1,
    ...action,
    action: { file: response.path, start: 0, end: response.size },
    observation: next === null ? null : { file: next.path, start: 0, end: next.size },
    ...describeObservations(observation === null ? [] : [{ text: observation, exitCode: null, isError: malformed }]),
    malformed,
    isToolStep: !malformed && (observation !== null || action.kind === 'submit'),
    inputTokens: null,
    cachedTokens: null,
    outputTokens: null,
    cost: null,
    timeMs: null,
  };
}

function readText(file: SourceFile): string {
  return new TextDecoder().decode(file.read(0, Math.min(file.size, MAX_TEXT_BYTES)));
}
