/** Chances of one cell at one time, and of an alarm there; each in [0, 1]. */
export interface AlarmChances {
  /** q: success if the run goes on. */
  readonly q: number;
  /** p: success of a restart with the budget that is left. */
  readonly p: number;
  /** Share of runs that would fail that the alarm stops (true positives). */
  readonly tau: number;
  /** Share of runs that would succeed that the alarm stops (false positives). */
  readonly phi: number;
}

export interface AlarmValue {
  /** Change of the success rate by acting on the alarm rather than letting every run go on. */
  readonly gain: number;
  /** The p above which acting on the alarm gains: the share of stopped runs that would have succeeded. Null: it stops none. */
  readonly threshold: number | null;
  /** Gain of an alarm without error. */
  readonly ceiling: number;
  /** What that is worth more than the better of "always restart" and "always continue". */
  readonly overConstant: number;
  /** Share of runs that the alarm judges rightly: says nothing of the gain. */
  readonly accuracy: number;
}

/**
 * What an alarm is worth when whoever it stops is restarted. Throws RangeError for what is no chance.
 *
 * Example: q = 0.5, p = 0, tau = 0.9, phi = 0.1: accuracy 0.9, gain -0.05.
 *
 * Source: paper A, eqs 8-11; MATH.md 1.3.
 */
export function valueAlarm({ q, p, tau, phi }: AlarmChances): AlarmValue {
  for (const [name, chance] of Object.entries({ q, p, tau, phi })) {
    if (!(chance >= 0 && chance <= 1)) throw new RangeError(`${name} must lie in [0, 1], not ${chance}.`);
  }
  const stoppedFailures = (1 - q) * tau;
  const stoppedSuccesses = q * phi;
  const stopped = stoppedFailures + stoppedSuccesses;
  return {
    gain: p * stopped - stoppedSuccesses,
    threshold: stopped === 0 ? null : stoppedSuccesses / stopped,
    ceiling: (1 - q) * p,
    overConstant: Math.min((1 - q) * p, q * (1 - p)),
    accuracy: stoppedFailures + q * (1 - phi),
  };
}

/**
 * Where an alarm with these rates gains nothing, at each q: the p of `valueAlarm`'s threshold. Null where it stops nobody.
 *
 * Source: paper A, eq 9 and figure 2A.
 */
export function zeroGainLine({ tau, phi }: Pick<AlarmChances, 'tau' | 'phi'>, q: readonly number[]): readonly (number | null)[] {
  return q.map((chance) => valueAlarm({ q: chance, p: 0, tau, phi }).threshold);
}

/** The p at which a perfect alarm gains `ceiling` at q; null where no p does. Source: paper A, eq 10 solved for p. */
export function restartabilityFor(ceiling: number, q: number): number | null {
  const p = ceiling / (1 - q);
  // Where p = 1 is enough, the division may come out a little above it.
  return p <= 1 + 1e-12 ? Math.min(1, p) : null;
}

/** One kind of run: its weight, the chance that the alarm stops it, and its chances of success. */
export interface WeightedRun {
  readonly weight: number;
  readonly alarm: number;
  readonly restart: number;
  readonly continuation: number;
}

/**
 * E[A (Y_R - Y_C)] over weighted runs, whatever the alarm depends on. Null when the weights sum to 0.
 *
 * Source: paper A, eq 8.
 */
export function meanAlarmGain(runs: readonly WeightedRun[]): number | null {
  const total = runs.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  return runs.reduce((sum, { weight, alarm, restart, continuation }) => sum + weight * alarm * (restart - continuation), 0) / total;
}

/** A cell at one time as an alarm meets it. */
export interface AlarmCell {
  /** Share of the cell's attempts that are live. */
  readonly live: number;
  /** q and p of the live ones; 0 where nobody is. */
  readonly q: number;
  readonly p: number;
}

/**
 * Macro gain of one alarm that has the same rates in every cell: mean f G(q, p, tau, phi), as E[A (Y_R - Y_C)] over runs that would
 * fail, runs that would succeed and runs that have ended, every cell with weight 1. Null without cells.
 *
 * Source: paper A, eq 8 in its general form.
 */
export function macroAlarmGain(cells: readonly AlarmCell[], { tau, phi }: Pick<AlarmChances, 'tau' | 'phi'>): number | null {
  return meanAlarmGain(
    cells.flatMap(({ live, q, p }) => [
      { weight: live * (1 - q), alarm: tau, restart: p, continuation: 0 },
      { weight: live * q, alarm: phi, restart: p, continuation: 1 },
      { weight: 1 - live, alarm: 0, restart: 0, continuation: 0 },
    ]),
  );
}
