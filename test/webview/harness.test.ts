import assert from 'node:assert/strict';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { axeViolations } from '../support/axe';
import { openWebview, themeKinds, type OpenWebview } from './harness';
import type { ProbeEvents, ProbeRequests } from './probe/probe';
import { eventually } from '../support/eventually';

describe('the page for testing webviews', () => {
  before(async () => {
    await esbuild.build({
      absWorkingDir: path.resolve(import.meta.dirname, '../..'),
      entryPoints: ['test/webview/probe/probe.tsx'],
      outfile: 'out/webview/probe.js',
      bundle: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
    });
  });

  const open = (state?: unknown): Promise<OpenWebview<ProbeEvents>> =>
    openWebview<ProbeRequests, ProbeEvents>({ name: 'probe', folder: 'out/webview', handlers: { load: () => ({ headline: 'From the host' }) }, state });

  it('answers requests, carries events both ways and keeps the state over a reload', async () => {
    const view = await open();
    await view.page.getByRole('heading', { name: 'From the host' }).waitFor();
    await eventually(() => assert.deepEqual(view.requests, [{ method: 'load', params: null }]));
    await view.page.getByRole('button', { name: 'Press' }).click();
    view.notify('headline', 'Changed');
    await view.page.getByRole('heading', { name: 'Changed' }).waitFor();
    await eventually(() => assert.deepEqual(view.events, [{ name: 'pressed', payload: { times: 1 } }]));
    await view.page.reload();
    await view.page.getByRole('heading', { name: 'Changed' }).waitFor();
    await eventually(async () => assert.deepEqual(await view.readState(), { headline: 'Changed' }));
    await view.close();
  });

  it('starts from a state that was kept', async () => {
    const view = await open({ headline: 'Kept' });
    await view.page.getByRole('heading', { name: 'Kept' }).waitFor();
    await eventually(() => assert.deepEqual(view.requests, []));
    await view.close();
  });

  it('gives each kind of theme its own colours', async () => {
    const view = await open();
    const colours = new Set<string>();
    for (const kind of themeKinds) {
      await view.setTheme(kind);
      colours.add(await view.page.evaluate(() => `${getComputedStyle(document.documentElement).backgroundColor} ${getComputedStyle(document.documentElement).getPropertyValue('--vscode-focusBorder')}`));
    }
    assert.equal(colours.size, themeKinds.length, [...colours].join('; '));
    await view.close();
  });

  it('refuses what the policy refuses, and fails the test for it', async () => {
    const view = await open();
    const refused = view.page.waitForEvent('console');
    await view.page.getByRole('button', { name: 'Ask outside' }).click();
    await refused;
    await assert.rejects(view.close(), /Content Security Policy/);
  });

  it('finds what hinders people', async () => {
    const view = await open();
    await view.page.getByRole('heading').waitFor();
    await eventually(async () => assert.deepEqual(await axeViolations(view.page), []));
    await view.page.evaluate(() => document.querySelector('button')?.replaceChildren());
    await eventually(async () => assert.match((await axeViolations(view.page)).join(), /button-name/));
    await view.close();
  });
});
