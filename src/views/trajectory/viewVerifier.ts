import type { Attempt, CallResult } from '../../model/attempt';
import { brokenAfter } from '../../model/brokenLater';
import type { Step } from '../../model/step';
import type { VerifierResultView, VerifierView } from '../../protocol/trajectory';
import { formatCount } from '../numbers';
import { countOf, plural } from '../words';

/** Calls that a sentence names. */
const MOST_NAMED = 5;
/** Steps between two chances to do other things. */
const PORTION = 4096;

/**
 * What a verifier said after single calls of a run, in finished words; null where it never ran on the way. In portions.
 * Cost: linear in steps and results.
 */
export function* viewVerifier(attempt: Attempt, results: readonly CallResult[], steps: readonly Step[]): Generator<void, VerifierView | null, void> {
  if (results.length === 0) return null;
  // A call is one step where its steps can be read; else its last one, after which the verifier ran.
  const stepOfCall = new Map<number, number>();
  for (const [i, { call }] of steps.entries()) {
    if (call !== null) stepOfCall.set(call, i + 1);
    if (i % PORTION === PORTION - 1) yield;
  }
  const views = results.map((result): VerifierResultView => ({ call: result.call, step: stepOfCall.get(result.call) ?? null, passed: result.passed, tests: describeTests(result) }));
  const last = Math.max(results.at(-1)?.call ?? 0, attempt.calls ?? 0, steps.reduce((most, { call }) => Math.max(most, call ?? 0), 0));
  const passed = views.filter((view) => view.passed);
  const failed = views.filter((view) => !view.passed);
  return {
    calls: last,
    results: views,
    note: `${formatCount(passed.length)} passed, ${formatCount(failed.length)} failed, not run after ${countOf(last - views.length, 'call')}${brokenAfter(attempt) === null ? '' : '; what had passed was broken later'}`,
    sentence: `A verifier ran after ${formatCount(views.length)} of ${countOf(last, 'call')}: ${listCalls('passed', passed)}; ${listCalls('failed', failed)}. ${describeCourse(attempt, results)}`,
  };
}

/** "5 of 5 tests"; '' where no count is known. */
function describeTests({ testsPassed, testsTotal }: CallResult): string {
  if (testsPassed !== null && testsTotal !== null) return `${formatCount(testsPassed)} of ${countOf(testsTotal, 'test')}`;
  if (testsPassed !== null) return `${countOf(testsPassed, 'test')} passed`;
  return testsTotal === null ? '' : `of ${countOf(testsTotal, 'test')}`;
}

/** "passed after calls 7 (5 of 5 tests) and 9", "failed after none". */
function listCalls(word: string, views: readonly VerifierResultView[]): string {
  if (views.length === 0) return `${word} after none`;
  const named = views.slice(0, MOST_NAMED).map(({ call, tests }) => `${formatCount(call)}${tests === '' ? '' : ` (${tests})`}`);
  const more = views.length - named.length;
  return `${word} after ${plural(views.length, 'call', 'calls')} ${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

/** What the results come to, under each of the two questions. */
function describeCourse(attempt: Attempt, results: readonly CallResult[]): string {
  const first = results.find((result) => result.passed)?.call;
  if (first === undefined) return attempt.outcome === 'resolved' ? 'No state on the way passed, and the submission did.' : 'It never passed.';
  switch (attempt.outcome) {
    case 'resolved':
      return `First verified after call ${formatCount(first)}, and resolved at its submission.`;
    case 'unresolved':
      return `First verified after call ${formatCount(first)}, and failed at its submission: what had passed was broken later.`;
    case 'unknown':
      return `First verified after call ${formatCount(first)}; the verdict on its submission is not known.`;
  }
}
