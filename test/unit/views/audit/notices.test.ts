import assert from 'node:assert/strict';
import { AUDIT_COMMANDS, isAuditCommand } from '../../../../src/views/audit/commands';
import { budgetNotice, failedNotice, loadingBanner, loadingNotice, nothingNotice, staleBanner } from '../../../../src/views/audit/notices';

describe('notices in place of an audit', () => {
  it('count what was read, and say so when the total is not known yet', () => {
    assert.equal(loadingNotice({ filesDone: 1240, filesTotal: 2000, attempts: 7 }).headline, 'Indexing, 1,240 of 2,000 files.');
    assert.equal(loadingNotice({ filesDone: 0, filesTotal: 0, attempts: 0 }).headline, 'Looking for traces.');
    assert.equal(loadingBanner({ filesDone: 1, filesTotal: 1, attempts: 0 }).text, 'Indexing, 1 of 1 file.');
  });

  it('offer the longest run and a round number above it, whole on axes that count', () => {
    const offers = (axis: 'calls' | 'usd', largestSeen: number | null): readonly number[] => budgetNotice({ axis, usable: 3, largestSeen }).budgets.map((b) => b.budget);
    assert.deepEqual(offers('calls', 73), [73, 80]);
    assert.deepEqual(offers('calls', 30), [30]);
    assert.deepEqual(offers('calls', 7), [7, 8]);
    assert.deepEqual(offers('calls', 13), [13, 15]);
    assert.deepEqual(offers('usd', 0.23), [0.23, 0.25]);
    assert.deepEqual(offers('calls', null), []);
  });

  it('say which attempts cannot be counted, and where to look', () => {
    const notice = nothingNotice({ files: 9, attempts: 3, excluded: [{ reason: 'no-outcome', attempts: ['a', 'b'] }, { reason: 'infrastructure', attempts: ['c'] }] });
    assert.equal(notice.headline, 'None of the 3 attempts can be counted.');
    assert.equal(notice.lines[0], '2 with unknown outcome and 1 ended by infrastructure.');
    assert.match(notice.lines[1] ?? '', /^An audit needs outcomes/);
    assert.deepEqual([notice.actions[0]?.label, notice.describes], ['Import labels', true]);
    const undated = nothingNotice({ files: 9, attempts: 3, excluded: [{ reason: 'no-axis', attempts: ['a', 'b'] }, { reason: 'infrastructure', attempts: ['c'] }] });
    assert.match(undated.lines[1] ?? '', /^Their outcomes are known, and not the call/);
    const empty = nothingNotice({ files: 9, attempts: 0, excluded: [] });
    assert.deepEqual([empty.headline, empty.describes], ['No attempts found in this workspace.', false]);
  });

  it('are silent about what is not so', () => {
    assert.equal(staleBanner(0), null);
    assert.equal(staleBanner(12)?.text, '12 files changed since this audit.');
  });

  it('show the words of a failure without what acts on a screen', () => {
    assert.deepEqual(failedNotice('\u001b[31mno\u202e').lines, ['no\\u202e']);
  });

  it('ask only for commands that the panel may run', () => {
    assert.ok(Object.values(AUDIT_COMMANDS).every(isAuditCommand));
    for (const other of ['workbench.action.terminal.new', 'toString', '', 'restartLens.runaudit']) assert.ok(!isAuditCommand(other));
  });
});
