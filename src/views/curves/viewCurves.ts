import type { CurvesResult } from '../../model/curvesResult';
import type { CaveatView } from '../../protocol/audit';
import type { CurvesSubjectView, CurvesView } from '../../protocol/curves';
import type { TableView } from '../../protocol/section';
import { cellKey } from '../audit/arrange';
import { vocabularyOf, type Vocabulary } from '../audit/vocabulary';
import { formatCount, formatPercent } from '../numbers';
import { countOf, plural, runtimeName } from '../words';
import { writeHeadline, writeLead, type Subject } from './curveSentences';
import { curveTable, evidenceTable, isCell, truncationTable } from './curveTables';
import { drawCurves } from './drawCurves';
import { drawEvidence } from './drawEvidence';

/** Most warnings of what a cap cuts off. */
const MOST_WARNINGS = 3;
/** A restart that cuts off at least this share of completions is warned of. */
const HALF = 0.5;

/**
 * Completion, hazards and both actions of one cell or group, drawn and in numbers: the one that `subject` names, else the first that
 * the result describes. `subjects` are those that can be asked for.
 */
export function viewCurves(result: CurvesResult, subjects: readonly CurvesSubjectView[], subject: string | null = null): CurvesView {
  const words = vocabularyOf(result.plan);
  const all: readonly Subject[] = [...result.groups, ...result.cells];
  const chosen = all.find((one) => keyOf(one) === subject) ?? all[0] ?? null;
  return {
    subject: chosen === null ? null : keyOf(chosen),
    subjects,
    headline: chosen === null ? 'There is no curve to draw.' : writeHeadline(chosen, result, words),
    lead: chosen === null ? 'No attempt can be counted.' : writeLead(chosen, result, words),
    caveats: writeCaveats(result, chosen, words),
    drawing: chosen === null ? null : drawCurves(chosen, result, words),
    evidence: drawEvidence(result),
    tables: [...(chosen === null ? [] : [curveTable(chosen, result, words)]), truncationTable(result, words), evidenceTable(result)],
    footnotes: writeFootnotes(chosen, result),
  };
}

/** The result of a report: a table for every group. */
export function viewAllCurves(result: CurvesResult): CurvesView {
  const words = vocabularyOf(result.plan);
  const view = viewCurves(result, []);
  const tables = result.groups.map((group): TableView => ({ ...curveTable(group, result, words), title: writeHeadline(group, result, words) }));
  const [, ...shared] = view.tables;
  const completions = result.truncation.reduce((sum, group) => sum + group.completions, 0);
  return {
    ...view,
    headline: `${countOf(result.provenance.attempts, 'attempt')}, of which ${formatCount(completions)} ${plural(completions, 'was', 'were')} seen to be ${words.solved}.`,
    lead: '',
    tables: [...shared, ...tables],
  };
}

/** Key of a cell, or of a group. */
export function keyOf(subject: Subject): string {
  return isCell(subject) ? cellKey(subject.runtime, subject.cohort, subject.task) : groupKeyOf(subject);
}

/** Key of a runtime and cohort as a subject of curves. */
export function groupKeyOf({ runtime, cohort }: { readonly runtime: string; readonly cohort: string | null }): string {
  return JSON.stringify([runtime, cohort]);
}

/** Budgets and restarts that are shorter than completions which were seen (corollary 3.4). */
function writeCaveats({ truncation, plan }: CurvesResult, chosen: Subject | null, words: Vocabulary): readonly CaveatView[] {
  const budget = truncation.flatMap((group): readonly CaveatView[] => {
    const { completions, caps } = group;
    const beyond = caps.find(({ t }) => t === null)?.beyond ?? 0;
    return beyond === 0 ? [] : [{ icon: 'warning', text: `${runtimeName(group)}: ${beyond} of ${countOf(completions, 'completion')} (${formatPercent(beyond / completions)}) took longer than B = ${words.value(plan.budget)}; no run under this budget reaches them.`, action: null }];
  });
  const restarts = truncation.flatMap((group): readonly CaveatView[] => {
    const { completions, caps } = group;
    const first = caps.find(({ t, beyond }) => t !== null && completions > 0 && beyond / completions >= HALF);
    if (first === undefined || first.t === null) return [];
    return [{ icon: 'warning', text: `${runtimeName(group)}: a restart at ${words.time(first.t)} has ${words.amount(first.cap)}, and ${first.beyond} of ${countOf(completions, 'completion')} (${formatPercent(first.beyond / completions)}) took longer.`, action: null }];
  });
  const shown = [...budget, ...restarts];
  const left = shown.length - MOST_WARNINGS;
  const horizon: readonly CaveatView[] = chosen !== null && !isCell(chosen) && chosen.actions === null ? [{ icon: 'info', text: 'Continue and restart have no estimate here: somebody was not watched as far as the budget.', action: null }] : [];
  return [...shown.slice(0, MOST_WARNINGS), ...(left > 0 ? [{ icon: 'info' as const, text: `${countOf(left, 'more warning')} of this kind: see the table of caps.`, action: null }] : []), ...horizon];
}

function writeFootnotes(chosen: Subject | null, { provenance, plan }: CurvesResult): readonly string[] {
  const pooled = chosen === null || isCell(chosen) ? '' : 'Hazards of a runtime pool its tasks: they fall as easy tasks leave, even where no single task gets harder.';
  return [pooled, 'At risk: still running before the place, and watched as far as it.', `Exploratory: curves show every t, and a time chosen by looking at them is not covered by the audit\u2019s alpha.`, `Engine ${provenance.engineVersion}, seed ${plan.seed}.`].filter((s) => s !== '');
}
