import assert from 'node:assert/strict';
import type { AuditEvents, AuditRequests } from '../../src/protocol/auditMessages';
import { axeViolations } from '../support/axe';
import { eventually } from '../support/eventually';
import { hostAudit, hostSections, hostState } from './auditSample';
import { openWebview, themeKinds, type OpenWebview, type WebviewOptions } from './harness';

const open = (options: Partial<WebviewOptions<AuditRequests>> = {}): Promise<OpenWebview<AuditEvents>> =>
  openWebview<AuditRequests, AuditEvents>({ name: 'audit', handlers: { ...hostAudit().handlers, ...hostSections() }, ...options });

describe('ways from one part of the panel to another', () => {
  it('lead from the detail of a decision to the alarm calculator with its numbers, keeping the rates that the reader set', async () => {
    const view = await open({ state: { alarm: { q: 0.5, p: 0.5, tau: 0.7, phi: 0.2 } } });
    const { page } = view;
    await page.getByRole('gridcell', { name: '23413' }).first().click();
    await page.getByRole('button', { name: 'Take its numbers into the alarm calculator' }).click();
    const number = (name: string): Promise<string> => page.getByRole('spinbutton', { name }).inputValue();
    await page.getByRole('spinbutton', { name: 'Restartability, in per cent' }).waitFor();
    assert.deepEqual([await number('Continuation success, in per cent'), await number('Restartability, in per cent'), await number('True-positive rate, in per cent'), await number('False-positive rate, in per cent')], ['0', '80', '70', '20']);
    await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Opportunity'));
    await view.close();
  });

  it('lead from the detail of a decision to the curves of its cell', async () => {
    const view = await open();
    await view.page.getByRole('gridcell', { name: '23950' }).first().click();
    await view.page.getByRole('button', { name: 'Its curves' }).click();
    await view.page.getByRole('heading', { level: 1, name: /^23950, luna initial: / }).waitFor();
    await view.close();
  });

  it('offer no calculator where an action has no estimate', async () => {
    const view = await open();
    await view.page.getByRole('gridcell', { name: 'cut' }).first().click();
    await view.page.getByRole('button', { name: 'Its curves' }).waitFor();
    assert.equal(await view.page.getByRole('button', { name: 'Take its numbers' }).count(), 0);
    await view.close();
  });

  it('open the section that was asked for elsewhere', async () => {
    const view = await open();
    await view.page.getByRole('heading', { level: 1 }).waitFor();
    view.notify('open', { section: 'planCheck', trialSet: null });
    await eventually(async () => assert.equal(await view.page.getByRole('tab', { name: 'Plan' }).getAttribute('aria-selected'), 'true'));
    assert.equal(await view.page.getByRole('button', { name: 'Open the plan file' }).count(), 1);
    await view.close();
  });
});

describe('the choice of attempts under a seal', () => {
  const sealed = (attempts: 'planned' | 'all' | null): WebviewOptions<AuditRequests>['handlers'] => {
    const fixture = hostAudit();
    if (fixture.state.kind !== 'audit') throw new Error('The sample is an audit.');
    const seal = { state: attempts === 'planned' ? 'planned' : 'exploratory', text: 'Planned, sealed, frozen 2026-03-01 12:00 UTC', attempts } as const;
    return hostState({ ...fixture.state, audit: { ...fixture.state.audit, seal } });
  };

  it('asks the host for all attempts, and back for the planned ones, by keyboard', async () => {
    const view = await open({ handlers: sealed('planned') });
    await view.page.getByRole('radio', { name: 'planned attempts' }).focus();
    await view.page.keyboard.press('ArrowRight');
    await eventually(() => assert.deepEqual(view.requests.at(-1), { method: 'setAttempts', params: { attempts: 'all' } }));
    await view.close();
    const back = await open({ handlers: sealed('all') });
    await back.page.getByRole('radio', { name: 'planned attempts' }).click();
    await eventually(() => assert.deepEqual(back.requests.at(-1), { method: 'setAttempts', params: { attempts: 'planned' } }));
    await back.close();
  });

  it('is not there where there is nothing to choose', async () => {
    const view = await open({ handlers: sealed(null) });
    await view.page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await view.page.getByRole('radiogroup', { name: 'Attempts that are counted' }).count(), 0);
    await view.close();
  });

  for (const theme of themeKinds) {
    it(`breaks no rule of accessibility in ${theme}, wide and narrow`, async () => {
      for (const width of [1400, 700]) {
        const view = await open({ handlers: sealed('planned'), theme, width });
        await view.page.getByRole('radio', { name: 'planned attempts' }).waitFor();
        assert.deepEqual(await axeViolations(view.page), []);
        assert.equal(await view.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
        await view.close();
      }
    });
  }
});
