import type { Step, StepText } from '../../model/step';
import type { StepBytes } from '../contract';
import { asRecord, getString, getText } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { toolOf } from './buildStep';

const FIELDS = ['action', 'response', 'thought'] as const;

/**
 * Full text of a step. The bytes of the action run from the value of the first of its three fields to that of the last,
 * keys of the later ones included; a name is put before the first to make them an object again. Bytes that do not
 * parse are shown as they are.
 */
export function readStepText(step: Step, bytes: StepBytes): StepText {
  return { reasoning: '', ...readAction(step, bytes.action), observations: readObservation(step, bytes.observation) };
}

function readAction(step: Step, bytes: Uint8Array | null): Pick<StepText, 'message' | 'calls'> {
  if (bytes === null) return { message: '', calls: [] };
  const parsed = parseJson(Buffer.concat([Buffer.from('{"": '), bytes, Buffer.from('}')]));
  const record = parsed.ok ? asRecord(parsed.value) : null;
  if (record === null) return { message: decode(bytes), calls: [] };
  const first = FIELDS.find((field) => !Object.hasOwn(record, field));
  const field = (name: (typeof FIELDS)[number]): string => getString(record, name === first ? '' : name) ?? '';
  const action = field('action');
  const message = getText(record, first === 'thought' ? '' : 'thought') ?? field('response');
  if (action.trim() === '') return { message: field('response') === '' ? message : field('response'), calls: [] };
  return { message: message.trim() === action.trim() ? '' : message, calls: [{ tool: step.tools[0] ?? toolOf(action), text: action }] };
}

function readObservation(step: Step, bytes: Uint8Array | null): StepText['observations'] {
  if (bytes === null) return [];
  const parsed = parseJson(bytes);
  const text = parsed.ok && typeof parsed.value === 'string' ? parsed.value : decode(bytes);
  return [{ text, exitCode: null, isError: step.isError }];
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
