import { cleanLine } from '../../base/cleanText';
import type { Basis } from '../../model/attempt';
import type { AuditAttempt, AuditResult } from '../../model/results';
import type { CaveatView } from '../../protocol/audit';
import { failedGateWords, gateWords } from '../checks/gateWords';
import { alikeGroups, failedWords } from '../checks/checkWords';
import { formatCount, formatPercent } from '../numbers';
import { capitalise, countOf, listWords, numberWord, plural, runtimeName } from '../words';
import { isBrokenLater } from './attempts';
import { AUDIT_COMMANDS } from './commands';
import type { AuditContext } from './context';
import { unknownCaveat } from './unknownWords';
import { attemptName, exclusionWords, isHarmless, restOf, stoppedEarly, vocabularyOf } from './vocabulary';

const MOST = 4;

export interface Caveats {
  /** At most four, worst first. */
  readonly shown: readonly CaveatView[];
  /** Those that apply but found no room. */
  readonly rest: readonly string[];
}

/** What limits this data set: facts with counts, only those that apply. Warnings first, good news last. */
export function writeCaveats(result: AuditResult, attempts: readonly AuditAttempt[], context: AuditContext): Caveats {
  const all = [
    syntheticCaveat(result),
    exclusionCaveat(result, attempts),
    unknownCaveat(result),
    ...varyingCaveats(result),
    ...exchangeabilityCaveats(context),
    gateCaveat(context),
    unreadableCaveat(context),
    horizonCaveat(result),
    brokenCaveat(result, attempts),
    basisCaveat(result),
    runtimeCaveat(result),
    truncationCaveat(result, attempts),
    completeCaveat(result),
  ].filter((caveat) => caveat !== null);
  const order = { warning: 0, info: 1, check: 2 } as const;
  const sorted = all.map((caveat, at) => ({ caveat, at })).sort((a, b) => order[a.caveat.icon] - order[b.caveat.icon] || a.at - b.at);
  return { shown: sorted.slice(0, MOST).map((s) => s.caveat), rest: sorted.slice(MOST).map((s) => s.caveat.text) };
}

function syntheticCaveat({ provenance }: AuditResult): CaveatView | null {
  const { synthetic, attempts } = provenance;
  if (synthetic === 0) return null;
  const rows = synthetic === attempts ? (attempts === 1 ? 'The only attempt is' : `All ${formatCount(attempts)} attempts are`) : `${formatCount(synthetic)} of ${countOf(attempts, 'attempt')} ${plural(synthetic, 'is', 'are')}`;
  return warning(`${rows} marked synthetic by ${synthetic === 1 ? 'its' : 'their'} source.`);
}

/** Attempts that are in no count. Repeats of an attempt lose nothing; everything else may bias what is left. */
function exclusionCaveat(result: AuditResult, attempts: readonly AuditAttempt[]): CaveatView | null {
  const counts = result.excluded.map(({ reason, attempts: ids }) => ({ reason, count: ids.length })).filter((e) => e.count > 0);
  const total = counts.reduce((sum, e) => sum + e.count, 0);
  if (total === 0) return null;
  const reasons = [...counts].sort((a, b) => b.count - a.count).map(({ reason, count }) => `${formatCount(count)} ${exclusionWords(reason)}`);
  const all = Math.max(attempts.length, result.provenance.attempts, total);
  const harmless = counts.every(({ reason }) => isHarmless(reason));
  const text = `${formatCount(total)} of ${countOf(all, 'attempt')} ${plural(total, 'is', 'are')} in no count: ${listWords(reasons)}.`;
  return harmless ? { icon: 'info', text, action: null } : warning(text, { label: 'Show attempts', command: AUDIT_COMMANDS.showNotCounted });
}

function varyingCaveats(result: AuditResult): readonly CaveatView[] {
  return result.runtimeNotes
    .filter((note) => note.kind === 'varies-inside-cells')
    .map((note) => warning(`${capitalise(fieldWords(note.field))} varies inside ${countOf(note.cells, 'cell')}: attempts there may not be exchangeable.`, OPEN_PLAN));
}

/** Checks of exchangeability that failed, and runtimes whose attempts mostly begin alike. */
function exchangeabilityCaveats({ exchangeability }: AuditContext): readonly CaveatView[] {
  if (exchangeability === null) return [];
  const failed = failedWords(exchangeability);
  const alike = alikeGroups(exchangeability);
  return [
    ...(failed === null ? [] : [warning(failed)]),
    ...(alike.length === 0 ? [] : [warning(`Most pairs of attempts of ${listWords(alike.map(runtimeName), MOST_NAMED)} begin with the same ${exchangeability.beginnings.actions} actions: they may not be independent (cached or seeded sampling).`)]),
  ];
}

/** Whether the verifiers of the tasks can be relied on, where sidecars say. */
function gateCaveat({ gates }: AuditContext): CaveatView | null {
  if (gates === null) return null;
  const failed = failedGateWords(gates);
  return failed === null ? { icon: gates.passed.length === gates.tasks ? 'check' : 'info', text: gateWords(gates), action: null } : warning(`${failed} ${gateWords(gates)}`);
}

const OPEN_PLAN = { label: 'Open plan', command: AUDIT_COMMANDS.plan } as const;

function unreadableCaveat({ unreadable }: AuditContext): CaveatView | null {
  if (unreadable.records === 0) return null;
  return warning(`${countOf(unreadable.records, 'record')} in ${countOf(unreadable.files, 'file')} could not be read.`, { label: 'Show problems', command: AUDIT_COMMANDS.showProblems });
}

function horizonCaveat({ totals }: AuditResult): CaveatView | null {
  if (totals.horizon === 0) return null;
  return warning(`${countOf(totals.horizon, 'comparison')} ${plural(totals.horizon, 'has', 'have')} no estimate: attempts were ${stoppedEarly('B')} (their horizon, how far they were followed, is too short).`);
}

/** A restart that has no stretch as long as this share of completions is warned of. */
const HALF = 0.5;

/**
 * Completions that were seen and that no episode of the audited actions is long enough for: none under B; under a restart at t none longer
 * than the longer of t and B − t. Of the restarts the one that cuts off most. What horizons hide comes on top.
 *
 * Source: paper A, corollary 3.4.
 */
function truncationCaveat({ plan }: AuditResult, attempts: readonly AuditAttempt[]): CaveatView | null {
  const words = vocabularyOf(plan);
  const times = attempts.flatMap(({ excluded, J, T }) => (excluded === null && J === 'verified' && T !== null ? [T] : []));
  const beyond = (cap: number): number => times.filter((T) => T > cap).length;
  const share = (count: number): string => `${formatCount(count)} of ${countOf(times.length, 'completion')} seen (${formatPercent(count / times.length)}) took longer`;
  if (beyond(plan.budget) > 0) return warning(`${share(beyond(plan.budget))} than B = ${words.value(plan.budget)}: no run under this budget reaches them.`);
  const restarts = plan.times.map((t) => ({ t, cap: Math.max(t, restOf(plan.budget, t)) })).sort((a, b) => a.cap - b.cap || a.t - b.t);
  const [shortest] = restarts;
  if (shortest === undefined || beyond(shortest.cap) === 0) return null;
  const { t, cap } = shortest;
  return { icon: beyond(cap) / times.length >= HALF ? 'warning' : 'info', text: `A restart at ${words.time(t)} cuts B into stretches of ${words.value(t)} and ${words.amount(restOf(plan.budget, t))}; ${share(beyond(cap))} than either.`, action: null };
}

/** Attempts that one question counts as successes and the other as failures; each is marked where its cell opens. */
function brokenCaveat({ plan }: AuditResult, attempts: readonly AuditAttempt[]): CaveatView | null {
  const counted = attempts.filter((attempt) => attempt.excluded === null);
  const isFirst = plan.estimand === 'first-verified';
  // What passed beyond B is no success of this audit.
  const broken = counted.filter((attempt) => isBrokenLater(attempt) && (!isFirst || (attempt.J === 'verified' && attempt.T !== null && attempt.T <= plan.budget)));
  if (broken.length === 0) return null;
  const names = listWords(broken.map((attempt) => `${cleanLine(attempt.task ?? '')} ${attemptName(attempt)}`), MOST_NAMED);
  const text = `${formatCount(broken.length)} of ${countOf(counted.length, 'counted attempt')} passed at some call and failed at submission (${names}): ${
    isFirst ? `${plural(broken.length, 'it counts as a success', 'they count as successes')} that would have been lost at submission.` : `${plural(broken.length, 'it counts as a failure', 'they count as failures')}.`
  }`;
  return isFirst ? warning(text) : { icon: 'info', text, action: null };
}

/** Attempts that a caveat names. */
const MOST_NAMED = 3;

const BASIS_WORDS: Readonly<Record<Basis, string>> = { 'per-call': 'a verifier after each call', declared: 'declared', final: 'final verdicts' };

function basisCaveat({ plan, provenance }: AuditResult): CaveatView | null {
  const kinds = (['per-call', 'declared', 'final'] as const).filter((basis) => provenance.basis[basis] > 0);
  if (kinds.length === 0) return null;
  const total = kinds.reduce((sum, basis) => sum + provenance.basis[basis], 0);
  const [only] = kinds;
  const counts = kinds.length === 1 && only !== undefined ? `${BASIS_WORDS[only]}, ${formatCount(provenance.basis[only])} of ${formatCount(provenance.attempts)}` : listWords(kinds.map((basis) => `${BASIS_WORDS[basis]} ${formatCount(provenance.basis[basis])}`));
  if (plan.estimand === 'first-verified') return { icon: kinds.length > 1 ? 'warning' : 'info', text: `Basis of T, when a run was first verified: ${counts}${provenance.basis.declared > 0 ? ' (a table says so; nothing here checks it)' : ''}.`, action: null };
  const source = total === provenance.basis.final ? `final verdicts, ${formatCount(total)} of ${formatCount(provenance.attempts)}` : counts;
  return { icon: 'info', text: `Success is resolved at submission (${source}): runs that were right earlier count as live.`, action: null };
}

function runtimeCaveat(result: AuditResult): CaveatView | null {
  const runtimes = new Set(result.decisions.map((d) => d.runtime)).size;
  if (runtimes < 2) return null;
  const fields = result.runtimeNotes.filter((note) => note.kind === 'mergeable').map((note) => fieldWords(note.field));
  const count = capitalise(numberWord(runtimes));
  if (fields.length === 0) return { icon: 'info', text: `${count} runtimes, kept apart.`, action: null };
  return { icon: 'info', text: `${count} runtimes, kept apart; ${runtimes === 2 ? 'of the fields that are known they' : 'some'} differ only in ${listWords(fields)}.`, action: OPEN_PLAN };
}

function completeCaveat(result: AuditResult): CaveatView | null {
  if (result.totals.horizon > 0 || result.excluded.some((e) => e.attempts.length > 0)) return null;
  return { icon: 'check', text: 'Nothing excluded, no outcome unknown.', action: null };
}

/** "agentVersion" reads "agent version". */
function fieldWords(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function warning(text: string, action: CaveatView['action'] = null): CaveatView {
  return { icon: 'warning', text, action };
}
