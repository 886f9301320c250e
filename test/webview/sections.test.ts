import assert from 'node:assert/strict';
import type { AuditEvents, AuditRequests } from '../../src/protocol/auditMessages';
import { axeViolations } from '../support/axe';
import { eventually } from '../support/eventually';
import { hostAudit, hostSections } from './auditSample';
import { openWebview, themeKinds, type OpenWebview, type WebviewOptions } from './harness';

async function openSection(title: string, options: Partial<WebviewOptions<AuditRequests>> = {}): Promise<OpenWebview<AuditEvents>> {
  const { handlers } = hostAudit();
  const view = await openWebview<AuditRequests, AuditEvents>({ name: 'audit', handlers: { ...handlers, ...hostSections() }, ...options });
  await view.page.getByRole('tab', { name: title }).click();
  return view;
}

describe('the opportunity section', () => {
  it('begins with the alarm that is right nine times in ten and loses five points, and follows the sliders by keyboard', async () => {
    const view = await openSection('Opportunity');
    const { page } = view;
    await page.getByText('This alarm judges 90 % of the live runs rightly and loses 5.0 points.').waitFor();
    const slider = page.getByRole('slider', { name: 'Restartability, p, if started over' });
    await slider.focus();
    await page.keyboard.press('End');
    await page.getByText('rightly and gains 45.0 points.').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('rightly and gains 44.5 points.').waitFor();
    await page.getByRole('button', { name: 'Back to the example' }).click();
    await page.getByText('rightly and loses 5.0 points.').waitFor();
    await view.close();
  });

  it('takes the numbers of a live cell into the calculator, from its row and from its mark', async () => {
    const view = await openSection('Opportunity');
    const { page } = view;
    await page.getByRole('button', { name: 'Take its numbers: 23413, luna initial' }).click();
    await eventually(async () => assert.equal(await page.getByRole('spinbutton', { name: 'Restartability, in per cent' }).inputValue(), '80'));
    await eventually(async () => assert.equal(await page.getByRole('spinbutton', { name: 'Continuation success, in per cent' }).inputValue(), '0'));
    await page.getByText('gains 72.0 points.').waitFor();
    await page.getByRole('button', { name: /^late, deepseek: q 100 %/ }).focus();
    await page.getByText(/^late, deepseek, t = 16: 14 of 14 attempts live/).waitFor();
    await page.getByRole('button', { name: 'Take these numbers into the calculator' }).click();
    await eventually(async () => assert.equal(await page.getByRole('spinbutton', { name: 'Continuation success, in per cent' }).inputValue(), '100'));
    await view.close();
  });

  for (const theme of themeKinds) {
    it(`breaks no rule of accessibility in ${theme}`, async () => {
      const view = await openSection('Opportunity', { theme });
      await view.page.getByRole('button', { name: 'Back to the example' }).waitFor();
      assert.deepEqual(await axeViolations(view.page), []);
      await view.close();
    });
  }
});

describe('the curves section', () => {
  it('draws a runtime at first and a task when it is chosen, each chart with a sentence', async () => {
    const view = await openSection('Curves');
    const { page } = view;
    await page.getByRole('heading', { level: 1, name: /^deepseek: / }).waitFor();
    await eventually(async () => assert.equal(await page.locator('.plot svg[role=img]').count(), 4));
    for (const label of await page.locator('.plot svg[role=img]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))) assert.match(label ?? '', /\.$/);
    await page.getByRole('combobox', { name: 'Runtime' }).click();
    await page.getByRole('option', { name: 'luna initial', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^luna initial: / }).waitFor();
    await view.close();
  });

  for (const theme of themeKinds) {
    it(`breaks no rule of accessibility in ${theme}`, async () => {
      const view = await openSection('Curves', { theme });
      await view.page.locator('.plot').first().waitFor();
      assert.deepEqual(await axeViolations(view.page), []);
      await view.close();
    });
  }
});
