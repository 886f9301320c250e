import assert from 'node:assert/strict';
import { hasKeys, scanHead } from '../../../../src/formats/shared/scanHead';
import { readFields } from '../../../../src/formats/shared/readFields';
import type { PathPattern } from '../../../../src/formats/shared/jsonSlices';
import { collectParts } from '../../../support/collectParts';
import { fileHead, memorySource } from '../../../support/memorySource';
import type { JsonFieldsFile } from '../../../../src/formats/shared/readFields';

function read(text: string, want: readonly PathPattern[], chunkBytes = 2 * 1024 * 1024): { fields: JsonFieldsFile; codes: string[] } {
  let fields: JsonFieldsFile | null = null;
  const reader = {
    name: 'probe',
    claim: () => null,
    read: (source: Parameters<typeof collectParts>[1], sink: Parameters<typeof readFields>[2]): void => {
      const [file] = source.files;
      assert.ok(file);
      fields = readFields(file, want, sink);
    },
    stepText: () => ({ reasoning: '', message: '', calls: [], observations: [] }),
  };
  const parts = collectParts(reader, memorySource({ 'a.json': text }, { chunkBytes }));
  assert.ok(fields !== null);
  return { fields, codes: parts.problems.map((p) => p.code) };
}

describe('fields of a JSON file', () => {
  it('gives the values asked for, nested as in the document, with their places', () => {
    const { fields, codes } = read('{"a": 1,\n "b": {"c": [2], "d": 3},\n "e": 4}', [['a'], ['b', 'c']]);
    assert.deepEqual(fields.values, { a: 1, b: { c: [2] } });
    assert.deepEqual(fields.placeOf('b', 'c'), { line: 2, byte: 21 });
    assert.deepEqual(fields.placeOf('e'), { line: null, byte: null });
    assert.deepEqual(codes, []);
  });

  it('keeps what stands before a cut', () => {
    const { fields, codes } = read('{"a": 1, "b": [1, 2', [['a'], ['b']], 3);
    assert.deepEqual(fields.values, { a: 1 });
    assert.deepEqual(codes, ['truncated']);
  });

  it('takes the last of two equal keys', () => {
    assert.deepEqual(read('{"a": 1, "a": 2}', [['a']]).fields.values, { a: 2 });
  });

  it('does not let a key reach a prototype', () => {
    const { fields } = read('{"__proto__": {"polluted": true}}', [['__proto__', 'polluted']]);
    assert.equal(Object.getPrototypeOf(fields.values), Object.prototype);
    assert.equal('polluted' in {}, false);
    assert.deepEqual(Object.keys(fields.values), ['__proto__']);
  });
});

describe('the head of a JSON file', () => {
  it('knows the root keys that begin within it, although the document goes on', () => {
    const head = scanHead(fileHead('x', `{"a": 1, "b": "${'y'.repeat(10_000)}"}`), [['a'], ['b']]);
    assert.ok(hasKeys(head, 'a', 'b'));
    assert.deepEqual(head.values, { a: 1 });
  });

  it('does not take a key inside a string or a nested object for a root key', () => {
    const head = scanHead(fileHead('x', JSON.stringify({ text: '{"task_name": 1}', inner: { trial_name: 1 } })));
    assert.deepEqual([...head.keys], ['text', 'inner']);
  });

  it('answers nothing for text, numbers and emptiness', () => {
    for (const text of ['', '   ', '1\n', 'plain {"a": 1}', 'null']) assert.equal(scanHead(fileHead('x', text)).root, null);
    assert.equal(scanHead(fileHead('x', ' [1')).root, 'array');
  });
});
