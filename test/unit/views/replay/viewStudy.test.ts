import assert from 'node:assert/strict';
import type { ReplaySectionView } from '../../../../src/protocol/replaySection';
import type { TableView } from '../../../../src/protocol/section';
import { viewStudy } from '../../../../src/views/replay/viewStudy';
import { declaredAttempt, finalAttempt } from '../../../support/attempts';
import { studyAttempts, studyReconstruction } from '../../../support/study';

const tableOf = ({ tables }: ReplaySectionView, title: string): TableView => tables.find((table) => table.title.startsWith(title)) ?? assert.fail(`no table ${title}`);
const words = (table: TableView): readonly string[] => table.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.text)).join(' | '));

describe('the section on replays', () => {
  const view = viewStudy(studyReconstruction());

  it('says in one sentence where a chosen cutoff gains, and in the overview by how much', () => {
    assert.equal(view.headline, 'A cutoff chosen on the same tasks gains over one run in one of two runtimes and cohorts; chosen on the other tasks, in none.');
    const [deepseek, luna] = words(view.tables[0] ?? assert.fail());
    assert.match(deepseek ?? '', /^deepseek initial \| 7 \| single 68\.57 % \| 30 \| 68\.57 %, 0\.00 \[0\.00, 0\.00\] \| 68\.57 %/);
    assert.match(luna ?? '', /^luna initial \| 7 \| single 82\.86 % \| 16 to 20 \| 85\.14 %, \+2\.29 \[0\.00, \+6\.86\] \| 75\.54 %, −7\.31/);
  });

  it('shows each runtime its own tables and a curve with what was chosen', () => {
    const luna = view.groups[1] ?? assert.fail();
    assert.deepEqual(view.tables.slice(luna.firstTable, luna.firstTable + luna.tableCount).map(({ title }) => title), ['luna initial: policies under B = 30, 7 tasks', 'luna initial: the best list of caps under B = 30', 'luna initial: success by cutoff', 'luna initial: twice the budget, B = 60']);
    assert.deepEqual([luna.curve.inSample?.tied, luna.curve.against?.label, luna.curve.points.length], [[16, 18, 20], 'single 82.86 %', 15]);
    const shares = luna.curve.heldOut?.cutoffs.reduce((sum, { share }) => sum + share, 0) ?? NaN;
    assert.ok(Math.abs(shares - 1) < 1e-12);
  });

  it('warns of the policy that sees the fewest completions, with their share', () => {
    assert.match(view.caveats[0]?.text ?? '', /^\d+ policies can never see some of the observed completions\. luby:1 on deepseek initial: 24 of 24 completions \(100 %\) come after call 6, its longest cap\.$/);
  });

  it('gives no value to cutoffs that an attempt was not watched for, chooses none of them, and says so', () => {
    const study = studyAttempts([declaredAttempt('a', '1', { T: 3, H: 20 }), declaredAttempt('a', '2', { H: 8 }), declaredAttempt('b', '1', { T: 9, H: 20 }), declaredAttempt('b', '2', { H: 20 })], 20, { cutoffs: [4, 8, 10, 20] });
    const [group] = study.groups;
    assert.deepEqual(group?.curve.map(({ success }) => success === null), [false, false, true, true]);
    assert.deepEqual([group?.inSample?.cutoff, group?.against], [4, 'fixed:8']);
    const short = viewStudy(study);
    assert.match(short.headline, /against the longest cutoff that was watched/);
    assert.ok(short.caveats.some(({ text }) => /not every cutoff up to B = 20 can be replayed/.test(text)));
    // Which attempt it is, where it stopped, and what that bounds: with the caveats and where the caps are chosen.
    const limit = /No cap beyond call 8 can be replayed on every task: a, attempt 2, was stopped at call 8 with neither success nor an end of its own\. That bounds caps, cutoffs and one run\.$/;
    assert.deepEqual([group?.watchLimit?.task, group?.watchLimit?.watchedTo, group?.watchLimit?.short, group?.best?.among.at(-1)], ['a', 8, 1, 8]);
    assert.ok(short.caveats.some(({ text }) => text.startsWith('luna: No cap') && limit.test(text)));
    assert.match(tableOf(short, 'luna: the best list').note, limit);
    assert.equal(studyReconstruction().groups[0]?.watchLimit, null);
    assert.match(words(tableOf(short, 'luna: policies'))[0] ?? '', /^single \| – \| not watched so far \|  \|  \|  \| – \| – \| –/);
  });

  it('sets the best list of caps beside one run, one cap, other tasks and each task’s own optimum', () => {
    assert.deepEqual(words(tableOf(view, 'luna initial: the best list')), [
      'best list: 20, repeated | 85.14 % | ',
      'one run | 82.86 % | +2.29',
      'best single cap: 20, repeated | 85.14 % | 0.00',
      'tasks left out: 20 for 5 tasks; 10 for 1 task; 30 for 1 task | 75.54 % | +9.60',
      'each task’s own optimum (bounds any list) | 85.60 % | −0.46',
    ]);
    const rows = words(tableOf(view, 'luna initial: policies'));
    assert.match(rows[4] ?? '', /^caps:20, best in sample \| 85\.14 % \| 85\.71 %/);
    assert.match(rows[5] ?? '', /^best caps, chosen on the other tasks \| 75\.54 % \| /);
    // Unbiased values beside plug-in ones where all caps are the same: one run is unbiased as it is.
    assert.match(rows[0] ?? '', /^single \| 82\.86 % \| 82\.86 %/);
    assert.match(rows[2] ?? '', /^fixed:20, chosen in sample \| 85\.14 % \| 85\.71 %/);
    assert.match(rows[6] ?? '', /^caps:7,7,16 \| \d+\.\d\d % \| caps differ/);
  });

  it('makes no list of caps that were not watched on every task, and one of those that were', () => {
    const [none] = studyAttempts([declaredAttempt('a', '1', { T: 3, H: 20 }), declaredAttempt('a', '2', { H: 3 })], 20, { cutoffs: [4, 8] }).groups;
    assert.equal(none?.best, null);
    const [some] = studyAttempts([declaredAttempt('a', '1', { T: 3, H: 20 }), declaredAttempt('a', '2', { H: 8 })], 20).groups;
    assert.deepEqual([some?.best?.among.at(-1), some?.best?.overSingle, some?.best?.leaveOneTaskOut], [8, null, null]);
    assert.match(viewStudy(studyAttempts([declaredAttempt('a', '1', { T: 3, H: 20 })], 20)).tables[1]?.note ?? '', /With one task nothing is left to try the choice on\./);
  });

  it('warns that a single attempt for each task cannot show what a restart does', () => {
    const [one, two] = [1, 2].map((n) => viewStudy(studyAttempts(['a', 'b'].flatMap((task) => Array.from({ length: n }, (_, i) => declaredAttempt(task, String(i), { T: 3 + i, H: 20 }))), 20)));
    assert.ok(one?.caveats.some(({ text }) => /every task has a single attempt, so each episode draws the same run again/.test(text)));
    assert.ok(two?.caveats.every(({ text }) => !/single attempt/.test(text)));
  });

  it('splits what submissions release from what other ends do, and sets both answers to the verifier side by side', () => {
    const attempts = [finalAttempt('a', '1', 'resolved', 5), finalAttempt('a', '2', 'unresolved', 2)];
    const [without, withVerifier] = [false, true].map((verifierAtSubmission) => viewStudy(studyAttempts(attempts, 10, { verifierAtSubmission })));
    assert.deepEqual([without?.verifier, withVerifier?.verifier], [{ isOn: false, matters: true }, { isOn: true, matters: true }]);
    // Recycling under 10 calls: 1 - 0.5^3 with a verifier, one run without.
    assert.match(words(tableOf(withVerifier ?? assert.fail(), 'luna: policies'))[1] ?? '', /^recycle \| 87\.50 % \| 100\.00 % \| [\d.]+ \| \+37\.50 .* \| 0\.00 \| \+37\.50 \| 0\.00 \| 0\.0 % \| 87\.50 % \| 50\.00 %/);
    assert.match(words(tableOf(without ?? assert.fail(), 'luna: policies'))[1] ?? '', /^recycle \| 50\.00 % .* \| 0\.00 \| 0\.00 \| 0\.00 \| 0\.0 % \| 87\.50 % \| 50\.00 %/);
  });
});
