import type { TaskGatePart } from '../contract';
import { getField } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';

const GATES = ['base_fails', 'reference_passes'] as const;
/** Keys that say something of one attempt. */
const OF_ATTEMPTS = ['attempt', 'file', 'outcome', 'first_verified_call', 'call', 'calls', 'passed'] as const;

/** Whether a line speaks of a task's verifier. */
export function isGateRow(row: JsonRecord): boolean {
  return GATES.some((key) => isStated(row, key));
}

/** One line as the gates of a task, or a sentence that says what is wrong with it. Values may be texts, as CSV has them. */
export function readGate(row: JsonRecord): { readonly task: string; readonly gate: TaskGatePart } | string {
  const task = getField(row, 'task');
  if ((typeof task !== 'string' && typeof task !== 'number') || String(task).trim() === '') return 'It names no task.';
  const other = OF_ATTEMPTS.find((key) => isStated(row, key));
  if (other !== undefined) return `Gates speak of a task, and ${other} of an attempt: they need a line each.`;
  const [baseFails, referencePasses] = GATES.map((key) => truth(row, key));
  if (baseFails === undefined) return 'base_fails must be true or false.';
  if (referencePasses === undefined) return 'reference_passes must be true or false.';
  return { task: String(task), gate: { baseFails, referencePasses } };
}

function isStated(row: JsonRecord, key: string): boolean {
  const value = getField(row, key);
  return value !== undefined && value !== null && value !== '';
}

/** Undefined: neither true nor false. */
function truth(row: JsonRecord, key: string): boolean | null | undefined {
  if (!isStated(row, key)) return null;
  const value = getField(row, key);
  if (value === true || /^(?:true|1|yes)$/i.test(String(value))) return true;
  return value === false || /^(?:false|0|no)$/i.test(String(value)) ? false : undefined;
}
