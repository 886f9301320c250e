import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that a page of ours keeps: WCAG 2.1 A and AA. */
const OPTIONS: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] };

/**
 * What axe finds in a page or frame, one line each: rule, what it wants, and the elements. Empty: nothing.
 * Evaluated rather than added as a script, since the page's policy refuses foreign scripts.
 */
export async function axeViolations(frame: Frame | Page): Promise<string[]> {
  await frame.evaluate(`${source};0`);
  await frame.evaluate(paintBackground);
  const results = await frame.evaluate(
    // The script above made `axe`.
    (options) => (globalThis as unknown as { axe: { run(root: unknown, options: unknown): Promise<AxeResults> } }).axe.run(globalThis.document, options),
    OPTIONS,
  );
  return results.violations.map((found) => `${found.id}: ${found.help}: ${found.nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary?.replace(/\s+/g, ' ') ?? ''})`).join('; ')}`);
}

/** Behind a transparent webview lies the editor; axe sees white there unless the page says what is. */
function paintBackground(): void {
  const root = document.documentElement;
  const clear = (element: Element): boolean => getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)';
  const behind = getComputedStyle(root).getPropertyValue('--vscode-editor-background');
  if (behind && clear(root) && clear(document.body)) root.style.backgroundColor = behind;
}
