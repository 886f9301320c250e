import assert from 'node:assert/strict';
import { runAudit } from '../../../../src/analysis/audit';
import { representationsInPortions } from '../../../../src/analysis/representations/representations';
import { runPortions } from '../../../../src/base/portions';
import type { RepresentationsResult, ValueOverTasks } from '../../../../src/model/representationsResult';
import { parsePlan } from '../../../../src/plan/parsePlan';
import { classWords, valueText } from '../../../../src/views/representations/representationWords';
import { viewRepresentations } from '../../../../src/views/representations/viewRepresentations';
import { declaredAttempt } from '../../../support/attempts';
import { makeIndex } from '../../../support/fakeIndex';

/** Tasks of a runtime, each by the first verified calls of its attempts (null: never), at t = 4 under 12. */
function represent(runtimes: Readonly<Record<string, readonly (readonly (number | null)[])[]>>): RepresentationsResult {
  const attempts = Object.entries(runtimes).flatMap(([model, tasks]) => tasks.flatMap((times, task) => times.map((T, i) => declaredAttempt(`t${task}`, String(i), { ...(T === null ? {} : { T }), H: 12 }, { id: `${model} ${task} ${i}`, runtime: { model } }))));
  const index = makeIndex(attempts);
  const { plan, defaults } = parsePlan(JSON.stringify({ budget: 12, times: [4] }), 'plan');
  const outcome = runAudit(index, plan, defaults);
  assert.ok(outcome.kind === 'audit');
  return runPortions(representationsInPortions(index, outcome));
}

const value = (kind: ValueOverTasks['kind'], low: number | null, high: number | null): ValueOverTasks => ({ estimate: 0.02, kind, low, high, level: 0.95, contributing: 9, reasons: [] });

describe('the section on representations', () => {
  it('prints no range beyond what is possible, and says where one is cut', () => {
    assert.equal(valueText(value('resampling range', -1.4, 0.5)), '+2.00 [−100.00, +50.00] resampling range, cut');
    assert.equal(valueText(value('resampling range', -0.5, 1.000001)), '+2.00 [−50.00, +100.00] resampling range, cut');
    assert.equal(valueText(value('resampling range', -1, 1)), '+2.00 [−100.00, +100.00] resampling range');
    assert.equal(valueText(value('resampling range', -3, 2)), '+2.00, no range');
    const note = /Student\u2019s t reaches beyond ±100 points/;
    const few = viewRepresentations(represent({ m: [[3, 3, null], [9, 9, 10]] }), { t: 4, chosen: '' });
    assert.match(few.tables.map(({ rows }) => JSON.stringify(rows)).join(), /no range|cut/);
    assert.match(few.footnotes.join(), note);
    assert.doesNotMatch(viewRepresentations(represent({ m: Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? [3, 3, null] : [3, null, null, null])) }), { t: 4, chosen: '' }).footnotes.join(), note);
  });

  it('claims a worth only where a confidence interval lies above 0', () => {
    // In each of 24 tasks a restart turns the stuck run around in half of the cases, unequally over tasks.
    const gains = Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? [3, 3, null] : [3, null, null, null]));
    const many = viewRepresentations(represent({ m: gains }), { t: 4, chosen: '' });
    assert.match(many.headline, /^At call 4 one view of a live run is worth more than letting every run go on, on tasks that it was not chosen on: nothing \(best constant\) on m, \+\d/);
    const few = viewRepresentations(represent({ m: gains.slice(0, 8) }), { t: 4, chosen: '' });
    assert.match(few.headline, /no view of a live run of m is shown to be worth more/);
    assert.match(few.tables[0]?.rows[1]?.slice(1).join(' | ') ?? '', /range \|/);
  });

  it('shows, unless asked for another, the first group of which something can be said', () => {
    const result = represent({ alone: [[3], [5]], both: [[3, null], [3, null]] });
    const first = viewRepresentations(result, { t: 4, chosen: '' });
    assert.equal(first.group, JSON.stringify(['both', null]));
    assert.deepEqual(first.groups.map(({ title }) => title), ['alone: 0 tasks, 0 attempts, 0 live in 0 tasks', 'both: 2 tasks, 4 attempts, 2 live in 2 tasks']);
    const other = viewRepresentations(result, { t: 4, chosen: JSON.stringify(['alone', null]) });
    assert.deepEqual([other.group, other.tables.length], [JSON.stringify(['alone', null]), 0]);
    assert.ok(first.caveats.some(({ text }) => text === 'alone: No task counts (2 tasks have a single attempt): it takes two attempts of a task, all watched to B.'));
  });

  it('links both attempts of an aliased pair, and opens them beside each other', () => {
    const { tables } = viewRepresentations(represent({ m: [[3, 3, null, null], [10, 10, 10, null]] }), { t: 4, chosen: null });
    const [row] = tables.at(-1)?.rows ?? [];
    assert.deepEqual(row, [{ text: 't0, 2', attempt: 'm 0 2' }, '67 %, 0 %', { text: 't1, 3', attempt: 'm 1 3' }, '0 %, 100 %', '+67', { text: 'open side by side', pair: [{ id: 'm 0 2', step: null }, { id: 'm 1 3', step: null }] }]);
  });

  it('names an interval by what it may be called, and a class by what it shows', () => {
    assert.equal(valueText(value('confidence interval', 0.01, 0.03)), '+2.00 [+1.00, +3.00] confidence interval');
    assert.equal(valueText(value('resampling range', -0.01, 0.05)), '+2.00 [−1.00, +5.00] resampling range');
    assert.equal(valueText(value('resampling range', null, null)), '+2.00');
    assert.equal(classWords({ repository: 'a/b', prompt: 'long', prefix: { isEdited: true, isTested: false, hasErrors: true, isRepeated: false }, rung: 1 }, [0.1, 0.5]), 'a/b, long prompt, edited, no tests, 2 or more errors, no repeats, score above 0.10, up to 0.50');
    assert.deepEqual([classWords({}, null), classWords({ repository: null, prompt: null }, null), classWords({ rung: 0 }, [0.1]), classWords({ rung: null }, [0.1]), classWords({ prefix: null }, null)], ['every live run', 'no repository', 'score up to 0.10', 'no score', 'no steps']);
  });
});
