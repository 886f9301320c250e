import { cleanLine } from '../../base/cleanText';
import type { Attempt } from '../../model/attempt';
import type { Times } from '../../model/deriveTimes';
import type { IndexFile } from '../../model/results';
import { runtimeLabel } from '../../model/runtime';
import type { Tone } from '../../protocol/trajectory';
import { formatBytes, formatCompact, formatCount, formatDuration, formatUsd } from '../numbers';
import { countOf } from '../words';

/** Name of an attempt for titles: its task, else its file with the place in it. */
export function attemptTitle(attempt: Pick<Attempt, 'task' | 'file' | 'locator'>): string {
  if (attempt.task !== null && attempt.task !== '') return cleanLine(attempt.task);
  const name = attempt.file.slice(attempt.file.lastIndexOf('/') + 1);
  return cleanLine(attempt.locator === '' ? name : `${name} ${attempt.locator}`);
}

/** The verdict as a tone and a word. An attempt that the exit table sets aside is excluded, whatever its verdict. */
export function outcomeWord(attempt: Pick<Attempt, 'outcome'>, times: Pick<Times, 'J'>): { readonly tone: Tone; readonly word: string } {
  if (times.J === 'excluded') return { tone: 'excluded', word: 'excluded' };
  switch (attempt.outcome) {
    case 'resolved':
      return { tone: 'good', word: 'resolved' };
    case 'unresolved':
      return { tone: 'bad', word: 'unresolved' };
    case 'unknown':
      return { tone: 'unknown', word: 'no verdict' };
  }
}

/** How and when the run ended, on the axis calls: "terminal at call 73, submitted", "censored at call 30, the limit". */
export function describeEnd(attempt: Pick<Attempt, 'basis' | 'noResult'>, times: Times): string {
  const at = (position: number | null): string => (position === null ? '' : ` at call ${formatCount(position)}`);
  switch (times.J) {
    case 'verified':
      return attempt.basis === 'final' ? `resolved at its submission${times.T === null ? '' : `, call ${formatCount(times.T)}`}` : `verified${at(times.T)}`;
    case 'terminal':
      return `terminal${at(times.E)}${terminalWords(times)}`;
    case 'censored':
      return `censored${at(times.U)}, ${times.exit === 'other-budget' ? 'stopped by another budget' : 'the limit'}`;
    case 'excluded':
      return attempt.noResult ? 'no result was written' : 'ended by infrastructure';
    case 'unknown':
      return '';
  }
}

function terminalWords(times: Times): string {
  switch (times.exit) {
    case 'submitted':
      return ', submitted';
    case 'agent-failure':
      return ', agent failure';
    case 'other-budget':
      return ', stopped by another budget';
    default:
      return '';
  }
}

/** What the run did and cost, in reading order. What is not known is left out. */
export function listFacts(attempt: Attempt, times: Times): string[] {
  const { calls, limits, cost, tokens, seconds, side } = attempt;
  const limit = limits.calls === null ? '' : ` of ${formatCount(limits.calls)}`;
  return [
    describeEnd(attempt, times),
    calls === null ? '' : `${formatCount(calls)}${limit} ${calls === 1 && limit === '' ? 'call' : 'calls'}`,
    cost === null ? '' : formatUsd(cost),
    describeTokens(tokens),
    seconds === null ? '' : formatDuration(seconds),
    side === null ? '' : `${countOf(side.calls, 'side call')} kept apart`,
  ].filter((fact) => fact !== '');
}

function describeTokens({ input, output }: Attempt['tokens']): string {
  const parts = [input === null ? '' : `${formatCompact(input)} tokens in`, output === null ? '' : `${formatCompact(output)}${input === null ? ' tokens' : ''} out`];
  return parts.filter((part) => part !== '').join(', ');
}

/** The status as written, unless the end of the run says the same already. */
function describeExit({ exitStatus }: Attempt, { J }: Pick<Times, 'J'>): string {
  if (exitStatus === null || exitStatus === '' || (/^submitted$/i.test(exitStatus) && (J === 'terminal' || J === 'verified'))) return '';
  return cleanLine(`exit status ${exitStatus}`);
}

/** "2026-04-10 05:22 UTC"; what is no such time stands as it is written. A time without zone is local to who wrote it. */
function describeStart(started: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(started);
  if (!parts) return started;
  const zone = parts[3] === undefined ? 'local time' : /^(Z|[+-]00:?00)$/.test(parts[3]) ? 'UTC' : `UTC${parts[3]}`;
  return `${parts[1] ?? ''} ${parts[2] ?? ''} ${zone}`;
}

export interface Provenance {
  /** Place among the attempts of the cell, from 1; null when the attempt is in no cell. */
  readonly siblings: { readonly index: number; readonly of: number } | null;
  readonly times: Pick<Times, 'J'>;
}

/** Where the run comes from: runtime, attempt, verdict and its basis, exit status as written, start. */
export function listProvenance(attempt: Attempt, { siblings, times }: Provenance): string[] {
  const place = siblings === null || siblings.of < 2 ? '' : `, ${formatCount(siblings.index)} of ${formatCount(siblings.of)}`;
  const verdictFrom = attempt.outcomeFile === attempt.file ? 'the trace itself' : attempt.outcomeFile;
  return [
    cleanLine(runtimeLabel(attempt.runtime)),
    attempt.attempt === '' ? '' : cleanLine(`attempt ${attempt.attempt}`) + place,
    attempt.cohort === null ? '' : cleanLine(`cohort ${attempt.cohort}`),
    attempt.basis === null || verdictFrom === null ? '' : cleanLine(`verdict from ${verdictFrom}, basis: ${attempt.basis}`),
    describeExit(attempt, times),
    attempt.started === null ? '' : cleanLine(`started ${describeStart(attempt.started)}`),
    attempt.conflict ? 'in conflict with another result of the same attempt' : '',
    attempt.synthetic ? 'synthetic' : '',
  ].filter((line) => line !== '');
}

/** What is shown of a run whose file has been read so far by itself only; bytes that were read and bytes of the file. */
export function describeReading({ read, size }: { readonly read: number; readonly size: number }, steps: number): string {
  // Of a file of many runs most are whole by then: nothing is said of the one that is shown but what is there.
  if (read < size) return `${countOf(steps, 'step')} so far: ${formatBytes(read)} of ${formatBytes(size)} of the file have been read, the rest is being read.`;
  return `${countOf(steps, 'step')} so far. The files around are being read: the verdict may stand there.`;
}

/** "146 records read = 140 shown + 6 folded + 0 unreadable", summed over the attempt's files. */
export function describeCounts(files: readonly IndexFile[]): string {
  const sum = (key: 'records' | 'shown' | 'folded' | 'unreadable'): number => files.reduce((total, file) => total + file[key], 0);
  return `${countOf(sum('records'), 'record')} read = ${formatCount(sum('shown'))} shown + ${formatCount(sum('folded'))} folded + ${formatCount(sum('unreadable'))} unreadable`;
}

/** Why an attempt has no steps, in words. */
export function describeNoSteps(attempt: Attempt, times: Times): string {
  const result = { resolved: 'resolved', unresolved: 'unresolved', unknown: 'no verdict' }[attempt.outcome];
  const end = describeEnd(attempt, times);
  const known = [result, end].filter((words) => words !== '').join(', ');
  return `Only a result is known: ${known}. The trajectory of this attempt is not among the files that were read.`;
}
