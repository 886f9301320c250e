import { compareText } from '../../base/compareText';
import { groupBy } from '../../base/groupBy';
import type { OutcomePart, TaskGatePart } from '../../formats/contract';
import type { TaskGate } from '../../model/gates';
import { fileProblem } from './draft';
import type { JoinState } from './draft';

type GatePart = OutcomePart & { readonly gate: TaskGatePart; readonly task: string };

export function isGate(part: OutcomePart): part is GatePart {
  return part.gate !== undefined && part.gate !== null && part.task !== null;
}

/**
 * Gates of tasks, all lines on a task together, sorted by task. Lines that differ decide nothing and are a problem; so are, for information,
 * tasks of which there is no attempt.
 */
export function joinGates(parts: readonly OutcomePart[], state: JoinState): readonly TaskGate[] {
  const gates = parts.filter(isGate);
  if (gates.length === 0) return [];
  const here = new Set(state.drafts.flatMap(({ facts }) => (facts.task === null ? [] : [facts.task])));
  for (const [file, own] of groupBy(gates, (part) => part.file)) {
    const lost = own.filter(({ task }) => !here.has(task)).length;
    if (lost > 0) state.problems.push(fileProblem(file, 'unknown-record', 'information', { found: `${lost} of ${own.length} gates for tasks that are not here`, expected: 'a task of this index, as the benchmark writes it', message: `${lost} of the ${own.length} gates of this file ${lost === 1 ? 'names a task' : 'name tasks'} of which there is no attempt.` }));
  }
  return [...groupBy(gates, ({ task }) => task)].sort(([a], [b]) => compareText(a, b)).map(([task, own]) => ({ task, baseFails: agreed(own, 'baseFails', state), referencePasses: agreed(own, 'referencePasses', state) }));
}

const KEYS = { baseFails: 'base_fails', referencePasses: 'reference_passes' } as const;

function agreed(parts: readonly GatePart[], gate: keyof TaskGatePart, state: JoinState): boolean | null {
  const values = new Set(parts.flatMap(({ gate: own }) => own[gate] ?? []));
  const [first] = values;
  if (values.size < 2) return first ?? null;
  const files = [...new Set(parts.map(({ file }) => file))].sort(compareText);
  const task = parts[0]?.task ?? '';
  state.problems.push(fileProblem(files[0] ?? '', 'conflict', 'warning', { found: `${KEYS[gate]} true and false for ${task}`, expected: 'one value for a task', message: `Gates say both true and false for ${KEYS[gate]} of the task ${task}${files.length > 1 ? ` (${files.join(', ')})` : ''}; neither counts.` }));
  return null;
}
