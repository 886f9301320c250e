// Full text of steps: Anthropic message dumps, or Terminus' plain answers and prompts.

import type { StepBytes } from '../contract';
import type { Step, StepText } from '../../model/step';
import { showCall } from '../shared/describeStep';
import { asArray, getField } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { isTerminusRejection, readTerminusAnswer } from '../shared/terminus';
import { callsOf, observationsOf, textOf, thinkingOf } from './episodes';

/** Bytes that cannot be parsed are shown as they are. */
export function showHarborStep(step: Step, bytes: StepBytes): StepText {
  const isPlain = (step.action ?? step.observation)?.file.endsWith('.txt') === true;
  return isPlain ? showTerminusStep(bytes) : showEpisode(bytes);
}

function showTerminusStep({ action, observation }: StepBytes): StepText {
  const text = decode(action);
  const answer = readTerminusAnswer(text);
  const observed = observation === null ? null : decode(observation);
  return {
    reasoning: answer?.thoughts ?? '',
    message: text,
    calls: answer?.calls.map((call) => ({ tool: call.tool, text: showCall(call) })) ?? [],
    observations: observed === null ? [] : [{ text: observed, exitCode: null, isError: isTerminusRejection(observed) }],
  };
}

function showEpisode({ action, observation }: StepBytes): StepText {
  const answer = action === null ? null : parseJson(action);
  const results = observation === null ? null : parseJson(observation);
  const content = answer?.ok === true ? getField(answer.value, 'content') : undefined;
  const observed = results?.ok === true ? observationsOf(asArray(results.value) ?? []) : [];
  return {
    reasoning: thinkingOf(content),
    message: content === undefined ? decode(action) : textOf(content),
    calls: callsOf(content).map((call) => ({ tool: call.tool, text: showCall(call) })),
    observations: observation !== null && observed.length === 0 ? [{ text: decode(observation), exitCode: null, isError: false }] : observed,
  };
}

function decode(bytes: Uint8Array | null): string {
  return bytes === null ? '' : new TextDecoder().decode(bytes);
}
