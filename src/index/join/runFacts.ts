import { pushAll } from '../../base/extent';
import { groupBy } from '../../base/groupBy';
import type { RunPart } from '../../formats/contract';
import { RUNTIME_FIELDS } from '../../model/plan';
import type { Problem } from '../../model/problem';
import { canonicalTask, fileProblem, runtimeKey } from './draft';
import type { Draft, JoinState } from './draft';

/** Attempts of run folders, by task; copies that were folded count for the run that they lay in too. */
export class RunMembers {
  private readonly runs = new Map<string, Draft[]>();
  private readonly byTask = new Map<string, ReadonlyMap<string, readonly Draft[]>>();

  constructor(drafts: readonly Draft[]) {
    for (const draft of drafts) {
      for (const folder of new Set(draft.places.map((place) => place.runFolder))) {
        if (folder === null) continue;
        const members = this.runs.get(folder) ?? [];
        this.runs.set(folder, members);
        members.push(draft);
      }
    }
  }

  get folders(): readonly string[] {
    return [...this.runs.keys()];
  }

  members(folder: string): readonly Draft[] {
    return this.runs.get(folder) ?? [];
  }

  /** Attempts of a task; where the id is not spelled as in any trace, those whose id differs only in spelling. */
  ofTask(folder: string, task: string): readonly Draft[] {
    const tasks = this.byTask.get(folder) ?? this.indexTasks(folder);
    return tasks.get(`exact ${task}`) ?? tasks.get(`like ${canonicalTask(task)}`) ?? [];
  }

  private indexTasks(folder: string): ReadonlyMap<string, readonly Draft[]> {
    const members = this.members(folder).filter(({ facts }) => facts.task !== null);
    const tasks = new Map([
      ...groupBy(members, ({ facts }) => `exact ${facts.task ?? ''}`),
      ...groupBy(members, ({ facts }) => `like ${canonicalTask(facts.task ?? '')}`),
    ]);
    this.byTask.set(folder, tasks);
    return tasks;
  }
}

/**
 * Fills what attempts do not say themselves from the facts of their run folder: runtime fields from its metadata (never
 * from predictions, whose model name may be the folder's name), the cohort, and an exit status where no trajectory has one.
 * Says what only the run's files know: ids without an attempt, and attempts that were overwritten.
 */
export function applyRunFacts(runs: readonly RunPart[], members: RunMembers, state: JoinState): void {
  for (const run of runs) {
    if (run.kind === 'job' || run.kind === 'metadata') for (const draft of members.members(run.runFolder)) fillFrom(run, draft);
    if (run.kind === 'predictions' || run.kind === 'exit-statuses') pushAll(state.problems, missingAttempts(run, members));
  }
  for (const [folder, statuses] of groupBy(runs.filter((run) => run.kind === 'exit-statuses'), (run) => run.runFolder)) {
    const predictions = runs.filter((run) => run.kind === 'predictions' && run.runFolder === folder);
    fillExitStatuses(folder, { statuses, predictions }, members, state);
  }
}

function fillFrom(run: RunPart, draft: Draft): void {
  const { runtime, cohort } = draft.facts;
  draft.facts = {
    ...draft.facts,
    cohort: cohort ?? run.cohort,
    runtime: {
      agent: runtime.agent ?? run.runtime.agent ?? null,
      agentVersion: runtime.agentVersion ?? run.runtime.agentVersion ?? null,
      model: runtime.model ?? run.runtime.model ?? null,
      provider: runtime.provider ?? run.runtime.provider ?? null,
      config: runtime.config ?? run.runtime.config ?? null,
    },
  };
}

/**
 * What an attempt that left no result does not say about its runtime, its run's other attempts say where those that it
 * could be one of all say the same: else a trial that was killed before its agent told its version would be a runtime
 * of its own.
 */
export function fillFromSiblings(members: RunMembers): void {
  for (const folder of members.folders) {
    const all = members.members(folder);
    const known = groupBy(all.filter(({ facts }) => !facts.noResult), ({ facts }) => runtimeKey(facts.runtime));
    const others = [...known.values()].flatMap(([first]) => (first ? [first.facts.runtime] : []));
    for (const draft of all.filter(({ facts }) => facts.noResult)) {
      const { runtime } = draft.facts;
      const alike = others.filter((other) => RUNTIME_FIELDS.every((field) => runtime[field] === null || runtime[field] === other[field]));
      const agreed = RUNTIME_FIELDS.map((field) => {
        const values = new Set(alike.map((other) => other[field]));
        return [field, values.size === 1 ? ([...values][0] ?? null) : null] as const;
      });
      draft.facts = { ...draft.facts, runtime: { ...runtime, ...Object.fromEntries(agreed.filter(([field]) => runtime[field] === null)) } };
    }
  }
}

function missingAttempts(run: RunPart, members: RunMembers): readonly Problem[] {
  const missing = [...run.tasks.keys()].filter((task) => members.ofTask(run.runFolder, task).length === 0);
  if (missing.length === 0) return [];
  const what = run.kind === 'predictions' ? 'predictions' : 'exit statuses';
  return [
    fileProblem(run.file, 'unknown-record', 'information', {
      found: `${missing.length} of ${run.tasks.size} ids without an attempt, such as ${missing[0] ?? ''}`,
      expected: 'a trace of each id in the same run folder',
      message: `${missing.length} of the ${run.tasks.size} ids of these ${what} ${missing.length === 1 ? 'has no trace in this run; it is no attempt.' : 'have no trace in this run; they are no attempts.'}`,
    }),
  ];
}

/**
 * Files are named by their time, so the last one that names a task is the newest. An attempt that has no prediction beside
 * the others' is one that still runs or was killed: before it began its task was taken out of the predictions, and the
 * status is that of the attempt that it has overwritten.
 */
function fillExitStatuses(folder: string, { statuses: files, predictions }: { readonly statuses: readonly RunPart[]; readonly predictions: readonly RunPart[] }, members: RunMembers, state: JoinState): void {
  const overwritten = new Map<string, number>();
  const newest = new Map<Draft, string>();
  for (const file of files) {
    for (const [task, status] of file.tasks) {
      const drafts = members.ofTask(folder, task);
      for (const draft of drafts) newest.set(draft, status);
      const own = drafts.map(({ facts }) => facts.exitStatus).filter((known) => known !== null && known !== '');
      if (own.length > 0 && !own.includes(status)) overwritten.set(file.file, (overwritten.get(file.file) ?? 0) + 1);
    }
  }
  const predicted = new Set(predictions.flatMap((run) => [...run.tasks.keys()]).map(canonicalTask));
  for (const [draft, status] of newest) {
    const { exitStatus, role, task } = draft.facts;
    if (predictions.length > 0 && !predicted.has(canonicalTask(task ?? ''))) continue;
    if (role === 'trajectory' && (exitStatus === null || exitStatus === '')) draft.facts = { ...draft.facts, exitStatus: status };
  }
  for (const [file, count] of overwritten) {
    state.problems.push(
      fileProblem(file, 'unknown-record', 'information', {
        found: `${count} ${count === 1 ? 'status that differs' : 'statuses that differ'} from the trajectory's`,
        expected: 'the status of the attempt that is here',
        message: `${count} earlier ${count === 1 ? 'attempt has' : 'attempts have'} left only a status here; a later run has overwritten the trajectory.`,
      }),
    );
  }
}
