import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { judge, type Goal } from '../goal';

/** The packed extension: one for every platform, without native modules. */
export const sizeGoal: Goal = {
  name: 'size',
  title: 'The packed extension',
  run: async () => {
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly name: string; readonly version: string };
    const file = path.join('dist', `${name}-${version}.vsix`);
    const { status, stderr } = spawnSync('npm', ['run', '--silent', 'package'], { encoding: 'utf8' });
    const isMade = status === 0;
    const megabytes = isMade ? statSync(file).size / 1e6 : null;
    const native = isMade ? Number(readFileSync(file).includes('.node')) : null;
    const note = isMade ? null : `npm run package failed: ${stderr.slice(0, 300)}`;
    return {
      measured: [],
      findings: [
        judge({ goal: 11, what: 'packed size', peer: null, value: megabytes, unit: 'MB', wanted: { kind: 'most', value: 1.5 }, note }),
        judge({ goal: 11, what: 'names that end in .node', peer: null, value: native, unit: '', wanted: { kind: 'most', value: 0 }, note }),
      ],
    };
  },
};
