import type { Step, StepText } from '../../model/step';
import type { StepBytes } from '../contract';
import { showCall } from '../shared/describeStep';
import { readRecords } from '../shared/looseRecords';
import { asRecord, getArray } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { inputOf, outputOf, toolUseOf } from './content';
import { asSpan } from './rawSpan';
import type { RawSpan } from './rawSpan';
import { givenTo } from './spanFacts';

type Observations = StepText['observations'];

/** Full text of a step: what the model's span records, and what its tools' spans do. Bytes that do not parse are shown as they are. */
export function readStepText(step: Step, bytes: StepBytes): StepText {
  const [first = null] = spansIn(bytes.action);
  const tools = first?.kind === 'tool' ? [first] : toolsIn(step, first, bytes.observation);
  const observations = readObservations(first, tools, bytes.observation);
  if (first === null) return { reasoning: '', message: decode(bytes.action), calls: [], observations };
  const output = first.kind === 'llm' ? outputOf(first) : null;
  const stated = output === null || output.calls.length === 0 ? tools.map(toolUseOf) : output.calls;
  const calls = step.toolCalls === 0 ? [] : stated.map((call) => ({ tool: call.tool, text: showCall(call) }));
  return { reasoning: output?.reasoning ?? '', message: output?.text ?? first.error ?? '', calls, observations };
}

/** The tools of this step among the spans of a range that others may stand in. */
function toolsIn(step: Step, llm: RawSpan | null, bytes: Uint8Array | null): readonly RawSpan[] {
  const all = spansIn(bytes).filter((span) => span.kind === 'tool');
  if (llm === null) return all;
  const named = new Set(outputOf(llm)?.calls.flatMap((call) => call.id ?? []) ?? []);
  const isNamed = (span: RawSpan): boolean => named.has(toolUseOf(span).callId ?? '');
  const kept = all.filter((span) => span.trace === llm.trace && (isNamed(span) || span.parent === llm.id || step.tools.includes(toolUseOf(span).tool)));
  const certain = kept.filter(isNamed);
  return certain.length >= step.toolCalls && certain.length > 0 ? certain : kept;
}

function readObservations(llm: RawSpan | null, tools: readonly RawSpan[], bytes: Uint8Array | null): Observations {
  if (bytes === null) return [];
  if (tools.length > 0) {
    return tools.map((span) => {
      const { result, exitCode } = toolUseOf(span);
      return { text: result ?? '', exitCode, isError: span.isError || (exitCode !== null && exitCode !== 0) };
    });
  }
  const next = spansIn(bytes).find((span) => span.kind === 'llm' && span.id !== llm?.id);
  const given = next === undefined ? [] : givenTo(inputOf(next));
  if (given.length > 0) return given.map(({ text, exitCode, isError }) => ({ text, exitCode, isError: isError || (exitCode !== null && exitCode !== 0) }));
  return [{ text: decode(bytes), exitCode: null, isError: false }];
}

function spansIn(bytes: Uint8Array | null): readonly RawSpan[] {
  return bytes === null ? [] : readRecords(bytes).flatMap((record) => unfold(record)).map((record) => asSpan(record, '')).filter((span) => span !== null);
}

/** A range over several lists or lines may hold whole documents between its ends. */
function unfold(record: JsonRecord, depth = 0): readonly JsonRecord[] {
  if (depth > 8) return [];
  const inner = ['resourceSpans', 'resource_spans', 'scopeSpans', 'scope_spans', 'spans', 'observations', 'data', 'runs']
    .flatMap((key) => getArray(record, key) ?? [])
    .map(asRecord)
    .flatMap((item) => (item === null ? [] : unfold(item, depth + 1)));
  return [record, ...inner];
}

function decode(bytes: Uint8Array | null): string {
  return bytes === null ? '' : new TextDecoder().decode(bytes);
}
