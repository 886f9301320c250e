import { compareText } from '../../base/compareText';
import { pushAll, smallest } from '../../base/extent';
import { groupBy } from '../../base/groupBy';
import type { AttemptLabel, AttemptName, OutcomePart } from '../../formats/contract';
import type { CallResult, Outcome } from '../../model/attempt';
import { draftProblem, fileProblem } from './draft';
import type { Draft, JoinState } from './draft';

type LabelPart = OutcomePart & { readonly label: AttemptLabel };

/** What sidecars say about one attempt, all lines together. */
interface Labelled {
  readonly files: Set<string>;
  readonly outcomes: Map<'resolved' | 'unresolved', string>;
  readonly firsts: Map<number, string>;
  /** By call. */
  readonly results: Map<number, CallResult>;
  /** Calls that the attempt did not make. */
  readonly late: Set<number>;
  isTorn: boolean;
}

/**
 * Gives attempts what label sidecars say: results after each call (basis per-call, T the first that passed, the outcome that of the
 * last), a first verified call (declared), or a verdict (final). A label is written for its attempt, so it goes before the trace's own verdict and before reports;
 * where they differ that is a conflict, and so are two labels that differ: between those nothing is decided. Returns the results by
 * attempt, sorted by call.
 */
export function applyLabels(parts: readonly OutcomePart[], find: (name: AttemptName) => readonly Draft[], state: JoinState): ReadonlyMap<Draft, readonly CallResult[]> {
  const labelled = new Map<Draft, Labelled>();
  for (const [file, own] of groupBy(parts.filter(isLabel), (part) => part.file)) {
    const lost: { none: LabelPart[]; several: LabelPart[] } = { none: [], several: [] };
    for (const part of own) {
      const [draft, ...others] = find({ file, task: part.task, attempt: part.attempt, ...part.label });
      if (draft === undefined) lost.none.push(part);
      else if (others.length > 0) lost.several.push(part);
      else {
        const entry = labelled.get(draft) ?? { files: new Set(), outcomes: new Map(), firsts: new Map(), results: new Map(), late: new Set(), isTorn: false };
        labelled.set(draft, entry);
        collect(entry, part, draft.facts.calls ?? Infinity);
      }
    }
    if (lost.none.length > 0) state.problems.push(lostProblem(file, lost.none, own.length, 'name an attempt that is not here'));
    if (lost.several.length > 0) state.problems.push(lostProblem(file, lost.several, own.length, 'name more than one attempt'));
  }
  const results = new Map<Draft, readonly CallResult[]>();
  for (const [draft, entry] of labelled) {
    tellLate(draft, entry, state);
    const sorted = [...entry.results.values()].sort((a, b) => a.call - b.call);
    if (sorted.length > 0) results.set(draft, sorted);
    apply(draft, entry, sorted, state);
  }
  return results;
}

export function isLabel(part: OutcomePart): part is LabelPart {
  return part.label !== undefined && part.label !== null;
}

function collect(entry: Labelled, { file, verdict, label }: LabelPart, calls: number): void {
  entry.files.add(file);
  if (label.firstVerified !== null && label.firstVerified > calls) {
    // The verdict of such a line follows from that call.
    entry.late.add(label.firstVerified);
    return;
  }
  if (verdict !== 'none') entry.outcomes.set(verdict, file);
  if (label.firstVerified !== null) entry.firsts.set(label.firstVerified, file);
  for (const result of label.results) {
    if (result.call > calls) {
      entry.late.add(result.call);
      continue;
    }
    const other = entry.results.get(result.call);
    if (other !== undefined && other.passed !== result.passed) entry.isTorn = true;
    entry.results.set(result.call, result);
  }
}

/** Says what was left out for lying behind the attempt's end: labels of another run, or numbers that count something else. */
function tellLate(draft: Draft, { files, late }: Labelled, state: JoinState): void {
  if (late.size === 0) return;
  const [first, last] = [smallest(late), draft.facts.calls ?? 0];
  const file = [...files].sort(compareText)[0] ?? '';
  const message = `Labels in ${file} are for calls after the last one of this attempt (call ${first}, of ${last}); they were left out.`;
  state.problems.push(draftProblem(draft, 'conflict', 'warning', { found: `a label for call ${first}`, expected: `calls from 1 to ${last}`, message }));
}

function apply(draft: Draft, entry: Labelled, results: readonly CallResult[], state: JoinState): void {
  const file = [...entry.files].sort(compareText)[0] ?? '';
  const [stated] = entry.outcomes.keys();
  const [first] = entry.firsts.keys();
  const passed = results.find((result) => result.passed)?.call ?? null;
  const isTorn = entry.isTorn || entry.outcomes.size > 1 || entry.firsts.size > 1 || (results.length > 0 && first !== undefined && first !== passed);
  pushAll(draft.labelFiles, [...entry.files]);
  if (isTorn) {
    state.problems.push(conflict(draft, `labels in ${[...entry.files].sort(compareText).join(' and ')} that differ`, 'Labels of this attempt contradict each other; its outcome counts as unknown.'));
    draft.facts = { ...draft.facts, outcome: 'unknown', outcomeFile: null, basis: null, declared: null };
    return;
  }
  const own = draft.facts.outcome;
  const outcome = stated ?? outcomeAtEnd(results, { own, calls: draft.facts.calls });
  if (outcome === undefined) return;
  if (own !== 'unknown' && own !== outcome) {
    state.problems.push(conflict(draft, `${own} in ${draft.facts.outcomeFile ?? draft.facts.file}, ${outcome} in ${file}`, `The label in ${file} and ${draft.facts.outcomeFile ?? 'the trace'} disagree; the label is used.`));
  }
  const T = results.length > 0 ? passed : (first ?? null);
  tellMoved(draft, T, file, state);
  const declared = T === null ? null : { T, E: null, H: null };
  draft.facts = { ...draft.facts, outcome, outcomeFile: file, basis: results.length > 0 ? 'per-call' : T === null ? 'final' : 'declared', declared };
}

/** Says where a label puts the first verified call elsewhere than the source that has the attempt, or behind the calls that it watched. */
function tellMoved(draft: Draft, T: number | null, file: string, state: JoinState): void {
  const { declared, outcome } = draft.facts;
  if (T === null || declared === null) return;
  // A success under a label of a failure is told as a conflict of outcomes.
  const own = declared.T !== null && declared.T !== T && outcome !== 'unresolved' ? `first verified after call ${declared.T}` : declared.H !== null && T > declared.H ? `watched up to call ${declared.H}` : null;
  if (own === null) return;
  state.problems.push(draftProblem(draft, 'conflict', 'warning', { found: `${own} in ${draft.facts.file}, first verified after call ${T} in ${file}`, expected: 'one time of the first verified call', message: `The label in ${file} moves the first verified call of this attempt to ${T}; the label is used.` }));
}

/**
 * The verdict on the submission, as far as results after calls give it: a run that passed and was broken later fails on it.
 * Where the last result was taken before the last call, the trace's own verdict goes before it.
 */
function outcomeAtEnd(results: readonly CallResult[], { own, calls }: { readonly own: Outcome; readonly calls: number | null }): 'resolved' | 'unresolved' | undefined {
  const last = results.at(-1);
  if (last === undefined) return undefined;
  if (own !== 'unknown' && calls !== null && last.call < calls) return own;
  return last.passed ? 'resolved' : 'unresolved';
}

function conflict(draft: Draft, found: string, message: string): ReturnType<typeof draftProblem> {
  return draftProblem(draft, 'conflict', 'warning', { found, expected: 'one verdict for one attempt', message });
}

function lostProblem(file: string, lost: readonly LabelPart[], total: number, what: string): ReturnType<typeof fileProblem> {
  const count = lost.length;
  const [first] = lost;
  return fileProblem(file, 'unknown-record', 'warning', { found: `${count} of ${total} labels that ${what}`, expected: 'an attempt of this index: its id, or file and locator, or task, runtime and attempt', message: `${count} of the ${total} labels of this file ${count === 1 ? what.replace(/^name\b/, 'names') : what}.${first === undefined ? '' : ` The first says ${nameOf(first)}.`}` });
}

/** Whom a label names, as it does. */
function nameOf({ task, attempt, label }: LabelPart): string {
  const said = [['id', label.attemptId], ['file', label.attemptFile], ['locator', label.locator], ['task', task], ['runtime', label.runtime], ['attempt', attempt]] as const;
  return said.flatMap(([key, value]) => (value === null || value === '' ? [] : [`${key} ${JSON.stringify(value.slice(0, 100))}`])).join(', ');
}
