import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { countLines, previewHead, previewTail, splitParts } from '../../../../src/views/trajectory/textParts';

describe('Parts of a long text', () => {
  it('make the text up again, without gap, and do not pass the size', () => {
    const text = `${'a line of text\n'.repeat(50)}${'x'.repeat(400)}\n${'😀'.repeat(150)}\nend`;
    for (const size of [7, 64, 100, 1000, 10_000]) {
      const parts = splitParts(text, { size, lines: 9 });
      equal(parts.map((part) => text.slice(part.from, part.to)).join(''), text);
      ok(parts.every((part) => part.to - part.from <= size && part.to > part.from));
      ok(parts.every((part) => text.slice(part.from, part.to).split('\n').length <= 10));
    }
  });

  it('never split a surrogate pair', () => {
    const text = '😀'.repeat(100);
    for (const part of splitParts(text, { size: 7, lines: 9 })) ok(!/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(text.slice(part.from, part.to)));
  });

  it('name their lines; a line that is cut counts in each of its parts', () => {
    const numbers = (text: string, size: number): string => splitParts(text, { size, lines: 2 }).map((part) => `${part.firstLine}-${part.lastLine}`).join(' ');
    equal(numbers('a\nb\nc\nd\ne', 100), '1-2 3-4 5-5');
    equal(numbers('a\nbbbbbbbbbb\nc', 5), '1-1 2-2 2-2 2-3');
    equal(numbers('', 5), '1-1');
  });

  it('reach the end of 20 MB at once', () => {
    const text = 'x'.repeat(99).concat('\n').repeat(200_000);
    const parts = splitParts(text);
    equal(parts.at(-1)?.to, text.length);
    equal(parts.at(-1)?.lastLine, 200_000);
  });
});

describe('Counting lines', () => {
  it('takes a line feed at the end for the end of a line, not for the beginning of one', () => {
    deepEqual(['', 'a', 'a\n', 'a\nb', '\n', '\n\n'].map(countLines), [0, 1, 1, 2, 1, 2]);
  });
});

describe('A preview', () => {
  const options = { lines: 3, width: 10 };

  it('shows the first lines, or the last ones without the empty end', () => {
    deepEqual(previewHead('1\n2\n3\n4\n', options), { text: '1\n2\n3', lines: 3, isComplete: false });
    deepEqual(previewTail('1\n2\n3\n4\n\n\n', options), { text: '2\n3\n4', lines: 3, isComplete: false });
  });

  it('is complete when nothing but blank ends is left out', () => {
    equal(previewHead('1\n2\n3\n', options).isComplete, true);
    equal(previewTail('\n2\n3\n\n', options).isComplete, true);
    equal(previewTail('', options).isComplete, true);
  });

  it('cuts a long line, not through a pair, and is then not complete', () => {
    deepEqual(previewHead('x'.repeat(11), options), { text: `${'x'.repeat(10)}…`, lines: 1, isComplete: false });
    equal(previewTail('😀'.repeat(6), { lines: 1, width: 7 }).text, `${'😀'.repeat(3)}…`);
  });
});
