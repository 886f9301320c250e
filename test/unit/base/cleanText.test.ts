import assert from 'node:assert/strict';
import { cleanLine, cleanText, clipMiddle, clipText } from '../../../src/base/cleanText';

describe('cleanText', () => {
  it('removes terminal sequences whole, not only their escape character', () => {
    assert.equal(cleanText('\u001b[31mred\u001b[0m'), 'red');
    assert.equal(cleanText('\u001b]0;title\u0007after'), 'after');
    assert.equal(cleanText('\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\'), 'link');
    assert.equal(cleanText('\u009b2Jgone'), 'gone');
    assert.equal(cleanText('a\u001b'), 'a');
  });

  it('shows characters that hide or turn the text instead of obeying them', () => {
    assert.equal(cleanText('evil\u202egnp.exe'), 'evil\\u202egnp.exe');
    for (const hidden of ['\u200b', '\u200d', '\u2066', '\ufeff']) assert.notEqual(cleanText(`task${hidden}`), 'task');
    assert.equal(cleanText('\u{e0041}'), '\\ue0041');
  });

  it('keeps line feeds, tabs and every script', () => {
    assert.equal(cleanText('a\tb\r\nc'), 'a\tb\nc');
    assert.equal(cleanText('10 %\r20 %'), '10 %\n20 %');
    for (const text of ['задача', '課題', 'مهمة', 'می\u200cخواهم', '👩\u200d💻']) assert.equal(cleanText(text), text);
  });

  it('replaces lone surrogates', () => {
    assert.equal(cleanText('a\ud800b'), 'a\ufffdb');
    assert.equal(cleanText('😀'), '😀');
  });

  it('makes one line of a name', () => {
    assert.equal(cleanLine('  a\n\n b\u0000 '), 'a b');
  });
});

describe('clipText', () => {
  it('cuts by code points and says so with an ellipsis', () => {
    assert.equal(clipText('short', 10), 'short');
    assert.equal(clipText('abcdef', 4), 'abc…');
    assert.equal(clipText('😀😀😀😀', 3), '😀😀…');
    assert.equal(clipText('😀😀😀', 3), '😀😀😀');
  });
});

describe('clipMiddle', () => {
  it('keeps beginning and end, and never more than it may', () => {
    assert.equal(clipMiddle('short', 5), 'short');
    assert.equal(clipMiddle('abcdefgh', 5), 'ab…gh');
    assert.equal(clipMiddle('abcdefgh', 6), 'abc…gh');
    assert.equal(clipMiddle('😀😀😀😀😀', 4), '😀😀…😀');
  });
});
