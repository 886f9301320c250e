// Every check of the project: `npm test`, or some of them: `npm test -- --only unit,host`. The last line is "N passed, N failed".
// A suite for which this machine has no browser or no VS Code is skipped, loudly; where CI is set that is a failure.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ensureInstalled, runNpm } from './install.mjs';
import { onParentGone } from './parent.mjs';

const root = path.resolve(import.meta.dirname, '..');
const results = path.join(root, 'out/results');
const require = createRequire(import.meta.url);
const onlyDesktop = Boolean(process.env.RESTART_LENS_VSCODE);

/**
 * A browser and a workbench are at the mercy of a loaded machine: their tests are tried twice. What passed only then is printed
 * with its first error, and counted in the summary.
 */
const AGAIN = ['--retries', '1'];

/** In the order in which they run. */
const suites = [
  { name: 'typecheck', needs: [], run: () => runScript('typecheck') },
  { name: 'lint', needs: [], run: () => runScript('lint') },
  { name: 'unit', needs: [], run: () => runMocha('unit', ['--config', 'test/mocharc.json'], { RESTART_LENS_STYLE: 'Dot' }) },
  { name: 'webview', needs: ['browser'], run: () => runMocha('webview', [...AGAIN, ...findTests('webview')]) },
  { name: 'host', needs: onlyDesktop ? [] : ['browser', 'vscode'], run: () => runReported('host', ['--import=tsx', 'test/support/runHost.ts']) },
  { name: 'e2e', needs: ['browser', 'vscode'], run: () => runMocha('e2e', [...AGAIN, ...findTests('e2e')]) },
  { name: 'package', needs: [], run: () => runMocha('package', findTests('package')) },
  { name: 'installed', needs: ['browser', 'vscode'], run: () => runMocha('installed', [...AGAIN, ...findTests('installed')]) },
];

/** Which suites to run; ends the process on a word it does not know. */
function readOptions(words) {
  const names = suites.map((suite) => suite.name);
  const [flag, list = '', ...rest] = words.flatMap((word) => word.split('='));
  const chosen = flag === undefined ? names : list.split(',');
  const wrong = rest[0] ?? (flag !== undefined && flag !== '--only' ? flag : chosen.find((name) => !names.includes(name)));
  if (wrong === undefined) return chosen;
  console.error(`"${wrong}" is not understood. Use: npm test -- --only ${names.join(',')}`);
  return process.exit(2);
}

let child = null;

/** Runs Node and resolves to its exit code. Standard input stays closed, so that nothing can wait for an answer. */
function runNode(options, { env = {}, stdio = ['ignore', 'inherit', 'inherit'] } = {}) {
  return new Promise((resolve) => {
    child = spawn(process.execPath, options, { cwd: root, env: { ...process.env, ...env }, stdio });
    child.once('close', (code) => {
      child = null;
      resolve(code ?? 1);
    });
  });
}

/** What passes or fails as a whole counts as one test. */
function countWhole(ok) {
  return { passes: Number(ok), failures: Number(!ok), pending: 0 };
}

function runScript(script) {
  return countWhole(runNpm(['run', '--silent', script]).status === 0);
}

async function runBuild() {
  const { build } = await import('./build.mjs');
  return build().then(
    () => countWhole(true),
    (error) => ({ ...countWhole(false), note: error.message }),
  );
}

function findTests(folder) {
  const files = readdirSync(path.join(root, 'test', folder), { recursive: true }).filter((file) => /\.test\.tsx?$/.test(file));
  return files.sort().map((file) => path.join('test', folder, file));
}

async function runMocha(name, options, env = {}) {
  // mocha.js would start this one as a process of its own, which no signal reaches.
  const program = ['--import=tsx', 'node_modules/mocha/bin/_mocha'];
  const common = ['--timeout', '120000', '--reporter', 'test/support/reporter.cjs'];
  return runReported(name, [...program, ...common, ...options], env);
}

/** Runs tests that leave their counts in a file. A run that leaves none, found nothing to run or failed for no test counts as one failure. */
async function runReported(name, options, env = {}) {
  const report = path.join(results, `${name}.json`);
  rmSync(report, { force: true });
  const code = await runNode(options, { env: { ...env, RESTART_LENS_REPORT: report } });
  if (!existsSync(report)) return { passes: 0, failures: 1, pending: 0, note: `ended with code ${code} and without results` };
  const { passes, failures, pending, retried } = JSON.parse(readFileSync(report, 'utf8'));
  if (passes + failures + pending === 0) return { passes, failures: 1, pending, note: 'found no tests' };
  if (code !== 0 && failures === 0) return { passes, failures: 1, pending, note: `ended with code ${code} although no test failed` };
  return { passes, failures, pending, ...(retried > 0 ? { note: `${retried} tried a second time, see above` } : {}) };
}

/** What this machine lacks for a suite, in words; null when nothing. The server build is fetched in the background from the start. */
function lookFor(chosen) {
  require('tsx/cjs');
  const { findBrowser } = require('../test/support/browser.ts');
  const { explainNoHost } = require('../test/support/hostFiles.ts');
  const wanted = chosen.some((suite) => suite.needs.includes('vscode'));
  const fetching = wanted && !explainNoHost() ? fetchHost() : Promise.resolve(explainNoHost());
  return {
    browser: async () => (findBrowser() ? null : 'no Chromium was found (apt-get install chromium, or name one in RESTART_LENS_CHROMIUM)'),
    vscode: () => fetching,
  };
}

function fetchHost() {
  return new Promise((resolve) => {
    let words = '';
    const script = "require('tsx/cjs'); require('./test/support/hostFiles.ts').ensureHost(console.log)";
    const fetching = spawn(process.execPath, ['-e', script], { cwd: root, stdio: ['ignore', 'inherit', 'pipe'] });
    fetching.stderr.on('data', (text) => (words += text));
    fetching.once('close', (code) => resolve(code === 0 ? null : `the server build of VS Code could not be had: ${words.trim()}`));
  });
}

async function runSuite(suite, lacks) {
  console.log(`\n== ${suite.name}`);
  const start = Date.now();
  const missing = (await Promise.all(suite.needs.map((need) => lacks[need]()))).find(Boolean);
  const counts = missing ? { passes: 0, failures: process.env.CI ? 1 : 0, pending: 1, note: `SKIPPED: ${missing}` } : await suite.run();
  if (counts.note) console.log(`!! ${suite.name}: ${counts.note}`);
  return { name: suite.name, seconds: (Date.now() - start) / 1000, ...counts };
}

function printSummary(done) {
  const total = (field) => done.reduce((sum, counts) => sum + counts[field], 0);
  console.log('\nsuite        passed  failed  skipped  seconds');
  for (const { name, passes, failures, pending, seconds, note } of done) {
    console.log(`${name.padEnd(11)}${String(passes).padStart(8)}${String(failures).padStart(8)}${String(pending).padStart(9)}${seconds.toFixed(1).padStart(9)}${note ? `  ${note.split('\n')[0]}` : ''}`);
  }
  if (total('pending')) console.log(`${total('pending')} skipped`);
  console.log(`${total('passes')} passed, ${total('failures')} failed`);
  return total('failures') === 0;
}

function stop() {
  // The tests end the servers and browsers that they started.
  child?.kill('SIGTERM');
  process.exit(130);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
onParentGone(stop);

const names = readOptions(process.argv.slice(2));
ensureInstalled();
const chosen = suites.filter((suite) => names.includes(suite.name));
const lacks = lookFor(chosen);
const done = [await runSuite({ name: 'build', needs: [], run: runBuild }, lacks)];
// Nothing that was not built is worth testing.
if (done[0].failures === 0) for (const suite of chosen) done.push(await runSuite(suite, lacks));
process.exit(printSummary(done) ? 0 : 1);
