import assert from 'node:assert/strict';
import type { DecisionView, GroupView } from '../../../../src/protocol/audit';
import { PLAIN_CONTEXT } from '../../../../src/views/audit/context';
import { viewCell } from '../../../../src/views/audit/detail';
import { plainText } from '../../../../src/views/audit/macro';
import { viewAudit } from '../../../../src/views/audit/viewAudit';
import { buildAudit, type AuditDesignRows, type BuiltAudit, type CellRows } from '../../../support/auditBuilder';

const DESIGN: AuditDesignRows = { budget: 30, times: [4, 16], interval: { kind: 'resampling range', low: -0.1, high: 0.2, level: 0.95, replicates: 10000 } };

function viewOf(cells: readonly CellRows[], design: AuditDesignRows = DESIGN): BuiltAudit & { readonly groups: readonly GroupView[]; readonly view: ReturnType<typeof viewAudit> } {
  const built = buildAudit(cells, design);
  const view = viewAudit(built.result, built.attempts);
  return { ...built, view, groups: view.groups };
}

function decisionsOf(cells: readonly CellRows[], design?: AuditDesignRows): readonly DecisionView[] {
  return viewOf(cells, design).groups[0]?.cells[0]?.decisions ?? [];
}

describe('a decision in the grid', () => {
  it('writes counts, shares, points and their intervals', () => {
    const [, at16] = decisionsOf([{ task: 'a', attempts: [[5, null, 30], [6, null, 30], [8, null, 30], [10, null, 30], [null, null, 30]] }], { ...DESIGN, times: [4, 16] });
    assert.equal(at16?.continueCount, '0/1');
    assert.equal(at16?.restartCount, '4/5');
    assert.equal(at16?.differenceText, '+80');
    assert.equal(at16?.verdict, 'abstain');
    assert.match(at16?.restartText ?? '', /^80 % \[\d+, 100\]$/);
    assert.equal(at16?.weight, 0.8);
  });

  it('says in place of numbers why nobody was live', () => {
    const note = (attempts: CellRows['attempts'], estimand: AuditDesignRows['estimand'] = 'first-verified'): string => decisionsOf([{ task: 'a', attempts }], { ...DESIGN, estimand })[1]?.note ?? '';
    assert.equal(note([[5, null, 30], [16, null, 30]]), 'all 2 verified by call 16');
    assert.equal(note([[null, 5, 30], [null, 12, 30]]), 'all 2 ended by call 12, none verified');
    assert.equal(note([[5, null, 30], [null, 12, 30], [9, null, 30]]), '2 verified, 1 ended, all by call 12');
    assert.equal(note([[5, null, 30]]), 'the only attempt was verified by call 5');
    assert.equal(note([[null, 7, 30]]), 'the only attempt ended by call 7, not verified');
    assert.equal(note([[5, null, 30], [6, null, 30]], 'resolved-at-submission'), 'all 2 resolved by call 6');
  });

  it('says where attempts were stopped when the horizon is too short', () => {
    const note = (attempts: CellRows['attempts']): string => decisionsOf([{ task: 'a', attempts }])[1]?.note ?? '';
    assert.equal(note([[null, null, 25], [null, null, 25], [3, null, 30]]), '2 attempts were stopped at call 25 of 30, so their outcomes by 30 are not known');
    assert.equal(note([[null, null, 20], [null, null, 25]]), '2 attempts were stopped between call 20 and 25 of 30, so their outcomes by 30 are not known');
    assert.equal(decisionsOf([{ task: 'a', attempts: [[null, null, 20]] }])[1]?.difference, null);
    const { result, attempts } = buildAudit([{ task: 'a', attempts: [[null, null, 20]] }], DESIGN);
    const named = attempts.map((a) => ({ ...a, exitStatus: 'AgentTimeoutError' }));
    assert.equal(viewAudit(result, named).groups[0]?.cells[0]?.decisions[1]?.note, '1 attempt was stopped at call 20 of 30 (AgentTimeoutError), so its outcome by 30 is not known');
  });

  it('says why a cell has no attempt that counts', () => {
    const [first] = decisionsOf([{ task: 'a', attempts: [], setAside: ['no-outcome', 'infrastructure', 'no-outcome'] }]);
    assert.equal(first?.status, 'uncounted');
    assert.equal(first.note, 'no attempt can be counted: 2 with unknown outcome and 1 ended by infrastructure');
  });
});

describe('groups of an audit', () => {
  it('come by runtime and cohort, those that nobody is live in at the chosen time last, tasks as people count', () => {
    const { groups } = viewOf([
      { task: 'run-10', runtime: 'a', cohort: 'x', attempts: [[2, null, 30]] },
      { task: 'run-10', runtime: 'b', cohort: 'x', attempts: [[20, null, 30]] },
      { task: 'run-9', runtime: 'b', cohort: 'x', attempts: [[20, null, 30]] },
      { task: 'run-9', runtime: 'b', cohort: 'w', attempts: [[20, null, 30]] },
    ]);
    assert.deepEqual(groups.map((g) => [g.runtime, g.cohort, g.cells.map((c) => c.task), g.live.map((l) => l.text)]), [
      ['b', 'w', ['run-9'], ['1', '1']],
      ['b', 'x', ['run-9', 'run-10'], ['2', '2']],
      ['a', 'x', ['run-10'], ['·', '·']],
    ]);
  });

  it('count the live attempts that are known, and say that there may be more', () => {
    const { groups } = viewOf([{ task: 'a', attempts: [[null, null, 10]] }, { task: 'b', attempts: [[20, null, 30]] }]);
    assert.deepEqual(groups[0]?.live.map((l) => l.text), ['2', '1+']);
  });

  it('show names of hostile traces without what would act or mislead', () => {
    const { view } = viewOf([{ task: '\u001b[31m<img onerror=x>\u202e', runtime: 'r\u0000\n\n', cohort: null, attempts: [[20, null, 30]] }]);
    assert.equal(view.groups[0]?.cells[0]?.task, '<img onerror=x>\\u202e');
    assert.equal(view.groups[0]?.runtime, 'r');
  });
});

describe('the macro number of a group', () => {
  const remark = (cells: readonly CellRows[]): { text: string; isWarning: boolean } => {
    const macro = viewOf(cells).groups[0]?.macro[1];
    return { text: plainText(macro?.remark ?? []), isWarning: macro?.remarkIsWarning ?? false };
  };

  it('names the one attempt that carries it, with a link', () => {
    const cells: readonly CellRows[] = [
      { task: '23413', attempts: [[5, null, 30], [6, null, 30], [8, null, 30], [10, null, 30], [null, null, 30]] },
      { task: '23950', attempts: [[null, null, 30], [null, null, 30]] },
    ];
    const macro = viewOf(cells).groups[0]?.macro[1];
    assert.equal(plainText(macro?.remark ?? []), 'One attempt carries this: 23413, attempt 5 supplies all of it.');
    assert.equal(macro?.remark.find((part) => part.attempt !== undefined)?.text, '23413, attempt 5');
    assert.equal(macro?.remarkIsWarning, true);
    assert.equal(macro?.changeText, '+10.00');
    assert.deepEqual([macro?.plugin.changeText, macro?.plugin.intervalText], ['+8.00', '[−10.00, +20.00]']);
    assert.equal(macro?.label, '2 of 2 live; change over all runs, unbiased');
  });

  it('names the one task that carries it when no single attempt does', () => {
    const late: CellRows['attempts'] = Array.from({ length: 8 }, () => [25, null, 30]);
    const mixed: CellRows['attempts'] = [[25, null, 30], ...Array.from({ length: 7 }, (): [null, null, number] => [null, null, 30])];
    assert.deepEqual(remark([{ task: 'a', attempts: late }, { task: 'b', attempts: mixed }]), { text: 'One task carries this: a supplies 89 % of it.', isWarning: true });
  });

  it('says which way tasks pull when none carries it', () => {
    const late = (task: string): CellRows => ({ task, attempts: Array.from({ length: 6 }, () => [25, null, 30]) });
    assert.deepEqual(remark([late('a'), late('b'), late('c')]), { text: 'Three tasks contribute, every one of them against restarting; a a third.', isWarning: false });
    assert.deepEqual(remark([{ task: 'a', attempts: [[null, null, 30], [null, null, 30]] }]), { text: 'In every task that is live, the two actions come out alike.', isWarning: false });
  });

  it('has contributions that add up to it, exact ties left out', () => {
    const { groups } = viewOf([
      { task: 'a', attempts: [[5, null, 30], [20, null, 30], [null, null, 30]] },
      { task: 'b', attempts: [[25, null, 30], [28, null, 30], [null, 9, 30]] },
      { task: 'c', attempts: [[null, null, 30], [null, null, 30]] },
    ]);
    const macro = groups[0]?.macro[1];
    const sum = macro?.contributions.reduce((total, c) => total + c.points, 0) ?? NaN;
    assert.ok(Math.abs(sum - (macro?.change ?? NaN)) < 1e-9);
    assert.ok(!macro?.contributions.some((c) => c.task === 'c'));
  });

  it('is not estimable where a horizon is too short or a task has a single attempt, and nothing to change where nobody is live', () => {
    const [short] = viewOf([{ task: 'a', attempts: [[null, null, 20]] }]).groups;
    assert.deepEqual([short?.macro[1]?.change, short?.macro[1]?.label], [null, 'not estimable: 1 task with attempts stopped before call 30']);
    assert.equal(short?.macro[1]?.liveCells, '1 of 1 live', 'it was followed up to call 20, so at call 16 it is known to be live');
    const [unknown] = viewOf([{ task: 'a', attempts: [[null, null, 10]] }, { task: 'b', attempts: [[20, null, 30]] }]).groups;
    assert.equal(unknown?.macro[1]?.liveCells, '1+ of 2 live', 'nobody knows whether a was live at call 16');
    const [alone] = viewOf([{ task: 'a', attempts: [[20, null, 30]] }, { task: 'b', attempts: [[20, null, 30], [null, null, 30]] }]).groups;
    assert.deepEqual([alone?.macro[1]?.changeText, alone?.macro[1]?.label], ['', 'unbiased change not estimable: 1 task with a single attempt; plug-in (as in the paper) −75.00']);
    const [over] = viewOf([{ task: 'a', attempts: [[2, null, 30]] }]).groups;
    assert.deepEqual([over?.macro[1]?.changeText, over?.macro[1]?.label], ['', 'no task reaches call 16: nothing to change']);
  });
});

describe('caveats of an audit', () => {
  const texts = (cells: readonly CellRows[], design: AuditDesignRows, unreadable = { records: 0, files: 0 }): readonly string[] => {
    const { result, attempts } = buildAudit(cells, design);
    return viewAudit(result, attempts, { ...PLAIN_CONTEXT, unreadable }).caveats.map((c) => `${c.icon}: ${c.text}`);
  };

  it('are only those that apply', () => {
    assert.deepEqual(texts([{ task: 'a', attempts: [[12, null, 30]] }], DESIGN), ['info: Basis of T, when a run was first verified: declared, 1 of 1 (a table says so; nothing here checks it).', 'check: Nothing excluded, no outcome unknown.']);
  });

  it('are at most four, the worst first, and the rest stands in the footnotes', () => {
    const cells: readonly CellRows[] = [
      { task: 'a', attempts: [[20, null, 30], [null, null, 20]], setAside: ['infrastructure', 'no-outcome'] },
      { task: 'a', runtime: 'terra', attempts: [[20, null, 30]] },
    ];
    const design: AuditDesignRows = {
      ...DESIGN,
      synthetic: 3,
      runtimeNotes: [
        { kind: 'mergeable', field: 'agentVersion', runtimes: ['luna', 'terra'], cells: 1 },
        { kind: 'varies-inside-cells', field: 'provider', runtimes: ['luna'], cells: 1 },
      ],
    };
    assert.deepEqual(texts(cells, design, { records: 3, files: 2 }), [
      'warning: All 3 attempts are marked synthetic by their source.',
      'warning: 2 of 5 attempts are in no count: 1 ended by infrastructure and 1 with unknown outcome.',
      'warning: Provider varies inside 1 cell: attempts there may not be exchangeable.',
      'warning: 3 records in 2 files could not be read.',
    ]);
    const built = buildAudit(cells, design);
    const { footnotes } = viewAudit(built.result, built.attempts, { ...PLAIN_CONTEXT, unreadable: { records: 3, files: 2 } });
    for (const left of ['2 comparisons have no estimate: attempts were stopped before B, so their outcome by then is not known (their horizon, how far they were followed, is too short).', 'Basis of T, when a run was first verified: declared, 3 of 3 (a table says so; nothing here checks it).', 'Two runtimes, kept apart; of the fields that are known they differ only in agent version.']) assert.ok(footnotes.includes(left), left);
  });

  it('say what share of completions no episode of the audited actions is long enough for', () => {
    // Under a restart at 8 the longer stretch is the 22 calls that are left, at 16 the 16 before it; at 16 only one of three is beyond.
    const cut = (attempts: CellRows['attempts']): readonly string[] => texts([{ task: 'a', attempts }], DESIGN).filter((text) => text.includes('took longer'));
    assert.deepEqual(cut([[5, null, 30], [16, null, 30], [17, null, 30]]), ['info: A restart at t = 16 cuts B into stretches of 16 and 14 calls; 1 of 3 completions seen (33 %) took longer than either.']);
    assert.deepEqual(cut([[5, null, 30], [17, null, 30]]), ['warning: A restart at t = 16 cuts B into stretches of 16 and 14 calls; 1 of 2 completions seen (50 %) took longer than either.']);
    assert.deepEqual(cut([[5, null, 60], [31, null, 60], [40, null, 60]]), ['warning: 2 of 3 completions seen (67 %) took longer than B = 30: no run under this budget reaches them.']);
    assert.deepEqual(cut([[5, null, 30], [null, 20, 30], [null, null, 30]]), []);
  });

  it('say what a verdict on the submission leaves open', () => {
    const [first] = texts([{ task: 'a', attempts: [[12, null, 30]] }], { ...DESIGN, estimand: 'resolved-at-submission' });
    assert.equal(first, 'info: Success is resolved at submission (final verdicts, 1 of 1): runs that were right earlier count as live.');
  });
});

describe('the detail of a cell', () => {
  const cells: readonly CellRows[] = [{ task: '23413', cohort: 'initial', attempts: [[10, null, 30], [5, null, 30], [null, 12, 30], [40, null, 60], [null, null, 30]], setAside: ['no-outcome'] }];

  it('tells who is live, both arms, and why there is no verdict', () => {
    const { result, attempts, groups } = viewOf(cells);
    const detail = viewCell(result, attempts, groups[0]?.cells[0]?.key ?? '', 16);
    assert.equal(detail?.title, '23413, luna initial, t = 16.');
    assert.equal(detail?.summary, 'Two attempts of 5 are still live (attempt 5 and attempt 4).');
    assert.deepEqual(detail?.points.map((p) => p.text), ['Continued, 0 of 2 were verified by call 30.', 'Restarted with 14 calls left: 2 of 5 attempts were verified by call 14.']);
    assert.match(detail?.conclusion ?? '', /^The difference could be anything from −\d+ to \+\d+ points, so no verdict\. No outcome of these 5 attempts could have given one\. The calibrated sign rule, which the plan does not name, abstains: exact sign test p = 0\.204, at most 0\.013 certifies\. By the exact intervals restarting loses at most 89\.6 points and gains at most 91\.1 points\.$/);
    assert.match(detail?.sentence ?? '', /^Task 23413, luna initial, t = 16 of 30 calls: 2 of 5 attempts live; .*abstain\.$/);
    assert.deepEqual(detail?.setAside, [{ id: 'cell0-aside1', label: 'aside-1', words: 'with unknown outcome' }]);
  });

  it('lists attempts by their end, cut at the budget', () => {
    const { result, attempts, groups } = viewOf(cells);
    const lines = viewCell(result, attempts, groups[0]?.cells[0]?.key ?? '', 16)?.attempts ?? [];
    assert.deepEqual(
      lines.map((l) => [l.label, l.end, l.goesOn, l.verifiedAt, l.words, l.isLive, l.tone]),
      [
        ['attempt 2', 5, false, 5, 'verified at 5', false, 'good'],
        ['attempt 1', 10, false, 10, 'verified at 10', false, 'good'],
        ['attempt 3', 12, false, null, 'ended at 12', false, 'bad'],
        ['attempt 5', 30, false, null, 'limit', true, 'bad'],
        ['attempt 4', 30, true, null, 'verified later, at 40', true, 'bad'],
      ],
    );
  });

  it('says that continue or restart is certified, with the ends that certify it', () => {
    const many: readonly CellRows[] = [{ task: 'a', attempts: Array.from({ length: 12 }, () => [28, null, 30]) }];
    const { result, attempts, groups } = viewOf(many);
    const detail = viewCell(result, attempts, groups[0]?.cells[0]?.key ?? '', 16);
    assert.match(detail?.conclusion ?? '', /^Continuing is ahead by \+\d+ to \+100 points, so continue is certified\. The calibrated sign rule, which the plan does not name, would certify continue: exact sign test p = 5\.96e-8, at most 0\.013 certifies\. By the exact intervals restarting loses at most 100 points and gains at most 0 points\.$/);
  });

  it('is not there for a cell or a time that the audit does not have', () => {
    const { result, attempts, groups } = viewOf(cells);
    for (const key of ['nothing', '', '{}', '[1,2,3]', 'null', JSON.stringify(['luna', 'initial', 'other'])]) assert.equal(viewCell(result, attempts, key, 16), null);
    assert.equal(viewCell(result, attempts, groups[0]?.cells[0]?.key ?? '', 17), null);
  });
});

describe('the planner', () => {
  it('states the least attempts by direction and draws where they step up', () => {
    const { view } = viewOf(Array.from({ length: 78 }, (_, k) => ({ task: String(k), attempts: [[20, null, 30]] as const })));
    assert.equal(view.planner.text[0], 'With M = 156 comparisons decided together, continue takes at least 14 attempts, restart 55, since both share attempts; one comparison alone (M = 1) would take 7 and 25. By the calibrated sign rule ("rule" in the plan) the whole family takes 7 and 25.');
    assert.deepEqual(view.planner.marks.map((m) => [m.family, m.attempts]), [[1, 7], [2, 8], [78, 13], [156, 14]]);
    assert.deepEqual(view.planner.steps.map((s) => [s.family, s.attempts]), [[1, 7], [2, 8], [4, 9], [7, 10], [13, 11], [26, 12], [52, 13], [103, 14]]);
    assert.equal(view.planner.here?.label, 'here: 1');
  });
});
