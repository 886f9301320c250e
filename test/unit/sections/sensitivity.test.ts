import assert from 'node:assert/strict';
import { runAudit, type AuditedOutcome } from '../../../src/analysis/audit';
import { runPortions } from '../../../src/base/portions';
import type { Attempt } from '../../../src/model/attempt';
import type { Plan } from '../../../src/model/plan';
import type { ReadingName, SensitivityReading, SensitivityResult } from '../../../src/model/sensitivity';
import { parsePlan } from '../../../src/plan/parsePlan';
import type { SectionView } from '../../../src/protocol/section';
import { sensitivity } from '../../../src/sections/sensitivity';
import { finalAttempt, makeAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

interface Read {
  readonly outcome: AuditedOutcome;
  readonly result: SensitivityResult;
  readonly view: SectionView;
  reading(name: ReadingName): SensitivityReading | undefined;
}

function read(attempts: readonly Attempt[], plan: Partial<Plan> = {}): Read {
  const parsed = parsePlan('{}', 'plan');
  const index = makeIndex(attempts);
  const outcome = runAudit(index, { ...parsed.plan, budget: 20, times: [5], ...plan }, parsed.defaults);
  assert.ok(outcome.kind === 'audit');
  const answer = runPortions(sensitivity.open({ index, outcome, folder: null }, null));
  const result = answer.result as SensitivityResult; // the section's result is of this type
  return { outcome, result, view: answer.view, reading: (name) => result.readings.find((own) => own.name === name) };
}

const many = (count: number, make: (label: string) => Attempt): readonly Attempt[] => Array.from({ length: count }, (_, at) => make(String(at + 1)));
/** Resolved at call 18: they were live at 5, and no restart then would have been as quick. */
const late = (count: number, more: Partial<Attempt> = {}): readonly Attempt[] => many(count, (label) => finalAttempt('x', label, 'resolved', 18, more));
const unlimited = { calls: null, usd: null, seconds: null };

describe('the sensitivity of an audit', () => {
  it('names readings that are none of these data, and why', () => {
    const { result, view } = read(late(8));
    assert.deepEqual(result.readings.map(({ name, same }) => [name, same]), [['other-estimand', 'no-per-call'], ['other-budget-terminal', 'no-other-budget'], ['infrastructure-counted', 'no-infrastructure'], ['any-completion', 'nothing-unknown']]);
    assert.deepEqual(result.decisions.map(({ verdict, survived, of }) => [verdict, survived, of]), [['continue', 0, 0]]);
    assert.equal(view.headline, 'No other reading would read these data otherwise.');
  });

  it('counts failures that infrastructure ended, which breaks a verdict that rests on leaving them out', () => {
    // 8 of 8 live runs succeed; with 60 failures 8 of 68 do, and 0 of 68 restarts: [.04, ...] against [..., .06].
    const broken = many(60, (label) => finalAttempt('x', `b${label}`, 'unresolved', 15, { format: 'harbor', exitStatus: 'VerifierTimeoutError', limits: unlimited }));
    const { result, view, reading, outcome } = read([...late(8), ...broken]);
    assert.equal(outcome.result.provenance.attempts, 8);
    const counted = reading('infrastructure-counted');
    assert.deepEqual([counted?.attempts, counted?.survived, counted?.broken, counted?.unread, counted?.family], [68, 0, 1, 0, 1]);
    assert.deepEqual(result.decisions.map(({ survived, of, brokenBy }) => [survived, of, brokenBy]), [[0, 1, [2]]]);
    assert.equal(view.headline, '0 of 1 certified verdict survive the one other reading. The sign of none of 1 macro change that can be compared turns.');
    assert.match(view.caveats[0]?.text ?? '', /^1 certified verdict rests on how the data are read\.$/);
    assert.deepEqual(view.tables[1]?.rows[0]?.slice(3), ['continue', '0 of 1', 'failures with a verdict that infrastructure ended count']);
    // By hand: restarting loses 8/8 as planned, and 8/68 with them.
    assert.deepEqual(result.macro.map(({ planned, readings }) => [planned, readings[2]]), [[-1, -8 / 68]]);
  });

  it('says how many runs that infrastructure ended have no verdict, and counts them under no reading', () => {
    const broken = many(3, (label) => finalAttempt('x', `b${label}`, 'unresolved', 15, { outcome: 'unknown', basis: null, format: 'harbor', exitStatus: 'VerifierTimeoutError', limits: unlimited }));
    const { result, view } = read([...late(8), ...broken]);
    assert.equal(result.brokenWithoutVerdict, 3);
    assert.equal(result.readings.find(({ name }) => name === 'infrastructure-counted')?.same, 'no-infrastructure');
    assert.match(view.footnotes[0] ?? '', /^3 runs that infrastructure ended have no verdict, and count as a failure under no reading: they are among the unknown attempts\.$/);
  });

  it('takes stops by another budget for ends, which may certify what had no estimate; that is counted apart', () => {
    const stopped = many(10, (label) => finalAttempt('x', `s${label}`, 'unresolved', 12, { format: 'harbor', exitStatus: 'AgentTimeoutError', limits: unlimited }));
    const { result, reading, outcome } = read([...late(30), ...stopped]);
    assert.equal(outcome.result.decisions[0]?.status, 'horizon');
    assert.deepEqual(result.decisions, []);
    assert.equal(reading('other-budget-terminal')?.gained, 1);
    // Whatever the ten would have become, 30 of 40 against at most 10 restarts within 15 calls.
    assert.deepEqual(result.macro.map(({ planned, readings }) => [planned, readings[1]]), [[null, -30 / 40]]);
  });

  it('asks for every completion of what is unknown', () => {
    const unknown = many(40, (label) => makeAttempt({ task: 'x', attempt: `u${label}`, id: `u${label}`, calls: 18, exitStatus: 'Submitted' }));
    const { reading, outcome } = read([...late(8), ...unknown]);
    assert.deepEqual(outcome.result.decisions.map(({ verdict, worstCase }) => [verdict, worstCase.level]), [['continue', 'at_random']]);
    assert.deepEqual([reading('any-completion')?.survived, reading('any-completion')?.broken], [0, 1]);
    const few = read([...late(40), ...unknown.slice(0, 1)]);
    assert.deepEqual([few.reading('any-completion')?.survived, few.result.survivedAll], [1, 1]);
  });

  it('reads results after calls as the other question, and leaves out cells that cannot be read so', () => {
    // Passed at 18 and broken by 19: continuing is certified for the first verified state only.
    const passed = many(8, (label) => makeAttempt({ task: 'x', attempt: label, id: `x${label}`, calls: 19, outcome: 'unresolved', basis: 'per-call', declared: { T: 18, E: null, H: null }, exitStatus: 'Submitted', stepCount: 19 }));
    const declared = many(8, (label) => makeAttempt({ task: 'y', attempt: label, id: `y${label}`, outcome: 'resolved', basis: 'declared', declared: { T: 18, E: null, H: 20 } }));
    const { reading, result } = read([...passed, ...declared], { estimand: 'first-verified' });
    assert.deepEqual([reading('other-estimand')?.survived, reading('other-estimand')?.broken, reading('other-estimand')?.unread], [0, 1, 1]);
    assert.deepEqual(result.decisions.map(({ task, survived, of }) => [task, survived, of]), [['x', 0, 1], ['y', 0, 0]]);
  });

  it('merges runtimes over a field that the audit offers, with the smaller family of the merged cells', () => {
    const of = (config: string): Partial<Attempt> => ({ runtime: { agent: null, agentVersion: null, model: 'luna', provider: null, config } });
    const good = many(8, (label) => finalAttempt('x', label, 'resolved', 18, { ...of('a'), id: `a${label}` }));
    const bad = many(60, (label) => finalAttempt('x', label, 'unresolved', 18, { ...of('b'), id: `b${label}` }));
    const { reading, result, view } = read([...good, ...bad]);
    const merged = reading('merged');
    assert.deepEqual([merged?.field, merged?.cells, merged?.attempts, merged?.family, merged?.broken], ['config', 1, 68, 1, 1]);
    assert.deepEqual(result.macro.map(({ planned, readings }) => [planned, readings.at(-1)]), [[-1, -8 / 68], [0, -8 / 68]]);
    assert.match(view.tables[0]?.rows.at(-1)?.[0] as string, /^runtimes merged over config$/);
    const same = read([...good, ...many(8, (label) => finalAttempt('x', label, 'resolved', 18, { ...of('b'), id: `c${label}` }))]);
    assert.deepEqual([same.result.decisions.length, same.result.survivedAll], [2, 2]);
    assert.match(same.view.headline, /^2 of 2 certified verdicts survive the one other reading\./);
  });

  it('marks a macro change whose sign turns', () => {
    // Restarting helps the runtime whose live run fails, and hurts the other; merged it hurts.
    const of = (config: string): Partial<Attempt> => ({ runtime: { agent: null, agentVersion: null, model: 'luna', provider: null, config } });
    const helped = [finalAttempt('x', '1', 'resolved', 4, { ...of('a'), id: 'a1' }), finalAttempt('x', '2', 'unresolved', 18, { ...of('a'), id: 'a2' })];
    const hurt = many(9, (label) => finalAttempt('x', label, 'resolved', 18, { ...of('b'), id: `b${label}` }));
    const { result, view } = read([...helped, ...hurt]);
    assert.equal(result.macro[0]?.planned, 0.5);
    assert.match(String(view.tables.at(-1)?.rows[0]?.at(-1)), /^→ −\d/);
    assert.match(view.headline, /The sign of 1 of 2 macro changes that can be compared turns\.$/);
  });

  it('has the macro changes of the audit as planned, under every rule, and counts anew in the order of starts', () => {
    const started = (attempts: readonly Attempt[]): readonly Attempt[] => attempts.map((attempt, at) => ({ ...attempt, startedMs: Date.UTC(2026, 0, 1) + at, started: new Date(Date.UTC(2026, 0, 1) + at).toISOString() }));
    const stopped = finalAttempt('x', 's', 'unresolved', 12, { format: 'harbor', exitStatus: 'AgentTimeoutError', limits: unlimited });
    const attempts = started([...late(4), finalAttempt('x', 'q', 'resolved', 3), stopped, ...late(3, { limits: unlimited }).map((attempt, at) => ({ ...attempt, id: `l${at}`, attempt: `l${at}` }))]);
    for (const rule of ['fixed', 'calibrated', 'anytime'] as const) {
      const { result, outcome, reading } = read(attempts, { rule });
      assert.deepEqual(result.macro.map(({ planned }) => planned), outcome.result.macro.map(({ unbiased }) => unbiased.change), rule);
      // The stop ends the count in the order of starts; as an end it does not.
      assert.equal(outcome.result.provenance.attempts, rule === 'anytime' ? 5 : 9);
      assert.equal(reading('other-budget-terminal')?.attempts, 9, rule);
    }
  });
});
