// A folder of traces with labels and scores, small enough to follow a trial by hand.

import { miniTrace } from './miniTrace';
import { makeFolder } from './tempFolder';

const TASKS = ['a__a-1', 'a__a-2', 'a__a-3', 'a__a-4'];

/** Each task has a run that is resolved after 4 calls, one that fails after 10 and one that is resolved after 8; "probe" alarms for the second at 5 and for the third at 6. */
export function makeTrialRuns(files: Readonly<Record<string, string>> = {}): string {
  const runs = [{ name: 'one', calls: 4, outcome: 'resolved', alarm: 99 }, { name: 'two', calls: 10, outcome: 'unresolved', alarm: 5 }, { name: 'three', calls: 8, outcome: 'resolved', alarm: 6 }];
  const all = TASKS.flatMap((task) => runs.map((run) => ({ task, ...run, file: `${run.name}/${task}.traj.json` })));
  const steps = (calls: number): readonly { readonly command: string; readonly output: string }[] => Array.from({ length: calls }, (_, i) => ({ command: `ls ${i}`, output: `file ${i}` }));
  return makeFolder({
    ...Object.fromEntries(all.map(({ file, task, calls }) => [file, JSON.stringify(miniTrace({ task, steps: steps(calls), callLimit: 20 }))])),
    'labels.jsonl': all.map(({ file, outcome }) => ({ file, outcome })),
    'scores.jsonl': all.flatMap(({ file, calls, alarm }) => Array.from({ length: calls }, (_, i) => ({ file, call: i + 1, monitor: 'probe', score: i + 1 === alarm ? 0.9 : 0.1, cost: 0.0005 }))),
    ...files,
  });
}
