import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { corporaReader } from '../../../../src/formats/corpora/corpora';
import type { Reader } from '../../../../src/formats/contract';
import { messagesReader } from '../../../../src/formats/messages/messagesReader';
import { outcomeTableReader } from '../../../../src/formats/outcomeTable/outcomeTable';
import { openHandsReader } from '../../../../src/formats/openHands/reader';
import { scoresReader } from '../../../../src/formats/scores/scores';
import { buildIndex } from '../../../../src/index/buildIndex';
import type { TraceIndex } from '../../../../src/index/traceIndex';
import { openHandsRow } from '../../../support/corpusRows';
import { dumpIndex, untilTrusted } from '../../../support/cacheSample';
import * as openHands from '../../../support/openHandsText';
import { createRandom, drawInt } from '../../../support/random';
import type { RandomSource } from '../../../support/random';
import { makeFolder, removeFolders } from '../../../support/tempFolder';

/** Readers that note from which byte each file is read. */
function notingReaders(starts: Record<string, number>): readonly Reader[] {
  return [scoresReader, outcomeTableReader, corporaReader, openHandsReader, messagesReader].map((reader) => ({
    ...reader,
    read: (source, sink) => {
      for (const file of source.files) starts[file.path] = file.resume?.byte ?? 0;
      return reader.read(source, sink);
    },
  }));
}

async function build(root: string, folder: string | null, starts: Record<string, number> = {}): Promise<TraceIndex> {
  return buildIndex({ roots: [root], readers: notingReaders(starts), cache: folder === null ? null : { folder, version: 'test' } });
}

const row = (task: string, more: object = {}): string => `${JSON.stringify({ task, model: 'm', attempt: '1', T: 3, horizon: 9, ...more })}\n`;
const corpusRow = (id: string, more: object = {}): string => `${JSON.stringify(openHandsRow({ trajectory_id: id, ...more }))}\n`;
const talk = (id: string, more: object = {}): string => `${JSON.stringify({ conversation: id, messages: [{ role: 'user', content: 'Fix it.' }, { role: 'assistant', content: 'é' }, { role: 'user', content: 'More.' }, { role: 'assistant', content: id }], ...more })}\n`;
/** A line of an evaluation: the same task and command are the same conversation. */
const openHandsLine = (task: string, command = 'ls'): string => {
  const history = openHands.opening();
  const step = openHands.action({ command });
  return openHands.lines(openHands.outputObject(`acme__${task}-1`, { history: [...history, step, openHands.answer(step, task)], metrics: null, metadata: null }));
};
const score = (task: string): string => `${JSON.stringify({ task, runtime: 'm', attempt: '1', monitor: 'p', step: 0, score: 0.5, thresold: 1 })}\n`;

describe('a file of lines that grows', () => {
  after(removeFolders);

  it('is read on from its last whole line, and says what a fresh reading says', async () => {
    const root = makeFolder({ 'rows.jsonl': row('a') + row('b', { tokens: 5 }), 'scores.jsonl': score('a') + score('b') });
    const cache = makeFolder({});
    const lengthOf = (name: string): number => readFileSync(path.join(root, name)).length;
    await untilTrusted(root);
    await build(root, cache);
    const grow = async (text: string, expected: number): Promise<void> => {
      appendFileSync(path.join(root, 'rows.jsonl'), text);
      await untilTrusted(root);
      const starts: Record<string, number> = {};
      assert.deepEqual(dumpIndex(await build(root, cache, starts)), dumpIndex(await build(root, null)));
      assert.deepEqual(starts, { 'rows.jsonl': expected });
    };
    const whole = lengthOf('rows.jsonl');
    await grow(row('c', { tokens: 7 }), whole);
    const three = lengthOf('rows.jsonl');
    // Half a line is told as cut off, and taken back when the rest comes.
    await grow(row('d').slice(0, 20), three);
    await grow(row('d').slice(20), three);
    await grow('no json\n', lengthOf('rows.jsonl'));
    await grow(row('e'), lengthOf('rows.jsonl'));
    const starts: Record<string, number> = {};
    await build(root, cache, starts);
    assert.deepEqual(starts, {});
  });
  const TEXTS: Readonly<Record<string, string>> = {
    'corpus.jsonl': corpusRow('a') + corpusRow('b', { colour: 1, resolved: 'maybe' }) + corpusRow('c', { trajectory: null }) + corpusRow('d'),
    'talks.jsonl': talk('a') + talk('b', { resolved: true, success: false }) + '{"none": 1}\n' + talk('c', { intut: [{ role: 'user', content: 'x' }] }) + talk('d'),
    // Lines of messages are one conversation, which is not over before the file is.
    'mixed.jsonl': talk('a') + '{"role": "user", "content": "x"}\n{"role": "assistant", "content": "y"}\n' + talk('b'),
  };
  for (const [name, text] of Object.entries(TEXTS)) {
    it(`of ${name} says what a fresh reading says, wherever it ended before`, async () => {
      const bytes = Buffer.from(text);
      const ends = [...bytes.keys()].filter((at) => bytes[at] === 0x0a).map((at) => at + 1);
      const cuts = [...ends.slice(0, -1), ...ends.slice(0, -1).map((end) => end + 1), ...[37, 211, 401].map((far) => (far * 7) % bytes.length)].filter((cut) => cut > 120);
      const root = makeFolder({});
      const file = path.join(root, name);
      const froms: number[] = [];
      for (const cut of cuts) {
        const cache = makeFolder({});
        writeFileSync(file, bytes.subarray(0, cut));
        await untilTrusted(root);
        await build(root, cache);
        appendFileSync(file, bytes.subarray(cut));
        await untilTrusted(root);
        const starts: Record<string, number> = {};
        assert.deepEqual(dumpIndex(await build(root, cache, starts)), dumpIndex(await build(root, null)), `cut at ${cut}`);
        froms.push(starts[name] ?? 0);
      }
      assert.ok(froms.some((from) => from > 0), 'never read on');
      assert.ok(froms.every((from) => from === 0 || ends.includes(from)));
    });
  }
  for (const beside of [{}, { 'run/metadata.json': JSON.stringify(openHands.metadata({ n_critic_runs: 2 })), 'run/output.critic_attempt_1.jsonl': openHandsLine('a') + openHandsLine('b', 'other'), 'run/output.swebench_eval.jsonl': '{"instance_id": "acme__b-1", "test_result": {"report": {"resolved": true}}}\n' }]) {
    it(`of OpenHands says what a fresh reading says, wherever it ended before (${Object.keys(beside).length} files beside it)`, async () => {
      // A task of the critic's attempt once more, one that another line repeats, one twice, a key twice, and lines that are none.
      const text = openHandsLine('a') + openHandsLine('c') + '{"none": 1}\n' + openHandsLine('c') + openHandsLine('c', 'again') + 'no json\n' + openHandsLine('d').replace('{', '{"error": null, "error": "x", ') + openHandsLine('e');
      const bytes = Buffer.from(text);
      const ends = [...bytes.keys()].filter((at) => bytes[at] === 0x0a).map((at) => at + 1);
      const inside = [211, 1009, 2003, 4001].map((far) => (far * 7) % bytes.length);
      const root = makeFolder(beside);
      const name = 'run/output.jsonl';
      mkdirSync(path.join(root, 'run'), { recursive: true });
      const froms: number[] = [];
      for (const cut of [...ends.slice(0, -1), ...ends.slice(0, -1).map((end) => end + 40), ...inside]) {
        const cache = makeFolder({});
        writeFileSync(path.join(root, name), bytes.subarray(0, cut));
        await untilTrusted(root);
        await build(root, cache);
        appendFileSync(path.join(root, name), bytes.subarray(cut));
        await untilTrusted(root);
        const starts: Record<string, number> = {};
        assert.deepEqual(dumpIndex(await build(root, cache, starts)), dumpIndex(await build(root, null)), `cut at ${cut}`);
        froms.push(starts[name] ?? 0);
      }
      assert.ok(froms.filter((from) => from > 0).length >= ends.length - 1, `read on ${froms.filter((from) => from > 0).length} times`);
      assert.ok(froms.every((from) => from === 0 || ends.includes(from)));
    });
  }
  it('of a run is read anew with the files beside it when one of those has changed as well', async () => {
    const root = makeFolder({ 'run/metadata.json': JSON.stringify(openHands.metadata()), 'run/output.jsonl': openHandsLine('a') });
    const cache = makeFolder({});
    await untilTrusted(root);
    await build(root, cache);
    writeFileSync(path.join(root, 'run/metadata.json'), JSON.stringify(openHands.metadata({ max_iterations: 7 })));
    appendFileSync(path.join(root, 'run/output.jsonl'), openHandsLine('b'));
    await untilTrusted(root);
    const starts: Record<string, number> = {};
    const index = await build(root, cache, starts);
    assert.deepEqual(dumpIndex(index), dumpIndex(await build(root, null)));
    assert.equal(index.attempt(0).limits.calls, 7);
    assert.deepEqual(starts, { 'run/metadata.json': 0, 'run/output.jsonl': 0 });
  });
  it('is read anew when what stands before the end is not as it was', async () => {
    const root = makeFolder({ 'rows.jsonl': row('a') + row('b') });
    const cache = makeFolder({});
    const file = path.join(root, 'rows.jsonl');
    const changes: readonly (() => void)[] = [
      () => writeFileSync(file, row('x') + row('b') + row('c')),
      () => truncateSync(file, row('x').length),
      () => {
        renameSync(file, path.join(root, 'rows.1.jsonl'));
        writeFileSync(file, row('x') + row('b') + row('c') + row('d') + row('e'));
      },
      () => rmSync(path.join(root, 'rows.1.jsonl')),
    ];
    for (const change of changes) {
      await untilTrusted(root);
      await build(root, cache);
      change();
      const starts: Record<string, number> = {};
      assert.deepEqual(dumpIndex(await build(root, cache, starts)), dumpIndex(await build(root, null)));
      assert.equal(starts['rows.jsonl'] ?? 0, 0);
    }
  });
  it('is read anew when something was filled in far from its ends, in as many bytes, and lines were appended', async () => {
    const unlabelled = Array.from({ length: 4000 }, (_, index) => row(`t${index}`, { resolved: null }));
    const root = makeFolder({ 'rows.jsonl': unlabelled.join('') });
    const file = path.join(root, 'rows.jsonl');
    const cache = makeFolder({});
    await untilTrusted(root);
    await build(root, cache);
    writeFileSync(file, unlabelled.map((line, index) => (index === 2000 ? line.replace('null', 'true') : line)).join('') + row('last'));
    const starts: Record<string, number> = {};
    const index = await build(root, cache, starts);
    assert.equal(index.attempt(index.rowsOfFile('rows.jsonl')[2000] ?? 0).outcome, 'resolved');
    assert.deepEqual(dumpIndex(index), dumpIndex(await build(root, null)));
    assert.deepEqual(starts, { 'rows.jsonl': 0 });
  });
  it('says what a fresh reading says, however it is written and cut', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const root = makeFolder({ 'rows.jsonl': row('a'), 'scores.jsonl': score('a') });
      const cache = makeFolder({});
      const random = createRandom(seed);
      for (let round = 0; round < 25; round++) {
        write(root, random);
        if (drawInt(random, 4) === 0) await untilTrusted(root);
        assert.deepEqual(dumpIndex(await build(root, cache)), dumpIndex(await build(root, null)), `seed ${seed}, round ${round}`);
      }
      const segments = readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.rls'));
      assert.ok(segments.length <= 20, `${segments.length} segments`);
    }
  }).timeout(120_000);
});

function write(root: string, random: RandomSource): void {
  const [name, line] = drawInt(random, 2) === 0 ? ['rows.jsonl', row(`t${drawInt(random, 6)}`, drawInt(random, 3) === 0 ? { tokens: 1 } : {})] : ['scores.jsonl', score(`t${drawInt(random, 6)}`)];
  const file = path.join(root, name ?? '');
  switch (drawInt(random, 7)) {
    case 0:
      return appendFileSync(file, (line ?? '').slice(0, drawInt(random, 30)));
    case 1:
      return truncateSync(file, Math.max(10, readFileSync(file).length - drawInt(random, 40)));
    case 2:
      return appendFileSync(file, ['\n', '\0\0', '{"task": 1}\n', '\r\n'][drawInt(random, 4)] ?? '');
    case 3:
      return writeFileSync(file, readFileSync(file, 'utf8').replace('"m"', `"m${drawInt(random, 3)}"`));
    default:
      return appendFileSync(file, line ?? '');
  }
}
