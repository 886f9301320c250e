import assert from 'node:assert/strict';
import { jsonDocument } from '../../../src/base/jsonDocument';

describe('jsonDocument', () => {
  it('writes one element of an array a line, and nothing that is not known as a number', () => {
    assert.equal([...jsonDocument({ schema: 's', rows: [{ a: 1 }, null], none: [], left: undefined })].join(''), '{\n"schema": "s",\n"rows": [\n{"a":1},\nnull\n],\n"none": []\n}\n');
  });

  it('refuses a number that JSON would write as null, and names its field', () => {
    const refused = (value: object): string => {
      try {
        return [...jsonDocument(value)].join('');
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    assert.match(refused({ macro: [{ change: 0 }, { interval: { low: NaN } }] }), /^The field macro\[1\]\.interval\.low is NaN, which JSON cannot hold; expected a finite number, or null/);
    assert.match(refused({ plan: { times: [4, Infinity] } }), /^The field plan\.times\[1\] is Infinity/);
    assert.match(refused({ cost: -Infinity }), /^The field cost is -Infinity/);
  });
});
