import assert from 'node:assert/strict';
import { runAudit, type AuditOutcome } from '../../../src/analysis/audit';
import { auditAttempts } from '../../../src/analysis/auditAttempts';
import { viewCell } from '../../../src/views/audit/detail';
import { viewAudit } from '../../../src/views/audit/viewAudit';
import { jointEvidence } from '../../../src/engine/jointSequence';
import { confidenceSequence } from '../../../src/engine/confidenceSequence';
import { findJointCertifiable, leastJointAttempts } from '../../../src/engine/jointDesign';
import type { Attempt } from '../../../src/model/attempt';
import type { Plan } from '../../../src/model/plan';
import type { AuditResult } from '../../../src/model/results';
import { parsePlan } from '../../../src/plan/parsePlan';
import { finalAttempt, makeAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

const MINUTE = 60_000;
const startedAt = (minute: number): Partial<Attempt> => ({ startedMs: minute * MINUTE, started: new Date(minute * MINUTE).toISOString() });
type Stated = NonNullable<Parameters<typeof makeAttempt>[0]>;
const started = (minute: number, more: Stated = {}): Stated => ({ ...startedAt(minute), ...more }) as Stated;
const late = (minute: number): Attempt => finalAttempt('a', String(minute), 'resolved', 25, started(minute));
const early = (minute: number): Attempt => finalAttempt('a', String(minute), 'resolved', 3, started(minute));
const running = (minute: number): Attempt => makeAttempt(started(minute, { task: 'a', attempt: String(minute), calls: 4 }));
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1);

function run(attempts: readonly Attempt[], stated: Partial<Plan> = {}): AuditOutcome {
  const { plan, defaults } = parsePlan('{"rule": "anytime"}', 'plan');
  return runAudit(makeIndex(attempts), { ...plan, budget: 30, times: [16], ...stated }, defaults);
}

function audited(attempts: readonly Attempt[], stated: Partial<Plan> = {}): AuditResult {
  const outcome = run(attempts, stated);
  assert.ok(outcome.kind === 'audit', outcome.kind === 'refused' ? outcome.message : outcome.kind);
  return outcome.result;
}

describe('an audit under the anytime rule', () => {
  it('decides by the joint sequence and draws the sequences of the arms', () => {
    for (const n of [4, 5, 9]) {
      const [decision] = audited(upTo(n).map(late)).decisions;
      assert.equal(decision?.verdict, jointEvidence([0, 0, 0, n, 0], { alpha: 0.05, family: 1, armsOverlap: false }).verdict);
      assert.deepEqual({ low: decision?.continue?.low, high: decision?.continue?.high }, confidenceSequence(n, n, 0.025));
      assert.deepEqual({ low: decision?.restart?.low, high: decision?.restart?.high }, confidenceSequence(0, n, 0.025));
    }
  });

  it('counts attempts in the order of their starts, up to the first whose result is not known', () => {
    const result = audited([early(1), late(9), early(8), running(5), late(3), late(2)]);
    const [decision] = result.decisions;
    assert.deepEqual([decision?.n, decision?.nLive, decision?.xRestart], [3, 2, 1]);
    assert.deepEqual(result.excluded.map(({ reason, attempts }) => [reason, attempts.length]), [
      ['no-outcome', 1],
      ['started-later', 2],
    ]);
    assert.equal(result.provenance.attempts, 3);
  });

  it('does not hear of attempts that finish before an earlier one has', () => {
    const before = audited([...upTo(6).map(late), running(7)]);
    const after = audited([...upTo(6).map(late), running(7), ...upTo(20).map((i) => early(7 + i))]);
    assert.deepEqual(after.decisions[0]?.verdict, before.decisions[0]?.verdict);
    assert.deepEqual(after.macro[0]?.change, before.macro[0]?.change);
  });

  it('waits for a run that was not followed to B, and not for what will never be known', () => {
    const short = finalAttempt('a', '2', 'unresolved', 20, started(2, { exitStatus: 'TimeExceeded' }));
    const broken = makeAttempt(started(1, { task: 'a', attempt: '1', calls: 4, exitStatus: 'RuntimeError' }));
    assert.equal(audited([late(1), short, late(3)]).excluded.map(({ reason }) => reason).join(), 'open,started-later');
    assert.deepEqual(audited([broken, late(3), late(4)]).decisions[0]?.n, 2);
  });

  it('refuses attempts that do not say when they started', () => {
    const outcome = run([late(1), finalAttempt('a', '7', 'resolved', 25)]);
    assert.ok(outcome.kind === 'refused');
    assert.match(outcome.message, /order in which they were started, and 1 of 2 attempts does not say when, for example a, 7/);
  });

  it('says how far a verdict carries over those that are still open', () => {
    const open = audited([...upTo(12).map(late), running(13), running(14), running(15), running(16)]).decisions[0];
    assert.deepEqual([open?.verdict, open?.worstCase.unknown, open?.worstCase.level], ['continue', 4, 'at_random']);
    const safe = audited([...upTo(30).map(late), running(31)]).decisions[0];
    assert.deepEqual([safe?.verdict, safe?.worstCase.level, safe?.worstCase.leastLabels], ['continue', 'any', 0]);
  });

  it('says that both arms together decide where the intervals drawn for each of them still meet', () => {
    const outcome = run(upTo(5).map(late));
    assert.ok(outcome.kind === 'audit');
    const [decision] = outcome.result.decisions;
    assert.ok(decision?.verdict === 'continue' && (decision.difference?.high ?? 0) > 0);
    const [cell] = viewAudit(outcome.result, auditAttempts(outcome)).groups[0]?.cells ?? [];
    assert.match(viewCell(outcome.result, auditAttempts(outcome), cell?.key ?? '', 16)?.conclusion ?? '', /^Both arms together certify continue; the intervals drawn for each of them are wider/);
  });

  it('names the least attempts of its own rule', () => {
    const { leastAttempts } = audited(upTo(4).map(late));
    assert.equal(leastAttempts.continue, leastJointAttempts({ alpha: 0.05, family: 1, armsOverlap: false }).continue);
    assert.notEqual(leastAttempts.continue, 7);
  });
});

describe('what the joint sequence could certify', () => {
  for (const armsOverlap of [false, true]) {
    it(`is what trying every outcome finds, ${armsOverlap ? 'overlapping' : 'apart'}`, () => {
      const design = { alpha: 0.6, family: 1 };
      for (let n = 1; n <= 9; n++) {
        const found = new Map<number, Set<string>>();
        for (let a = 0; a <= n; a++) for (let b = 0; a + b <= n; b++) for (let c = 0; a + b + c <= n && (armsOverlap || c === 0); c++) for (let d = 0; a + b + c + d <= n; d++) {
          const fail = n - a - b - c - d;
          const nLive = c + d + fail;
          const { verdict } = jointEvidence([a, b, c, d, fail], { ...design, armsOverlap });
          if (verdict !== null) found.set(nLive, (found.get(nLive) ?? new Set()).add(verdict));
        }
        for (let nLive = 1; nLive <= n; nLive++) {
          const { restart, continue: continued } = findJointCertifiable({ n, nLive, armsOverlap }, design);
          assert.deepEqual([restart, continued], [found.get(nLive)?.has('restart') ?? false, found.get(nLive)?.has('continue') ?? false], `${n}, ${nLive}`);
        }
      }
    });
  }

  it('begins at 9 for continue at M = 156', () => {
    const least = leastJointAttempts({ alpha: 0.05, family: 156, armsOverlap: false });
    assert.equal(least.continue, 9);
    assert.ok((least.restart?.fewestLive ?? 0) > 0 && (least.restart?.n ?? 0) > (least.continue ?? 0));
  });
});
