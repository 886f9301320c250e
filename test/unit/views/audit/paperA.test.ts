import assert from 'node:assert/strict';
import path from 'node:path';
import { auditAttempts } from '../../../../src/analysis/auditAttempts';
import { runAudit } from '../../../../src/analysis/audit';
import { buildIndex } from '../../../../src/index/buildIndex';
import { parsePlan } from '../../../../src/plan/parsePlan';
import type { AuditView, CellDetailView, CellView, GroupView } from '../../../../src/protocol/audit';
import { viewCell } from '../../../../src/views/audit/detail';
import { plainText } from '../../../../src/views/audit/macro';
import { viewAudit } from '../../../../src/views/audit/viewAudit';

const TABLE = path.resolve(import.meta.dirname, '../../../fixtures/outcome-table/paper-a-reconstruction');
const AT_16 = 3;

/** Reads, indexes, audits and views the synthetic reconstruction of paper A. */
async function audit(): Promise<{ readonly view: AuditView; detail(task: string, t: number): CellDetailView | null }> {
  const index = await buildIndex({ roots: [TABLE], excludes: [], workers: null });
  const { plan, defaults } = parsePlan('{ "budget": 30, "times": [4, 8, 12, 16, 20, 24] }', 'restart-lens.jsonc');
  const outcome = runAudit(index, plan, defaults);
  if (outcome.kind !== 'audit') throw new Error(`The table was not audited: ${outcome.kind}.`);
  const attempts = auditAttempts(outcome);
  const view = viewAudit(outcome.result, attempts);
  return { view, detail: (task, t) => viewCell(outcome.result, attempts, keyOf(view, task), t) };
}

function group(view: AuditView, runtime: string, cohort: string): GroupView {
  const found = view.groups.find((g) => g.runtime === runtime && g.cohort === cohort);
  assert.ok(found, `${runtime} ${cohort}`);
  return found;
}

function cell(of: GroupView, task: string): CellView {
  const found = of.cells.find((c) => c.task === task);
  assert.ok(found, task);
  return found;
}

function keyOf(view: AuditView, task: string): string {
  return cell(group(view, 'luna', 'initial'), task).key;
}

describe('the view of the reconstruction of paper A', () => {
  let view: AuditView;
  let detail: (task: string, t: number) => CellDetailView | null;
  before(async () => {
    ({ view, detail } = await audit());
  });

  it('says that none of the 103 live comparisons can be certified, and what it would take', () => {
    assert.equal(view.headline, 'None of the 103 live comparisons can be certified.');
    assert.equal(view.lead, 'With 5 attempts per cell no outcome could be certified by this rule: this family of 156 needs 14 attempts for continue, 55 for restart (7 and 25 by the calibrated sign rule). The other 53 were never reached.');
    assert.equal(view.planLine, 'calls · B = 30 · t = 4 8 12 16 20 24 · α = 0.05 over 156 comparisons · fixed-sample rule');
    assert.deepEqual(view.totals, { all: 156, restart: 0, continue: 0, abstain: 103, notReached: 53, uncounted: 0, horizon: 0 });
    assert.deepEqual(view.caveats.map((c) => c.text).slice(0, 2), ['All 130 attempts are marked synthetic by their source.', 'Basis of T, when a run was first verified: declared, 130 of 130 (a table says so; nothing here checks it).']);
  });

  it('shows the macro changes without bias, those of the paper with their ranges beside them, and the attempt that carries the gain', () => {
    const luna = group(view, 'luna', 'initial').macro[AT_16];
    assert.deepEqual([luna?.changeText, luna?.intervalText, luna?.intervalKind], ['+2.86', '[−4.13, +9.85]', '95 % resampling range']);
    assert.deepEqual(luna?.plugin, { changeText: '+2.29', intervalText: '[0.00, +6.86]', intervalKind: '95 % resampling range', taskOracleText: '+2.29', perfectAlarmText: '+2.29' });
    assert.deepEqual([luna?.taskOracleText, luna?.perfectAlarmText, luna?.liveCells], ['0.00', '+2.86', '2 of 7 live']);
    assert.equal(plainText(luna?.remark ?? []), 'One attempt carries this: 23413, attempt 5 supplies all of it.');
    assert.deepEqual(luna?.verdict, { verdict: 'cannot-tell', text: 'Does restarting at t = 16 help on tasks like these? Cannot tell. A confidence interval takes 20 tasks, and there are 7.' });
    assert.equal(luna?.sentence, 'luna initial, t = 16: restarting instead of continuing changes the share of tasks solved by +2.86 points (unbiased) [−4.13, +9.85] (95 % resampling range, over tasks like these, J = 7), averaged over 7 tasks; plug-in, as in the paper: +2.29. One attempt carries this: 23413, attempt 5 supplies all of it. Does restarting at t = 16 help on tasks like these? Cannot tell. A confidence interval takes 20 tasks, and there are 7.');
    const deepseek = group(view, 'deepseek', 'initial').macro[AT_16];
    assert.deepEqual([deepseek?.changeText, deepseek?.plugin.changeText], ['−41.43', '−42.29']);
    // The printed range is [−69.14, −17.71]; its lower end moves with the seed by one step of the lattice.
    assert.match(deepseek?.plugin.intervalText ?? '', /^\[−(69\.14|69\.71|70\.29|70\.86), −1[67]\.\d\d\]$/);
    assert.equal(plainText(deepseek?.remark ?? []), 'Six tasks contribute, every one of them against restarting; synth-i3 a third.');
    assert.deepEqual(deepseek?.contributions.map((c) => c.text), ['−14.29', '−8.57', '−8.57', '−5.71', '−2.86', '−1.43']);
  });

  it('shows who is live, both actions and their difference for the task of the paper', () => {
    const { decisions } = cell(group(view, 'luna', 'initial'), '23413');
    assert.deepEqual(decisions.map((d) => d.nLive), [5, 2, 1, 1, 1, 1]);
    const at16 = decisions[AT_16];
    assert.deepEqual([at16?.continueCount, at16?.restartCount, at16?.differenceText, at16?.differenceInterval, at16?.verdict], ['0/1', '4/5', '+80', '[−94, +100]', 'abstain']);
    assert.equal(cell(group(view, 'luna', 'initial'), '24443').decisions[AT_16]?.note, 'all 5 verified by call 16');
  });

  it('explains the cell in sentences', () => {
    const shown = detail('23413', 16);
    assert.equal(shown?.summary, 'One attempt of 5 is still live (attempt 5).');
    assert.deepEqual(shown?.points.map((p) => p.text), ['Continued, it was not verified by call 30: 0 of 1.', 'Restarted with 14 calls left: 4 of 5 attempts were verified by call 14.']);
    assert.match(shown?.conclusion ?? '', /^The difference could be anything from −94 to \+100 points, so no verdict\./);
    assert.equal(plainText(shown?.needs ?? []), '23413: no fresh cell of up to 200 attempts would certify anything at M = 156 with 80 % chance, predicted from its 5 attempts over all rates that fit them (Dirichlet prior, 1/2 a class); as if they were exact it would be 63.');
    assert.match(plainText(detail('23950', 16)?.needs ?? []), /at exactly these rates no number of attempts would tell the actions apart/);
    assert.deepEqual(detail('24443', 16)?.needs, []);
    assert.deepEqual(shown?.attempts.map((a) => a.words), ['verified at 5', 'verified at 6', 'verified at 8', 'verified at 10', 'limit']);
  });
});
