import assert from 'node:assert/strict';
import { runAudit, type AuditedOutcome } from '../../../src/analysis/audit';
import { jobsOf } from '../../../src/analysis/jobs';
import type { TraceIndex } from '../../../src/index/traceIndex';
import type { Attempt } from '../../../src/model/attempt';
import type { OutcomeCheck } from '../../../src/model/exchangeability';
import type { Plan } from '../../../src/model/plan';
import type { Step } from '../../../src/model/step';
import { parsePlan } from '../../../src/plan/parsePlan';
import { auditAttempts } from '../../../src/analysis/auditAttempts';
import { PLAIN_CONTEXT } from '../../../src/views/audit/context';
import { viewAudit } from '../../../src/views/audit/viewAudit';
import { viewChecks } from '../../../src/views/checks/viewChecks';
import { finalAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

const HOUR = 3_600_000;
/** Nothing to say of verifiers. */
const NO_GATES = { tasks: 1, passed: ['x'], failed: [], partly: [], unknown: [] };
const MIDNIGHT = Date.UTC(2026, 0, 5);

function audit(attempts: readonly Attempt[], plan: Partial<Plan> = {}, index: TraceIndex = makeIndex(attempts)): AuditedOutcome {
  const parsed = parsePlan('{}', 'plan');
  const outcome = runAudit(index, { ...parsed.plan, budget: 20, times: [5], ...plan }, parsed.defaults);
  assert.ok(outcome.kind === 'audit');
  return outcome;
}

const started = (ms: number): Partial<Attempt> => ({ startedMs: ms, started: new Date(ms).toISOString() });
const checkOf = ({ exchangeability }: AuditedOutcome, name: OutcomeCheck['check'], field: string | null = null): OutcomeCheck | undefined => exchangeability.checks.find(({ check, field: own }) => check === name && own === field);

/** Ten tasks with four attempts each, an hour apart in folders run-1 to run-4; `wins` says which runs succeed. */
const runsOf = (wins: (task: number, run: number) => boolean, more: (task: number, run: number) => Partial<Attempt> = () => ({})): readonly Attempt[] =>
  Array.from({ length: 10 }, (_, task) => [1, 2, 3, 4].map((run) => finalAttempt(`t${task}`, `run-${run}`, wins(task, run) ? 'resolved' : 'unresolved', 10, { file: `run-${run}/t${task}/t${task}.traj.json`, ...started(MIDNIGHT + run * HOUR), ...more(task, run) }))).flat();

describe('checks of exchangeability', () => {
  it('fail where late runs succeed, and say which way; the same runs gather by job, in one day', () => {
    const outcome = audit(runsOf((_, run) => run === 4));
    const order = checkOf(outcome, 'start-order');
    // Every cell's success stands fourth of four: 40 against 10 x 2.5, and only one other corner is as far: all of them first.
    assert.deepEqual([order?.cells, order?.attempts, order?.statistic, order?.expected, order?.method, order?.failed], [10, 40, 40, 25, 'exact', true]);
    assert.ok(Math.abs((order?.p ?? 1) - 2 / 4 ** 10) < 1e-15);
    const job = checkOf(outcome, 'job');
    assert.deepEqual([job?.groups, job?.p, job?.failed], [4, 1 / 2000, true]);
    assert.equal(checkOf(outcome, 'day')?.unmade, 'one-group');
    assert.deepEqual([outcome.exchangeability.made, outcome.exchangeability.failed], [2, 2]);
    assert.equal(order?.adjusted, 2 * (order?.p ?? 0));
    const view = viewAudit(outcome.result, auditAttempts(outcome), { ...PLAIN_CONTEXT, exchangeability: outcome.exchangeability });
    assert.match(view.caveats.map(({ text }) => text).join(' '), /Outcomes inside cells go with order of starts \(p = 3\.81e-6\) and job folder \(p = 5\.00e-4\), after Holm over 2 checks: attempts there may not be exchangeable/);
    assert.equal(viewChecks(outcome).tables[0]?.rows[0]?.at(-1), 'those started later succeed more often');
  });

  it('find nothing where every run does as well, and change no verdict either way', () => {
    const outcome = audit(runsOf((task, run) => (task + run) % 2 === 0));
    assert.equal(outcome.exchangeability.failed, 0);
    assert.equal(viewChecks(outcome).headline, '2 of 3 checks of exchangeability could be made: none finds anything.');
    assert.deepEqual(viewChecks({ ...outcome, gates: NO_GATES }).caveats.map(({ icon }) => icon), ['check']);
    const strange = audit(runsOf((task, run) => (run === 4) === (task < 5)));
    assert.equal(strange.result.totals.abstain, strange.result.totals.live);
  });

  it('are kept for the same attempts at another budget, and made anew where outcomes, cells or the level differ', () => {
    const attempts = runsOf((_, run) => run === 4);
    const index = makeIndex(attempts);
    const first = audit(attempts, {}, index).exchangeability;
    assert.equal(audit(attempts, { budget: 12, times: [3, 6] }, index).exchangeability, first);
    assert.equal(audit(attempts, { alpha: 0.01 }, index).exchangeability.level, 0.01);
    assert.equal(audit(attempts, { runtimeKey: ['agent'] }, index).exchangeability.changes.length, 0);
    assert.deepEqual(audit(attempts, {}, index).exchangeability, first);
  });

  it('say why they cannot be made', () => {
    const unmade = (attempts: readonly Attempt[]): readonly (string | null | undefined)[] => audit(attempts).exchangeability.checks.map((check) => check.unmade);
    assert.deepEqual(unmade(runsOf(() => true)), ['outcomes-alike', 'outcomes-alike', 'outcomes-alike']);
    assert.deepEqual(unmade(runsOf((_, run) => run === 2, () => ({ file: 'all.jsonl', startedMs: null, started: null }))), ['no-starts', 'one-group', 'no-starts']);
    assert.deepEqual(unmade(runsOf((_, run) => run === 2, () => started(MIDNIGHT))), ['one-group', null, 'one-group']);
    const { tables, headline, footnotes } = viewChecks(audit(runsOf((_, run) => run === 2, () => ({ file: 'all.jsonl', startedMs: null, started: null }))));
    assert.equal(headline, 'None of the checks of exchangeability could be made.');
    assert.deepEqual(tables[0]?.rows.map((row) => row.at(-1)), ['not made: starts are not known', 'not made: one job folder in each cell', 'not made: starts are not known']);
    assert.deepEqual(footnotes, []);
  });

  it('say where so few attempts could show nothing', () => {
    const two = [finalAttempt('x', '1', 'resolved', 9, { file: 'a/x.json', ...started(MIDNIGHT) }), finalAttempt('x', '2', 'unresolved', 9, { file: 'b/x.json', ...started(MIDNIGHT + HOUR) })];
    const outcome = audit(two);
    assert.deepEqual([checkOf(outcome, 'start-order')?.p, checkOf(outcome, 'start-order')?.tooFew], [1, true]);
    assert.match(viewChecks(outcome).headline, /with so few attempts none can find anything/);
  });

  it('order attempts by starts that name their zone, and by local ones only where none does', () => {
    const local = (run: number): Partial<Attempt> => ({ startedMs: null, started: `2026-01-05 0${run}:00:00` });
    assert.equal(checkOf(audit(runsOf((_, run) => run === 4, (_, run) => local(run))), 'start-order')?.statistic, 40);
    // Run 1 alone states no zone: of the other three the success stands third.
    assert.equal(checkOf(audit(runsOf((_, run) => run === 4, (_, run) => (run === 1 ? local(run) : {}))), 'start-order')?.statistic, 30);
  });

  it('list fields that vary inside cells, with when, and hold outcomes against each', () => {
    const version = (run: number): string => (run <= 2 ? '1.0' : '1.1');
    const attempts = runsOf((_, run) => run >= 3, (_, run) => ({ runtime: { agent: 'mini', agentVersion: version(run), model: 'luna', provider: null, config: null } }));
    const apart = audit(attempts);
    assert.deepEqual([apart.exchangeability.changes, checkOf(apart, 'field', 'agentVersion')], [[], undefined]);
    const { exchangeability, ...outcome } = audit(attempts, { runtimeKey: ['agent', 'model'] });
    const at = (run: number): string => new Date(MIDNIGHT + run * HOUR).toISOString();
    assert.deepEqual(exchangeability.changes, [{ field: 'agentVersion', runtime: 'mini · luna', cohort: null, cells: 10, values: [{ value: '1.0', attempts: 20, first: at(1), last: at(2) }, { value: '1.1', attempts: 20, first: at(3), last: at(4) }] }]);
    assert.equal(checkOf({ exchangeability, ...outcome }, 'field', 'agentVersion')?.failed, true);
    assert.deepEqual(viewChecks({ exchangeability, gates: NO_GATES }).tables.at(-1)?.rows[0], ['Agent version', 'mini · luna', '10', '1.0', '20', '2026-01-05 01:00 UTC', '2026-01-05 02:00 UTC']);
  });

  it('count pairs of a cell that begin with the same five actions', () => {
    const attempts = ['1', '2', '3', '4', '5'].map((label) => finalAttempt('x', label, label === '1' ? 'resolved' : 'unresolved', 9, { stepCount: label === '5' ? 4 : 6 }));
    // Attempts 1 and 2 differ at the sixth action only; 3 at the fifth; the fourth has an action that is not known; the last has too few.
    const actions = ['abcdex', 'abcdey', 'abcdzz', 'ab?def', 'abcd'];
    const steps = (row: number): readonly Pick<Step, 'actionHash'>[] => Array.from(actions[row] ?? '', (letter) => ({ actionHash: letter === '?' ? null : letter }));
    const index: TraceIndex = { ...makeIndex(attempts), step: (row, at) => (steps(row)[at] as Step | undefined) ?? null }; // nothing else of the steps is looked at
    const { exchangeability } = audit(attempts, {}, index);
    assert.deepEqual(exchangeability.beginnings, { actions: 5, groups: [{ runtime: 'luna', cohort: null, pairs: 3, same: 1 }] });
    assert.deepEqual(viewChecks({ exchangeability, gates: NO_GATES }).caveats.map(({ icon }) => icon), ['check']);
    const many = viewChecks({ gates: NO_GATES, exchangeability: { ...exchangeability, beginnings: { actions: 5, groups: [{ runtime: 'luna', cohort: null, pairs: 4, same: 3 }] } } });
    assert.match(many.caveats[0]?.text ?? '', /^luna: 75 % of pairs begin with the same 5 actions\. Sampling may be cached, seeded/);
  });
});

describe('the job of an attempt', () => {
  it('is the nearest file or folder that holds two of them', () => {
    const files = ['run-1/a/a.json', 'run-1/b/b.json', 'run-2/a/a.json', 'logs/one.eval', 'logs/one.eval', 'lone/c.json'].map((file) => ({ file }));
    const jobOf = jobsOf(files);
    assert.deepEqual(files.map(jobOf), ['run-1', 'run-1', null, 'logs/one.eval', 'logs/one.eval', null]);
  });
});
