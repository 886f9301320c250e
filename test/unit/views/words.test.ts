import assert from 'node:assert/strict';
import { axisAmount, axisMoment, axisValue, capitalise, countOf, listWords, numberWord, shareWord } from '../../../src/views/words';

describe('words for counts and lists', () => {
  it('put the noun into the number of its count', () => {
    assert.deepEqual([0, 1, 5, 1240].map((n) => countOf(n, 'attempt')), ['0 attempts', '1 attempt', '5 attempts', '1,240 attempts']);
    assert.equal(countOf(2, 'entry', 'entries'), '2 entries');
  });

  it('write small numbers as words and large ones as digits', () => {
    assert.deepEqual([0, 1, 12, 13, 1300].map(numberWord), ['no', 'one', 'twelve', '13', '1,300']);
    assert.equal(capitalise('two runtimes'), 'Two runtimes');
    assert.equal(capitalise(''), '');
  });

  it('join lists with commas and one and, and count what is left out', () => {
    assert.equal(listWords([]), '');
    assert.equal(listWords(['a']), 'a');
    assert.equal(listWords(['a', 'b']), 'a and b');
    assert.equal(listWords(['a', 'b', 'c']), 'a, b and c');
    assert.equal(listWords(['a', 'b', 'c', 'd'], 2), 'a, b and 2 more');
  });

  it('name common shares', () => {
    assert.deepEqual([0.333, 0.5, 0.24, 0.4].map(shareWord), ['a third', 'half', 'a quarter', '40 %']);
  });

  it('name places and amounts on each axis', () => {
    assert.equal(axisMoment('calls', 16), 'call 16');
    assert.equal(axisAmount('calls', 1), '1 call');
    assert.equal(axisMoment('tokens', 12000), '12k transcript tokens');
    assert.equal(axisAmount('usd', 0.5), '$0.50');
    assert.equal(axisValue('seconds', 300), '5 min');
  });
});
