import type { ThresholdRule } from '../model/trial';

/** A rule for the threshold as it is asked for: stated ones with their score. */
export type WantedThreshold = Exclude<ThresholdRule, { readonly kind: 'stated' }> | { readonly kind: 'stated'; readonly value: number };

/** A threshold rule from its words, or a sentence that says what was expected: "best", "false-kills:0.05", "0.7". */
export function readThreshold(text: string): { readonly rule: WantedThreshold } | { readonly fault: string } {
  if (text === 'best') return { rule: { kind: 'best-success' } };
  const [kind, value] = text.split(':', 2);
  if (kind === 'false-kills') {
    const share = toNumber(value ?? '');
    if (share >= 0 && share < 1) return { rule: { kind: 'false-kills', share } };
    return { fault: `"${text}" is no rule: the share of successes that may be stopped lies from 0 to below 1, as in false-kills:0.05.` };
  }
  const score = toNumber(text);
  if (score >= 0 && score <= 1) return { rule: { kind: 'stated', value: score } };
  return { fault: `"${text}" is no threshold; expected best, false-kills:SHARE or a score from 0 to 1.` };
}

function toNumber(text: string): number {
  return text.trim() === '' ? NaN : Number(text);
}
