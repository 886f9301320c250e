import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Where generated data lie: a folder that git leaves out. Deleting it costs the time to make them again. */
export const DATA_FOLDER = path.resolve('out/bench/data');

/**
 * The path of generated data, made by `make` where they are not there yet. They are made under another name first, so that
 * what an interrupted run left is never taken for whole.
 */
export async function ensureData(name: string, make: (target: string) => void | Promise<void>): Promise<string> {
  const target = path.join(DATA_FOLDER, name);
  if (existsSync(target)) return target;
  mkdirSync(DATA_FOLDER, { recursive: true });
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  console.error(`making ${name}`);
  await make(unfinished);
  renameSync(unfinished, target);
  return target;
}
