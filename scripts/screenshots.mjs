// Pictures of the extension in the real workbench, for people to look at:
//   node scripts/screenshots.mjs FOLDER --command "Restart Lens: Run Audit" --file runs/a.traj --hover '"edit"' [--out out/screenshots]
// A command that opens a view returns before the view is there: --wait TEXT waits until the window or a webview in it shows the
// text, and takes no picture: --command "Restart Lens: Run Audit" --wait "live comparisons".
// Steps happen in the order given: --command TITLE, --file NAME, --container TITLE, --row TEXT (click in the side bar),
// --choose TEXT (in a quick pick), --enter TEXT (in an input box), --click TEXT (in the webview), --hover TOKEN, --press KEY.
// After each step one picture is taken in each theme. --themes dark,light,hc-dark,hc-light   --widths 1400,700   --height 900
// --settle MS waits before a picture.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';

const root = path.resolve(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

const steps = {
  command: (window, title) => window.palette(title),
  file: (window, name) => window.openFile(name),
  container: (window, title) => window.openContainer(title),
  row: (window, text) => window.sideBarRow(text).first().click(),
  choose: (window, text) => window.choose(text),
  enter: (window, text) => window.enter(text),
  click: async (window, text) => (await window.webview()).getByText(text).first().click(),
  hover: (window, token) => window.hover(token, /./),
  press: (window, key) => window.page.keyboard.press(key),
  wait: waitFor,
};
const isWait = (step) => step?.name === 'wait';
const WAIT_LIMIT = 60_000;

async function waitFor(window, text) {
  const end = Date.now() + WAIT_LIMIT;
  while (Date.now() < end) {
    for (const frame of window.page.frames()) {
      // A frame may go away while it is asked.
      if (await frame.getByText(text).first().isVisible().catch(() => false)) return;
    }
    await window.page.waitForTimeout(100);
  }
  throw new Error(`"${text}" did not appear within ${WAIT_LIMIT / 1000} s`);
}

function readOptions(words) {
  const options = { folder: null, out: path.join(root, 'out/screenshots'), themes: ['dark', 'light', 'hc-dark', 'hc-light'], widths: [1400, 700], height: 900, settle: 1200, todo: [] };
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    const name = word.replace(/^--/, '');
    if (!word.startsWith('--')) options.folder = path.resolve(word);
    else if (words[index + 1] === undefined) fail(`${word} needs a value.`);
    else if (Object.hasOwn(steps, name)) options.todo.push({ name, value: words[++index] });
    else if (name === 'out') options.out = path.resolve(words[++index]);
    else if (name === 'themes') options.themes = words[++index].split(',');
    else if (name === 'widths') options.widths = words[++index].split(',').map(Number);
    else if (name === 'height' || name === 'settle') options[name] = Number(words[++index]);
    else fail(`"${word}" is not understood; see the head of scripts/screenshots.mjs.`);
  }
  if (!options.folder) fail('Which folder? node scripts/screenshots.mjs FOLDER --command TITLE ...');
  return options;
}

function fail(words) {
  console.error(words);
  process.exit(2);
}

const options = readOptions(process.argv.slice(2));
ensureInstalled();
const { build } = await import('./build.mjs');
await build();
require('tsx/cjs');
const { launchBrowser } = require('../test/support/browser.ts');
const { startHost } = require('../test/support/host.ts');
const { Workbench } = require('../test/support/workbench.ts');

mkdirSync(options.out, { recursive: true });
const host = await startHost();
const browser = await launchBrowser();
let taken = 0;

async function takePictures(window, width, number, step) {
  for (const theme of options.themes) {
    await window.setTheme(theme);
    // Choosing a theme closes a hover.
    if (step.name === 'hover') await steps.hover(window, step.value);
    // Charts and lists redraw after the theme has changed; nothing on screen says when that is done.
    await window.page.waitForTimeout(options.settle);
    const words = `${step.name}-${step.value}`.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 50).replace(/-$/, '');
    await window.screenshot(path.join(options.out, `${String(number).padStart(2, '0')}-${words}-${width}-${theme}.png`));
    taken++;
  }
}

try {
  for (const width of options.widths) {
    const window = await Workbench.open(browser, host, { folder: options.folder, width, height: options.height });
    for (const [index, step] of options.todo.entries()) {
      try {
        await steps[step.name](window, step.value);
      } catch (error) {
        console.error(`Step ${index + 1} (${step.name} "${step.value}") at width ${width}: ${error.message.split('\n')[0]}`);
        process.exitCode = 1;
      }
      // The picture belongs after the wait that follows a step.
      if (!isWait(options.todo[index + 1])) await takePictures(window, width, index + 1, isWait(step) ? (options.todo[index - 1] ?? step) : step);
    }
    if (options.todo.length === 0) await takePictures(window, width, 0, { name: 'open', value: '' });
    await window.close();
  }
} finally {
  await browser.close();
  await host.stop();
}
console.log(`${taken} pictures in ${options.out}`);
