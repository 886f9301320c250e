import assert from 'node:assert/strict';
import { seededRandom } from '../../../../src/engine/random';
import { normaliseObservation } from '../../../../src/formats/shared/stepHash';
import { VOLATILE } from '../../../../src/formats/shared/volatile';

/** The same by one global replacement after another, at the starts of words. */
function replaceInTurn(text: string): string {
  let result = Buffer.from(text.replace(/ +$/gm, '').trim(), 'utf8').toString('latin1');
  for (const { what, pattern, becomes } of VOLATILE) {
    const anchor = what.startsWith('shell job') ? '^' : what.startsWith('names made') ? '' : '\\b';
    result = result.replace(new RegExp(anchor + pattern.source, `${pattern.flags.replace('y', '')}g`), becomes);
  }
  return Buffer.from(result, 'latin1').toString('utf8').trim();
}

const PIECES = [
  '8c7fb7f2-0b9e-4d4e-9b4c-0123456789ab', 'deadbeef-0b9e-4d4e-9b4c-0123456789ab', '8c7fb7f2-0b9e-4d4e-9b4c', '0x7f3a2c001d30', '0X7F3A2C', '0x12', '2026-04-10 04:31:02,123', '2026-04-11T05:00:00Z',
  '2026/04/11 05:00 +02:00', '2026-04-10', 'Apr 10 04:31', 'Nov 22  2024', 'May 5th', '04:31:02', '4:31:02.5', '12:30', '1775795495.42', '1775795495', '0m1.203s', '12m', '1.23s', '5 seconds', '12 ms', '3 sets', '7us', '9µs', '10n',
  'pid 4711', 'process=12', 'Process: x', '[1] 4711', '/tmp/tmpab12cd34/f', '/tmp/pytest-of-root/pytest-3/y', '/var/folders/ab/cd+e', '/private/tmp/pip-abc', '/tmp/test_fix.py', 'v1.2.3', 'line 12', 'x86_64', '中文 12s', '_5s', 'a', 'pip', 'Decimal', 'cafe1234-', '1-2', '99.5%',
];
/** None of them joins two parts into one. */
const JOINTS = [' ', '\n', ', ', ' (', ') ', ' "', '" '];

describe('volatile parts of observations', () => {
  it('are taken out where they stand, each kind', () => {
    assert.equal(normaliseObservation('2026-04-10 04:31:02,123 <Foo at 0x7f3a2c001d30> 5 failed in 1.23s'), '<time> <Foo at <address>> 5 failed in <duration>');
    assert.equal(normaliseObservation('-rw-r--r-- 1 root root 4096 Apr 10 04:31 x\nreal\t0m1.203s\n[1] 4711\npid 12, process = 13'), '-rw-r--r-- 1 root root 4096 <time> x\nreal\t<duration>\n<pid>\npid <pid>, process = <pid>');
    assert.equal(normaliseObservation('/tmp/tmpab12cd34/f /tmp/pytest-of-root/pytest-3/y at 1775795495.42 (8c7fb7f2-0b9e-4d4e-9b4c-0123456789ab)'), '/tmp/<temp>/f /tmp/<temp>/y at <time> (<id>)');
  });

  it('are all that is taken out', () => {
    for (const text of ['', '5 failed', 'line 12', 'x86_64', 'v1.2.3', '/tmp/test_fix.py', '2026-04-10', '12:30', 'a[1] 4711', '_5s', '12 sets']) assert.equal(normaliseObservation(text), text);
  });

  it('are what one replacement after another finds, in texts made of such parts and of what resembles them', () => {
    const random = seededRandom(5);
    const pick = <T>(items: readonly T[]): T | undefined => items[random.below(items.length)];
    for (let round = 0; round < 20_000; round++) {
      const text = Array.from({ length: 1 + random.below(6) }, () => `${pick(PIECES)}${pick(JOINTS)}`).join('');
      assert.equal(normaliseObservation(text), replaceInTurn(text), JSON.stringify(text));
    }
  });
});
