// Audit states for tests of the panel, made by the same views as in the product.

import { runAudit } from '../../src/analysis/audit';
import { runPortions } from '../../src/base/portions';
import { parsePlan } from '../../src/plan/parsePlan';
import { alarm } from '../../src/sections/alarm';
import { conditions } from '../../src/sections/conditions';
import { checks } from '../../src/sections/checks';
import { forks } from '../../src/sections/forks';
import { nextRuns } from '../../src/sections/nextRuns';
import { curves } from '../../src/sections/curves';
import { notCounted } from '../../src/sections/notCounted';
import { opportunity } from '../../src/sections/opportunity';
import { otherReading } from '../../src/sections/otherReading';
import { patches } from '../../src/sections/patches';
import { planSection } from '../../src/sections/planSection';
import { representations } from '../../src/sections/representations';
import { replay } from '../../src/sections/replay';
import { runs } from '../../src/sections/runs';
import { sensitivity } from '../../src/sections/sensitivity';
import { trial } from '../../src/sections/trial';
import type { Section } from '../../src/sections/section';
import type { AuditState } from '../../src/protocol/audit';
import type { AuditRequests } from '../../src/protocol/auditMessages';
import { packState } from '../../src/protocol/auditPacking';
import type { SectionRequests } from '../../src/protocol/auditSections';
import type { Handlers } from '../../src/protocol/rpc';
import type { SectionView } from '../../src/protocol/section';
import { viewCell } from '../../src/views/audit/detail';
import { PAPER_ALARM, viewAlarm } from '../../src/views/opportunity/viewAlarm';
import { viewAudit } from '../../src/views/audit/viewAudit';
import { viewNotCounted } from '../../src/views/sections/notCounted';
import { declaredAttempt } from '../support/attempts';
import { makeIndex } from '../support/fakeIndex';
import { buildAudit, type AuditDesignRows, type BuiltAudit, type CellRows } from '../support/auditBuilder';

export const TIMES = [4, 8, 12, 16, 20, 24];
export const DESIGN: AuditDesignRows = { budget: 30, times: TIMES, interval: { kind: 'resampling range', low: -0.05, high: 0.07, level: 0.95, replicates: 10000 } };

/** Two runtimes with tasks that are live, certified, over, and cut too early. */
export const SMALL: readonly CellRows[] = [
  { task: '23413', runtime: 'luna', cohort: 'initial', attempts: [[5, null, 30], [6, null, 30], [8, null, 30], [10, null, 30], [null, null, 30]] },
  { task: '23950', runtime: 'luna', cohort: 'initial', attempts: [[null, null, 30], [null, 28, 30], [null, null, 30], [null, null, 30], [null, null, 30]] },
  { task: '24443', runtime: 'luna', cohort: 'initial', attempts: [[6, null, 30], [8, null, 30], [12, null, 30], [14, null, 30], [16, null, 30]] },
  { task: 'late', runtime: 'deepseek', cohort: null, attempts: Array.from({ length: 14 }, () => [28, null, 30]) },
  { task: 'cut', runtime: 'deepseek', cohort: null, attempts: [[null, null, 25], [3, null, 30]], setAside: ['infrastructure'] },
];

export interface AuditFixture extends BuiltAudit {
  readonly state: AuditState;
  readonly handlers: Handlers<AuditRequests>;
}

const EMPTY: SectionView = { headline: 'Nothing to show.', lead: '', caveats: [], tables: [], footnotes: [] };

/** Answers of sections that a test does not look at. */
const SECTIONS: Handlers<SectionRequests> = {
  opportunity: () => ({ ...EMPTY, t: 0, points: [], contours: [], words: { q: '', p: '', sentence: '', legend: '' } }),
  alarm: () => viewAlarm(PAPER_ALARM, null),
  curves: () => ({ ...EMPTY, subject: null, subjects: [], drawing: null, evidence: { lines: [], here: null, words: { title: '', sentence: '' } } }),
  replay: () => ({ ...EMPTY, groups: [], axis: 'calls', verifier: { isOn: true, matters: false } }),
  representations: () => ({ ...EMPTY, t: 0, groups: [], group: '' }),
  conditions: () => ({ ...EMPTY, choices: [], a: null, b: null, nameA: '', nameB: '', forest: [], sentence: '' }),
  runs: () => EMPTY,
  patches: () => EMPTY,
  planCheck: () => EMPTY,
  otherReading: () => EMPTY,
  checks: () => EMPTY,
  sensitivity: () => EMPTY,
  forks: () => EMPTY,
  nextRuns: () => EMPTY,
  trial: () => ({ ...EMPTY, parts: [], set: null }),
  notCounted: () => EMPTY,
};

/** A panel's host that answers with this audit. */
export function hostAudit(cells: readonly CellRows[] = SMALL, design: AuditDesignRows = DESIGN): AuditFixture {
  const built = buildAudit(cells, design);
  const state: AuditState = { kind: 'audit', audit: viewAudit(built.result, built.attempts), banner: null };
  return { ...built, state, handlers: { ...hostState(state, (key, t) => viewCell(built.result, built.attempts, key, t)), notCounted: () => viewNotCounted(built.result, built.attempts) } };
}

/** A panel's host that shows one state. */
export function hostState(state: AuditState, cell: (key: string, t: number) => AuditRequests['cell']['result'] = () => null): Handlers<AuditRequests> {
  return {
    load: () => packState(state),
    cell: ({ key, t }) => cell(key, t),
    openAttempt: () => null,
    openPair: () => null,
    copyText: () => null,
    command: () => null,
    setBudget: () => null,
    setAttempts: () => null,
    described: () => EMPTY,
    cancel: () => null,
    ...SECTIONS,
  };
}

/** Answers of sections from the same cells, made as in the product. */
export function hostSections(cells: readonly CellRows[] = SMALL, { budget, times }: AuditDesignRows = DESIGN): Handlers<SectionRequests> {
  const attempts = cells.flatMap(({ task, runtime = 'luna', cohort = null, attempts: rows }) =>
    rows.map(([T, E, H], k) => declaredAttempt(task, String(k + 1), { ...(T === null ? {} : { T }), ...(E === null ? {} : { E }), ...(H === null ? {} : { H }) }, { id: `${runtime}-${task}-${k}`, cohort, runtime: { model: runtime } })),
  );
  const index = makeIndex(attempts);
  const { plan, defaults } = parsePlan(JSON.stringify({ budget, times }), 'plan');
  const outcome = runAudit(index, plan, defaults);
  if (outcome.kind !== 'audit') throw new Error('These cells can be audited.');
  const answer = <Params, View extends SectionView>(section: Section<Params, View>, raw: unknown): View => runPortions(section.open({ index, outcome, folder: null }, section.readParams(raw))).view;
  return {
    opportunity: (raw) => answer(opportunity, raw),
    alarm: (raw) => answer(alarm, raw),
    curves: (raw) => answer(curves, raw),
    replay: (raw) => answer(replay, raw),
    representations: (raw) => answer(representations, raw),
    conditions: (raw) => answer(conditions, raw),
    runs: (raw) => answer(runs, raw),
    patches: (raw) => answer(patches, raw),
    planCheck: (raw) => answer(planSection, raw),
    trial: (raw) => answer(trial, raw),
    otherReading: (raw) => answer(otherReading, raw),
    checks: (raw) => answer(checks, raw),
    sensitivity: (raw) => answer(sensitivity, raw),
    forks: (raw) => answer(forks, raw),
    nextRuns: (raw) => answer(nextRuns, raw),
    notCounted: (raw) => answer(notCounted, raw),
  };
}
