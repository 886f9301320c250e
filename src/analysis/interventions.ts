import { compareText } from '../base/compareText';
import { groupBy } from '../base/groupBy';
import { clusterInterval } from '../engine/clusterInterval';
import { interventionValue, type StateForks } from '../engine/interventionValue';
import { CONTINUE, type Fork, type InterventionsResult, type InterventionValue } from '../model/interventionsResult';
import type { Problem } from '../model/problem';
import type { ValueOverTasks } from '../model/representationsResult';

const LEVEL = 0.95;

/** What the readers found in one or several tables. */
export interface ForkTable {
  readonly rows: number;
  readonly forks: readonly Fork[];
  readonly hasAlarms: boolean;
  readonly problems: readonly Problem[];
}

/**
 * What each action of a table is worth in place of continuing, by runtime and time and over all times, from the states in which both were
 * tried. Nothing is taken from elsewhere: what a clean restart is worth says nothing of another action. Linear in the forks.
 *
 * Source: paper A, E[A (Y_R - Y_C)]; intervals over tasks and their names BEYOND.md 9.
 */
export function* interventionValuesInPortions({ rows, forks, hasAlarms, problems }: ForkTable): Generator<void, InterventionsResult, void> {
  const values: InterventionValue[] = [];
  for (const [, ofRuntime] of sortedGroups(forks, ({ runtime }) => runtime ?? '')) {
    const times = [...new Set(ofRuntime.map(({ t }) => t))].sort((a, b) => (a ?? 0) - (b ?? 0));
    for (const action of [...new Set(ofRuntime.map((fork) => fork.action))].filter((name) => name !== CONTINUE).sort(compareText)) {
      values.push(valueAction(ofRuntime, action, null));
      yield;
      for (const t of times.length > 1 ? times : []) {
        if (t === null || !ofRuntime.some((fork) => fork.action === action && fork.t === t)) continue;
        values.push(valueAction(ofRuntime.filter((fork) => fork.t === t), action, t));
        yield;
      }
    }
  }
  return { schema: 'restart-lens/interventions@1', rows, counted: forks.length, hasAlarms, actions: [...new Set(forks.map(({ action }) => action))].sort(compareText), values, problems };
}

function sortedGroups(forks: readonly Fork[], keyOf: (fork: Fork) => string): readonly (readonly [string, readonly Fork[]])[] {
  return [...groupBy(forks, keyOf)].sort(([a], [b]) => compareText(a, b));
}

function valueAction(forks: readonly Fork[], action: string, t: number | null): InterventionValue {
  const gains: number[] = [];
  const always: number[] = [];
  const counts = { states: 0, alarmedStates: 0, forks: 0, references: 0, withoutReference: 0 };
  for (const [, ofTask] of sortedGroups(forks, ({ task }) => task)) {
    const states: StateForks[] = [];
    for (const [, ofState] of sortedGroups(ofTask, (fork) => JSON.stringify([fork.t, fork.state]))) {
      const acted = ofState.filter((fork) => fork.action === action);
      const continued = ofState.filter((fork) => fork.action === CONTINUE);
      if (acted.length === 0) continue;
      if (continued.length === 0) {
        counts.withoutReference++;
        continue;
      }
      const stated = ofState.filter((fork) => fork.isAlarmed !== null);
      // Where the table says nothing of a state, acting in it is what it is about.
      const isAlarmed = stated.length === 0 || stated.some((fork) => fork.isAlarmed === true);
      states.push({ isAlarmed, acted: countOf(acted), continued: countOf(continued) });
      counts.states++;
      counts.alarmedStates += Number(isAlarmed);
      counts.forks += acted.length;
      counts.references += continued.length;
    }
    const value = interventionValue(states);
    if (value === null) continue;
    gains.push(value.gain);
    always.push(value.always);
  }
  return { runtime: forks[0]?.runtime ?? null, action, t, tasks: gains.length, ...counts, gain: overTasks(gains), always: overTasks(always) };
}

function countOf(forks: readonly Fork[]): StateForks['acted'] {
  return { n: forks.length, successes: forks.reduce((sum, { success }) => sum + success, 0) };
}

function overTasks(values: readonly number[]): ValueOverTasks | null {
  const found = clusterInterval(values, LEVEL);
  return found === null ? null : { estimate: found.mean, kind: found.call, low: found.low, high: found.high, level: found.level, contributing: found.contributing, reasons: found.reasons };
}
