import assert from 'node:assert/strict';
import path from 'node:path';
import { beginningOf } from '../../../src/index/beginning';
import { buildIndex } from '../../../src/index/buildIndex';
import { contextLine, countLine, itemLine, metaLine, output, shellCall } from '../../support/codexText';
import { memoryFile } from '../../support/memorySource';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A rollout of so many calls, each with a tool. */
function rollout(calls: number): string {
  const lines = [metaLine('t1'), contextLine()];
  for (let call = 1; call <= calls; call++) lines.push(itemLine(shellCall(`c${call}`, `ls ${call}`), call), countLine(call, call), itemLine(output(`c${call}`, `out ${call}\n`), call));
  return `${lines.join('\n')}\n`;
}

describe('The beginning of a file', () => {
  after(removeFolders);

  it('ends with the last whole line before the cut, whatever pieces it is read in', () => {
    for (const chunk of [1, 3, 7, 100]) {
      const file = beginningOf(memoryFile('a.jsonl', 'one\ntwo\nthree\nfour', chunk), 10);
      assert.equal(file.size, 8);
      assert.equal([...file.chunks()].map(text).join(''), 'one\ntwo\n');
      assert.equal([...file.chunks(4)].map(text).join(''), 'two\n');
      assert.deepEqual([...file.chunks(8)], []);
      assert.equal(text(file.read(2, 100)), 'e\ntwo\n');
    }
  });

  it('is cut inside a line that does not end before, and is the file itself where that is shorter', () => {
    assert.equal(text(beginningOf(memoryFile('a.json', 'one two'), 3).read(0, 9)), 'one');
    const file = memoryFile('a.json', 'one two');
    assert.equal(beginningOf(file, 7), file);
  });

  it('gives the first steps of a session, as the whole file does, under the same id', async () => {
    const root = makeFolder({ 'rollout.jsonl': rollout(40) });
    const [whole, begun] = [await buildIndex({ roots: [root] }), await buildIndex({ roots: [path.join(root, 'rollout.jsonl')], most: rollout(15).length + 20 })];
    assert.equal(whole.steps(0).length, 40);
    assert.deepEqual(begun.steps(0), whole.steps(0).slice(0, 15));
    assert.equal(begun.attempt(0).id, whole.attempt(0).id);
    assert.deepEqual(begun.problems, []);
  });
});
