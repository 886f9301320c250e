import type { ExchangeabilityResult } from '../../model/exchangeability';
import type { GateSummary } from '../../model/gates';
import type { AuditResult } from '../../model/results';
import type { SealSummary } from '../../model/seal';
import type { SealView } from '../../protocol/audit';
import { listWords, plural } from '../words';

/** What an audit's view needs beside the result and its attempts. */
export interface AuditContext {
  /** Decision time to choose at first; null: the one nearest the middle with many live cells. */
  readonly chosen: number | null;
  readonly seal: SealView;
  /** What could not be read, over the whole index. */
  readonly unreadable: { readonly records: number; readonly files: number };
  /** What speaks against attempts being exchangeable; null: not looked for. */
  readonly exchangeability: ExchangeabilityResult | null;
  /** What is known of the verifiers of its tasks; null: nothing. */
  readonly gates: GateSummary | null;
}

/** A context for results whose surroundings are not known, such as one read from a file. */
export const PLAIN_CONTEXT: AuditContext = {
  chosen: null,
  seal: { state: 'exploratory', text: 'Exploratory, not sealed', attempts: null },
  unreadable: { records: 0, files: 0 },
  exchangeability: null,
  gates: null,
};

/** The seal of an audit's plan in a few words, with when it was frozen. */
export function viewSeal({ sealed, seal, grid }: Pick<AuditResult['plan'], 'sealed' | 'seal' | 'grid'>): SealView {
  if (seal === null) return PLAIN_CONTEXT.seal;
  const frozen = seal.frozen === null ? '' : `, frozen ${formatMinute(seal.frozen)}`;
  switch (seal.state) {
    case 'broken':
      return { state: 'broken', text: `Seal broken: ${breakWords(seal)}${frozen}`, attempts: null };
    case 'altered':
      return { state: 'exploratory', text: `Exploratory: ${listWords(seal.changed.map(keyWords))} ${plural(seal.changed.length, 'is', 'are')} not as sealed${beyondWords(seal)}${frozen}`, attempts: null };
    case 'intact':
      return sealed ? { state: 'planned', text: `Planned, sealed${grid?.isMoved === true ? ', moved on the planned grid' : ''}${frozen}`, attempts: 'planned' } : { state: 'exploratory', text: `Exploratory: ${waitingWords(seal)}${frozen}`, attempts: (seal.attempts?.counted ?? 0) > 0 ? 'all' : null };
  }
}

/** Where t or B stand beyond the grid of a slider-safe plan. */
function beyondWords({ slidersUpTo, changed }: SealSummary): string {
  return slidersUpTo === null || !changed.some((key) => key === 'budget' || key === 'times') ? '' : ` (t below B up to ${slidersUpTo} was planned)`;
}

/** Why a seal is broken: "times and alpha changed after freezing". */
export function breakWords({ reason, changed }: Pick<SealSummary, 'reason' | 'changed'>): string {
  switch (reason) {
    case 'plan-missing':
      return 'the plan file is gone';
    case 'plan-unreadable':
      return 'the plan can no longer be read';
    case 'lock-edited':
      return 'the lock was edited';
    case 'lock-unreadable':
      return 'the lock cannot be read';
    default:
      return `${listWords(changed.map(keyWords))} changed after freezing`;
  }
}

/** Key of a plan as people read it: "runtimeKey" is "runtime key". */
export function keyWords(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function waitingWords({ attempts, cells }: SealSummary): string {
  if (attempts === null || cells === null || attempts.counted > 0) return 'all attempts are counted, also those not planned';
  return attempts.started === 0 ? 'sealed, and no planned attempt is here yet' : 'sealed, and no cell has its planned number of attempts yet';
}

/** "2026-02-01 10:00 UTC". */
export function formatMinute(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
