import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import type { Handlers } from '../../../src/protocol/rpc';
import type { TrajectoryEvents, TrajectoryRequests } from '../../../src/protocol/trajectory';
import { axeViolations } from '../../support/axe';
import { makeSteps } from '../../support/stepText';
import { commandText, makeRun, type RunInput, trajectoryHandlers } from '../../support/trajectoryHandlers';
import { openWebview, type OpenWebview, themeKinds, type WebviewOptions } from '../harness';
import { eventually } from '../../support/eventually';

/** Twelve steps; the loop 4-8 is a failure window, step 2 fails. */
const LOOP = 'A=a search:B=b! edit:C=c D=x! E=1 D=x! F=2 D=x! edit:G=3 test:H=4 I=5 submit:J=6';

/** What `TrajectoryView.key` is for runs made here. */
const KEY = '/traces/run/acme__widget-1.traj.json#';

type Options = Partial<Omit<WebviewOptions<TrajectoryRequests>, 'name' | 'handlers'>> & { readonly handlers?: Partial<Handlers<TrajectoryRequests>> };

async function openRun(input: Partial<RunInput> = {}, { handlers, ...options }: Options = {}): Promise<OpenWebview<TrajectoryEvents>> {
  const run = await makeRun({ steps: makeSteps(LOOP), ...input });
  const view = await openWebview<TrajectoryRequests, TrajectoryEvents>({ name: 'trajectory', handlers: { ...trajectoryHandlers(run), ...handlers }, ...options });
  await view.page.locator('.run').waitFor();
  return view;
}

/** Number of the chosen step. */
async function chosen(page: Page): Promise<number> {
  return Number(await page.locator('.step-row.chosen').getAttribute('data-step'));
}

/** Presses a key and waits until the step is chosen. */
async function press(page: Page, key: string, expected: number): Promise<void> {
  await page.keyboard.press(key);
  await page.locator(`.step-row.chosen[data-step="${expected}"]`).waitFor({ state: 'attached' });
  await eventually(async () => equal(await chosen(page), expected, key));
}

/** Steps that the page told the host of. */
function selections(view: OpenWebview<TrajectoryEvents>): unknown[] {
  return view.events.filter((event) => event.name === 'selected').map((event) => event.payload);
}

describe('The trajectory view', () => {
  it('shows outcome, facts, scores, windows and steps', async () => {
    const view = await openRun({ attempt: { outcome: 'unresolved', basis: 'final', calls: 12, exitStatus: 'Submitted', limits: { calls: 40, usd: null, seconds: null } } });
    const { page } = view;
    await eventually(async () => equal(await page.locator('h1').textContent(), 'acme__widget-1'));
    await eventually(async () => equal((await page.locator('.facts').first().locator('> span').allTextContents()).join(' | '), 'unresolved | terminal at call 12, submitted | 12 of 40 calls'));
    await eventually(async () => match((await page.locator('canvas[role="img"]').getAttribute('aria-label')) ?? '', /^Repeated action over 12 steps: highest 0\.50 at step 8; threshold 0\.75 not reached; 1 failure window: 4–8 same command, exit 1, 3 times, same output\.$/));
    await eventually(async () => equal(await page.locator('.step-list .window-head').textContent(), '4–8 same command, exit 1, 3 times, same output'));
    await eventually(async () => equal(await page.locator('.step-row').count(), 12));
    await eventually(async () => equal(await page.locator('.outline-row').count(), 12));
    await eventually(async () => equal(await page.locator('.outline-row.marked').count(), 5));
    await eventually(async () => match((await page.locator('.foot').textContent()) ?? '', /^24 records read = 24 shown \+ 0 folded \+ 0 unreadable/));
    await view.close();
  });

  it('has no accessibility violation in any theme, wide and narrow, open and closed, chart and table', async () => {
    for (const theme of themeKinds) {
      for (const width of [1100, 480]) {
        const view = await openRun({ text: (i) => commandText(`command ${i}`, `${'long line '.repeat(30)}\n`.repeat(20), 1) }, { theme, width, state: { key: KEY, step: 8, expanded: [6, 8], kinds: ['run'] } });
        await view.page.locator('.step-body .difference, .step-body .section-observation').first().waitFor();
        await eventually(async () => deepEqual(await axeViolations(view.page), [], `${theme} at ${width}`));
        await view.page.getByRole('button', { name: 'Show scores as a table' }).click();
        await view.page.getByRole('table').waitFor();
        await eventually(async () => deepEqual(await axeViolations(view.page), [], `${theme} at ${width}, table`));
        await view.close();
      }
    }
  });

  it('names the sub-agents of a step, and opens them, also without an accessibility violation', async () => {
    const tokens = { input: 118_000, cached: 0, output: 2_000 };
    const subAgents = [{ attempt: { id: 'sub-1', calls: 14, tokens }, step: 2, depth: 1 }, { attempt: { id: 'sub-2', calls: 1, tokens }, step: null, depth: 1 }];
    const view = await openRun({ subAgents }, { state: { key: KEY, step: 3, expanded: [3] } });
    const { page } = view;
    await eventually(async () => match((await page.locator('[data-step="3"]').textContent()) ?? '', /1 sub-agent/));
    await page.locator('.step-body').getByRole('button', { name: 'Sub-agent: 14 calls, 120k tokens' }).click();
    await eventually(async () => deepEqual(view.requests.at(-1), { method: 'openRun', params: { attempt: 'sub-1', step: null } }));
    await page.locator('header').getByRole('button', { name: 'Sub-agent: 1 call, 120k tokens' }).click();
    await eventually(async () => deepEqual(view.requests.at(-1), { method: 'openRun', params: { attempt: 'sub-2', step: null } }));
    await eventually(async () => deepEqual(await axeViolations(page), []));
    await view.close();
  });

  it('is read from top to bottom with the keyboard', async () => {
    const view = await openRun();
    const { page } = view;
    await press(page, 'j', 2);
    await press(page, 'ArrowDown', 3);
    await press(page, 'k', 2);
    await press(page, 'ArrowUp', 1);
    await press(page, 'ArrowUp', 1);
    await press(page, 'End', 12);
    await press(page, 'j', 12);
    await press(page, 'Home', 1);
    await press(page, 'n', 4);
    await press(page, 'p', 4);
    await press(page, 'j', 5);
    await press(page, 'p', 4);
    await press(page, 'Shift+P', 2);
    await press(page, 'Shift+N', 4);
    await press(page, 'Shift+N', 6);
    await press(page, 'PageDown', 12);
    await press(page, 'PageUp', 1);
    await page.locator('.outline-row.chosen').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('.outline-row.chosen[data-index="1"]').waitFor();
    await press(page, 'k', 1);
    // The focus goes along, so that a screen reader says the step.
    await eventually(async () => equal(await page.evaluate(() => document.activeElement?.getAttribute('data-step')), '1'));
    await page.keyboard.press('Enter');
    await page.locator('.step-body .section').first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.step-body').waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await page.keyboard.press('c');
    await page.getByText('Step 1 copied.').first().waitFor();
    deepEqual(view.requests.slice(-2), [
      { method: 'reveal', params: { step: 1, focus: true } },
      { method: 'copy', params: { step: 1, as: 'text' } },
    ]);
    await view.close();
  });

  it('leaves keys alone while somebody types', async () => {
    const view = await openRun();
    const { page } = view;
    await page.keyboard.press('/');
    await page.keyboard.type('jjn');
    await eventually(async () => equal(await chosen(page), 1));
    await eventually(async () => equal(await page.evaluate(() => document.querySelector<HTMLInputElement>('vscode-text-field')?.value), 'jjn'));
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('vscode-text-field')?.value === '');
    await view.close();
  });

  it('tells the host which step is chosen, and follows it without an echo', async () => {
    const view = await openRun();
    await view.page.locator('.step-row[data-step="3"]').click();
    await view.page.locator('.step-body').waitFor();
    await eventually(() => deepEqual(selections(view), [{ step: 3 }]));
    view.notify('select', { step: 9, focus: false });
    await view.page.locator('.step-row.chosen[data-step="9"]').waitFor();
    view.notify('window', { direction: 'previous' });
    await view.page.locator('.step-row.chosen[data-step="4"]').waitFor();
    await eventually(() => deepEqual(selections(view), [{ step: 3 }, { step: 4 }]));
    await view.close();
  });

  it('says when it takes moves, at first and after each reading: one that is sent at once is not lost', async () => {
    const run = await makeRun({ steps: makeSteps(LOOP) });
    let asked = 0;
    const view = await openWebview<TrajectoryRequests, TrajectoryEvents>({
      name: 'trajectory',
      handlers: trajectoryHandlers(run),
      onEvent: (name) => {
        if (name !== 'shown') return;
        if (asked++ === 0) view.notify('window', { direction: 'next' });
        else view.notify('select', { step: 11, focus: false });
      },
    });
    await view.page.locator('.step-row.chosen[data-step="4"]').waitFor();
    view.notify('changed', { attempt: null });
    await view.page.locator('.step-row.chosen[data-step="11"]').waitFor();
    await view.close();
  });

  it('keeps the place over a reload, and gives it up for another attempt', async () => {
    const view = await openRun();
    const { page } = view;
    await page.locator('.step-row[data-step="7"]').click();
    await page.locator('.step-body .section').first().waitFor();
    await page.reload();
    await page.locator('.step-body .section').first().waitFor();
    await eventually(async () => equal(await chosen(page), 7));
    await eventually(() => deepEqual(view.requests.filter((request) => request.method === 'load').map((request) => request.params), [{ attempt: null, top: 1 }, { attempt: 'a1', top: 1 }]));
    await eventually(async () => ok(JSON.stringify(await view.readState()).length < 500));
    await view.close();
    const other = await openRun({ attempt: { id: 'b2', locator: '2' } }, { state: { key: KEY, attempt: 'a1', step: 7, expanded: [7] } });
    await eventually(async () => equal(await chosen(other.page), 1));
    await other.close();
  });

  it('survives a kept state of any shape', async () => {
    for (const state of [[], { key: KEY, step: -4, top: 'x', expanded: [{}, 'a', 999], kinds: 'run', query: 7 }, { key: KEY, step: 1e9, expanded: [-1, 0, 99] }]) {
      const view = await openRun({}, { state });
      await eventually(async () => ok((await chosen(view.page)) >= 1));
      await view.close();
    }
  });

  it('reads the run again when it changed, and keeps the place', async () => {
    const runs = await Promise.all([makeRun({ steps: makeSteps('A=a B=b C=c') }), makeRun({ steps: makeSteps('A=a B=b C=c D=d E=e!') })]);
    let loads = 0;
    const view = await openRun({}, { handlers: { load: async ({ top }) => ({ kind: 'view', view: await runs[loads++ === 0 ? 0 : 1].view({ canCompare: false, hasRaw: false, top, begun: null }), step: null }) } });
    await view.page.locator('.step-row[data-step="2"]').click();
    view.notify('changed', { attempt: null });
    await view.page.locator('.step-row[data-step="5"]').waitFor();
    await eventually(async () => equal(await chosen(view.page), 2));
    await eventually(async () => equal(await view.page.locator('.step-body').count(), 1));
    await view.close();
  });

  it('chooses a monitor, and shows its scores in strip, outline and rows', async () => {
    const view = await openRun();
    const { page } = view;
    await page.locator('vscode-dropdown').click();
    await page.locator('vscode-option').filter({ hasText: 'error streak' }).click();
    await eventually(async () => match((await page.locator('canvas').getAttribute('aria-label')) ?? '', /^Error streak/));
    await eventually(async () => match((await page.locator('.step-row[data-step="2"]').textContent()) ?? '', /error streak 0\.20/));
    await view.close();
  });

  it('moves along the chart by key and by click', async () => {
    const view = await openRun();
    const { page } = view;
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('.step-row.chosen[data-step="3"]').waitFor();
    await eventually(async () => equal(await slider.getAttribute('aria-valuetext'), 'step 3, score 0.00, edit, exit 0, C'));
    await page.keyboard.press('End');
    await page.locator('.step-row.chosen[data-step="12"]').waitFor();
    const box = await slider.boundingBox();
    ok(box);
    await slider.click({ position: { x: 24, y: box.height / 2 } });
    await page.locator('.step-row.chosen[data-step="1"]').waitFor();
    await view.close();
  });

  it('redraws the chart in the colours of a new theme', async () => {
    const view = await openRun();
    const pixels = (): Promise<string> => view.page.evaluate(() => document.querySelector('canvas')?.toDataURL() ?? '');
    const dark = await pixels();
    await view.setTheme('vscode-light');
    await view.page.waitForFunction((before) => document.querySelector('canvas')?.toDataURL() !== before, dark);
    await view.close();
  });

  it('says what is known when there are no steps', async () => {
    const view = await openRun({ steps: [], attempt: { outcome: 'unresolved', basis: 'final', calls: 12 } });
    await eventually(async () => match((await view.page.locator('.empty').textContent()) ?? '', /^Only a result is known: unresolved/));
    await eventually(async () => equal(await view.page.locator('canvas').count(), 0));
    await eventually(async () => deepEqual(await axeViolations(view.page), []));
    await view.close();
  });

  it('shows a notice with its actions, and a failure to load as one', async () => {
    const view = await openWebview<TrajectoryRequests, TrajectoryEvents>({
      name: 'trajectory',
      handlers: {
        ...trajectoryHandlers(await makeRun({ steps: [] })),
        load: () => ({ kind: 'notice', notice: { kind: 'choose', headline: 'This file holds 300 attempts.', lines: ['Choose one.'], actions: [{ label: 'Choose attempt', action: 'choose' }] } }),
      },
    });
    await view.page.getByText('Choose attempt').click();
    await eventually(() => deepEqual(view.requests.at(-1), { method: 'act', params: { action: 'choose' } }));
    await eventually(async () => deepEqual(await axeViolations(view.page), []));
    await view.close();
    const broken = await openWebview<TrajectoryRequests, TrajectoryEvents>({
      name: 'trajectory',
      handlers: {
        ...trajectoryHandlers(await makeRun({ steps: [] })),
        load: () => {
          throw new Error('half.traj.json ends inside a string at byte 107,312.');
        },
      },
    });
    await broken.page.getByText('half.traj.json ends inside a string at byte 107,312.').waitFor();
    await broken.close();
  });
});

describe('The text of a step', () => {
  it('is asked for only when it is opened', async () => {
    const view = await openRun();
    await eventually(() => equal(view.requests.filter((request) => request.method === 'stepText').length, 0));
    await view.page.locator('.step-row[data-step="1"]').click();
    await view.page.locator('.step-body pre').first().waitFor();
    await eventually(() => deepEqual(view.requests.filter((request) => request.method === 'stepText').map((request) => request.params), [{ step: 1 }]));
    await view.close();
  });

  it('shows the end of a long output, and on request all of it in parts', async () => {
    const output = Array.from({ length: 2500 }, (_, i) => `line ${i + 1}`).join('\n');
    const view = await openRun({ text: () => commandText('make', output, 2) });
    const { page } = view;
    await page.locator('.step-row[data-step="1"]').click();
    const section = page.locator('.section-observation');
    await section.waitFor();
    await eventually(async () => match((await section.locator('.section-head').textContent()) ?? '', /^Output ?last 7 of 2,500 lines, exit 2/));
    await eventually(async () => equal((await section.locator('pre').textContent())?.split('\n')[0], 'line 2494'));
    await section.getByRole('button', { name: 'All of Output of step 1' }).click();
    await section.getByText('Part 1 of 3, lines 1–1,000 of 2,500').waitFor();
    await section.getByRole('button', { name: 'Last' }).first().click();
    await section.getByText('Part 3 of 3, lines 2,001–2,500 of 2,500').waitFor();
    await eventually(async () => equal((await section.locator('pre').textContent())?.split('\n').at(-1), 'line 2500'));
    await section.getByRole('button', { name: 'Less of Output of step 1' }).click();
    await eventually(async () => match((await section.locator('.section-head').textContent()) ?? '', /last 7 of 2,500 lines/));
    await view.close();
  });

  it('of 20 MB is readable to its last line', async () => {
    const output = `${'x'.repeat(199)}\n`.repeat(100_000) + 'the very end';
    const view = await openRun({ text: () => commandText('cat big', output) });
    const { page } = view;
    await page.locator('.step-row[data-step="1"]').click();
    await page.getByRole('button', { name: 'All of Output of step 1' }).click();
    await page.locator('.pager').first().getByRole('button', { name: 'Last' }).click();
    await page.waitForFunction(() => document.querySelector('.section-observation pre')?.textContent?.endsWith('the very end'));
    await view.close();
  });

  it('names what differs from the last step with the same action, and leads there', async () => {
    const view = await openRun({ steps: makeSteps('A=x! B=y A=z!'), text: (i) => commandText('python run.py', i === 0 ? 'start\nNo module a' : 'start\nNo module b', 1) });
    const { page } = view;
    await page.locator('.step-row[data-step="3"]').click();
    await page.locator('.difference').waitFor();
    await eventually(async () => deepEqual(await page.locator('.difference > div').allTextContents(), ['-No module a', '+No module b']));
    await page.getByRole('button', { name: 'step 1', exact: true }).click();
    await page.locator('.step-row.chosen[data-step="1"]').waitFor();
    await view.close();
  });

  it('says why it cannot be read', async () => {
    const view = await openRun({}, { handlers: { stepText: () => Promise.reject(new Error('The file is gone.')) } });
    await view.page.locator('.step-row[data-step="1"]').click();
    await view.page.getByText('Step 1 could not be read: The file is gone.').waitFor();
    await view.close();
  });
});

describe('Hostile text', () => {
  const HOSTILE = '<img src=x onerror="document.body.dataset.hacked=1"><script>document.body.dataset.hacked=1</script>\u001b[31mred\u001b[0m \u202eevil \u0007[x](command:y) \ud800';

  it('becomes text: no element, no control sequence, nothing hidden', async () => {
    const steps = makeSteps('A=x! A=x! A=x!').map((step) => ({ ...step, title: HOSTILE, tools: [HOSTILE] }));
    const view = await openRun({
      steps,
      attempt: { task: HOSTILE, attempt: HOSTILE, exitStatus: HOSTILE, outcomeFile: HOSTILE, runtime: { agent: HOSTILE, agentVersion: null, model: HOSTILE, provider: null, config: null } },
      text: () => ({ reasoning: HOSTILE, message: HOSTILE, calls: [{ tool: HOSTILE, text: HOSTILE }], observations: [{ text: HOSTILE, exitCode: 1, isError: true }] }),
    });
    const { page } = view;
    await page.locator('.step-row[data-step="2"]').click();
    await page.locator('.section-observation').waitFor();
    const dom = await page.evaluate(() => ({
      elements: document.querySelectorAll('#root img, #root script, #root a').length,
      hacked: document.body.dataset['hacked'],
      text: document.body.innerText,
      attributes: [...document.querySelectorAll('#root *')].flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith('on')),
    }));
    equal(dom.elements, 0);
    equal(dom.hacked, undefined);
    deepEqual(dom.attributes, []);
    ok(!/[\u0000-\u0008\u000b-\u001f\u202e]/.test(dom.text));
    ok(dom.text.includes('<img src=x') && dom.text.includes('\\u202e'));
    await view.close();
  });
});

describe('Searching', () => {
  const text = (i: number): ReturnType<typeof commandText> => commandText(`command ${i + 1}`, i === 899 ? 'before the Needle, after' : 'hay');
  const many = makeSteps(Array.from({ length: 1000 }, (_, i) => `a${i}=o`).join(' '));

  it('finds what stands only in step 900, which is not rendered', async () => {
    const view = await openRun({ steps: many, text });
    const { page } = view;
    await eventually(async () => equal(await page.locator('.step-row[data-step="900"]').count(), 0));
    await page.keyboard.press('/');
    await page.keyboard.type('needle');
    await page.getByText('1 of 1,000 steps hold it.').waitFor();
    await eventually(async () => equal(await page.locator('.step-row mark').textContent(), 'Needle'));
    await page.keyboard.press('Enter');
    await page.locator('.step-row.chosen[data-step="900"]').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.step-body mark').waitFor();
    // Without the query all steps are there again, and the place is kept.
    await page.keyboard.press('Escape');
    await page.locator('.step-row[data-step="899"]').waitFor();
    await eventually(async () => equal(await chosen(page), 900));
    await view.close();
  });

  it('cancels an older search, and says when nothing is found', async () => {
    let cancelled = 0;
    const run = await makeRun({ steps: many, text });
    const view = await openRun({ steps: many, text }, {
      handlers: {
        search: ({ query }, signal) => {
          if (query !== 'slow') return run.search(query, { signal, onProgress: () => undefined });
          signal.onCancel(() => cancelled++);
          return new Promise(() => undefined);
        },
      },
    });
    const { page } = view;
    await page.keyboard.press('/');
    await page.keyboard.type('slow');
    await page.getByText('Searching, 0 of 1,000 steps').waitFor();
    view.notify('searchProgress', { searched: 400, of: 1000 });
    await page.getByText('Searching, 400 of 1,000 steps').waitFor();
    await page.keyboard.type('x');
    await page.getByText('0 of 1,000 steps hold it.').waitFor();
    equal(cancelled, 1);
    await view.close();
  });

  it('lists the kinds that are asked for', async () => {
    const view = await openRun();
    const { page } = view;
    await page.getByRole('button', { name: 'kind' }).click();
    await eventually(async () => deepEqual(await page.locator('.kind-row button').allTextContents(), ['search 1', 'edit 2', 'test 1', 'run 7', 'submit 1']));
    await page.locator('.kind-row button').filter({ hasText: 'edit' }).click();
    await page.getByText('2 of 12 steps of these kinds.').waitFor();
    await eventually(async () => deepEqual(await page.locator('.step-row .step-number').allTextContents(), ['3', '9']));
    await press(page, 'End', 9);
    await press(page, 'k', 3);
    await view.close();
  });
});

describe('A run of 25,000 steps', () => {
  it('is listed without a cap, a few rows at a time, and its end is a key away', async () => {
    const steps = makeSteps(Array.from({ length: 25_000 }, (_, i) => (i % 500 < 8 ? 'L=l!' : `a${i}=o`)).join(' '));
    const view = await openRun({ steps });
    const { page } = view;
    await eventually(async () => ok((await page.locator('.step-row').count()) < 100));
    await eventually(async () => ok((await page.locator('.outline-row').count()) < 120));
    await press(page, 'End', 25_000);
    await eventually(async () => equal(await page.locator('.step:has(.chosen)').getAttribute('aria-posinset'), '25000'));
    await eventually(async () => equal(await page.locator('.step:has(.chosen)').getAttribute('aria-setsize'), '25000'));
    await press(page, 'p', 24_501);
    await page.keyboard.press('Enter');
    await page.locator('.step-body pre').first().waitFor();
    await eventually(async () => ok((await page.locator('.step-row').count()) < 100));
    const inSight = await page.locator('.step-row.chosen').evaluate((row) => {
      const { top } = row.getBoundingClientRect();
      return top > 0 && top < window.innerHeight;
    });
    ok(inSight);
    await view.close();
  });
});

describe('A narrow view', () => {
  it('has no outline and does not scroll sideways', async () => {
    const view = await openRun({}, { width: 480 });
    await eventually(async () => equal(await view.page.locator('.outline').isVisible(), false));
    await eventually(async () => ok(await view.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)));
    await view.close();
  });
});
