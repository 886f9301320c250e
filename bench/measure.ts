import { spawnSync } from 'node:child_process';

/** What one contender did once, in a process of its own. */
export interface Run {
  readonly milliseconds: number;
  /** Largest resident set of the process, bytes. */
  readonly peakBytes: number;
  /** What it computed, so that contenders can be seen to have done the same work. */
  readonly answer: unknown;
}

export interface Contender {
  /** Name in `contenders/all.ts`. */
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Options of Node, such as `--max-old-space-size`. */
  readonly nodeOptions?: readonly string[];
}

/** Runs of one contender over all repetitions; null where it cannot run here. */
export interface Measured {
  readonly contender: string;
  readonly runs: readonly Run[] | null;
  /** Why there are no runs. */
  readonly reason: string | null;
}

/** Where the bundled contenders are. */
const PROGRAM = 'out/bench/contender.cjs';

/** Each contender once, in turn, and that `repetitions` times: what disturbs the machine disturbs all of them. */
export function runInterleaved(contenders: readonly Contender[], repetitions: number): readonly Measured[] {
  const runs = contenders.map((): Run[] => []);
  const reasons = contenders.map((): string | null => null);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    contenders.forEach((contender, index) => {
      if (reasons[index] !== null) return;
      const run = runOnce(contender);
      if (typeof run === 'string') reasons[index] = run;
      else runs[index]?.push(run);
    });
  }
  return contenders.map((contender, index) => ({ contender: contender.name, runs: reasons[index] === null ? (runs[index] ?? []) : null, reason: reasons[index] ?? null }));
}

/** A run, or why there is none. */
function runOnce({ name, options, nodeOptions = [] }: Contender): Run | string {
  const child = spawnSync(process.execPath, [...nodeOptions, '--expose-gc', PROGRAM, name, JSON.stringify(options)], { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.status !== 0) return `${name} ended with ${child.status ?? child.signal}: ${child.stderr.trim().split('\n').find((line) => /error/i.test(line)) ?? child.stderr.trim().slice(-300)}`;
  // The contender's last line; what libraries print comes before it.
  return JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '') as Run;
}

/** The middle value; the mean of both where there are two. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle) - 1] ?? NaN)) / 2;
}

/** How many times as fast `ours` was: the median over repetitions of the peer's time over ours. Null where one did not run. */
export function speedRatio(ours: Measured | undefined, peer: Measured | undefined): number | null {
  if (!ours?.runs || !peer?.runs) return null;
  const theirs = peer.runs;
  return median(ours.runs.map((run, index) => (theirs[index]?.milliseconds ?? NaN) / run.milliseconds));
}
