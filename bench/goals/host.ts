import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { documentFolder } from '../data/traces';
import { judge, type Goal } from '../goal';
import type { HostMeasure } from '../hostProbe';
import { median } from '../measure';

/** The extension host of a real VS Code on a folder of 2,000 documents. */
export const hostGoal: Goal = {
  name: 'host',
  title: '2,000 trajectories in the extension host of VS Code',
  run: async ({ repetitions, part }) => {
    const folder = await documentFolder(Math.ceil(2000 * part));
    const measures: HostMeasure[] = [];
    let note: string | null = null;
    for (let repetition = 0; repetition < repetitions && note === null; repetition++) {
      const measure = measureOnce(folder);
      if (typeof measure === 'string') note = measure;
      else measures.push(measure);
    }
    const middle = (of: (measure: HostMeasure) => number | null): number | null => {
      const values = measures.map(of).filter((value) => value !== null);
      return values.length === 0 ? null : median(values);
    };
    return {
      measured: [],
      findings: [
        judge({ goal: 10, what: 'loading and activation', peer: null, value: middle(({ load, activation }) => load + (activation ?? 0)), unit: 'ms', wanted: { kind: 'most', value: 50 }, note }),
        judge({ goal: 10, what: 'longest block while the folder is read and listed', peer: null, value: middle(({ reading }) => reading), unit: 'ms', wanted: { kind: 'most', value: 16 }, note }),
        judge({ goal: 10, what: 'longest block while it is audited', peer: null, value: middle(({ auditing }) => auditing), unit: 'ms', wanted: { kind: 'most', value: 16 }, note }),
        judge({ goal: null, what: 'of it, loading the bundle', peer: null, value: middle(({ load }) => load), unit: 'ms', wanted: null, note }),
        judge({ goal: null, what: 'processor time of loading the bundle', peer: null, value: middle(({ loadCpu }) => loadCpu), unit: 'ms', wanted: null, note }),
        judge({ goal: null, what: 'longest block of the host with nothing to do', peer: null, value: middle(({ idle }) => idle), unit: 'ms', wanted: null, note }),
      ],
    };
  },
};

/** What one VS Code measured, or why there is none. */
function measureOnce(folder: string): HostMeasure | string {
  const file = path.resolve('out/bench/host.json');
  rmSync(file, { force: true });
  const { status, stderr } = spawnSync(process.execPath, ['--import=tsx', 'bench/runHostProbe.ts', folder], { encoding: 'utf8', env: { ...process.env, RESTART_LENS_BENCH_HOST: file } });
  if (!existsSync(file)) return `VS Code did not run (${status}): ${stderr.trim().slice(-300)}`;
  return JSON.parse(readFileSync(file, 'utf8')) as HostMeasure;
}
