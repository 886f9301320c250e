import { miniTrace, type TracedStep } from './miniTrace';
import { makeFolder } from './tempFolder';

interface Run {
  readonly name: string;
  readonly calls: number;
  readonly outcome: 'resolved' | 'unresolved';
  /** Takes its second action again at the third call. */
  readonly repeats: boolean;
}

/** Quick; stuck and failing; slow but sure. At call 4 under 12 the last two are live, and only the repeated action tells them apart. */
const RUNS: readonly Run[] = [
  { name: 'quick', calls: 3, outcome: 'resolved', repeats: false },
  { name: 'stuck', calls: 10, outcome: 'unresolved', repeats: true },
  { name: 'slow', calls: 10, outcome: 'resolved', repeats: false },
];

/** A folder of traces of tasks, each with the three runs; invented. */
export function makeRepresentationRuns(tasks: readonly string[]): string {
  const all = tasks.flatMap((task) => RUNS.map((run) => ({ task, ...run, file: `${run.name}/${task}.traj.json` })));
  const steps = ({ calls, repeats }: Run): readonly TracedStep[] => Array.from({ length: calls }, (_, i) => ({ command: `ls ${repeats && i === 2 ? 1 : i}`, output: `file ${i}` }));
  return makeFolder({
    ...Object.fromEntries(all.map((run) => [run.file, JSON.stringify(miniTrace({ task: run.task, steps: steps(run), callLimit: 20 }))])),
    'labels.jsonl': all.map(({ file, outcome }) => ({ file, outcome })),
  });
}
