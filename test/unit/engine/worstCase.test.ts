import assert from 'node:assert/strict';
import { allowedClasses, classesIn, isOneClass, type ClassSet, type KnownAttempt } from '../../../src/engine/allowedClasses';
import { classOf, countsOfClasses, type ClassCounts } from '../../../src/engine/attemptClass';
import { certifyWith, rememberIntervals, type Certificate, type IntervalLookup } from '../../../src/engine/certificate';
import { familyTail } from '../../../src/engine/clopperPearson';
import { confidenceSequence } from '../../../src/engine/confidenceSequence';
import { boundDecision, countSets } from '../../../src/engine/worstCase';
import { leastLabels } from '../../../src/engine/leastLabels';
import { seededRandom } from '../../../src/engine/random';
import type { Trace } from '../../../src/engine/trace';

const BUDGET = 12;

/** Every trace of whole calls that an attempt may turn out to have. */
function everyTrace(attempt: KnownAttempt): readonly Trace[] {
  const calls = Array.from({ length: BUDGET + 4 }, (_, i) => i + 1);
  const success = (T: number): Trace => ({ T, E: null, H: null });
  const failure = (E: number): Trace => ({ T: null, E, H: null });
  const forever: Trace = { T: null, E: null, H: BUDGET + 10 };
  switch (attempt.kind) {
    case 'trace': {
      const { T, E, H } = attempt.trace;
      if (T !== null || E !== null) return [attempt.trace];
      const later = calls.filter((call) => call > (H ?? 0));
      return [...later.map(success), ...later.map(failure), forever];
    }
    case 'outcome':
      return [success(attempt.end), failure(attempt.end)];
    case 'success':
      return calls.filter((call) => call <= attempt.end).map(success);
    case 'end':
      return [...calls.filter((call) => call <= attempt.end).map(success), failure(attempt.end)];
    case 'failure':
      return [...calls.map(failure), forever];
    case 'all':
      return [...calls.map(success), ...calls.map(failure), forever];
  }
}

/** Counts of every way to choose one class for each attempt. */
function everyCompletion(sets: readonly ClassSet[]): readonly ClassCounts[] {
  return sets.reduce<readonly ClassCounts[]>(
    (all, set) => all.flatMap((counts) => classesIn(set).map((index) => counts.map((count, at) => count + Number(at === index)) as unknown as ClassCounts)),
    [[0, 0, 0, 0, 0]],
  );
}

function certificatesOf(sets: readonly ClassSet[], intervalOf: IntervalLookup): readonly Certificate[] {
  return everyCompletion(sets).map((counts) => certifyWith(countsOfClasses(counts), intervalOf));
}

/** Whether some labels of so many attempts make one verdict hold under every completion of the rest; tries them all. */
function settlesSomehow(sets: readonly ClassSet[], direction: string, labels: number, intervalOf: IntervalLookup, from = 0): boolean {
  if (labels === 0) return certificatesOf(sets, intervalOf).every(({ verdict }) => verdict === direction);
  return sets.some((set, at) => {
    if (at < from || isOneClass(set)) return false;
    return classesIn(set).some((index) => settlesSomehow(sets.map((one, i) => (i === at ? 1 << index : one)), direction, labels - 1, intervalOf, at + 1));
  });
}

function drawAttempt(uniform: () => number): KnownAttempt {
  const pick = (most: number): number => Math.floor(uniform() * most) + 1;
  const kinds: readonly (() => KnownAttempt)[] = [
    () => ({ kind: 'outcome', end: pick(BUDGET) }),
    () => ({ kind: 'success', end: pick(BUDGET + 2) }),
    () => ({ kind: 'end', end: pick(BUDGET + 2) }),
    () => ({ kind: 'failure' }),
    () => ({ kind: 'all' }),
    () => ({ kind: 'trace', trace: { T: null, E: null, H: pick(BUDGET) } }),
  ];
  return kinds[pick(kinds.length) - 1]?.() ?? { kind: 'all' };
}

/** Mostly early successes and live failures, or mostly late successes, or anything. */
function drawKnown(uniform: () => number, leaning: number): KnownAttempt {
  const call = Math.floor(uniform() * BUDGET) + 1;
  const H = BUDGET + 3;
  const traces: readonly Trace[] = [
    { T: 1, E: null, H },
    { T: null, E: null, H },
    { T: BUDGET, E: null, H },
    { T: call, E: null, H },
    { T: null, E: call, H },
  ];
  const among = [[0, 1, 1], [2, 2, 2, 1], [0, 1, 2, 3, 4]][leaning] ?? [];
  return { kind: 'trace', trace: traces[among[Math.floor(uniform() * among.length)] ?? 0] ?? { T: null, E: null, H } };
}

describe('classes that an attempt may belong to', () => {
  it('are those of every trace that it may turn out to have', () => {
    const ends = Array.from({ length: BUDGET + 3 }, (_, i) => i + 1);
    const attempts: readonly KnownAttempt[] = [
      { kind: 'all' },
      { kind: 'failure' },
      ...ends.flatMap((end): readonly KnownAttempt[] => [{ kind: 'outcome', end }, { kind: 'success', end }, { kind: 'end', end }, { kind: 'trace', trace: { T: null, E: null, H: end } }]),
      ...ends.flatMap((end): readonly KnownAttempt[] => [{ kind: 'trace', trace: { T: end, E: null, H: null } }, { kind: 'trace', trace: { T: null, E: end, H: null } }]),
    ];
    for (let t = 1; t < BUDGET; t++) {
      for (const attempt of attempts) {
        const found = new Set(everyTrace(attempt).map((trace) => classOf(trace, { t, budget: BUDGET })));
        assert.deepEqual(classesIn(allowedClasses(attempt, { t, budget: BUDGET })), [...found].sort(), JSON.stringify({ attempt, t }));
      }
    }
  });

  it('are all five where a success may lie anywhere and the arms overlap', () => {
    assert.deepEqual(classesIn(allowedClasses({ kind: 'success', end: Infinity }, { t: 4, budget: 12 })), [0, 2, 3, 4]);
    assert.deepEqual(classesIn(allowedClasses({ kind: 'all' }, { t: 4, budget: 12 })), [0, 1, 2, 3, 4]);
  });
});

describe('bounds over unknown attempts', () => {
  const uniform = seededRandom(11);
  const cases = Array.from({ length: 120 }, (_, i) => {
    const unknown = Array.from({ length: 1 + (i % 3) }, () => drawAttempt(() => uniform.unit()));
    const known = Array.from({ length: 2 + (i % 10) }, () => drawKnown(() => uniform.unit(), i % 3));
    const attempts = [...known, ...unknown];
    return { attempts, t: 1 + (i % (BUDGET - 1)), tail: [0.4, 0.3, 0.2, 0.1][i % 4] ?? 0.3 };
  });

  it('are the extremes of what every completion gives, end by end and together', () => {
    for (const { attempts, t, tail } of cases) {
      const at = { t, budget: BUDGET };
      const intervalOf = rememberIntervals(tail);
      const all = certificatesOf(attempts.map((attempt) => allowedClasses(attempt, at)), intervalOf);
      const { ends, difference } = boundDecision(attempts, at, intervalOf);
      const range = (values: readonly number[]): readonly number[] => [Math.min(...values), Math.max(...values)];
      assert.deepEqual(ends.restartLow, range(all.map((one) => one.restart.low)));
      assert.deepEqual(ends.restartHigh, range(all.map((one) => one.restart.high)));
      assert.deepEqual(ends.continueLow, range(all.map((one) => one.continue.low)));
      assert.deepEqual(ends.continueHigh, range(all.map((one) => one.continue.high)));
      assert.equal(difference.low, Math.min(...all.map((one) => one.difference.low)));
      assert.equal(difference.high, Math.max(...all.map((one) => one.difference.high)));
    }
  });

  it('say that a verdict holds whatever is unknown exactly when every completion is certified alike', () => {
    const levels = new Set<string>();
    for (const { attempts, t, tail } of cases) {
      const at = { t, budget: BUDGET };
      const intervalOf = rememberIntervals(tail);
      const verdicts = new Set(certificatesOf(attempts.map((attempt) => allowedClasses(attempt, at)), intervalOf).map(({ verdict }) => verdict));
      const { level, verdict } = boundDecision(attempts, at, intervalOf);
      const [only] = verdicts;
      assert.equal(level === 'any', verdicts.size === 1 && only !== 'abstain');
      if (level === 'any') assert.equal(verdict, only);
      levels.add(`${level} ${verdict}`);
    }
    assert.deepEqual([...levels].sort(), ['abstain abstain', 'any continue', 'any restart', 'at_random continue', 'at_random restart']);
  });

  it('name the least number of labels that any choice of labels needs', () => {
    const found = new Set<number | null>();
    for (const { attempts, t, tail } of cases) {
      const at = { t, budget: BUDGET };
      const intervalOf = rememberIntervals(tail);
      const sets = attempts.map((attempt) => allowedClasses(attempt, at));
      for (const direction of ['restart', 'continue'] as const) {
        const least = leastLabels(countSets(sets), direction, intervalOf);
        const unknown = sets.filter((set) => !isOneClass(set)).length;
        const tried = Array.from({ length: unknown + 1 }, (_, labels) => labels).find((labels) => settlesSomehow(sets, direction, labels, intervalOf)) ?? null;
        assert.equal(least, tried, JSON.stringify({ attempts, t, tail, direction }));
        found.add(least);
      }
    }
    for (const count of [null, 0, 1, 2, 3]) assert.ok(found.has(count), `no case needs ${count}`);
  });

  it('come at once for thousands of attempts that are unknown in several ways', () => {
    const attempts: readonly KnownAttempt[] = [
      ...Array.from({ length: 4_000 }, (): KnownAttempt => ({ kind: 'trace', trace: { T: 25, E: null, H: 30 } })),
      ...Array.from({ length: 200 }, (): KnownAttempt => ({ kind: 'all' })),
      ...Array.from({ length: 300 }, (_, i): KnownAttempt => ({ kind: 'outcome', end: 1 + (i % 30) })),
      ...Array.from({ length: 300 }, (_, i): KnownAttempt => ({ kind: 'trace', trace: { T: null, E: null, H: 1 + (i % 29) } })),
    ];
    const { level, verdict, leastLabels: labels } = boundDecision(attempts, { t: 8, budget: 30 }, rememberIntervals(familyTail(0.05, 156)));
    assert.equal(`${level} ${verdict} ${labels}`, 'any continue 0');
  });

  it('hold for the intervals of another rule, too', () => {
    const attempts = Array.from({ length: 9 }, (): KnownAttempt => ({ kind: 'trace', trace: { T: 25, E: null, H: 30 } }));
    const { level, verdict } = boundDecision(attempts, { t: 16, budget: 30 }, (x, n) => confidenceSequence(x, n, 0.025));
    assert.equal(`${level} ${verdict}`, 'any continue');
  });

  it('drop resolved attempts with a short horizon from the at-random analysis only beside unresolved ones', () => {
    const short: KnownAttempt = { kind: 'trace', trace: { T: 3, E: null, H: 10 } };
    const long: KnownAttempt = { kind: 'trace', trace: { T: 25, E: null, H: 30 } };
    const intervalOf = rememberIntervals(0.0125);
    const place = { t: 16, budget: 30 };
    assert.equal(boundDecision([short, long, { kind: 'all' }], place, intervalOf).atRandom.n, 2);
    assert.equal(boundDecision([short, long, { kind: 'trace', trace: { T: null, E: null, H: 10 } }], place, intervalOf).atRandom.n, 1);
  });
});
