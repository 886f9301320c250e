import type { ExclusionReason } from '../../model/results';
import { formatCount } from '../numbers';
import { listWords } from '../words';
import { exclusionWords } from '../audit/vocabulary';

/** Why a trial cannot be made or evaluated, as its job says it. */
export type TrialRefusal =
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'nothing'; readonly attempts: number; readonly excluded: readonly { readonly reason: ExclusionReason; readonly attempts: readonly string[] }[] }
  | { readonly kind: 'needs-budget'; readonly largestSeen: number | null };

/** The reason as a sentence. */
export function refusalWords(refusal: TrialRefusal): string {
  switch (refusal.kind) {
    case 'refused':
      return refusal.message;
    case 'needs-budget':
      return `No attempt states a limit, so a budget is needed${refusal.largestSeen === null ? '' : `; the longest attempt used ${formatCount(refusal.largestSeen)}`}.`;
    case 'nothing': {
      const reasons = refusal.excluded.map(({ reason, attempts }) => `${formatCount(attempts.length)} ${exclusionWords(reason)}`);
      return refusal.attempts === 0 ? 'There is no attempt here.' : `None of the ${formatCount(refusal.attempts)} attempts here can be counted${reasons.length === 0 ? '' : `: ${listWords(reasons)}`}.`;
    }
  }
}
