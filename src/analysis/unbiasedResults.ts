import { classCounts } from '../engine/attemptClass';
import { attemptRange } from '../engine/attemptJackknife';
import { clusterInterval } from '../engine/clusterInterval';
import { influenceOf, type InfluenceDesign } from '../engine/influence';
import { leaveOneOut, rangeOfKnown, type LeftOut } from '../engine/leaveOneOut';
import { macroVerdict } from '../engine/macroVerdict';
import { signFlipTest } from '../engine/signFlip';
import { unbiasedChange } from '../engine/unbiased';
import { unbiasedMacro, type OracleMemory } from '../engine/unbiasedMacro';
import type { UnbiasedInfluence, UnbiasedResult } from '../model/unbiasedResult';

/** One runtime and cohort at one time, and how its numbers are named. */
export interface UnbiasedDesign extends InfluenceDesign {
  readonly alpha: number;
  /** Runtimes and cohorts x times: macro verdicts that hold together. */
  readonly family: number;
  /** The plug-in change. */
  readonly plugin: number | null;
  readonly oracles: OracleMemory;
  readonly attemptOf: (entry: number) => string;
  readonly taskOf: (cell: number) => string;
}

const LEVEL = 0.95;

/** What holds beside the plug-in numbers of one runtime and cohort at one time. O(cells), and one split oracle for each different cell. */
export function unbiasedResult(design: UnbiasedDesign): UnbiasedResult {
  const { counts, cells, time, plugin, oracles } = design;
  const macro = unbiasedMacro(counts, cells, time, oracles);
  const over = macro.contributions === null ? null : clusterInterval(macro.contributions, LEVEL);
  const classes = cells.map((cell) => classCounts(counts, cell, time)).filter((one) => one !== null);
  const left = macro.contributions === null ? null : leaveOneOut(classes, unbiasedChange);
  const again = left === null ? null : attemptRange(classes, left, LEVEL);
  return {
    change: macro.change,
    missing: macro.change !== null ? null : classes.length < cells.length ? 'horizon' : 'few-attempts',
    bias: macro.change === null || plugin === null ? null : plugin - macro.change,
    perfectAlarm: macro.perfectAlarm,
    splitOracle: macro.splitOracle,
    fewestAttempts: macro.fewestAttempts,
    theseTasks: again === null ? null : { kind: 'resampling range', low: again.low, high: again.high, level: again.level },
    tasksLikeThese:
      over === null
        ? null
        : {
            kind: over.call,
            tasks: over.tasks,
            contributing: over.contributing,
            standardError: over.standardError,
            low: over.low,
            high: over.high,
            level: over.level,
            reasons: over.reasons,
          },
    exploratoryP: macro.contributions === null ? null : (signFlipTest(macro.contributions)?.p ?? null),
    influence: left === null ? null : describeInfluence(design, left),
    withoutOneAttempt: left === null ? null : rangeOfKnown(left.withoutAttempt.flat()),
    withoutOneTask: left === null ? null : rangeOfKnown(left.withoutCell),
    verdict: macroVerdict(macro.contributions, design),
  };
}

function describeInfluence(design: UnbiasedDesign, left: LeftOut): UnbiasedInfluence | null {
  const found = influenceOf(design, left);
  if (found === null) return null;
  const { attempt, cell } = found;
  return {
    attempt: { attempt: design.attemptOf(attempt.entry), share: attempt.share, without: left.total * (1 - attempt.share) },
    cell: { task: design.taskOf(cell.cell), share: cell.share, without: left.withoutCell[design.cells.indexOf(cell.cell)] ?? null },
  };
}
