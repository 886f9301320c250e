import { RUNTIME_FIELDS, type PlannedCells } from '../model/plan';
import type { RuntimeFields } from '../model/attempt';
import { LONGEST_NAME } from './limits';
import { fault, faultsAt, keep, readEntry, readList, refuse, unique, type PlanFault, type Reading } from './reading';

/** Reads the key `cells`: groups of tasks under one runtime and cohort, no cell named twice. */
export function readCells(value: unknown): Reading<readonly PlannedCells[]> {
  const list = readList(value, 'groups of cells', readGroup);
  if (!list.ok) return list;
  if (list.value.length === 0) return refuse(value, 'at least one group of cells', 'A family of no cells is empty; leave the key out for those seen at freezing.');
  const seen = new Set<string>();
  const faults: PlanFault[] = [];
  list.value.forEach(({ tasks, runtime, cohort }, i) => {
    tasks.forEach((task, j) => {
      const name = JSON.stringify([task, RUNTIME_FIELDS.map((field) => runtime[field]), cohort]);
      if (seen.has(name)) faults.push({ ...fault(task, 'each cell once', `The cell of "${task}" is listed twice.`, [i, 'tasks', j]), code: 'duplicate' });
      seen.add(name);
    });
  });
  return faults.length === 0 ? list : { ok: false, faults };
}

function readGroup(value: unknown): Reading<PlannedCells> {
  const entry = readEntry(value, ['tasks', 'runtime', 'cohort'], 'a group of cells', ['cohort']);
  if (!entry.ok) return entry;
  const listed = readList(entry.value.tasks, 'tasks', readName);
  const tasks = listed.ok && listed.value.length === 0 ? refuse(entry.value.tasks, 'at least one task', 'A group of cells needs tasks.') : listed.ok ? unique(listed.value, (task) => task, 'task') : listed;
  const runtime = readRuntime(entry.value.runtime);
  const cohort = readNullable(entry.value.cohort);
  if (!tasks.ok || !runtime.ok || !cohort.ok) return { ok: false, faults: [...faultsAt(tasks, 'tasks'), ...faultsAt(runtime, 'runtime'), ...faultsAt(cohort, 'cohort')] };
  return keep({ tasks: tasks.value, runtime: runtime.value, cohort: cohort.value });
}

function readRuntime(value: unknown): Reading<RuntimeFields> {
  const entry = readEntry(value, RUNTIME_FIELDS, 'a runtime', RUNTIME_FIELDS);
  if (!entry.ok) return entry;
  const readings = RUNTIME_FIELDS.map((field) => ({ field, reading: readNullable(entry.value[field]) }));
  const faults = readings.flatMap(({ field, reading }) => faultsAt(reading, field));
  if (faults.length > 0) return { ok: false, faults };
  const text = (name: (typeof RUNTIME_FIELDS)[number]): string | null => readings.flatMap(({ field, reading }) => (field === name && reading.ok ? [reading.value] : []))[0] ?? null;
  return keep({ agent: text('agent'), agentVersion: text('agentVersion'), model: text('model'), provider: text('provider'), config: text('config') });
}

function readNullable(value: unknown): Reading<string | null> {
  return value === undefined || value === null ? keep(null) : readName(value);
}

function readName(value: unknown): Reading<string> {
  if (typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME) return keep(value);
  return refuse(value, `a text of 1 to ${LONGEST_NAME} characters`, 'A name is a text.');
}
