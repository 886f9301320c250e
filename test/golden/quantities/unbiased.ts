// Unbiased values, influence and intervals over tasks (BEYOND.md 2 and 9), in the golden files' spellings.

import { classCounts, classOf, countsOfClasses, type ClassCounts } from '../../../src/engine/attemptClass';
import { columnsFromTraces } from '../../../src/engine/attemptColumns';
import { clusterInterval } from '../../../src/engine/clusterInterval';
import { countColumns } from '../../../src/engine/countColumns';
import { influenceOf } from '../../../src/engine/influence';
import { leaveOneOut } from '../../../src/engine/leaveOneOut';
import { alarmContribution, changeContribution, macroNumbers, oracleContribution } from '../../../src/engine/macro';
import { replayCell } from '../../../src/engine/replay';
import { invertSignFlip, signFlipTest } from '../../../src/engine/signFlip';
import { splitOracle } from '../../../src/engine/splitOracle';
import type { Trace } from '../../../src/engine/trace';
import { unbiasedAlarm, unbiasedChange } from '../../../src/engine/unbiased';
import { unbiasedMacro } from '../../../src/engine/unbiasedMacro';
import { unbiasedCutoff } from '../../../src/engine/unbiasedReplay';
import type { GoldenInputs } from '../goldenFile';
import { toList, toTrace } from '../goldenValues';
import type { QuantityTable } from '../quantityTable';

export const unbiasedQuantities: QuantityTable = {
  'x.unbiased_change': (inputs) => {
    const { n, classes } = cellOf(inputs);
    const counts = classes && countsOfClasses(classes);
    const plugin = counts && n > 0 ? changeContribution(counts) : null;
    const unbiased = classes && unbiasedChange(classes);
    return {
      n,
      plugin,
      unbiased,
      bias: plugin === null || unbiased === null ? null : plugin - unbiased,
      alarm_plugin: counts && n > 0 ? alarmContribution(counts) : null,
      alarm_unbiased: classes && unbiasedAlarm(classes),
    };
  },
  'x.unbiased_replay': (inputs) => {
    const attempts = inputs.list('attempts').map(toTrace);
    const [cutoff, budget] = [inputs.number('c'), inputs.number('B')];
    const replay = replayCell(attempts, { schedule: { kind: 'fixed', cap: cutoff }, budget });
    const unbiased = unbiasedCutoff(attempts, { cutoff, budget });
    return { plugin: replay.kind === 'ok' ? replay.success : null, unbiased: unbiased.kind === 'ok' ? unbiased.success : null };
  },
  'x.split_oracle': (inputs) => {
    const { classes } = cellOf(inputs);
    return { plugin: classes && oracleContribution(countsOfClasses(classes)), split: classes && splitOracle(classes) };
  },
  'x.macro': (inputs) => {
    const { counts, cells } = groupOf(inputs);
    const plugin = macroNumbers(counts, cells, 0).numbers;
    const unbiased = unbiasedMacro(counts, cells, 0);
    return {
      change_plugin: plugin?.change ?? null,
      change_unbiased: unbiased.change,
      alarm_plugin: plugin?.perfectAlarm ?? null,
      alarm_unbiased: unbiased.perfectAlarm,
      oracle_plugin: plugin?.taskOracle ?? null,
      oracle_split: unbiased.splitOracle,
    };
  },
  'x.influence': computeInfluence,
  'x.cluster_ci': (inputs) => {
    const [u, level] = [inputs.numbers('u'), inputs.number('level')];
    const interval = clusterInterval(u, level);
    const inverted = invertSignFlip(u, level);
    return {
      J: interval?.tasks ?? 0,
      mean: interval?.mean ?? null,
      se: interval?.standardError ?? null,
      t: interval?.standardError == null ? null : [interval.low, interval.high],
      flip_p: signFlipTest(u)?.p ?? null,
      flip: inverted && [inverted.low, inverted.high],
      call: interval?.call ?? null,
    };
  },
};

function cellOf(inputs: GoldenInputs): { readonly n: number; readonly classes: ClassCounts | null } {
  const attempts = inputs.list('attempts').map(toTrace);
  const counts = countColumns(columnsFromTraces([attempts]), { times: [inputs.number('t')], budget: inputs.number('B') });
  return { n: attempts.length, classes: classCounts(counts, 0, 0) };
}

function groupOf(inputs: GoldenInputs) {
  const names = inputs.entries('cells').map(([name]) => name);
  const traces: readonly (readonly Trace[])[] = inputs.entries('cells').map(([, attempts]) => toList(attempts).map(toTrace));
  const columns = columnsFromTraces(traces);
  const at = { t: inputs.number('t'), budget: inputs.number('B') };
  return { names, traces, columns, at, counts: countColumns(columns, { times: [at.t], budget: at.budget }), cells: traces.map((_, cell) => cell) };
}

function computeInfluence(inputs: GoldenInputs): unknown {
  const { names, traces, columns, at, counts, cells } = groupOf(inputs);
  const left = leaveOneOut(cells.map((cell) => classCounts(counts, cell, 0)), unbiasedChange);
  if (left === null) return { total: null };
  const found = influenceOf({ columns, counts, cells, time: 0, ...at }, left);
  const attempts = names.flatMap((name, cell) => (traces[cell] ?? []).map((_, index) => [name, index] as const));
  return {
    total: left.total,
    without_attempt: Object.fromEntries(names.map((name, cell) => [name, (traces[cell] ?? []).map((trace) => left.withoutAttempt[cell]?.[classOf(trace, at) ?? -1] ?? null)])),
    attempt_share: found?.attempt.share ?? null,
    attempt: found === null ? null : attempts[found.attempt.entry],
    without_cell: Object.fromEntries(names.map((name, cell) => [name, left.withoutCell[cell]])),
    cell_share: found?.cell.share ?? null,
    cell: found === null ? null : names[found.cell.cell],
  };
}
