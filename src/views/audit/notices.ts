import { cleanText } from '../../base/cleanText';
import type { Axis } from '../../model/plan';
import type { ExclusionReason } from '../../model/results';
import type { ActionView, AuditNotice, BannerView } from '../../protocol/audit';
import { formatCount } from '../numbers';
import { axisAmount, axisName, countOf, listWords } from '../words';
import { AUDIT_COMMANDS } from './commands';
import { exclusionWords } from './vocabulary';

const NONE = { actions: [], budgets: [], done: 0, of: 0, describes: false } as const;

/** No folder is open, so there is nowhere to look. */
export function noFolderNotice(): AuditNotice {
  return { ...NONE, kind: 'empty', headline: 'No folder is open.', lines: ['Open a folder with traces or an outcome table.'], actions: [{ label: 'Open folder', command: AUDIT_COMMANDS.openFolder }] };
}

/** What would make attempts countable: outcomes where they lack, else when they came. */
function whatIsNeeded(excluded: readonly { readonly reason: ExclusionReason; readonly attempts: readonly string[] }[]): string {
  const has = (wanted: ExclusionReason): boolean => excluded.some(({ reason, attempts }) => reason === wanted && attempts.length > 0);
  if (has('no-axis') && !has('no-outcome')) return 'Their outcomes are known, and not the call at which each came: an audit needs the traces themselves, or a table with T and E (a labels file may state the first verified call).';
  return 'An audit needs outcomes: evaluation reports beside the traces, or a file of labels (JSONL or CSV).';
}

/** Nothing under the folder is a trace, or nothing that was found can be counted. */
export function nothingNotice(found: {
  readonly files: number;
  readonly attempts: number;
  readonly excluded: readonly { readonly reason: ExclusionReason; readonly attempts: readonly string[] }[];
}): AuditNotice {
  const problems: ActionView = { label: 'Show problems', command: AUDIT_COMMANDS.showProblems };
  if (found.attempts === 0) {
    const looked = `${countOf(found.files, 'file')} looked at.`;
    return { ...NONE, kind: 'empty', headline: 'No attempts found in this workspace.', lines: [looked, 'Open a folder with traces or an outcome table.'], actions: [{ label: 'Open folder', command: AUDIT_COMMANDS.openFolder }, problems] };
  }
  const reasons = found.excluded.map(({ reason, attempts }) => `${formatCount(attempts.length)} ${exclusionWords(reason)}`);
  return {
    ...NONE,
    kind: 'empty',
    headline: found.attempts === 1 ? 'The one attempt cannot be counted.' : `None of the ${countOf(found.attempts, 'attempt')} can be counted.`,
    lines: reasons.length === 0 ? [] : [`${listWords(reasons)}.`, whatIsNeeded(found.excluded)],
    actions: [{ label: 'Import labels', command: AUDIT_COMMANDS.importLabels }, { label: 'Show attempts', command: AUDIT_COMMANDS.showAttempts }, problems],
    describes: true,
  };
}

export interface ReadingProgress {
  readonly filesDone: number;
  /** 0: not known yet. */
  readonly filesTotal: number;
  readonly attempts: number;
}

/** The first reading, before there is anything to show. */
export function loadingNotice(progress: ReadingProgress): AuditNotice {
  return { ...NONE, kind: 'loading', headline: readingWords(progress), lines: [`${countOf(progress.attempts, 'attempt')} so far.`], done: progress.filesDone, of: progress.filesTotal };
}

/** Reading goes on while an audit of before is shown. */
export function loadingBanner(progress: ReadingProgress): BannerView {
  return { kind: 'loading', text: readingWords(progress), detail: 'The audit below covers what was read before.', action: null, done: progress.filesDone, of: progress.filesTotal };
}

function readingWords({ filesDone, filesTotal }: ReadingProgress): string {
  return filesTotal === 0 ? 'Looking for traces.' : `Indexing, ${formatCount(filesDone)} of ${countOf(filesTotal, 'file')}.`;
}

/** Files changed since the audit was made; null when none did. */
export function staleBanner(files: number): BannerView | null {
  if (files === 0) return null;
  return { kind: 'stale', text: `${countOf(files, 'file')} changed since this audit.`, detail: 'The numbers below are from before.', action: { label: 'Audit again', command: AUDIT_COMMANDS.runAudit }, done: 0, of: 0 };
}

/** The reading was cancelled before there was anything to show. */
export function cancelledNotice(): AuditNotice {
  return { ...NONE, kind: 'empty', headline: 'Indexing was cancelled.', lines: ['Nothing has been audited.'], actions: [{ label: 'Index again', command: AUDIT_COMMANDS.rebuildIndex }] };
}

/** Something outside the traces failed; what went wrong in a trace is a caveat, not an error. */
export function failedNotice(message: string): AuditNotice {
  return {
    ...NONE,
    kind: 'error',
    headline: 'The workspace could not be indexed.',
    lines: [cleanText(message)],
    actions: [
      { label: 'Index again', command: AUDIT_COMMANDS.rebuildIndex },
      { label: 'Show log', command: AUDIT_COMMANDS.showLog },
    ],
  };
}

/** The plan cannot be carried out on these data, or cannot be read. */
export function refusedNotice(message: string): AuditNotice {
  return { ...NONE, kind: 'error', headline: 'This plan cannot be audited.', lines: [cleanText(message)], actions: [{ label: 'Open plan', command: AUDIT_COMMANDS.plan }] };
}

/** No limit is configured and the plan states no budget: it is asked for, never taken from the outcomes silently. */
export function budgetNotice(found: { readonly axis: Axis; readonly usable: number; readonly largestSeen: number | null }): AuditNotice {
  const { axis, usable, largestSeen } = found;
  const offers = largestSeen === null ? [] : budgetOffers(axis, largestSeen);
  return {
    ...NONE,
    kind: 'needs-budget',
    headline: `Choose a budget B, in ${axisName(axis)}.`,
    lines: [
      usable === 1 ? 'The one attempt states no limit, and the plan states no budget.' : `None of the ${countOf(usable, 'attempt')} states a limit, and the plan states no budget.`,
      'A budget taken from the outcomes is exploratory: the plan is the place to fix one before looking.',
    ],
    budgets: offers,
    actions: [
      { label: 'Other budget', command: AUDIT_COMMANDS.chooseBudget },
      { label: 'Open plan', command: AUDIT_COMMANDS.plan },
    ],
    describes: true,
  };
}

/** The longest run as it was, and rounded up to a number that people would have chosen. */
function budgetOffers(axis: Axis, largest: number): AuditNotice['budgets'] {
  const exact = { budget: largest, label: `${axisAmount(axis, largest)}, the longest run seen` };
  const power = 10 ** Math.floor(Math.log10(largest));
  const round = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((m) => Number((m * power).toPrecision(6))).find((b) => b >= largest && (Number.isInteger(b) || !isWhole(axis)));
  return round === undefined || round === largest ? [exact] : [exact, { budget: round, label: `${axisAmount(axis, round)}, rounded up` }];
}

function isWhole(axis: Axis): boolean {
  return axis !== 'usd' && axis !== 'seconds';
}
