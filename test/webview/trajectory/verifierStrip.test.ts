import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import type { TrajectoryEvents, TrajectoryRequests } from '../../../src/protocol/trajectory';
import { axeViolations } from '../../support/axe';
import { eventually } from '../../support/eventually';
import { makeSteps } from '../../support/stepText';
import { makeRun, type RunInput, trajectoryHandlers } from '../../support/trajectoryHandlers';
import { openWebview, type OpenWebview, themeKinds, type WebviewOptions } from '../harness';

async function openRun(input: Partial<RunInput>, options: Pick<WebviewOptions<TrajectoryRequests>, 'theme' | 'width'> = {}): Promise<OpenWebview<TrajectoryEvents>> {
  const run = await makeRun({ steps: makeSteps('A=a B=b C=c D=d E=e F=f G=g H=h I=i J=j K=k L=l'), ...input });
  const view = await openWebview<TrajectoryRequests, TrajectoryEvents>({ name: 'trajectory', handlers: trajectoryHandlers(run), ...options });
  await view.page.locator('.step-row.chosen').waitFor();
  return view;
}

async function isChosen(page: Page, step: number): Promise<void> {
  await page.locator(`.step-row.chosen[data-step="${step}"]`).waitFor({ state: 'attached' });
}

async function press(page: Page, key: string, step: number): Promise<void> {
  await page.keyboard.press(key);
  await isChosen(page, step);
}

const BROKEN: Partial<RunInput> = {
  attempt: { outcome: 'unresolved', basis: 'per-call', calls: 12, declared: { T: 6, E: null, H: null } },
  callResults: [
    { call: 2, passed: false, testsPassed: 1, testsTotal: 5 },
    { call: 6, passed: true, testsPassed: 5, testsTotal: 5 },
    { call: 12, passed: false, testsPassed: 0, testsTotal: 5 },
  ],
};

describe('The strip of verifier results', () => {
  it('shows nothing of a verifier that never ran on the way', async () => {
    const view = await openRun({});
    equal(await view.page.getByRole('region', { name: 'Verifier results' }).count(), 0);
    await view.close();
  });

  it('stands as bars and a sentence, passed wholly above failed, and is walked by key', async () => {
    const view = await openRun(BROKEN);
    const { page } = view;
    const strip = page.getByRole('region', { name: 'Verifier results' });
    await eventually(async () => match((await strip.textContent()) ?? '', /1 passed, 2 failed, not run after 9 calls; what had passed was broken later/));
    await eventually(async () => match((await strip.locator('p').textContent()) ?? '', /^A verifier ran after 3 of 12 calls: passed after call 6 \(5 of 5 tests\); failed after calls 2 \(1 of 5 tests\), 12 /));
    equal(await strip.locator('.verdict.passed').count(), 1);
    equal(await strip.locator('.verdict.failed').count(), 2);
    const [above, below] = await Promise.all(['.passed', '.failed'].map((name) => strip.locator(`.verdict${name}`).first().boundingBox()));
    ok(above && below && above.y + above.height <= below.y);
    const slider = strip.getByRole('slider');
    await slider.focus();
    await press(page, 'ArrowRight', 2);
    await press(page, 'ArrowRight', 6);
    await eventually(async () => equal(await slider.getAttribute('aria-valuetext'), 'step 6, call 6: passed, 5 of 5 tests'));
    await press(page, 'End', 12);
    await press(page, 'ArrowLeft', 6);
    await view.close();
  });

  for (const theme of themeKinds) {
    it(`has a table that says the same, and no accessibility violation in ${theme}`, async () => {
      const view = await openRun(BROKEN, { theme });
      const { page } = view;
      const strip = page.getByRole('region', { name: 'Verifier results' });
      await eventually(async () => deepEqual(await axeViolations(page), []));
      await strip.getByRole('button', { name: 'Show verifier results as a table' }).click();
      const rows = strip.getByRole('table').locator('.score-row.placed');
      await eventually(async () => deepEqual((await rows.allTextContents()).slice(0, 3), ['1not run', '22failed1 of 5 tests', '3not run']));
      await rows.nth(1).getByRole('button').click();
      await isChosen(page, 2);
      await eventually(async () => deepEqual(await axeViolations(page), []));
      await view.close();
    });
  }
});
