import assert from 'node:assert/strict';
import { writeHeadline } from '../../../../src/views/audit/headline';
import { viewAudit } from '../../../../src/views/audit/viewAudit';
import { vocabularyOf } from '../../../../src/views/audit/vocabulary';
import { buildAudit, type AuditDesignRows, type CellRows } from '../../../support/auditBuilder';

const DESIGN: AuditDesignRows = { budget: 30, times: [8] };
type Row = CellRows['attempts'][number];

function repeat(count: number, row: Row): readonly Row[] {
  return Array.from({ length: count }, () => row);
}

function check(cells: readonly CellRows[], design: AuditDesignRows, headline: string, lead: string): void {
  const { result, attempts } = buildAudit(cells, design);
  const view = viewAudit(result, attempts);
  assert.deepEqual({ headline: view.headline, lead: view.lead }, { headline, lead });
}

// Verified late: continuing is right, restarting with 22 calls is hopeless.
const LATE: Row = [30, null, 30];
// Over early: not live at 8.
const EARLY: Row = [3, null, 30];
const NEVER: Row = [null, null, 30];

describe('the headline of an audit', () => {
  it('says that nothing can be certified, and what would be needed', () => {
    check(
      [{ task: 'a', attempts: repeat(5, LATE) }, { task: 'b', attempts: repeat(5, EARLY) }],
      DESIGN,
      'The one live comparison cannot be certified.',
      'With 5 attempts per cell no outcome could be certified by this rule: this family of 2 needs 8 attempts for continue, 29 for restart (4 and 11 by the calibrated sign rule). The calibrated sign rule would certify one (continue), but the plan does not name it. One more was never reached.',
    );
  });

  it('names the range where cells differ in their number of attempts', () => {
    check(
      [{ task: 'a', attempts: repeat(1, LATE) }, { task: 'b', attempts: repeat(3, NEVER) }],
      DESIGN,
      'None of the 2 live comparisons can be certified.',
      'With 1 to 3 attempts per cell no outcome could be certified by this rule: this family of 2 needs 8 attempts for continue, 29 for restart (4 and 11 by the calibrated sign rule).',
    );
  });

  it('counts the verdicts by direction', () => {
    check(
      [{ task: 'a', attempts: repeat(9, LATE) }, { task: 'b', attempts: repeat(9, LATE) }, { task: 'c', attempts: [...repeat(40, EARLY), ...repeat(20, NEVER)] }],
      DESIGN,
      'All 3 live comparisons are certified: 1 restart and 2 continue.',
      '',
    );
  });

  it('says of the rest whether an outcome could have been certified', () => {
    check(
      [{ task: 'a', attempts: repeat(9, LATE) }, { task: 'b', attempts: repeat(9, NEVER) }, { task: 'c', attempts: repeat(2, NEVER) }],
      DESIGN,
      '1 of the 3 live comparisons is certified: continue.',
      'The other 2 abstain: an outcome that certifies was possible in one of them and did not occur; in the other one none was, since this family of 3 needs 8 attempts for continue, 31 for restart (4 and 12 by the calibrated sign rule).',
    );
    check(
      [{ task: 'a', attempts: repeat(9, LATE) }, { task: 'b', attempts: repeat(2, NEVER) }],
      DESIGN,
      '1 of the 2 live comparisons is certified: continue.',
      'The other one abstains: with 2 attempts per cell no outcome could be certified by this rule: this family of 2 needs 8 attempts for continue, 29 for restart (4 and 11 by the calibrated sign rule).',
    );
  });

  it('tells possible from impossible where nothing is certified', () => {
    check(
      [{ task: 'a', attempts: repeat(9, NEVER) }],
      DESIGN,
      'The one live comparison is not certified.',
      'An outcome that certifies was possible and did not occur. A single comparison needs at least 7 attempts for continue, 25 for restart (3 and 9 by the calibrated sign rule).',
    );
  });

  it('does not blame the number of attempts where only too few were live', () => {
    check(
      [{ task: 'a', attempts: [LATE, ...repeat(7, EARLY)] }],
      DESIGN,
      'The one live comparison cannot be certified.',
      'With 8 attempts per cell, 1 of them live, no outcome could be certified by this rule: a single comparison needs 7 attempts for continue, 25 for restart (3 and 9 by the calibrated sign rule).',
    );
  });

  it('says what happened when nobody was live', () => {
    check(
      [{ task: 'a', attempts: repeat(5, EARLY) }, { task: 'b', attempts: repeat(5, EARLY) }],
      DESIGN,
      'None of the 2 comparisons was reached.',
      'Every attempt that counts had ended by call 8, the first decision time; earlier times could be audited.',
    );
    check([{ task: 'a', attempts: repeat(2, EARLY) }], DESIGN, 'The one comparison was never reached.', 'Every attempt that counts had ended by call 8, the first decision time; earlier times could be audited.');
  });

  it('says that a horizon is too short instead of estimating', () => {
    check(
      [{ task: 'a', attempts: [[null, null, 20]] }, { task: 'b', attempts: [[null, null, 20]] }],
      DESIGN,
      'None of the 2 comparisons can be estimated.',
      'In each of them attempts were stopped before call 30, so their outcome by then is not known. Dropping those would favour continuing.',
    );
    check(
      [{ task: 'a', attempts: [[null, null, 20]] }, { task: 'b', attempts: repeat(2, EARLY) }, { task: 'c', attempts: repeat(2, LATE) }],
      DESIGN,
      'The one live comparison cannot be certified.',
      'With 2 attempts per cell no outcome could be certified by this rule: this family of 3 needs 8 attempts for continue, 31 for restart (4 and 12 by the calibrated sign rule). Of the other 2, 1 was never reached and 1 has no estimate.',
    );
  });

  it('tells what was never reached from cells without an attempt that can be counted', () => {
    check(
      [{ task: 'a', attempts: repeat(2, LATE) }, { task: 'b', attempts: repeat(2, EARLY) }, { task: 'c', attempts: [], setAside: ['no-outcome'] }, { task: 'd', attempts: [], setAside: ['no-result'] }],
      DESIGN,
      'The one live comparison cannot be certified.',
      'With 2 attempts per cell no outcome could be certified by this rule: this family of 4 needs 9 attempts for continue, 33 for restart (4 and 13 by the calibrated sign rule). Of the other 3, 1 was never reached and 2 have no attempt that can be counted.',
    );
    check(
      [{ task: 'a', attempts: repeat(2, EARLY) }, { task: 'c', attempts: [], setAside: ['no-outcome'] }],
      DESIGN,
      'None of the 2 comparisons was reached.',
      'Every attempt that counts had ended by call 8, the first decision time; earlier times could be audited. 1 comparison has no attempt that can be counted.',
    );
    check(
      [{ task: 'a', attempts: [[null, null, 20]] }, { task: 'b', attempts: repeat(2, EARLY) }, { task: 'c', attempts: [], setAside: ['no-outcome'] }],
      DESIGN,
      'None of the 3 comparisons can be estimated.',
      'In 1 comparison attempts were stopped before call 30, so their outcome by then is not known; dropping those would favour continuing. Of the other 2, 1 was never reached and 1 has no attempt that can be counted.',
    );
  });

  it('says when there is nothing to count', () => {
    check([{ task: 'a', attempts: [], setAside: ['no-outcome'] }], DESIGN, 'The one comparison has no attempt that can be counted.', 'The caveats say why.');
  });

  it('names the axis of the plan', () => {
    check([{ task: 'a', attempts: [[0.1, null, 3]] }], { budget: 3, times: [0.5], axis: 'usd' }, 'The one comparison was never reached.', 'Every attempt that counts had ended by $0.50, the first decision time; earlier times could be audited.');
  });
});

describe('the headline under the calibrated sign rule', () => {
  it('counts its verdicts, and says what the paper’s intervals would have said', () => {
    const cells = [{ task: 'a', attempts: Array.from({ length: 5 }, () => [20, null, 30] as const) }];
    const { result } = buildAudit(cells, { budget: 30, times: [16], rule: 'calibrated' });
    assert.deepEqual(result.totals.byRule, { fixed: { restart: 0, continue: 0, abstain: 1 }, calibrated: { restart: 0, continue: 1, abstain: 0 } });
    assert.deepEqual(writeHeadline(result, vocabularyOf(result.plan)), {
      headline: 'The one live comparison is certified: continue.',
      lead: 'The paper’s intervals would certify none.',
    });
  });

  it('compares no other rule with the anytime one', () => {
    const cells = [{ task: 'a', attempts: Array.from({ length: 5 }, () => [20, null, 30] as const) }];
    const { result } = buildAudit(cells, { budget: 30, times: [16], rule: 'anytime' });
    assert.equal(result.decisions[0]?.byRule ?? null, null);
    assert.doesNotMatch(writeHeadline(result, vocabularyOf(result.plan)).lead, /calibrated|paper/);
  });
});
