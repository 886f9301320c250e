import assert from 'node:assert/strict';
import { errorWords, messageWords, rowWords } from '../../../src/extension/plainWords';

describe('words in rows and in the status bar', () => {
  it('hold no icon, however it is written', () => {
    assert.equal(rowWords('$(trash) a $(sync~spin)'), '\\$(trash) a \\$(sync~spin)');
    assert.equal(rowWords('\\$(trash) \\\\$(trash)'), '\\$(trash) \\$(trash)');
  });

  it('are one line without what acts on a terminal or turns the reading direction', () => {
    assert.equal(rowWords('\u001b[31mred\u001b[0m\n\tgnp\u202etxt\u0000'), 'red gnp\\u202etxt');
  });

  it('are cut where they are long', () => {
    assert.equal(Array.from(rowWords('ü'.repeat(10_000))).length, 300);
    assert.ok(rowWords('x'.repeat(10_000)).endsWith('…'));
  });
});

describe('words in notifications', () => {
  it('hold no link', () => {
    assert.equal(messageWords('[x](command:workbench.action.terminal.new) [y](https://a.example)'), '[x] (command:workbench.action.terminal.new) [y] (https://a.example)');
    assert.equal(errorWords(new Error("ENOENT: open '/a/[x](command:y).json'")), "ENOENT: open '/a/[x] (command:y).json'");
    assert.equal(errorWords('plain'), 'plain');
  });
});
