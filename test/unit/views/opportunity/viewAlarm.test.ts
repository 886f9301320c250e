import assert from 'node:assert/strict';
import { PAPER_ALARM, viewAlarm } from '../../../../src/views/opportunity/viewAlarm';
import { buildAudit } from '../../../support/auditBuilder';

describe('the alarm calculator', () => {
  it('begins with an alarm that is right nine times in ten and loses five points, and says why in numbers of runs', () => {
    const { headline, why, facts, zeroGain, threshold, gainByRestart } = viewAlarm(PAPER_ALARM, null);
    assert.equal(headline, 'This alarm judges 90 % of the live runs rightly and loses 5.0 points.');
    assert.equal(why, 'Of 100 live runs it stops 50: 45 that would have failed and 5 that would have succeeded. Started over, 0 of them succeed; left alone, 5 would have: \u22125.0 points. Accuracy asks only whether the alarm was right, never what the restart brings.');
    assert.deepEqual(facts.map(({ value }) => value), ['90 %', '\u22125.0 points', 'p = 10.0 %', '\u22125.0 points', '0.0 points', '0.0 points']);
    assert.ok(Math.abs((threshold ?? NaN) - 0.1) < 1e-12);
    assert.deepEqual([zeroGain.length, gainByRestart.map(({ gain }) => gain.toFixed(6))], [101, ['-5.000000', '45.000000']]);
  });

  it('keeps its accuracy while p turns the loss into a gain', () => {
    const { headline, tables } = viewAlarm({ ...PAPER_ALARM, p: 0.8 }, null);
    assert.equal(headline, 'This alarm judges 90 % of the live runs rightly and gains 35.0 points.');
    assert.deepEqual(tables[0]?.rows.map((row) => [row[0], row[1], row[2]]), [['0.0 %', '90 %', '\u22125.0'], ['10.0 %', '90 %', '0.0'], ['80.0 %', '90 %', '+35.0']]);
    assert.equal(viewAlarm({ ...PAPER_ALARM, p: 0.1 }, null).headline, 'This alarm judges 90 % of the live runs rightly and changes nothing.');
  });

  it('says so when it stops nobody, and counts parts of runs without rounding them away', () => {
    const { headline, why, zeroGain } = viewAlarm({ q: 0.3, p: 0.5, tau: 0, phi: 0 }, null);
    assert.equal(headline, 'This alarm stops nobody; it judges 30 % of the live runs rightly.');
    assert.match(why, /^Nobody is stopped/);
    assert.deepEqual(zeroGain, []);
    assert.match(viewAlarm({ q: 0.5, p: 0.25, tau: 0.75, phi: 0.01 }, null).why, /stops 38: 37\.5 that would have failed and 0\.5 that would have succeeded\. Started over, 9\.5 of them succeed/);
  });

  it('is set against each live cell and each runtime of an audit', () => {
    const { result } = buildAudit([{ task: 'a', runtime: 'm', cohort: null, attempts: [[5, null, 30], [6, null, 30], [8, null, 30], [10, null, 30], [null, null, 30]] }, { task: 'b', runtime: 'm', cohort: null, attempts: [[3, null, 30], [4, null, 30]] }], { budget: 30, times: [16] });
    const { cells, tables } = viewAlarm(PAPER_ALARM, { result, t: 16 });
    assert.deepEqual(cells.map(({ name, liveText, gainText, ceilingText }) => [name, liveText, gainText, ceilingText]), [['a, m', '1 of 5', '+72.0', '+80.0']]);
    // Over two tasks: 0.9 x 0.8 of one live attempt in five, halved.
    assert.deepEqual(tables[2]?.rows, [['m', '2', '+7.20']]);
  });
});
