import { compareText } from '../base/compareText';
import type { TaskGate, GateSummary } from '../model/gates';
import type { Cell } from './cells';

/** The gates of the tasks of an audit's cells; null where no gate is stated for any of them. */
export function summariseGates(gates: readonly TaskGate[], cells: readonly Pick<Cell, 'task'>[]): GateSummary | null {
  const known = new Map(gates.map((gate) => [gate.task, gate]));
  const tasks = [...new Set(cells.map(({ task }) => task))].sort(compareText);
  const own = tasks.map((task): TaskGate => known.get(task) ?? { task, baseFails: null, referencePasses: null });
  const of = (test: (gate: TaskGate) => boolean): readonly TaskGate[] => own.filter(test);
  const isFailed = ({ baseFails, referencePasses }: TaskGate): boolean => baseFails === false || referencePasses === false;
  const isPassed = ({ baseFails, referencePasses }: TaskGate): boolean => baseFails === true && referencePasses === true;
  const isUnknown = ({ baseFails, referencePasses }: TaskGate): boolean => baseFails === null && referencePasses === null;
  const unknown = of(isUnknown).map(({ task }) => task);
  if (unknown.length === tasks.length) return null;
  return { tasks: tasks.length, passed: of(isPassed).map(({ task }) => task), failed: of(isFailed), partly: of((gate) => !isFailed(gate) && !isPassed(gate) && !isUnknown(gate)), unknown };
}
