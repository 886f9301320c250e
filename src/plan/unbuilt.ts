import type { Axis, DecisionRule } from '../model/plan';

// What a plan may one day say and this version cannot do. It is refused in words: a plan that is
// silently read as another one would certify something else than was planned.

/** Budget axes that the audit computes. */
export const BUILT_AXES: readonly Axis[] = ['calls', 'tool-steps'];

/** Decision rules that the audit applies. */
export const BUILT_RULES: readonly DecisionRule[] = ['fixed', 'calibrated', 'anytime'];

const AXIS_WORDS: Readonly<Record<Axis, string>> = {
  calls: 'model calls',
  'tool-steps': 'tool steps',
  tokens: 'transcript tokens',
  'usage-tokens': 'billed tokens',
  usd: 'US dollars',
  seconds: 'seconds',
};

/** A sentence that says why this axis cannot be audited yet; null when it can. */
export function describeUnbuiltAxis(axis: Axis): string | null {
  if (BUILT_AXES.includes(axis)) return null;
  return `Auditing along ${AXIS_WORDS[axis]} is not built in this version; it audits along model calls ("calls") and tool steps ("tool-steps").`;
}

/** Keys that belong to the subject and are not built: what each would say. */
const UNBUILT_KEYS: ReadonlyMap<string, string> = new Map([
  ['stoppingRule', 'A stopping rule for collecting attempts'],
  ['tasks', 'Choosing tasks'],
  ['otherBudgets', 'A rule for runs stopped by another budget'],
  ['labelSource', 'Choosing the source of labels'],
  ['labels', 'Choosing the source of labels'],
  ['prices', 'A price list'],
  ['actionPair', 'Choosing the pair of actions'],
  ['merge', 'Merging runtimes by name'],
]);

/** A seal is no key of a plan: a plan that says of itself that it is sealed proves nothing. */
const SEAL_KEYS: readonly string[] = ['sealed', 'seal', 'frozen', 'lock'];

/** A sentence that says that this key is not built yet; null when it is no such key. */
export function describeUnbuiltKey(key: string): string | null {
  if (SEAL_KEYS.includes(key)) return `A plan is sealed by freezing it, which writes a lock beside it; remove "${key}".`;
  const subject = UNBUILT_KEYS.get(key);
  return subject === undefined ? null : `${subject} ("${key}") is not built in this version; remove the key.`;
}
