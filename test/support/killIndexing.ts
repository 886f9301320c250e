// Kills a process at random moments of its indexing, and checks each time that the next start is right and complete.
//   npx tsx test/support/killIndexing.ts [COUNT] [SEED]

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIndex } from '../../src/index/buildIndex';
import { bundleWorker } from './bundleWorker';
import { dumpIndex, sampleReaders } from './cacheSample';
import { createRandom, drawInt } from './random';
import type { RandomSource } from './random';

export interface KillReport {
  /** How often the process was killed while it worked, and how often it was sooner done. */
  readonly killed: number;
  readonly finished: number;
  /** How often a killed process left a file behind that was not finished. */
  readonly leftovers: number;
}

const FILES = 250;

/** Rejects with an AssertionError when an index after a kill is not that of a fresh start, or files were left behind for good. */
export async function killIndexing(count: number, seed: number): Promise<KillReport> {
  const program = bundleWorker(path.resolve(import.meta.dirname, 'indexProgram.ts'));
  const folder = mkdtempSync(path.join(tmpdir(), 'restart-lens-kill-'));
  const random = createRandom(seed);
  const [root, cache] = [mkdtempSync(path.join(folder, 'traces-')), mkdtempSync(path.join(folder, 'cache-'))];
  const report = { killed: 0, finished: 0, leftovers: 0 };
  try {
    for (let n = 0; n < FILES; n++) writeTrace(root, n, random);
    let least = (await runFor(program, [root, cache], Infinity)).milliseconds;
    for (let round = 0; round < count; round++) {
      edit(root, random);
      if (drawInt(random, 8) === 0) rmSync(cache, { recursive: true, force: true });
      const run = await runFor(program, [root, cache], (drawInt(random, 1000) / 1000) * least);
      // Most kills are to hit; a run that was sooner done tells how long there is.
      if (!run.wasKilled) least = Math.min(least, run.milliseconds);
      report[run.wasKilled ? 'killed' : 'finished']++;
      if (temporaryFiles(cache).length > 0) report.leftovers++;
      const [next, fresh] = [await buildIndex({ roots: [root], readers: sampleReaders(), cache: { folder: cache, version: 'test' } }), await buildIndex({ roots: [root], readers: sampleReaders() })];
      assert.deepEqual(dumpIndex(next), dumpIndex(fresh), `seed ${seed}, round ${round}`);
    }
    edit(root, random);
    await buildIndex({ roots: [root], readers: sampleReaders(), cache: { folder: cache, version: 'test' } });
    assert.deepEqual(temporaryFiles(cache), []);
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeTrace(root: string, n: number, random: RandomSource): void {
  const lines = Array.from({ length: 1 + drawInt(random, 5) }, (_, k) => JSON.stringify({ attempt: { task: `t${n}`, locator: `${k}` }, steps: drawInt(random, 40) }));
  writeFileSync(path.join(root, `${n}.fake.jsonl`), `${lines.join('\n')}\n`);
}

function edit(root: string, random: RandomSource): void {
  for (let edits = 1 + drawInt(random, 30); edits > 0; edits--) {
    const n = drawInt(random, FILES);
    const file = path.join(root, `${n}.fake.jsonl`);
    const kind = drawInt(random, 4);
    if (kind === 0) rmSync(file, { force: true });
    else if (kind === 1) appendFileSync(file, `${JSON.stringify({ attempt: { task: 'more', locator: `x${drawInt(random, 1000)}` }, steps: 3 })}\n`);
    else writeTrace(root, n, random);
  }
}

/** Runs the program and kills it so long after it has begun; what it took otherwise. */
function runFor(program: string, words: readonly string[], milliseconds: number): Promise<{ readonly wasKilled: boolean; readonly milliseconds: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    let began = Date.now();
    let timer: NodeJS.Timeout | null = null;
    child.stdout.once('data', () => {
      began = Date.now();
      if (milliseconds < Infinity) timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    });
    child.stdout.resume();
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (timer) clearTimeout(timer);
      if (code !== 0 && signal !== 'SIGKILL') reject(new Error(`The program ended with ${code ?? signal}.`));
      else resolve({ wasKilled: signal === 'SIGKILL', milliseconds: Date.now() - began });
    });
  });
}

function temporaryFiles(cache: string): readonly string[] {
  try {
    if (!statSync(cache).isDirectory()) return [];
  } catch {
    return [];
  }
  return readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => path.basename(name).startsWith('tmp-'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [count = '200', seed = '1'] = process.argv.slice(2);
  void killIndexing(Number(count), Number(seed)).then(console.log, (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
