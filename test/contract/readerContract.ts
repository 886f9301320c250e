// The suite that every reader passes. Call `checkReader` inside a test file of `test/contract`.

import assert from 'node:assert/strict';
import { RANGE_SEPARATOR } from '../../src/formats/contract';
import type { Reader, Source } from '../../src/formats/contract';
import type { FileRange } from '../../src/model/step';
import { READERS } from '../../src/formats/readers';
import { PROBLEM_CODES } from '../../src/model/problem';
import { openMembers } from '../support/memberContents';
import { awaitParts, TestCancelled } from '../support/collectParts';
import type { CollectedParts } from '../support/collectParts';
import { fileHead, memorySource, toBytes } from '../support/memorySource';
import type { FileContent } from '../support/memorySource';

/** Files that the reader reads together, and what the format allows. */
export interface ReaderCase {
  readonly name: string;
  /** Path to content. All files must be claimed with one `source`, but those of `unclaimed`. */
  readonly files: Readonly<Record<string, FileContent>>;
  /** Paths that are read when they are there but that the reader does not claim. Default none. */
  readonly unclaimed?: readonly string[];
  /** Paths that are still recognised under a neutral name (`renamed/unnamed.<ext>`). Default: all. */
  readonly recognisedByContent?: readonly string[] | 'all' | 'none';
  /** Whether cutting off the rest after these bytes of `path` may go unnoticed. Default: only when the rest is blank. */
  readonly isSilentCut?: (kept: string, path: string) => boolean;
}

const CHUNKS = [1, 7, 100, 2 * 1024 * 1024];
const CUTS = 60;

/** For line formats: a cut right at a line's end, or inside the blank rest, leaves a shorter valid file. */
export function isLineEnd(kept: string): boolean {
  return kept === '' || kept.endsWith('\n') || kept.endsWith('}');
}

/**
 * Registers the contract tests of a reader: recognised with and without its file name, claimed by
 * no other registered reader with equal certainty, cut-off and corrupt input yields problems and
 * never throws, chunk sizes change nothing, read = shown + folded + unreadable for each file,
 * cancelling comes through, step text never throws.
 */
export function checkReader(name: string, reader: Reader, cases: readonly ReaderCase[]): void {
  describe(`reader contract: ${name}`, () => {
    for (const example of cases) {
      describe(example.name, () => {
        checkRecognition(reader, example);
        checkReading(reader, example);
        checkDamage(reader, example);
      });
    }
    it('claims nothing in files that are no trace, and never throws on them', () => {
      const heads: [string, FileContent][] = [
        ['a/package.json', '{"name": "x", "version": "1.0.0"}'],
        ['a/x.json', ''],
        ['a/x.json', '[]'],
        ['a/x.json', '{}'],
        ['a/x.jsonl', '\n\n'],
        ['a/x.txt', 'hello'],
        ['a/x.csv', 'a,b\n1,2\n'],
        ['a/x.json', Uint8Array.of(0, 0, 0, 0)],
        ['a/x.json', Uint8Array.of(0xff, 0xfe, 0x7b, 0x00)],
        ['a/x.jsonl', '"'.repeat(4096)],
        ['a/x.json', '['.repeat(4096)],
      ];
      for (const [path, content] of heads) assert.equal(reader.claim(fileHead(path, content)), null, `${path}: ${String(content).slice(0, 40)}`);
    });
  });
}

/** The case as one source. */
export function sourceOf(reader: Reader, example: ReaderCase, chunkBytes?: number): Source {
  const first = Object.keys(example.files).sort().find((path) => !example.unclaimed?.includes(path)) ?? '';
  const key = reader.claim(fileHead(first, example.files[first] ?? ''))?.source;
  return memorySource(example.files, { ...(key === undefined ? {} : { key }), ...(chunkBytes === undefined ? {} : { chunkBytes }) });
}

/** Contents of members of containers, by content path (`openMembers`). */
type Members = ReadonlyMap<string, Uint8Array>;

/** The bytes of a range and of its `more`, as a step's text is read. */
export function bytesOfRange(source: Source, range: FileRange, members: Members = new Map()): Uint8Array {
  const read = ({ file, start, end }: FileRange): Uint8Array | undefined => source.files.find((f) => f.path === file)?.read(start, end) ?? members.get(file)?.subarray(start, end);
  const parts = [range, ...(range.more ?? [])].map((part) => read(part) ?? new Uint8Array());
  return Buffer.concat(parts.flatMap((part, i) => (i === 0 ? [part] : [Uint8Array.of(RANGE_SEPARATOR), part])));
}

function checkRecognition(reader: Reader, example: ReaderCase): void {
  const paths = Object.keys(example.files).filter((path) => !example.unclaimed?.includes(path));
  it('is recognised, all files as one source', () => {
    const sources = paths.map((path) => reader.claim(fileHead(path, example.files[path] ?? ''))?.source);
    assert.ok(!sources.includes(undefined), `not claimed: ${paths[sources.indexOf(undefined)]}`);
    assert.equal(new Set(sources).size, 1, `claimed as different sources: ${sources.join(', ')}`);
  });
  const wish = example.recognisedByContent ?? 'all';
  const renamed = wish === 'all' ? paths : wish === 'none' ? [] : wish;
  it(`is recognised without its file name (${renamed.length} of ${paths.length} files)`, () => {
    for (const path of renamed) {
      const neutral = `renamed/unnamed${/\.\w+$/.exec(path)?.[0] ?? ''}`;
      assert.notEqual(reader.claim(fileHead(neutral, example.files[path] ?? '')), null, path);
    }
  });
  it('is claimed by no other reader with equal certainty', () => {
    for (const path of paths) {
      const head = fileHead(path, example.files[path] ?? '');
      const certainty = reader.claim(head)?.certainty;
      for (const other of READERS) {
        // Plain messages come last on purpose: from afar every format with messages is one.
        if (other.name === reader.name || other.name === 'messages') continue;
        const theirs = other.claim(head)?.certainty ?? null;
        assert.ok(theirs === null || (theirs === 'possible' && certainty === 'certain'), `${path} is ${String(theirs)} for ${other.name}`);
      }
    }
  });
}

function checkReading(reader: Reader, example: ReaderCase): void {
  it('gives the same parts whatever the chunk size', async () => {
    const [first, ...rest] = await Promise.all(CHUNKS.map((size) => awaitParts(reader, sourceOf(reader, example, size))));
    for (const parts of rest) assert.deepEqual({ ...parts, cancelChecks: 0 }, { ...first, cancelChecks: 0 });
  });
  it('gives parts that hold together, and counts every record', async () => {
    const source = sourceOf(reader, example);
    await checkAll(reader, source);
  });
  it('gives the text of every step, and of garbage in its place', async () => {
    const source = sourceOf(reader, example);
    const parts = await awaitParts(reader, source);
    const members = await openMembers(source, parts);
    for (const { steps } of parts.attempts) {
      for (const step of steps) {
        const range = (r: FileRange | null): Uint8Array | null => (r === null ? null : bytesOfRange(source, r, members));
        const action = range(step.action);
        const observation = range(step.observation);
        const text = reader.stepText(step, { action, observation });
        if (step.toolCalls > 0 && !step.malformed && action !== null) assert.ok(text.calls.length > 0, `step ${step.index} shows no call`);
        if (observation !== null) assert.ok(text.observations.length > 0, `step ${step.index} shows no observation`);
        const cut = (bytes: Uint8Array | null): Uint8Array | null => bytes?.slice(0, bytes.length >> 1) ?? null;
        reader.stepText(step, { action: cut(action), observation: cut(observation) });
        reader.stepText(step, { action: Uint8Array.of(0xff, 0x00, 0x7b), observation: Uint8Array.of() });
        reader.stepText(step, { action: toBytes('null'), observation: toBytes('[1, "x", null, {}]') });
      }
    }
  });
  it('lets a cancel through', async () => {
    const { cancelChecks } = await awaitParts(reader, sourceOf(reader, example));
    assert.ok(cancelChecks > 0, 'never asks whether the user has cancelled');
    await assert.rejects(() => awaitParts(reader, sourceOf(reader, example), { cancelAt: 1 }), TestCancelled);
  });
}

function checkDamage(reader: Reader, example: ReaderCase): void {
  it('turns a cut anywhere into problems', async () => {
    for (const path of Object.keys(example.files)) {
      const bytes = toBytes(example.files[path] ?? '');
      for (const at of positions(bytes.length)) {
        const kept = bytes.slice(0, at);
        const source = sourceWith(reader, example, path, kept);
        const parts = await checkAll(reader, source);
        const text = Buffer.from(kept).toString();
        const isSilent = Buffer.from(bytes.slice(at)).toString().trim() === '' || (example.isSilentCut?.(text, path) ?? false);
        if (!isSilent) assert.ok(parts.problems.length > 0, `${path} cut at ${at} of ${bytes.length} went unnoticed`);
      }
    }
  });
  it('survives garbage anywhere', async () => {
    const garbage = [[0x00], [0xff, 0xfe], [0x7d], [0x22], [0x5c], [0x0a], [0x5b, 0x5b], [0x2c, 0x2c], [0x4e, 0x61, 0x4e]];
    for (const path of Object.keys(example.files)) {
      const bytes = toBytes(example.files[path] ?? '');
      for (const [i, at] of positions(bytes.length).entries()) {
        const noise = garbage[i % garbage.length] ?? [];
        const source = sourceWith(reader, example, path, Uint8Array.of(...bytes.slice(0, at), ...noise, ...bytes.slice(at + (i % 3))));
        await checkAll(reader, source);
      }
    }
  });
  it('survives records of the wrong types', async () => {
    for (const path of Object.keys(example.files)) {
      const text = Buffer.from(toBytes(example.files[path] ?? '')).toString();
      const changes: [RegExp, string][] = [
        [/: *"[^"\\]*"/g, ': 7'],
        [/: *-?\d[\d.]*/g, ': "seven"'],
        [/: *\[/g, ': [null, 3, "x", [], '],
        [/: *(?:true|false|null)/g, ': {"a": []}'],
        [/: *\{/g, ': {"__proto__": {"x": 1}, "constructor": null, '],
      ];
      for (const [pattern, becomes] of changes) {
        const source = sourceWith(reader, example, path, toBytes(text.replace(pattern, becomes)));
        await checkAll(reader, source);
      }
    }
  });
}

function sourceWith(reader: Reader, example: ReaderCase, path: string, content: Uint8Array): Source {
  const { key } = sourceOf(reader, example);
  return memorySource({ ...example.files, [path]: content }, { key });
}

/** Up to 60 places over the whole length, ends included. */
function positions(length: number): number[] {
  const step = Math.max(1, length / CUTS);
  const places = new Set<number>();
  for (let at = 0; at < length; at += step) places.add(Math.floor(at));
  if (length > 0) places.add(length - 1);
  return [...places];
}

async function checkAll(reader: Reader, source: Source): Promise<CollectedParts> {
  const parts = await awaitParts(reader, source);
  checkParts(parts, source, await openMembers(source, parts));
  return parts;
}

/** What holds for the parts of any source. `members`: what its containers hold, where it has any. */
export function checkParts(parts: CollectedParts, source: Source, members: Members = new Map()): void {
  const files = source.files.map((file) => file.path);
  const sizes = new Map([...source.files.map((file): [string, number] => [file.path, file.size]), ...[...members].map(([path, bytes]): [string, number] => [path, bytes.length])]);
  assert.deepEqual(parts.files.map((f) => f.file).sort(), [...files].sort(), 'each file is counted once');
  for (const { file, records, shown, folded, unreadable } of parts.files) {
    for (const n of [records, shown, folded, unreadable]) assert.ok(Number.isSafeInteger(n) && n >= 0, `${file}: count ${n}`);
    assert.equal(records, shown + folded + unreadable, `${file}: read = shown + folded + unreadable`);
    if (unreadable > 0) assert.ok(parts.problems.some((p) => p.file === file), `${file}: ${unreadable} unreadable records without a problem`);
  }
  for (const problem of parts.problems) {
    assert.ok(sizes.has(problem.file), `problem in a file of the source: ${problem.file}`);
    assert.ok(PROBLEM_CODES.includes(problem.code));
    assert.ok(problem.message.length > 0 && problem.message.length < 600, problem.message);
    if (problem.byte !== null) assert.ok(problem.byte >= 0 && problem.byte <= (sizes.get(problem.file) ?? 0), `byte ${problem.byte}`);
    if (problem.line !== null) assert.ok(problem.line >= 1);
  }
  for (const { part, steps } of parts.attempts) {
    assert.ok(sizes.has(part.file));
    checkNumbers(part.file, [part.calls, part.toolSteps, part.toolCalls, part.cost, part.seconds, part.tokens.input, part.tokens.cached, part.tokens.output]);
    let call = 0;
    steps.forEach((step, i) => {
      assert.equal(step.index, i);
      if (step.call !== null) {
        assert.ok(step.call >= call && step.call >= 1, 'calls do not go back');
        call = step.call;
      }
      assert.ok(step.title.length <= 200);
      assert.doesNotMatch(step.title, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      checkNumbers(`step ${i}`, [step.inputTokens, step.cachedTokens, step.outputTokens, step.cost, step.toolCalls, step.timeMs]);
      for (const range of [step.action, step.observation].flatMap((r) => (r === null ? [] : [r, ...(r.more ?? [])]))) {
        assert.ok(range.start >= 0 && range.start <= range.end && range.end <= (sizes.get(range.file) ?? -1), `step ${i}: range ${range.start}-${range.end}`);
      }
    });
    if (part.calls !== null && steps.length > 0) assert.ok(part.calls >= call, `${part.calls} calls, but step at call ${call}`);
  }
}

function checkNumbers(where: string, numbers: readonly (number | null)[]): void {
  for (const n of numbers) assert.ok(n === null || (Number.isFinite(n) && n >= 0), `${where}: ${n}`);
}
