import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { seededRandom } from '../../src/engine/random';
import type { Reader } from '../../src/formats/contract';
import { bestClaim } from '../../src/index/claims';
import type { Problem } from '../../src/model/problem';
import { awaitParts, type CollectedParts } from './collectParts';
import { fileHead, memorySource } from './memorySource';
import { mutate } from './mutate';
import { isOtherContent } from './otherContent';

/** Files that one reader reads together. */
export interface FuzzSource {
  readonly reader: Reader;
  readonly key: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

export interface FuzzFinding {
  readonly reader: string;
  readonly source: string;
  readonly seed: number;
  readonly done: readonly string[];
  /**
   * `threw`, `miscounted` (records are not shown + folded + unreadable), or something is fewer and nothing was said: `silent`, or
   * `other` where the file is as good as another one (`isOtherContent`) and the reader leaves no more of it out than before.
   */
  readonly kind: 'threw' | 'miscounted' | 'silent' | 'other';
  readonly words: string;
}

export interface GatherOptions {
  /** Larger files are left out: what breaks a reader is not their size. */
  readonly mostBytes: number;
}

/** The sources below a folder, as an index would group them. */
export function gatherSources(folder: string, readers: readonly Reader[], { mostBytes }: GatherOptions): readonly FuzzSource[] {
  const files = new Map<string, Uint8Array>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')).sort();
  for (const name of names) {
    const state = statSync(path.join(folder, name));
    if (state.isFile() && state.size <= mostBytes) files.set(name, readFileSync(path.join(folder, name)));
  }
  return groupSources(files, readers);
}

/** As `gatherSources`, of files in memory, by path. */
export function groupSources(files: ReadonlyMap<string, Uint8Array>, readers: readonly Reader[]): readonly FuzzSource[] {
  const groups = new Map<string, { reader: Reader; key: string; files: Record<string, Uint8Array> }>();
  for (const [name, bytes] of files) {
    const best = bestClaim(fileHead(name, bytes), readers);
    const reader = readers.find((it) => it.name === best?.reader);
    if (best === null || reader === undefined) continue;
    const id = `${reader.name}\n${best.claim.source}`;
    const group = groups.get(id) ?? { reader, key: best.claim.source, files: {} };
    groups.set(id, group);
    group.files[name] = bytes;
  }
  return [...groups.values()];
}

/** Reads a source with one of its files mutated, as the seed says. Null: nothing is wrong with what came out. */
export async function fuzzOnce(source: FuzzSource, original: CollectedParts, seed: number): Promise<FuzzFinding | null> {
  const random = seededRandom(seed);
  const names = Object.keys(source.files);
  const victim = names[random.below(names.length)] ?? '';
  const { bytes, done } = mutate(source.files[victim] ?? new Uint8Array(), random);
  const finding = (kind: FuzzFinding['kind'], words: string): FuzzFinding => ({ reader: source.reader.name, source: `${source.key}: ${victim}`, seed, done, kind, words });
  let parts: CollectedParts;
  try {
    source.reader.claim(fileHead(victim, bytes));
    parts = await awaitParts(source.reader, memorySource({ ...source.files, [victim]: bytes }, { key: source.key, chunkBytes: 1 + random.below(5000) }));
  } catch (error) {
    return finding('threw', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  for (const file of parts.files) {
    if (file.records !== file.shown + file.folded + file.unreadable) return finding('miscounted', JSON.stringify(file));
  }
  const isLess = AMOUNTS.some(([, amount]) => amount(parts) < amount(original));
  const isNew = (problem: Problem): boolean => !original.problems.some(({ code, message, found }) => code === problem.code && message === problem.message && found === problem.found);
  const isSaid = parts.problems.some(isNew) || parts.files.some((file) => file.unreadable > 0);
  // A file that is not recognised any more is listed as no trace, which says enough.
  const isRecognised = bestClaim(fileHead(victim, bytes), [source.reader])?.claim.source === source.key;
  if (!isLess || isSaid || !isRecognised) return null;
  const words = AMOUNTS.filter(([, amount]) => amount(original) > 0).map(([name, amount]) => `${name} ${amount(original)} -> ${amount(parts)}`).join(', ');
  const folded = (found: CollectedParts): number => found.files.reduce((sum, file) => sum + file.folded, 0);
  // What is there and was left out is a loss, however well it is written.
  const isOther = folded(parts) <= folded(original) && (await isOtherContent(victim, source.files[victim] ?? new Uint8Array(), bytes));
  return finding(isOther ? 'other' : 'silent', words);
}

/** What a source gives, by number: less of it is a loss. */
const AMOUNTS: readonly (readonly [name: string, amount: (parts: CollectedParts) => number])[] = [
  ['attempts', ({ attempts }) => attempts.length],
  ['steps', ({ attempts }) => attempts.reduce((sum, { steps }) => sum + steps.length, 0)],
  ['outcomes', ({ outcomes }) => outcomes.length],
  ['results', ({ outcomes }) => outcomes.reduce((sum, { label }) => sum + (label?.results.length ?? 0), 0)],
  ['run facts', ({ runs }) => runs.reduce((sum, { tasks }) => sum + tasks.size, 0)],
  ['scores', ({ scores }) => scores.length],
];

/** What the source gives as it is. */
export function readOriginal(source: FuzzSource): Promise<CollectedParts> {
  return awaitParts(source.reader, memorySource(source.files, { key: source.key }));
}
