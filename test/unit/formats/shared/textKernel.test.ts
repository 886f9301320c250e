import assert from 'node:assert/strict';
import { allowKernel } from '../../../../src/formats/shared/jsonKernel';
import { hashAction, hashObservation, normaliseAction, normaliseObservation } from '../../../../src/formats/shared/stepHash';
import { takeTextKernel } from '../../../../src/formats/shared/textKernel';
import { seeded } from '../../../support/jsonMutants';

function both<T>(work: () => T): { readonly fast: T; readonly slow: T } {
  const fast = work();
  allowKernel(false);
  try {
    return { fast, slow: work() };
  } finally {
    allowKernel(true);
  }
}

function check(text: string): void {
  const { fast, slow } = both(() => [normaliseAction(text), normaliseObservation(text), hashAction(text), hashObservation(text)]);
  assert.deepEqual(fast, slow, JSON.stringify(text).slice(0, 2000));
}

const PIECES = [
  'plain', ' ', '  ', '\t', '\n', '\r\n', '\r', '\n\n', ' \n', '\t\r\n', '\u001b[31m', '\u001b[0;1', '\u001b]0;title\u0007', '\u001b]0;title\u001b\\', '\u001b]open', '\u001b(', '\u001bM', '\u001b', '\u0000', '\u007f', '\u0085', '\u009b',
  'é', '中', '😀', '\u200b', '\u202e', '\u2066', '\u2065', '\u2010', '\u061c', '\ufeff', '\ufffd', '\ud800', '8c7fb7f2-0b9e-4d4e-9b4c-0123456789ab', 'deadbeef-0b9e-4d4e-9b4c-0123456789ab', 'feed-1234', '0x7f3a2c001d30', '0X7F3A2C1', '0x12',
  '2026-04-10 04:31:02,123', '2026/04/11 05:00', 'Apr 10 04:31', 'May  5 2024', 'Sep x', '04:31:02', '4:31:02.5', '12:30', '1775795495.42', '0m1.203s', '12m', '1.23s', '5 seconds', '12 ms', '3 sets', '7us', '9µs', '9 µs', '10n', '1.', '1.5.2', '12  s',
  'pid 4711', 'process=12', 'Process: 7', 'PID: 1', 'pip', 'print', '[1] 4711', '[12]', '/tmp/tmpab12cd34/f', '/tmp/pytest-of-root/pytest-3/y', '/var/folders/ab/cd+e', '/private/tmp/pip-abc', '/tmp/x', '/var/log', '_', 'a', '9', '-', '/', '[', ':', '(', '"', 'x'.repeat(17), '='.repeat(40),
];

describe('the kernel for texts', () => {
  it('is there', () => assert.ok(takeTextKernel() !== null));

  it('normalises and hashes as the plain way does, on texts of all sorts', () => {
    for (let seed = 1; seed <= 6000; seed++) {
      const random = seeded(seed);
      check(Array.from({ length: 1 + random(random(9) === 0 ? 200 : 12) }, () => PIECES[random(PIECES.length)] ?? '').join(''));
    }
  });

  it('does so at every border of 16 and 32 bytes', () => {
    for (const piece of PIECES) {
      for (let pad = 0; pad < 70; pad++) check(`${'y'.repeat(pad)} ${piece} z`);
    }
  });

  it('does so on random bytes, on empty and blank texts, and on the longest', () => {
    for (const text of ['', ' ', '\n', '\u001b', '\u200b', '\n \n']) check(text);
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed);
      check(Buffer.from(Array.from({ length: random(400) }, () => random(256))).toString(random(2) === 0 ? 'latin1' : 'utf8'));
    }
    check('中'.repeat(300_000));
    check(`${'12 s and 3 '.repeat(30_000)}\n`);
  });
});
