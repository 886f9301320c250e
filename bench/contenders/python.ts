import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { numberOption, textOption, type ContenderFunction } from './contender';

const PROGRAM = path.resolve('bench/contenders/statistics.py');

/** The user's Python, and Debian's, whose packages are python3-numpy and python3-scipy. */
const PYTHONS = ['python3', '/usr/bin/python3'];

/** A Python that can import the package, or null. */
function findPython(name: string): string | null {
  return PYTHONS.find((python) => spawnSync(python, ['-c', `import ${name}`]).status === 0) ?? null;
}

/** What a part of statistics.py took and answered. Throws where its package cannot be had. */
function runPython(what: string, name: string, given: string): { readonly milliseconds: number; readonly answer: unknown } {
  const python = findPython(name);
  if (python === null) throw new Error(`No Python here has ${name} (on Debian: apt-get install python3-${name}).`);
  const { status, stdout, stderr } = spawnSync(python, [PROGRAM, what, given], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`statistics.py ended with ${status}: ${stderr.trim().slice(-300)}`);
  return JSON.parse(stdout) as { readonly milliseconds: number; readonly answer: unknown };
}

/** SciPy's intervals, all in one call. */
export const scipyIntervals: ContenderFunction = async (options) => runPython('intervals', 'scipy', String(numberOption(options, 'count')));

/** NumPy's resampling of tasks and attempts, in big arrays. */
export const numpyMacro: ContenderFunction = async (options) => runPython('macro', 'numpy', textOption(options, 'file'));

export const numpyArms: ContenderFunction = async (options) => runPython('arms', 'numpy', textOption(options, 'file'));
