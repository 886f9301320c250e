import assert from 'node:assert/strict';
import type { TrialEvaluation, TrialFile } from '../../src/model/trial';
import type { AuditEvents, AuditRequests } from '../../src/protocol/auditMessages';
import type { TrialParams, TrialSectionView } from '../../src/protocol/trialSection';
import { evaluatedTrial } from '../../src/views/trial/trialSection';
import { axeViolations } from '../support/axe';
import { eventually } from '../support/eventually';
import { runInProcess } from '../support/runCli';
import { removeFolders } from '../support/tempFolder';
import type { CellRows } from '../support/auditBuilder';
import { makeTrialRuns } from '../support/trialFolder';
import { hostAudit, hostSections } from './auditSample';
import { openWebview, themeKinds, type OpenWebview, type WebviewOptions } from './harness';

/** Headings that each tab has over the cells of the sample. */
const TABS = [
  ['Replay', /^.+/],
  ['Representations', /^At call \d+ no view of a live run/],
  ['Conditions', /^.+/],
  ['Checks', /exchangeability/],
  ['Sensitivity', /reading/],
  ['Runs', /counted attempts/],
  ['Patches', /patch/],
  ['Plan', /^Exploratory, not sealed\.$/],
  ['Trial', /^On 2 held-out tasks/],
  ['Not counted', /^.+/],
] as const;

describe('the tabs of the panel', () => {
  let trial: TrialSectionView;
  const asked: TrialParams[] = [];

  before(async () => {
    const folder = makeTrialRuns();
    const json = async (...args: readonly string[]): Promise<unknown> => JSON.parse((await runInProcess([...args, '--json'])).out);
    const frozen = (await json('trial', 'freeze', folder, '--monitor', 'probe', '--threshold', '0.5', '--fixed-time', '6')) as TrialFile;
    trial = evaluatedTrial(frozen, (await json('trial', 'evaluate', folder)) as TrialEvaluation);
  });
  after(removeFolders);

  const open = async (options: Partial<WebviewOptions<AuditRequests>> = {}): Promise<OpenWebview<AuditEvents>> => {
    const handlers = {
      ...hostAudit().handlers,
      ...hostSections(),
      trial: (params: TrialParams) => {
        asked.push(params);
        return { ...trial, set: params.set };
      },
    };
    return openWebview<AuditRequests, AuditEvents>({ name: 'audit', handlers, ...options });
  };

  it('are all in view where the panel is narrow', async () => {
    const { page } = await open({ width: 420 });
    await page.getByRole('tab', { name: 'Not counted' }).waitFor();
    const outside = await page.getByRole('tab').evaluateAll((tabs) => tabs.filter((tab) => tab.getBoundingClientRect().right > window.innerWidth || tab.getBoundingClientRect().left < 0).map((tab) => tab.textContent));
    assert.deepEqual(outside, []);
  });

  it('show one result of a trial at a time, keep which, and evaluate other attempts when asked', async () => {
    const view = await open();
    const { page } = view;
    await page.getByRole('tab', { name: 'Trial' }).click();
    await page.getByRole('heading', { level: 3, name: 'Success' }).waitFor();
    assert.equal(await page.locator('.data-table').count(), 1);
    await page.getByRole('radio', { name: 'Regret' }).click();
    await page.getByRole('heading', { level: 3, name: 'Action-value regret' }).waitFor();
    assert.equal(await page.locator('.data-table').count(), 1);
    await page.getByRole('radio', { name: 'Fixed beforehand' }).click();
    await page.getByRole('heading', { level: 3, name: 'On the calibration tasks' }).waitFor();
    asked.length = 0;
    await page.getByRole('radio', { name: 'started after the freeze' }).click();
    await eventually(() => assert.deepEqual(asked, [{ set: 'after-freeze' }]));
    await eventually(async () => assert.deepEqual(await view.readState().then((state) => ({ ...(state as object) }) as { trialSet?: unknown; trialPart?: unknown }).then(({ trialSet, trialPart }) => [trialSet, trialPart]), ['after-freeze', 'frozen']));
    await view.close();
  });

  it('offer the guided command where no monitor is on trial, and freezing where the plan was never frozen', async () => {
    const view = await open({ handlers: { ...hostAudit().handlers, ...hostSections() } });
    const { page } = view;
    await page.getByRole('tab', { name: 'Trial' }).click();
    await page.getByRole('button', { name: 'Test a monitor' }).click();
    await eventually(() => assert.deepEqual(view.requests.at(-1), { method: 'command', params: { command: 'restartLens.testMonitor' } }));
    await page.getByRole('tab', { name: 'Plan' }).click();
    const value = (key: string) => page.locator('tr', { has: page.getByRole('cell', { name: key, exact: true }) }).getByRole('cell').nth(1).innerText();
    await page.getByRole('cell', { name: 'cohorts', exact: true }).waitFor();
    assert.deepEqual([await value('cohorts'), await value('budget'), await value('exit table')], ['all', '30 calls', 'the built-in table']);
    assert.equal(await page.getByText('null', { exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Freeze plan' }).click();
    await eventually(() => assert.deepEqual(view.requests.at(-1), { method: 'command', params: { command: 'restartLens.freezePlan' } }));
    await view.close();
  });

  it('lead from a task of the runs to its cell among the verdicts', async () => {
    const view = await open();
    await view.page.getByRole('tab', { name: 'Runs', exact: true }).click();
    await view.page.getByRole('button', { name: '23950' }).click();
    await view.page.getByText('23950, luna initial, t = 16.').waitFor();
    await view.close();
  });

  it('open two live runs that look alike beside each other', async () => {
    const pairs: unknown[] = [];
    const alike: readonly CellRows[] = [
      { task: 'x', runtime: 'luna', cohort: null, attempts: [[3, null, 30], [3, null, 30], [null, null, 30], [null, null, 30]] },
      { task: 'y', runtime: 'luna', cohort: null, attempts: [[29, null, 30], [29, null, 30], [29, null, 30], [null, null, 30]] },
    ];
    const view = await open({
      handlers: {
        ...hostAudit(alike).handlers,
        ...hostSections(alike),
        openPair: ({ pair }) => {
          pairs.push(pair);
          return null;
        },
      },
    });
    await view.page.getByRole('tab', { name: 'Representations' }).click();
    await view.page.getByRole('button', { name: 'open side by side' }).click();
    await eventually(() => assert.deepEqual(pairs, [[{ id: 'luna-x-2', step: null }, { id: 'luna-y-3', step: null }]]));
    await view.close();
  });

  it('compare two conditions over shared tasks, and swap them when one is set against itself', async () => {
    const rows = (passed: readonly (number | null)[]): CellRows['attempts'] => passed.map((T) => [T, null, 30]);
    const shared: readonly CellRows[] = ['luna', 'deepseek'].flatMap((runtime, k) => ['a', 'b', 'c'].map((task, at) => ({ task, runtime, attempts: rows([5 + at, k === 0 ? 9 : null, null]) })));
    const view = await open({ handlers: { ...hostAudit(shared).handlers, ...hostSections(shared) } });
    const { page } = view;
    await page.getByRole('tab', { name: 'Conditions' }).click();
    await page.getByRole('img', { name: /\.$/ }).waitFor();
    const conditions = (): readonly unknown[] => view.requests.filter(({ method }) => method === 'conditions').map(({ params }) => params);
    assert.deepEqual(conditions(), [{ a: null, b: null }]);
    await page.getByRole('combobox', { name: 'Condition A, set against' }).click();
    const other = await page.getByRole('option', { selected: false }).first().innerText();
    await page.getByRole('option', { name: other, exact: true }).first().click();
    await eventually(() => assert.deepEqual(conditions().at(-1), { a: other, b: other === 'luna' ? 'deepseek' : 'luna' }));
    await view.close();
  });

  for (const [title, heading] of TABS) {
    it(`break no rule of accessibility in any theme, wide and narrow, and are not wider than the page: ${title}`, async () => {
      const view = await open({ width: 1400 });
      const { page } = view;
      await page.getByRole('tab', { name: title, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      const check = async (where: string): Promise<void> => {
        assert.deepEqual(await axeViolations(page), [], where);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), where);
      };
      await check('wide');
      await page.setViewportSize({ width: 700, height: 800 });
      for (const theme of themeKinds) {
        await view.setTheme(theme);
        await check(`narrow, ${theme}`);
      }
      await view.close();
    });
  }
});
