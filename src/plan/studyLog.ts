import type { StudyEntry, StudyFact, StudyLog } from '../model/studyLog';
import type { Lock } from '../model/seal';
import { changedKeys, hashCanonical } from './hashPlan';
import { appendOwnFile, readOwnFile } from './safeFile';

// The study log: what was planned, sealed and looked at, in order, as JSON lines beside the plan. Each entry names the
// entries that stood last when it was written, by their hashes, so that an edit, a removal or a new order is seen; only
// the newest entries can be cut off unseen. Two writers at once name the same entries, and the next one names both: nobody
// waits for anybody.

/** Largest log that is read: some hundred thousand looks. */
const LARGEST_LOG = 64_000_000;
const NO_LOG: StudyLog = { entries: [], faults: [] };

/** Reads a study log; an absent one is empty. Throws `UnsafeFile` for what is no plain file. */
export function readStudyLog(file: string): StudyLog {
  const text = readOwnFile(file, LARGEST_LOG);
  return text === null ? NO_LOG : parseStudyLog(text);
}

/** As `readStudyLog`, from text. Never throws. Cost: linear. */
export function parseStudyLog(text: string): StudyLog {
  const entries: StudyEntry[] = [];
  const faults: { line: number; kind: 'torn' | 'edited' | 'broken-chain' }[] = [];
  const known = new Set<string>();
  text.split('\n').forEach((line, at) => {
    if (line.trim() === '') return;
    const value = parseLine(line);
    if (value === null) return void faults.push({ line: at + 1, kind: 'torn' });
    if (!isEntry(value)) return void faults.push({ line: at + 1, kind: 'edited' });
    const { hash, ...body } = value;
    if (hashCanonical(body) !== hash) return void faults.push({ line: at + 1, kind: 'edited' });
    if (value.previous.some((name) => !known.has(name))) faults.push({ line: at + 1, kind: 'broken-chain' });
    known.add(hash);
    entries.push(value);
  });
  return { entries, faults };
}

/** Whether somebody changed, removed or reordered entries. */
export function isEdited({ faults }: StudyLog): boolean {
  return faults.some(({ kind }) => kind !== 'torn');
}

/** Appends a fact to the log and returns the entry. A line that a crash left unfinished is ended first. `now` in milliseconds since the epoch. */
export function appendToStudyLog(file: string, fact: StudyFact, now: number): StudyEntry {
  const text = readOwnFile(file, LARGEST_LOG) ?? '';
  const { entries } = parseStudyLog(text);
  const named = new Set(entries.flatMap(({ previous }) => previous));
  const body = { ...fact, at: new Date(now).toISOString(), previous: entries.map(({ hash }) => hash).filter((hash) => !named.has(hash)) };
  const entry: StudyEntry = { ...body, hash: hashCanonical(body) };
  appendOwnFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${JSON.stringify(entry)}\n`);
  return entry;
}

/**
 * Notes that a plan was frozen: the plan, where it is new or differs from the one that was frozen before (`before`; null for none or
 * one that cannot be read), then its seal.
 */
export function noteFreeze(file: string, { lock, cells, family }: { readonly lock: Lock; readonly cells: number; readonly family: number }, before: Lock | null): void {
  const now = Date.parse(lock.frozen);
  const changed = before === null ? [] : changedKeys(before.plan, lock.plan);
  if (before === null || changed.length > 0) appendToStudyLog(file, { kind: 'plan', plan: lock.planHash, changed }, now);
  appendToStudyLog(file, { kind: 'seal', plan: lock.planHash, seal: lock.seal, number: lock.number, cells, family, attemptsPerCell: lock.settled.attemptsPerCell, indexed: lock.indexed.length }, now);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is StudyEntry {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('at' in value) || !('previous' in value) || !('hash' in value)) return false;
  const { kind, at, previous, hash } = value;
  if (typeof hash !== 'string' || typeof at !== 'string' || !Array.isArray(previous) || !previous.every((name) => typeof name === 'string')) return false;
  return kind === 'plan' || kind === 'seal' || kind === 'look' ? hasFields(value, FIELDS[kind]) : false;
}

const FIELDS = {
  plan: { plan: 'string', changed: 'object' },
  seal: { plan: 'string', seal: 'string', number: 'number', cells: 'number', family: 'number', indexed: 'number' },
  look: { by: 'string', state: 'string', plan: 'string', changed: 'object', data: 'string', attempts: 'number', restart: 'number or null', continue: 'number or null', abstain: 'number or null' },
} as const;

function hasFields(value: object, fields: Readonly<Record<string, string>>): boolean {
  const given = new Map<string, unknown>(Object.entries(value));
  return Object.entries(fields).every(([key, type]) => type.split(' or ').includes(given.get(key) === null ? 'null' : typeof given.get(key)));
}
