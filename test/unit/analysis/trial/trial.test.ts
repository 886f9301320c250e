import assert from 'node:assert/strict';
import { evaluateInPortions, type EvaluateRequest } from '../../../../src/analysis/trial/evaluateTrial';
import { freezeInPortions, type FreezeRequest } from '../../../../src/analysis/trial/freezeTrial';
import { splitInPortions, splitTasks } from '../../../../src/analysis/trial/splitTrial';
import { runPortions } from '../../../../src/base/portions';
import { seededRandom } from '../../../../src/engine/random';
import type { Attempt } from '../../../../src/model/attempt';
import type { TrialEvaluation, TrialFile } from '../../../../src/model/trial';
import { parsePlan } from '../../../../src/plan/parsePlan';
import { readTrial, sealHolds, trialText } from '../../../../src/plan/trialFile';
import { viewEvaluation } from '../../../../src/views/trial/viewEvaluation';
import { viewTrial } from '../../../../src/views/trial/viewTrial';
import { declaredAttempt } from '../../../support/attempts';
import { makeIndex } from '../../../support/fakeIndex';

const { plan: PLAN } = parsePlan('{}', 'plan');
const NOW = Date.parse('2026-03-01T00:00:00Z');
const REQUEST: FreezeRequest = { runtime: null, split: { share: 0.5, seed: 1 }, monitor: 'step-count', threshold: { kind: 'best-success' }, fixedTime: 'best', checkCharge: null, resetCharge: 0, now: NOW };

/** Eight tasks of five attempts with times drawn by chance; `redraw` draws them anew for some tasks. */
function randomAttempts(seed: number, redraw: (task: string) => boolean = () => false): readonly Attempt[] {
  const [random, other] = [seededRandom(seed), seededRandom(seed + 1000)];
  return Array.from({ length: 8 }, (_, k) => `task-${k}`).flatMap((task) =>
    Array.from({ length: 5 }, (_, i) => {
      const [first, second] = [random.below(60), other.below(60)];
      const T = 1 + (redraw(task) ? second : first);
      return declaredAttempt(task, String(i), T <= 30 ? { T } : {});
    }),
  );
}

function freeze(attempts: readonly Attempt[], request: Partial<FreezeRequest> = {}): TrialFile {
  const outcome = runPortions(freezeInPortions(makeIndex(attempts), PLAN, { ...REQUEST, ...request }));
  if (outcome.kind !== 'frozen') throw new Error(`Not frozen: ${outcome.kind === 'needs-budget' ? 'needs a budget' : outcome.message}`);
  return outcome.trial;
}

function evaluate(attempts: readonly Attempt[], request: Partial<EvaluateRequest> & { readonly trial: TrialFile }): TrialEvaluation {
  const outcome = runPortions(evaluateInPortions(makeIndex(attempts), { set: 'held-out', runtime: null, ...request }));
  if (outcome.kind !== 'evaluated') throw new Error(`Not evaluated: ${outcome.kind === 'needs-budget' ? 'needs a budget' : outcome.message}`);
  return outcome.result;
}

describe('freezing a trial', () => {
  it('never sees the outcomes of held-out tasks, whatever they are', () => {
    let changed = 0;
    for (let seed = 0; seed < 8; seed++) {
      const before = freeze(randomAttempts(seed));
      const heldOut = new Set(before.split.heldOut);
      const after = freeze(randomAttempts(seed, (task) => heldOut.has(task)));
      assert.deepEqual(after, before);
      // The same change on the calibration tasks does move something.
      const { rule } = freeze(randomAttempts(seed, (task) => !heldOut.has(task)));
      changed += Number(JSON.stringify(rule) !== JSON.stringify(before.rule));
    }
    assert.equal(changed, 8);
  });

  it('takes the budget from limits of the calibration attempts alone', () => {
    const { split } = freeze(randomAttempts(3));
    const attempts = randomAttempts(3).map((attempt) => (split.heldOut.includes(attempt.task ?? '') ? { ...attempt, declared: { T: 2, E: null, H: 4 } } : attempt));
    assert.equal(freeze(attempts).plan.budget, 30);
  });

  it('finds for a count of calls the same moment as for the fixed time, with the same success', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { rule } = freeze(randomAttempts(seed));
      assert.equal(rule?.threshold === null ? null : Math.round(30 * (rule?.threshold ?? NaN)), rule?.fixedTime);
      assert.ok(Math.abs((rule?.calibration.success.monitor ?? NaN) - (rule?.calibration.success.fixedTime ?? NaN)) < 1e-12);
    }
  });

  it('seals what it wrote: any edit is seen, and a reader gets back what was written', () => {
    const trial = freeze(randomAttempts(1));
    const text = trialText(trial);
    const read = readTrial(text);
    assert.ok('trial' in read);
    assert.deepEqual(read.trial, trial);
    assert.ok(sealHolds(read.trial));
    for (const edit of [text.replace('"seed":1', '"seed":2'), text.replace('"budget":30', '"budget":31'), text.replace('step-count', 'step-counts'), text.replace('"task-1"', '"task-x"'), text.replace('2026-03-01', '2026-02-01')]) {
      assert.notEqual(edit, text);
      const edited = readTrial(edit);
      assert.ok('trial' in edited && !sealHolds(edited.trial));
    }
    for (const wrong of ['', '{}', '[]', text.replace('trial@1', 'trial@2'), text.replace('"reset":"clean-once"', '"reset":"keep"')]) assert.ok('fault' in readTrial(wrong));
  });

  it('says why it cannot: several runtimes, an unknown monitor, one that scores nothing, a time without a restart', () => {
    const attempts = randomAttempts(1);
    const refusal = (given: readonly Attempt[], request: Partial<FreezeRequest>): string => {
      const outcome = runPortions(freezeInPortions(makeIndex(given), PLAN, { ...REQUEST, ...request }));
      return outcome.kind === 'refused' ? outcome.message : outcome.kind;
    };
    assert.match(refusal([...attempts, declaredAttempt('task-1', '9', {}, { runtime: { model: 'sol' } })], {}), /about one runtime; here are 2: "luna", "sol"/);
    assert.match(refusal(attempts, { runtime: { name: 'lunar' } }), /No attempt that this trial can count is by the runtime "lunar"\. Did you mean "luna"\?/);
    assert.match(refusal(attempts, { monitor: 'step-cuont' }), /Did you mean "step-count"\?/);
    assert.match(refusal(attempts, { monitor: 'error-streak' }), /scores no attempt on the calibration tasks: only their results are known/);
    assert.match(refusal(attempts, { fixedTime: 30 }), /leaves no restart/);
    assert.match(refusal(attempts.filter(({ task }) => task === 'task-1'), {}), /A split needs two tasks/);
const short = attempts.map((attempt): Attempt => ({ ...attempt, outcome: 'unresolved', declared: { T: null, E: null, H: 12 } }));
    const outcome = runPortions(freezeInPortions(makeIndex(short), { ...PLAN, budget: 30 }, REQUEST));
    assert.ok(outcome.kind === 'refused' && /None of the 4 calibration tasks has two attempts that were watched through 30 calls \(attempts left out: 20 not-watched\)/.test(outcome.message));
  });

  it('splits by the seed alone', () => {
    const tasks = Array.from({ length: 11 }, (_, i) => `t${i}`);
    assert.deepEqual(splitTasks([...tasks].reverse(), { share: 0.4, seed: 7 }), splitTasks(tasks, { share: 0.4, seed: 7 }));
    const { calibration, heldOut } = splitTasks(tasks, { share: 0.4, seed: 7 });
    assert.deepEqual([calibration.length, [...calibration, ...heldOut].sort()], [4, [...tasks].sort()]);
    assert.notDeepEqual(splitTasks(tasks, { share: 0.4, seed: 8 }).calibration, calibration);
    assert.deepEqual([splitTasks(['a', 'b'], { share: 0.01, seed: 1 }).calibration.length, splitTasks(['a', 'b'], { share: 0.99, seed: 1 }).heldOut.length], [1, 1]);
    const outcome = runPortions(splitInPortions(makeIndex(randomAttempts(1)), PLAN, { runtime: null, share: 0.25, seed: 1, now: NOW }));
    assert.ok(outcome.kind === 'split' && outcome.trial.rule === null && outcome.trial.split.calibration.length === 2 && outcome.trial.indexed.length === 40);
    assert.match(viewTrial(outcome.trial).headline, /^Split: 2 calibration tasks, 6 held out\.$/);
  });
});

describe('evaluating a trial', () => {
  it('counts held-out tasks alone, says that it is a replay, and keeps the parts apart', () => {
    const attempts = randomAttempts(5);
    const trial = freeze(attempts);
    const result = evaluate(attempts, { trial });
    assert.deepEqual(result.tasks.map(({ task }) => task), trial.split.heldOut);
    assert.deepEqual([result.evaluated.design, result.evaluated.attempts, result.evaluated.startedAfter, result.evaluated.startUnknown], ['replay', 20, 0, 20]);
    assert.deepEqual(result.evaluated.aside, [{ reason: 'calibration-task', attempts: 20 }]);
    const { success, regret, cost } = result;
    assert.ok(Math.abs((success.monitor.value ?? NaN) - (success.continue.value ?? NaN) - (success.monitorMinusContinue.value ?? NaN)) < 1e-12);
    assert.ok(Math.abs((regret.monitor.actionValue.value ?? NaN) - (success.monitorMinusContinue.value ?? NaN)) < 1e-12);
    assert.deepEqual([cost.usd.continue.value, cost.usd.continue.notEstimable], [null, '20 of 20 attempts do not state dollars for each call']);
    assert.equal(success.continue.interval?.kind, 'resampling range');
    assert.equal(result.opportunity.length, 6);
    const view = viewEvaluation(result);
    assert.match(view.caveats[0]?.text ?? '', /^This is a replay, not a prospective result/);
    assert.deepEqual(view.tables.map(({ title }) => title.split(':')[0]), ['Success', 'Opportunity', 'Calibration', 'Calibration', 'Action-value regret', 'Cost', 'Tasks']);
  });

  it('takes attempts that surely started after the freeze, and knows one whose clock may be behind', () => {
    const trial = freeze(randomAttempts(6));
    const at = (started: string, attempt: Attempt): Attempt => ({ ...attempt, id: `${attempt.id}-${started}`, attempt: `${attempt.attempt}-${started}`, started, startedMs: started.endsWith('Z') ? Date.parse(started) : null });
    const late = randomAttempts(7).map((attempt) => at('2026-03-02T00:00:00Z', attempt));
    const close = randomAttempts(8).map((attempt) => at('2026-03-01T02:00:00', attempt));
    const result = evaluate([...randomAttempts(6), ...late, ...close], { trial, set: 'after-freeze' });
    assert.deepEqual([result.evaluated.attempts, result.evaluated.startedAfter, result.evaluated.tasks], [40, 40, 8]);
    assert.deepEqual(result.evaluated.aside, [{ reason: 'started-before', attempts: 80 }]);
    const none = runPortions(evaluateInPortions(makeIndex(randomAttempts(6)), { trial, set: 'after-freeze', runtime: null }));
    assert.ok(none.kind === 'refused' && /No task with attempts that started after the freeze/.test(none.message));
  });

  it('leaves a task out as a whole when one attempt was not watched through the budget, and a single attempt', () => {
    const attempts = randomAttempts(9);
    const trial = freeze(attempts);
    const [short = '', single = ''] = trial.split.heldOut;
    const less = attempts
      .map((attempt) => (attempt.task === short && attempt.attempt === '0' ? { ...attempt, outcome: 'unresolved' as const, declared: { T: null, E: null, H: 20 } } : attempt))
      .filter((attempt) => attempt.task !== single || attempt.attempt === '0');
    const { evaluated } = evaluate(less, { trial });
    assert.deepEqual(evaluated.aside, [{ reason: 'calibration-task', attempts: 20 }, { reason: 'not-watched', attempts: 5 }, { reason: 'one-attempt', attempts: 1 }]);
    assert.equal(evaluated.tasks, 2);
  });

  it('tests transfer on another runtime, and refuses a trial that is only split', () => {
    const attempts = randomAttempts(10);
    const trial = freeze(attempts);
    const others = randomAttempts(11).map((attempt) => ({ ...attempt, id: `${attempt.id}-sol`, runtime: { ...attempt.runtime, model: 'sol' } }));
    const result = evaluate([...attempts, ...others], { trial, runtime: 'sol' });
    assert.deepEqual([result.evaluated.isTransfer, result.evaluated.runtime, result.evaluated.tasks], [true, 'sol', 4]);
    assert.ok(viewEvaluation(result).caveats.some(({ text }) => text.includes('this tests transfer')));
    const outcome = runPortions(evaluateInPortions(makeIndex(attempts), { trial: { ...trial, rule: null }, set: 'held-out', runtime: null }));
    assert.ok(outcome.kind === 'refused' && outcome.message.startsWith('The trial is only split'));
  });

  it('says of a monitor without scores that nothing can be said, and still compares the other two', () => {
    const attempts = randomAttempts(12);
    const trial = freeze(attempts);
    assert.ok(trial.rule);
    const result = evaluate(attempts, { trial: { ...trial, rule: { ...trial.rule, monitor: 'error-streak' } } });
    assert.deepEqual([result.success.monitor.value, result.success.monitor.notEstimable, result.trial.sealHolds], [null, 'the monitor "error-streak" scores no attempt here', false]);
    assert.ok(result.success.fixedTime.value !== null && result.calibration.reliability.length === 0);
    const view = viewEvaluation(result);
    assert.match(view.caveats[0]?.text ?? '', /^The seal is broken/);
    assert.match(view.lead, /^Nothing can be said of the monitor/);
  });
});
