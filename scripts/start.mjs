// `npm start`: installs what is missing, builds, prints the audit of the bundled sample and opens the sample in VS Code with the
// extension. `--no-open` ends after the audit; `--browser` opens it in the browser even where a desktop VS Code could be had.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';

const root = path.resolve(import.meta.dirname, '..');
const sample = path.join(root, 'sample');
const known = ['--no-open', '--browser'];

const options = process.argv.slice(2);
const unknown = options.find((option) => !known.includes(option));
if (unknown) {
  console.error(`"${unknown}" is not understood. Use: npm start [-- ${known.join(' | ')}]`);
  process.exit(2);
}

ensureInstalled();
const { build } = await import('./build.mjs');
try {
  await build();
} catch (error) {
  console.error(`The build failed: ${error.message}`);
  process.exit(1);
}
printAudit();
if (!options.includes('--no-open')) {
  const { openInVSCode } = await import('./open.mjs');
  process.exitCode = (await openInVSCode({ root, folder: sample, browserOnly: options.includes('--browser') })) ? 0 : 1;
}

function printAudit() {
  const program = path.join(root, 'dist/cli.js');
  for (const needed of [program, sample]) {
    if (existsSync(needed)) continue;
    console.error(`${path.relative(root, needed)} is missing: this checkout is not complete.`);
    process.exit(1);
  }
  console.log('\nrestart-lens audit sample\n');
  const { status } = spawnSync(process.execPath, [program, 'audit', sample], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
  console.log();
}
