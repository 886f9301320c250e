// One contender, once, in this process: `node out/bench/contender.cjs NAME OPTIONS`. Prints a Run as its last line.
import { existsSync, readFileSync } from 'node:fs';
import { CONTENDERS } from './contenders/all';
import { servePart } from './contenders/lines';

async function main(): Promise<void> {
  const [name = '', options = '{}'] = process.argv.slice(2);
  const contender = CONTENDERS[name];
  if (!contender) throw new Error(`No contender is called "${name}".`);
  const run = await contender(JSON.parse(options) as Readonly<Record<string, unknown>>);
  // One that ran a program of its own says how much that held.
  console.log(JSON.stringify({ peakBytes: peakBytes(), ...run }));
}

/** Largest resident set. Linux keeps the parent's in `maxRSS` when a process begins, so its own figure is asked for there. */
function peakBytes(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes)) * 1024;
}

if (!servePart()) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? `Error: ${error.message}\n${error.stack}` : error);
    process.exitCode = 1;
  });
}
