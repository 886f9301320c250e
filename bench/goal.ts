import type { Measured } from './measure';

/** One line of the result. */
export interface Finding {
  /** Number of the goal in the table of speeds to reach; null for what has none. */
  readonly goal: number | null;
  readonly what: string;
  /** Named peer, or null for an absolute figure. */
  readonly peer: string | null;
  readonly value: number | null;
  readonly unit: 'x' | 'ms' | 'µs' | 'MB' | '';
  /** `least`: the value should be at least `wanted`; `most`: at most. Null: nothing is asked. */
  readonly wanted: { readonly kind: 'least' | 'most'; readonly value: number } | null;
  /** Null: it could not be measured here. Never true without a measurement. */
  readonly met: boolean | null;
  readonly note: string | null;
}

export interface Goal {
  /** Word for `--only`. */
  readonly name: string;
  readonly title: string;
  run(scale: Scale): Promise<GoalResult>;
}

export interface GoalResult {
  readonly findings: readonly Finding[];
  readonly measured: readonly Measured[];
}

export interface Scale {
  readonly repetitions: number;
  /** Part of the full data, in (0, 1]. */
  readonly part: number;
}

/** A finding, judged. */
export function judge(finding: Omit<Finding, 'met' | 'note'> & { readonly note?: string | null }): Finding {
  const { value, wanted } = finding;
  const met = value === null || Number.isNaN(value) || wanted === null ? null : wanted.kind === 'least' ? value >= wanted.value : value <= wanted.value;
  return { note: null, ...finding, met };
}

/** Why contenders did not run, as a note; null when all ran and agree. `agree` lists those that must have computed the same. */
export function noteOf(measured: readonly Measured[], agree: readonly string[] = []): string | null {
  const reasons = measured.flatMap(({ reason }) => (reason === null ? [] : [reason]));
  const answers = new Set(measured.filter(({ contender, runs }) => runs !== null && agree.includes(contender)).flatMap(({ runs }) => (runs ?? []).map(({ answer }) => JSON.stringify(answer))));
  if (answers.size > 1) reasons.push(`the answers differ: ${[...answers].join(' ')}`);
  return reasons.length > 0 ? reasons.join('; ') : null;
}
