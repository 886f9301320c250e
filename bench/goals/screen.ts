import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DOCUMENT_FILE, longDocument, longRollout, ROLLOUT_FILE } from '../data/longRuns';
import { judge, type Finding, type Goal } from '../goal';
import { median } from '../measure';
import type { ScreenMeasure } from '../runScreenProbe';

/** Long runs opened in a real VS Code. */
export const screenGoal: Goal = {
  name: 'screen',
  title: 'A long run on screen',
  run: async ({ repetitions, part }) => {
    const runs = [
      { what: 'a rollout of 1 GB', folder: await longRollout(Math.ceil(1e9 * part)), file: ROLLOUT_FILE },
      { what: 'a document of 25,000 steps', folder: await longDocument(), file: DOCUMENT_FILE },
    ];
    return { measured: [], findings: runs.flatMap(({ what, folder, file }) => judgeRun(what, openRepeatedly(folder, file, repetitions))) };
  },
};

function judgeRun(what: string, measures: readonly ScreenMeasure[] | string): readonly Finding[] {
  const note = typeof measures === 'string' ? measures : null;
  const middle = (of: (measure: ScreenMeasure) => number): number | null => (typeof measures === 'string' ? null : median(measures.map(of)));
  const absolute = { goal: null, peer: null, unit: 'ms', note } as const;
  return [
    judge({ ...absolute, what: `first steps of ${what}`, value: middle(({ first }) => first), wanted: { kind: 'most', value: 2000 } }),
    judge({ ...absolute, what: `all of ${what}`, value: middle(({ whole }) => whole), wanted: null }),
    judge({ ...absolute, what: `to its last step (${middle(({ steps }) => steps) ?? '?'})`, value: middle(({ last }) => last), wanted: null }),
  ];
}

/** What each opening measured, or why there is nothing. */
function openRepeatedly(folder: string, file: string, repetitions: number): readonly ScreenMeasure[] | string {
  const result = path.resolve('out/bench/screen.json');
  rmSync(result, { force: true });
  const { status, stderr } = spawnSync(process.execPath, ['--import=tsx', 'bench/runScreenProbe.ts', folder, file, String(repetitions)], { encoding: 'utf8', env: { ...process.env, RESTART_LENS_BENCH_SCREEN: result } });
  if (!existsSync(result)) return `VS Code did not run (${status}): ${stderr.trim().slice(-300)}`;
  return JSON.parse(readFileSync(result, 'utf8')) as ScreenMeasure[];
}
