import type { TrialFile } from '../model/trial';
import { hashCanonical, hashPlan } from './hashPlan';
import { parsePlan } from './parsePlan';

export const TRIAL_FILE = 'restart-lens.trial.json';
/** Largest file that is read as a trial, in bytes. */
export const LARGEST_TRIAL = 64 * 1024 * 1024;

/** A trial under its seal: the hash of everything it holds, and of its plan as an audit would hash it. */
export function sealTrial(trial: Omit<TrialFile, 'seal' | 'planHash' | 'schema'>): TrialFile {
  const body = { schema: 'restart-lens/trial@1', ...trial, planHash: hashPlan(trial.plan) } as const;
  return { ...body, seal: hashCanonical(body) };
}

/** Whether nothing in the file has changed since it was sealed. A seal is a promise, not a proof. */
export function sealHolds(trial: TrialFile): boolean {
  const { seal, ...body } = trial;
  return hashCanonical(body) === seal && hashPlan(trial.plan) === trial.planHash;
}

/** Text of a trial file: a key a line, identities one a line; ends with a line feed. */
export function trialText(trial: TrialFile): string {
  const { indexed, seal, ...head } = trial;
  const lines = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  const identities = indexed.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  return `{\n${lines.join('\n')}\n  "indexed": [${identities === '' ? '' : `\n${identities}\n  `}],\n  "seal": ${JSON.stringify(seal)}\n}\n`;
}

/** A trial from its text, or a sentence that says what is wrong with it. Whether its seal holds is asked of `sealHolds`. */
export function readTrial(text: string): { readonly trial: TrialFile } | { readonly fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'It is no JSON.' };
  }
  if (!isRecord(value) || value['schema'] !== 'restart-lens/trial@1') return { fault: 'It is no trial of this version: "schema" must be "restart-lens/trial@1".' };
  const fault = faultOf(value);
  // The shape is checked as far as the product relies on it; what hangs on single numbers is guarded by the seal.
  return fault === null ? { trial: value as unknown as TrialFile } : { fault };
}

function faultOf(value: Readonly<Record<string, unknown>>): string | null {
  const { plan, runtime, split, rule, indexed, written, seal, planHash } = value;
  if (![written, seal, planHash, value['engineVersion']].every((text) => typeof text === 'string') || Number.isNaN(Date.parse(String(written)))) return '"written", "seal", "planHash" or "engineVersion" is missing.';
  if (!isRecord(runtime) || typeof runtime['name'] !== 'string' || typeof runtime['identity'] !== 'string') return '"runtime" is missing.';
  if (!isRecord(split) || !isTexts(split['calibration']) || !isTexts(split['heldOut']) || typeof split['seed'] !== 'number' || typeof split['share'] !== 'number') return '"split" must hold seed, share and two lists of tasks.';
  if (!Array.isArray(indexed) || !indexed.every((entry) => isRecord(entry) && typeof entry['id'] === 'string')) return '"indexed" must list attempts.';
  if (!isRecord(plan) || parsePlan(JSON.stringify(plan), 'trial').problems.length > 0) return 'Its plan is none.';
  return rule === null || isRule(rule) ? null : '"rule" is not whole.';
}

function isRule(rule: unknown): boolean {
  if (!isRecord(rule) || typeof rule['monitor'] !== 'string') return false;
  const { threshold, fixedTime, charges, thresholdRule, calibration, reset } = rule;
  const isNumberOrNull = (number: unknown): boolean => number === null || typeof number === 'number';
  if (!isNumberOrNull(threshold) || !isNumberOrNull(fixedTime) || reset !== 'clean-once') return false;
  if (!isRecord(charges) || !isCharge(charges['check']) || !isCharge(charges['reset'])) return false;
  return isRecord(thresholdRule) && isRecord(calibration) && isRecord(calibration['success']) && isRecord(calibration['alarmRates']) && isRecord(calibration['candidates']);
}

function isCharge(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
