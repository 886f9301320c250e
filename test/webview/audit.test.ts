import assert from 'node:assert/strict';
import type { AuditEvents, AuditRequests } from '../../src/protocol/auditMessages';
import { packState } from '../../src/protocol/auditPacking';
import type { SectionView } from '../../src/protocol/section';
import { budgetNotice, loadingNotice, nothingNotice, staleBanner } from '../../src/views/audit/notices';
import { viewStudy } from '../../src/views/replay/viewStudy';
import { axeViolations } from '../support/axe';
import type { CellRows } from '../support/auditBuilder';
import { studyReconstruction } from '../support/study';
import { DESIGN, hostAudit, hostState, SMALL, type AuditFixture } from './auditSample';
import { openWebview, themeKinds, type OpenWebview, type WebviewOptions } from './harness';
import { eventually } from '../support/eventually';

type Panel = OpenWebview<AuditEvents>;

async function openPanel(fixture: Pick<AuditFixture, 'handlers'> = hostAudit(), options: Partial<WebviewOptions<AuditRequests>> = {}): Promise<Panel> {
  const view = await openWebview<AuditRequests, AuditEvents>({ name: 'audit', handlers: fixture.handlers, ...options });
  await view.page.getByRole('heading', { level: 1 }).waitFor();
  return view;
}

/** Waits until the element with the focus says this. */
async function expectFocus({ page }: Panel, words: string): Promise<void> {
  const read = (): string => (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim();
  await page.waitForFunction(`(${read.toString()})() === ${JSON.stringify(words)}`, undefined, { timeout: 5000 }).catch(async () => assert.equal(await page.evaluate(read), words));
}

function tasks({ page }: Panel): Promise<string[]> {
  return page.locator('.row.cell .name').allTextContents();
}

describe('the audit panel', () => {
  it('shows headline, lead, caveats and the groups with their tasks by weight', async () => {
    const view = await openPanel();
    await eventually(async () => assert.equal(await view.page.getByRole('heading', { level: 1 }).textContent(), '6 of the 21 live comparisons are certified: 6 continue.'));
    await eventually(async () => assert.match((await view.page.locator('.lead').textContent()) ?? '', /^The other 15 abstain/));
    await eventually(async () => assert.deepEqual(await tasks(view), ['late', 'cut', '23413', '23950', '24443']));
    await view.close();
  });

  it('opens a section by its tab, keeps it over a reload, and goes from an attempt to its run', async () => {
    const fixture = hostAudit([{ task: 'a', attempts: [[5, null, 30]], setAside: ['no-outcome'] }]);
    const view = await openPanel(fixture);
    const { page } = view;
    await page.getByRole('tab', { name: 'Verdicts' }).focus();
    await page.keyboard.press('ArrowRight');
    while ((await page.getByRole('tab', { selected: true }).textContent()) !== 'Not counted') await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { level: 1, name: '1 of 2 attempts is in no count.' }).waitFor();
    await eventually(async () => assert.deepEqual(await axeViolations(page), []));
    await page.getByRole('button', { name: 'aside-1' }).click();
    await eventually(() => assert.equal(view.requests.at(-1)?.method, 'openAttempt'));
    await eventually(async () => assert.equal(((await view.readState()) as { section?: unknown }).section, 'notCounted')); // the page's own state
    await view.close();
    const again = await openPanel(fixture, { state: { section: 'notCounted' } });
    await again.page.getByRole('heading', { level: 1, name: '1 of 2 attempts is in no count.' }).waitFor();
    await again.close();
  });

  it('shows replays of the chosen runtime with its curve as a sentence, and asks again when the verifier is switched', async () => {
    const view = viewStudy(studyReconstruction());
    const asked: unknown[] = [];
    const panel = await openPanel({
      handlers: {
        ...hostAudit().handlers,
        replay: (params) => {
          asked.push(params);
          return { ...view, verifier: { isOn: params.verifier === 'yes', matters: true } };
        },
      },
    });
    const { page } = panel;
    await page.getByRole('tab', { name: 'Replay' }).click();
    await page.getByRole('img', { name: /^deepseek initial: best in sample at 30/ }).waitFor();
    await eventually(async () => assert.deepEqual(await axeViolations(page), []));
    await eventually(async () => assert.equal(await page.getByRole('heading', { name: 'luna initial: success by cutoff' }).count(), 0));
    await page.getByRole('radio', { name: 'A failed submission is known as one' }).click();
    await eventually(() => assert.deepEqual(asked, [{ verifier: null }, { verifier: 'yes' }]));
    await eventually(async () => assert.deepEqual((await panel.readState()) as { verifier?: unknown }, { ...((await panel.readState()) as object), verifier: 'yes' }));
    await panel.close();
    const again = await openPanel({ handlers: { ...hostAudit().handlers, replay: () => view } }, { state: { section: 'replay', replayGroup: view.groups[1]?.key } });
    await again.page.getByRole('img', { name: /^luna initial: best in sample at 16 to 20, 85\.14 %/ }).waitFor();
    await again.close();
  });

  it('says why a section cannot be had, and leaves the others alone', async () => {
    const fixture = hostAudit();
    const view = await openPanel({ handlers: { ...fixture.handlers, notCounted: () => Promise.reject(new Error('It broke.')) } });
    await view.page.getByRole('tab', { name: 'Not counted' }).click();
    await view.page.getByRole('alert').getByText('It broke.').waitFor();
    await view.page.getByRole('tab', { name: 'Verdicts' }).click();
    await view.page.getByRole('heading', { level: 1 }).waitFor();
    await view.close();
  });

  it('is walked by keyboard: arrows, Home and End, Enter opens the detail, Escape closes it', async () => {
    const view = await openPanel();
    const { page } = view;
    await page.getByRole('gridcell', { name: 't = 16: 14 of 14 live, continue is certified' }).focus();
    await page.keyboard.press('ArrowRight');
    await expectFocus(view, 't = 20: 14 of 14 live, continue is certified');
    await page.keyboard.press('Home');
    await expectFocus(view, 'late');
    await page.keyboard.press('End');
    await expectFocus(view, 'continue');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expectFocus(view, 'cut');
    await page.keyboard.press('ArrowDown');
    await expectFocus(view, 'luna initial');
    await page.keyboard.press('ArrowDown');
    await expectFocus(view, '23413');
    await page.keyboard.press('Enter');
    await page.getByText('One attempt of 5 is still live (attempt 5).').waitFor();
    await eventually(async () => assert.equal(await page.getByRole('gridcell', { name: '23413' }).first().getAttribute('aria-expanded'), 'true'));
    await page.keyboard.press('Tab');
    await expectFocus(view, 'Open attempt 5');
    await page.keyboard.press('Enter');
    await eventually(() => assert.deepEqual(view.requests.at(-1), { method: 'openAttempt', params: { id: 'cell2-attempt5', step: null } }));
    await page.keyboard.press('Escape');
    await page.getByText('One attempt of 5 is still live').waitFor({ state: 'detached' });
    await expectFocus(view, '23413');
    await page.keyboard.press('Control+End');
    await expectFocus(view, '24443');
    await page.keyboard.press('Control+Home');
    await expectFocus(view, 'deepseek');
    await view.close();
  });

  it('chooses a decision time with Space in the grid, with the arrows in its group, and keeps the focus on its row', async () => {
    const view = await openPanel();
    const { page } = view;
    await page.getByRole('gridcell', { name: 't = 16: 1 of 5 live, abstain' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expectFocus(view, 't = 8: 2 of 5 live, abstain');
    await page.keyboard.press('Space');
    await eventually(async () => assert.equal(await page.getByRole('radio', { name: 't = 8', exact: true }).getAttribute('aria-checked'), 'true'));
    await expectFocus(view, 't = 8: 2 of 5 live, abstain');
    await page.getByRole('radio', { name: 't = 8', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await eventually(async () => assert.equal(await page.getByRole('radio', { name: 't = 12' }).getAttribute('aria-checked'), 'true'));
    await page.getByText('Where the macro change at t = 12 comes from').waitFor();
    await view.close();
  });

  it('announces what was chosen', async () => {
    const view = await openPanel();
    await view.page.getByRole('gridcell', { name: '23413' }).first().click();
    await view.page.locator('[role=status]', { hasText: /^Task 23413, luna initial, t = 16 of 30 calls: 1 of 5 attempts live; .*abstain\./ }).waitFor({ state: 'attached' });
    await view.page.getByRole('radio', { name: 't = 24' }).click();
    await view.close();
  });

  it('filters by verdict at any time and by name, says how many are shown, and shows all again', async () => {
    const view = await openPanel();
    const { page } = view;
    await page.getByRole('radio', { name: /^continue/ }).click();
    await eventually(async () => assert.deepEqual(await tasks(view), ['late']));
    await page.getByText('1 of 5 cells shown: continue at one of the decision times.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.locator('vscode-text-field input').fill('239');
    await eventually(async () => assert.deepEqual(await tasks(view), ['23950']));
    await page.locator('vscode-text-field input').fill('nothing like it');
    await page.getByText('No task matches.').waitFor();
    await view.close();
  });

  it('sorts by task, difference and live attempts, what was not reached last', async () => {
    const view = await openPanel();
    for (const [order, expected] of [
      ['Sort: task', ['cut', 'late', '23413', '23950', '24443']],
      ['Sort: difference', ['late', 'cut', '23413', '23950', '24443']],
      ['Sort: live', ['late', 'cut', '23950', '23413', '24443']],
    ] as const) {
      await view.page.locator('vscode-dropdown').click();
      await view.page.getByRole('option', { name: order }).click();
      await view.page.waitForFunction((want) => JSON.stringify([...document.querySelectorAll('.row.cell .name')].map((e) => e.textContent)) === want, JSON.stringify(expected));
    }
    await view.close();
  });

  it('opens attempts, lists all of a cell with those in no count, and copies a sentence', async () => {
    const view = await openPanel();
    const { page } = view;
    await eventually(async () => assert.equal(await page.getByRole('textbox', { name: 'Filter tasks by name' }).count(), 1, 'the field of the toolkit has its own name'));
    await page.getByRole('gridcell', { name: 'cut', exact: true }).click();
    await page.getByText('No estimate for this cell. Dropping those attempts would favour continuing.').waitFor();
    await page.getByRole('button', { name: 'All 3 attempts, 2 counted' }).click();
    await eventually(async () => assert.deepEqual((await page.locator('.attempts tbody tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ')), ['attempt 2 verified at call 3 ended', 'attempt 1 stopped at call 25, the limit live', 'aside-1 ended by infrastructure not counted']));
    await page.getByRole('button', { name: 'aside-1' }).click();
    await eventually(() => assert.deepEqual(view.requests.at(-1), { method: 'openAttempt', params: { id: 'cell0-aside1', step: null } }));
    await page.getByRole('button', { name: 'Copy as sentence' }).click();
    await eventually(() => assert.match(String((view.requests.at(-1)?.params as { text: string }).text), /^Task cut, deepseek, t = 16 of 30 calls: no estimate/));
    await view.close();
  });

  it('leads from a remark to the attempt, and from a contribution to the cell even when it is filtered away', async () => {
    const view = await openPanel();
    const { page } = view;
    await page.getByRole('button', { name: '23413, attempt 5' }).click();
    await eventually(() => assert.deepEqual(view.requests.at(-1), { method: 'openAttempt', params: { id: 'cell2-attempt5', step: null } }));
    await page.getByRole('radio', { name: 'Tables' }).click();
    await page.locator('vscode-text-field input').fill('late');
    await page.locator('.contributions').getByRole('button', { name: '23413' }).click();
    await page.getByText('One attempt of 5 is still live (attempt 5).').waitFor();
    await eventually(async () => assert.equal((await tasks(view)).length, 5));
    await view.close();
  });

  it('opens the decision that was chosen elsewhere, at its time', async () => {
    const fixture = hostAudit();
    const view = await openPanel(fixture);
    if (fixture.state.kind !== 'audit') return assert.fail();
    const key = fixture.state.audit.groups.flatMap((g) => g.cells).find((c) => c.task === '24443')?.key ?? '';
    await view.page.locator('vscode-text-field input').fill('late');
    view.notify('show', { key, t: 8 });
    await view.page.getByText('24443, luna initial, t = 8.').waitFor();
    await expectFocus(view, 't = 8: 3 of 5 live, abstain');
    await view.close();
  });

  it('says the same in tables: every drawing has its numbers', async () => {
    const view = await openPanel();
    await view.page.getByRole('radio', { name: 'Tables' }).click();
    const row = view.page.locator('.row.cell', { hasText: '23413' });
    await eventually(async () => assert.match((await row.innerText()).replace(/\s+/g, ' '), /^23413 5\/5 2\/5 1\/5 1\/5 1\/5 1\/5 0\/1 0 % \[0, 100\] 4\/5 80 % \[\d+, 100\] \+80 \[−\d+, \+100\] abstain$/));
    await eventually(async () => assert.equal(await view.page.locator('main svg[role=img]').count(), 0));
    await view.close();
  });

  it('keeps time, filter, open cell and place over a reload', async () => {
    const many: readonly CellRows[] = Array.from({ length: 80 }, (_, k) => ({ task: `task-${k}`, attempts: [[20, null, 30]] }));
    const view = await openPanel(hostAudit(many));
    const { page } = view;
    await page.getByRole('radio', { name: 't = 8', exact: true }).click();
    await page.locator('vscode-text-field input').fill('task-');
    await page.getByRole('gridcell', { name: 'task-3', exact: true }).click();
    await page.getByText('Copy as sentence').waitFor();
    await page.evaluate(() => window.scrollTo(0, 700));
    await page.waitForFunction(() => (JSON.parse(sessionStorage.getItem('webview-state') ?? '{}') as { scroll?: number }).scroll === 700);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => Math.abs(window.scrollY - 700) < 40);
    await eventually(async () => assert.equal(await page.getByRole('radio', { name: 't = 8', exact: true }).getAttribute('aria-checked'), 'true'));
    await eventually(async () => assert.equal(await page.locator('vscode-text-field input').inputValue(), 'task-'));
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByText('Copy as sentence').waitFor();
    await view.close();
  });

  it('follows a new audit and keeps the choice', async () => {
    const view = await openPanel();
    await view.page.getByRole('radio', { name: 't = 8', exact: true }).click();
    const next = hostAudit(SMALL.slice(0, 2));
    if (next.state.kind !== 'audit') return assert.fail();
    view.notify('state', packState({ ...next.state, banner: staleBanner(3) }));
    await view.page.getByText('3 files changed since this audit.').waitFor();
    await eventually(async () => assert.deepEqual(await tasks(view), ['23413', '23950']));
    await eventually(async () => assert.equal(await view.page.getByRole('radio', { name: 't = 8', exact: true }).getAttribute('aria-checked'), 'true'));
    await view.page.getByRole('button', { name: 'Audit again' }).last().click();
    await eventually(() => assert.deepEqual(view.requests.at(-1), { method: 'command', params: { command: 'restartLens.runAudit' } }));
    await view.close();
  });
});

describe('notices of the audit panel', () => {
  it('count what is being read and can be cancelled', async () => {
    const view = await openPanel({ handlers: hostState({ kind: 'notice', notice: loadingNotice({ filesDone: 1240, filesTotal: 2000, attempts: 77 }) }) });
    await view.page.getByText('Indexing, 1,240 of 2,000 files.').waitFor();
    await eventually(async () => assert.equal(await view.page.getByRole('progressbar', { name: 'Indexing' }).getAttribute('aria-valuenow'), '62'));
    await view.page.getByRole('button', { name: 'Cancel' }).click();
    await eventually(() => assert.equal(view.requests.at(-1)?.method, 'cancel'));
    await eventually(async () => assert.deepEqual(await axeViolations(view.page), []));
    await view.close();
  });

  it('offer budgets and never take one by themselves', async () => {
    const view = await openPanel({ handlers: hostState({ kind: 'notice', notice: budgetNotice({ axis: 'calls', usable: 12, largestSeen: 73 }) }) });
    await eventually(() => assert.deepEqual(view.requests.map((r) => r.method), ['load', 'described']));
    await view.page.getByRole('button', { name: '80 calls, rounded up' }).click();
    await eventually(() => assert.deepEqual(view.requests.at(-1), { method: 'setBudget', params: { budget: 80 } }));
    await eventually(async () => assert.deepEqual(await axeViolations(view.page), []));
    await view.close();
  });

  it('say why nothing can be counted', async () => {
    const notice = nothingNotice({ files: 3, attempts: 2, excluded: [{ reason: 'no-outcome', attempts: ['a', 'b'] }] });
    const described: SectionView = { headline: 'What is known without an audit', lead: '', caveats: [], tables: [{ title: 'Tasks', columns: [{ label: 'Task', align: 'start' }], rows: [['acme__widget-12']], note: '' }], footnotes: [] };
    const view = await openPanel({ handlers: { ...hostState({ kind: 'notice', notice }), described: () => described } });
    await view.page.getByText('2 with unknown outcome.').waitFor();
    // What needs no outcome stands beneath.
    await view.page.getByRole('heading', { name: 'What is known without an audit' }).waitFor();
    await view.page.getByRole('cell', { name: 'acme__widget-12' }).waitFor();
    await eventually(async () => assert.deepEqual(await axeViolations(view.page), []));
    await view.page.getByRole('button', { name: 'Show problems' }).click();
    await eventually(() => assert.deepEqual(view.requests.at(-1), { method: 'command', params: { command: 'restartLens.showProblems' } }));
    await view.close();
  });

  it('say that the host failed', async () => {
    const { handlers } = hostAudit();
    const failing = { ...handlers, load: () => { throw new Error('The session is gone.'); } };
    const view = await openPanel({ handlers: failing });
    await view.page.getByText('The session is gone.').waitFor();
    await view.close();
  });
});

describe('the audit panel for everybody', () => {
  for (const theme of themeKinds) {
    it(`has no accessibility violation in ${theme}, charts, tables and detail`, async () => {
      const view = await openPanel(hostAudit(), { theme });
      await view.page.getByRole('gridcell', { name: '23413' }).first().click();
      await view.page.getByText('Copy as sentence').waitFor();
      await eventually(async () => assert.deepEqual(await axeViolations(view.page), []));
      await view.page.getByRole('button', { name: 'All 5 attempts' }).click();
      await view.page.getByRole('radio', { name: 'Tables' }).click();
      await eventually(async () => assert.deepEqual(await axeViolations(view.page), []));
      await view.close();
    });
  }

  it('needs no horizontal scrolling from 320 to 1400 pixels, charts or tables', async () => {
    const long = SMALL.map((cell) => ({ ...cell, runtime: `mini-swe-agent 2.2.4 · openrouter/${cell.runtime ?? ''}/some-model-name · config 1f3a9c`, task: `astropy__astropy-${cell.task}` }));
    const view = await openPanel(hostAudit(long));
    await view.page.getByRole('gridcell', { name: 'astropy__astropy-23413' }).first().click();
    await view.page.getByText('Copy as sentence').waitFor();
    for (const mode of ['Charts', 'Tables']) {
      await view.page.getByRole('radio', { name: mode }).click();
      for (const width of [320, 400, 480, 640, 800, 900, 960, 1090, 1100, 1400]) {
        await view.page.setViewportSize({ width, height: 800 });
        await view.page.waitForTimeout(50);
        const over = await view.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(over <= 0, `${mode} at ${width}: ${over} px too wide`);
      }
    }
    await view.close();
  });

  it('follows a switch of the theme without a reload', async () => {
    const view = await openPanel();
    const colours = (): Promise<string> => view.page.evaluate(() => getComputedStyle(document.body).backgroundColor + getComputedStyle(document.querySelector('.line-restart') ?? document.body).stroke);
    const seen = new Set<string>();
    for (const theme of themeKinds) {
      await view.setTheme(theme);
      seen.add(await colours());
    }
    assert.equal(seen.size, 4);
    await view.close();
  });

  it('works with forced colours and reduced motion', async () => {
    const view = await openPanel({ handlers: hostAudit().handlers }, { forcedColors: true, reducedMotion: true });
    await view.page.getByRole('gridcell', { name: '23413' }).first().click();
    await view.page.getByText('Copy as sentence').waitFor();
    // Contrast is the system's own here, and axe reads the colours from before they were forced.
    await eventually(async () => assert.deepEqual((await axeViolations(view.page)).filter((line) => !line.startsWith('color-contrast')), []));
    await view.close();
  });
});

describe('the audit panel under hostile or large data', () => {
  it('shows names as text, whatever they hold', async () => {
    const names = ['<img src=x onerror="window.hacked=1">', '\u001b[31mred\u001b[0m', 'user\u202egnp.exe', 'x'.repeat(10_000), '<script>window.hacked=1</script>', '', 'a\nb\u0000c'];
    const cells: readonly CellRows[] = names.map((task) => ({ task, runtime: '<b onmouseover="window.hacked=1">r', cohort: '"><svg onload=window.hacked=1>', attempts: [[20, null, 30], [null, null, 30]] }));
    const view = await openPanel(hostAudit(cells));
    const shown = await tasks(view);
    assert.deepEqual([...shown].sort(), ['<img src=x onerror="window.hacked=1">', '<script>window.hacked=1</script>', '(no name)', 'a bc', 'red', 'user\\u202egnp.exe', 'x'.repeat(10_000)].sort());
    await view.page.getByRole('gridcell', { name: '<img' }).first().click();
    await view.page.getByText('Copy as sentence').waitFor();
    await eventually(async () => assert.equal(await view.page.evaluate(() => 'hacked' in window), false));
    await eventually(async () => assert.equal(await view.page.locator('img').count(), 0));
    await eventually(async () => assert.ok((await view.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0));
    await view.close();
  });

  it('renders only what is near among 2,000 cells, reaches the last one by key, and finds one by name', async () => {
    const cells: readonly CellRows[] = Array.from({ length: 2000 }, (_, k) => ({ task: `task-${String(k).padStart(4, '0')}`, runtime: k % 2 === 0 ? 'even' : 'odd', attempts: [[20, null, 30], [null, null, 30], [5 + (k % 20), null, 30]] }));
    const view = await openPanel(hostAudit(cells));
    const { page } = view;
    await eventually(async () => assert.ok((await page.locator('.row.cell').count()) < 120));
    await eventually(async () => assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), '2003'));
    await page.locator('.row.cell [tabindex="0"]').first().focus();
    await page.keyboard.press('Control+End');
    await page.waitForFunction(() => document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex') === '2003');
    await eventually(async () => assert.ok((await page.locator('.row.cell').count()) < 120));
    await page.keyboard.press('Control+Home');
    await page.waitForFunction(() => document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex') === '2');
    await page.locator('vscode-text-field input').fill('task-1999');
    await eventually(async () => assert.deepEqual(await tasks(view), ['task-1999']));
    await view.close();
  });

  it('draws attempts that end alike as one line, and many ways of ending all the same', async () => {
    const alike: readonly CellRows[] = [{ task: 'a', attempts: [...Array.from({ length: 60 }, (): [number, null, number] => [4, null, 30]), ...Array.from({ length: 25 }, (): [null, null, number] => [null, null, 30])] }];
    const view = await openPanel(hostAudit(alike));
    await view.page.getByRole('gridcell', { name: 'a', exact: true }).click();
    await view.page.getByText('60 × verified at 4').waitFor();
    await view.page.getByText('25 × limit').waitFor();
    await view.close();
    const different: readonly CellRows[] = [{ task: 'a', attempts: Array.from({ length: 400 }, (_, k) => [k + 1, null, 400]) }];
    const other = await openPanel(hostAudit(different, { ...DESIGN, budget: 400 }));
    await other.page.getByRole('gridcell', { name: 'a', exact: true }).click();
    await other.page.getByText('240 of 400 attempts are not drawn; the list has all.').waitFor();
    await other.page.getByRole('button', { name: 'All 400 attempts' }).click();
    await eventually(async () => assert.equal(await other.page.locator('.attempts tbody tr').count(), 400));
    await other.close();
  });

  it('slides the times that have columns along with the chosen one', async () => {
    const times = Array.from({ length: 25 }, (_, k) => k + 1);
    const view = await openPanel(hostAudit([{ task: 'a', attempts: [[20, null, 30]] }], { ...DESIGN, times }));
    await eventually(async () => assert.equal(await view.page.locator('.head .time').count(), 12));
    await view.page.locator('vscode-dropdown').first().click();
    await view.page.getByRole('option', { name: 't = 25' }).click();
    await view.page.getByRole('columnheader', { name: 'live at t = 25' }).waitFor();
    await view.close();
  });
});
