import assert from 'node:assert/strict';
import type { MacroView } from '../../../../src/protocol/audit';
import { macroSentences } from '../../../../src/views/audit/macro';
import { viewAudit } from '../../../../src/views/audit/viewAudit';
import { buildAudit, type CellRows } from '../../../support/auditBuilder';

type Rows = CellRows['attempts'];

/** So many tasks with these attempts each. */
type Kinds = readonly (readonly [count: number, attempts: Rows])[];

const WON: Rows = [[5, null, 30], [6, null, 30], [null, null, 30], [null, null, 30]];
const HALF: Rows = [[5, null, 30], [6, null, 30], [7, null, 30], [null, null, 30]];
const LOST: Rows = [[25, null, 30], [26, null, 30], [null, null, 30], [null, null, 30]];
const NONE: Rows = [[null, null, 30], [null, null, 30], [null, null, 30], [null, null, 30]];

/** The number at t = 16 of one runtime whose tasks have these attempts. */
function macroOf(...cells: Kinds): MacroView {
  const rows = cells.flatMap(([count, attempts], kind) => Array.from({ length: count }, (_, k): CellRows => ({ task: `task-${kind}-${k}`, attempts })));
  const { result, attempts } = buildAudit(rows, { budget: 30, times: [4, 16] });
  return viewAudit(result, attempts).groups[0]?.macro[1] ?? assert.fail();
}

describe('words for an unbiased macro number', () => {
  it('say better or worse where a confidence interval over tasks leaves 0 out for the whole family', () => {
    const better = macroOf([15, WON], [15, HALF]);
    assert.equal(better.verdict?.verdict, 'better');
    assert.match(better.verdict?.text ?? '', /^Does restarting at t = 16 help on tasks like these\? Yes, better, \[\+2\d\.\d\d, \+3\d\.\d\d\] points \(confidence interval, 95 % over all 2 runtimes × times together, by Bonferroni\)\.$/);
    assert.deepEqual([better.intervalKind, better.shortKind], ['95 % confidence interval, pointwise', '95 % pointwise']);
    assert.equal(better.label, '30 of 30 live; change over all runs, unbiased, 95 % pointwise');
    assert.ok(macroSentences(better).some((text) => /^Tasks like these: .* confidence interval over J = 30 tasks, Student\u2019s t, pointwise\)\.$/.test(text)));
    assert.equal(macroOf([15, LOST], [15, NONE]).verdict?.verdict, 'worse');
  });

  it('print no range beyond what is possible: one end cut and said so, and none where both are', () => {
    // u = -1/2 and 0 over two tasks: mean -25, t(1) = 12.706, half the width 317.66 points.
    const both = macroOf([1, LOST], [1, NONE]);
    assert.deepEqual([both.changeText, both.intervalText, both.intervalKind, both.low, both.high], ['−25.00', '', '', null, null]);
    assert.ok(macroSentences(both).some((text) => text.startsWith('Tasks like these: no range, since Student\u2019s t over J = 2 tasks reaches beyond what is possible on both sides, −100 and +100 points.')), macroSentences(both).join('\n'));
    // u = -1/2 three times and 0 once: mean -37.5, s / sqrt(J) = 12.5, t(3) = 3.1824.
    const inside = macroOf([3, LOST], [1, NONE]);
    assert.deepEqual([inside.intervalText, inside.intervalKind], ['[−77.28, +2.28]', '95 % resampling range']);
    // u = -1 and -1/2 and -1: mean -83.33, s / sqrt(J) = 16.67, t(2) = 4.3027.
    const low = macroOf([2, [[25, null, 30], [26, null, 30]]], [1, LOST]);
    assert.deepEqual([low.changeText, low.intervalText, low.intervalKind, low.shortKind, low.low], ['−83.33', '[−100.00, −11.62]', '95 % resampling range, cut', '95 % range, cut', -100]);
    assert.ok(macroSentences(low).some((text) => /^Tasks like these: \[−100\.00, −11\.62\] \(95 % resampling range over J = 3 tasks, cut at what is possible: Student\u2019s t reaches −155\.04; to be called/.test(text)), macroSentences(low).join('\n'));
  });

  it('say cannot tell, and why, for each way in which it is no confidence interval or holds 0', () => {
    const saidOf = (...cells: Kinds): string => macroOf(...cells).verdict?.text ?? '';
    assert.equal(saidOf([5, WON], [5, HALF]), 'Does restarting at t = 16 help on tasks like these? Cannot tell. A confidence interval takes 20 tasks, and there are 10.');
    assert.equal(saidOf([3, WON], [20, NONE]), 'Does restarting at t = 16 help on tasks like these? Cannot tell. A confidence interval takes 8 tasks that contribute, and of 23 tasks 3 do.');
    assert.match(saidOf([12, WON], [12, LOST]), /^Does restarting at t = 16 help on tasks like these\? Cannot tell\. The confidence interval \[−.*, \+.*\] \(95 % over all 2 runtimes × times together, by Bonferroni\) holds 0\.$/);
  });

  it('keep these tasks and tasks like these apart, with the sign-flip test marked as exploratory and its interval nowhere', () => {
    const said = macroSentences(macroOf([3, WON], [3, LOST]));
    assert.equal(said.filter((text) => text.startsWith('These tasks, were their attempts run again: [')).length, 1);
    const [over] = said.filter((text) => text.startsWith('Tasks like these: ['));
    assert.match(over ?? '', /95 % resampling range over J = 6 tasks; to be called a confidence interval it takes 20 tasks and 8 that contribute \(here 6\)\)\. Sign-flip p = \d\.\d{3}, exploratory\.$/);
    assert.equal(over?.match(/\[/g)?.length, 1);
  });

  it('never say that the attempt with the largest share has none of it', () => {
    assert.ok(macroSentences(macroOf([200, LOST])).some((text) => /^Largest share of an attempt: under 1 % /.test(text)));
  });

  it('say that there is no range where nothing spreads', () => {
    const said = macroSentences(macroOf([4, [[25, null, 30], [25, null, 30], [25, null, 30]]]));
    assert.ok(said.some((text) => text === 'These tasks, were their attempts run again: no range, since no attempt changes it when left out.'), said.join('\n'));
    assert.ok(said.some((text) => text.startsWith('Tasks like these: no range, since all tasks are alike.')));
    const two = macroSentences(macroOf([2, [[25, null, 30], [null, null, 30]]]));
    assert.ok(two.some((text) => text === 'These tasks, were their attempts run again: no range, since a task has fewer than three attempts.'));
  });
});
