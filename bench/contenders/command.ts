import { spawnSync } from 'node:child_process';
import { timed, type ContenderFunction } from './contender';

/** A whole command as a user runs it, process start included. `answer`: the number of characters it printed. */
export const runCommand: ContenderFunction = (options) => {
  const words = options['words'];
  if (!Array.isArray(words)) throw new Error('Option "words" is missing.');
  return timed(() => {
    const { status, stdout, stderr } = spawnSync(process.execPath, words.map(String), { encoding: 'utf8', maxBuffer: 1 << 30 });
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr.slice(0, 300)}`);
    return stdout.length;
  });
};
