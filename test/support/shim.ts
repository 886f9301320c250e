import { format } from 'node:util';
import { launchBrowser, openContext } from './browser';
import { startHost, workbenchUrl } from './host';

const TIME_LIMIT = 15 * 60_000;
/** What the workbench itself writes to the console of every run. */
const NOISE = /^(Ignoring fetching|Creating a socket|Resolv(ing|ed) connection|\[AccountPolicy|\[AgentHost|\[Service Worker|\[reconnection|Updating additional|Canceled: Canceled|No search provider registered)/;

/** Runs in-host tests as `code --extensionDevelopmentPath=A --extensionTestsPath=B FOLDER` would; resolves to the exit code. */
export async function runShim(options: readonly string[]): Promise<number> {
  const value = (name: string): string | undefined => options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
  const host = await startHost();
  const browser = await launchBrowser();
  try {
    const page = await (await openContext(browser, { viewport: { width: 1400, height: 900 } })).newPage();
    const ended = new Promise<number>((resolve) => void page.exposeFunction('codeAutomationExit', resolve));
    await page.exposeFunction('codeAutomationLog', (type: string, words: unknown[]) => {
      const line = format(...words);
      if (!NOISE.test(line)) (type === 'error' ? console.error : console.log)(line);
    });
    const crashed = new Promise<number>((resolve) => page.once('crash', () => resolve(125)));
    await page.goto(workbenchUrl(host.base, { folder: options.find((option) => option.startsWith('/')), extension: value('extensionDevelopmentPath'), tests: value('extensionTestsPath') }));
    const late = new Promise<number>((resolve) => setTimeout(() => resolve(124), TIME_LIMIT).unref());
    // @vscode/test-electron passes on an interrupt, but leaves this running when it is ended otherwise.
    const parent = process.ppid;
    const alone = new Promise<number>((resolve) => setInterval(() => process.ppid !== parent && resolve(130), 1000).unref());
    const code = await Promise.race([ended, crashed, late, alone]);
    if (code === 124) console.error(`The tests in the extension host did not end within ${TIME_LIMIT / 60_000} minutes.\n${host.readLog()}`);
    return code;
  } finally {
    await browser.close();
    await host.stop();
  }
}
