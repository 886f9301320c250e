import type { Plan } from '../model/plan';
import type { IndexedIdentity, Lock, SealBreak, SealCheck, SettledFields } from '../model/seal';
import { NO_SEAL } from '../model/seal';
import { changedKeys, hashCanonical, hashPlan, LATER_KEYS, withoutLater } from './hashPlan';
import { parsePlan } from './parsePlan';
import { DEFAULT_PLAN, PLAN_KEYS } from './planFields';
import { isOnGrid } from './sliderGrid';

/** Largest lock that is read: the identities of some hundred thousand attempts. */
export const LARGEST_LOCK = 64_000_000;

export interface FreezeRequest {
  /** As the file states it, with defaults. */
  readonly plan: Plan;
  readonly settled: SettledFields;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly indexed: readonly IndexedIdentity[];
  /** The lock that this one replaces; null for a first one. */
  readonly before: Pick<Lock, 'number' | 'seal'> | null;
  readonly engineVersion: string;
}

/** The lock of a plan that is frozen now. Same request, same lock. */
export function makeLock({ plan, settled, now, indexed, before, engineVersion }: FreezeRequest): Lock {
  const body: Omit<Lock, 'seal'> = {
    schema: 'restart-lens/lock@1',
    number: (before?.number ?? 0) + 1,
    previous: before?.seal ?? null,
    frozen: new Date(now).toISOString(),
    plan,
    settled,
    planHash: hashPlan({ ...plan, ...settled }),
    indexed: [...indexed].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)),
    engineVersion,
  };
  return { ...body, seal: sealHash(body) };
}

/** SHA-256 of a lock without its seal. Keys that plans gained later count as left out where they state nothing. */
function sealHash(body: Omit<Lock, 'seal'>): string {
  return hashCanonical({ ...body, plan: withoutLater(body.plan) });
}

/** The text of a lock file; ends with a line feed. Identities stand one a line. */
export function lockText(lock: Lock): string {
  const { indexed, seal, ...head } = lock;
  const lines = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  const identities = indexed.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  return `{\n${lines.join('\n')}\n  "indexed": [${identities === '' ? '' : `\n${identities}\n  `}],\n  "seal": ${JSON.stringify(seal)}\n}\n`;
}

/** What a lock file says; a word where it says nothing that can be trusted. Never throws. */
export function readLock(text: string): { readonly lock: Lock } | { readonly fault: Extract<SealBreak, 'lock-edited' | 'lock-unreadable'> } {
  const value = parseJson(text);
  if (!isLock(value)) return { fault: 'lock-unreadable' };
  return isSoundLock(value) ? { lock: wholeLock(value) } : { fault: 'lock-edited' };
}

/** A lock whose plan holds every key: one that was frozen before a key was known left it at its default. */
export function wholeLock(lock: Lock): Lock {
  return { ...lock, plan: { ...DEFAULT_PLAN, ...lock.plan } };
}

/** What stands beside a plan, as far as a seal is concerned. */
export interface SealFiles {
  /** Text of the lock; null where there is none. */
  readonly lock: string | null;
  /** Text of the plan file; null where there is none. */
  readonly plan: string | null;
}

/** How the plan file stands to its lock, whatever options say. Only plans that audit the same thing are the same: comments and layout do not count. */
export function checkSeal(files: SealFiles): SealCheck {
  if (files.lock === null) return NO_SEAL;
  const read = readLock(files.lock);
  if ('fault' in read) return { state: 'broken', lock: null, reason: read.fault, changed: [] };
  const { lock } = read;
  if (files.plan === null) return { state: 'broken', lock, reason: 'plan-missing', changed: [] };
  const parsed = parsePlan(files.plan, 'plan');
  if (parsed.problems.length > 0) return { state: 'broken', lock, reason: 'plan-unreadable', changed: [] };
  const changed = changedKeys(lock.plan, parsed.plan);
  return changed.length === 0 ? { state: 'intact', lock } : { state: 'broken', lock, reason: 'plan-changed', changed, now: parsed.plan };
}

/**
 * The seal as it holds for an audit of `used`: the plan of the file, or one that options or the screen changed. A slider-safe plan
 * stands while only t and B are moved on its grid.
 */
export function sealOf(check: SealCheck, used: Plan): SealCheck {
  if (check.state !== 'intact') return check;
  const { lock } = check;
  // What the lock settled may be stated again: it is the same plan.
  const settled = { ...used, ...Object.fromEntries(Object.entries(lock.settled).filter(([key]) => isUnstated(used, key))) };
  const frozen = { ...lock.plan, ...lock.settled };
  const changed = changedKeys(lock.plan, used).filter((key) => changedKeys(frozen, settled).includes(key));
  if (changed.length === 0) return check;
  const budget = used.budget ?? lock.settled.budget;
  const moved = { budget, times: used.times ?? lock.settled.times.filter((t) => t < budget) };
  const isMovedOnly = changed.every((key) => key === 'budget' || key === 'times');
  return isMovedOnly && isOnGrid(frozen, moved) ? { state: 'intact', lock, moved } : { state: 'altered', lock, changed };
}

function isUnstated(plan: Plan, key: string): boolean {
  const known = PLAN_KEYS.find((name) => name === key);
  return known !== undefined && plan[known] === null;
}

function parseJson(text: string): unknown {
  if (text.length > LARGEST_LOCK) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The shape as far as it is relied on; the plan inside passes the same checks as a plan file. */
function isLock(value: unknown): value is Lock {
  if (!isRecord(value) || value.schema !== 'restart-lens/lock@1' || !isRecord(value.plan) || !isRecord(value.settled)) return false;
  const { settled } = value;
  if (Object.keys(settled).sort().join() !== 'attemptsPerCell,budget,cells,estimand,times') return false;
  if (![value.plan, { ...value.plan, ...settled }].every(isWholePlan)) return false;
  if (settled.budget === null || settled.times === null || settled.estimand === null || settled.cells === null) return false;
  const texts = [value.frozen, value.planHash, value.engineVersion, value.seal];
  if (!texts.every((text) => typeof text === 'string') || Number.isNaN(Date.parse(String(value.frozen)))) return false;
  if (!Number.isInteger(value.number) || !(value.previous === null || typeof value.previous === 'string')) return false;
  return Array.isArray(value.indexed) && value.indexed.every((entry) => isRecord(entry) && typeof entry.id === 'string' && (entry.content === null || typeof entry.content === 'string'));
}

/** Whether a plain value is a whole plan that passes the checks of a plan file. */
export function isWholePlan(value: unknown): value is Plan {
  if (!isRecord(value)) return false;
  const later: readonly string[] = LATER_KEYS;
  return PLAN_KEYS.every((key) => key in value || later.includes(key)) && isPlan(value);
}

/** Whether a lock, or what a file says is one, has the shape of a lock and its own hashes hold. */
export function isSoundLock(value: unknown): boolean {
  if (!isLock(value)) return false;
  const { seal, ...body } = value;
  return sealHash(body) === seal && hashPlan({ ...value.plan, ...value.settled }) === value.planHash;
}

function isPlan(value: object): boolean {
  try {
    return parsePlan(JSON.stringify(value), 'lock').problems.length === 0;
  } catch {
    return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
