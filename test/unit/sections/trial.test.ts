import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runAudit } from '../../../src/analysis/audit';
import { runPortions } from '../../../src/base/portions';
import { buildIndex } from '../../../src/index/buildIndex';
import type { TrialEvaluation } from '../../../src/model/trial';
import { parsePlan } from '../../../src/plan/parsePlan';
import type { TrialSectionView } from '../../../src/protocol/trialSection';
import type { SectionInput } from '../../../src/sections/section';
import { trial } from '../../../src/sections/trial';
import { sectionText } from '../../../src/cli/sectionText';
import { runInProcess } from '../../support/runCli';
import { removeFolders } from '../../support/tempFolder';
import { makeTrialRuns } from '../../support/trialFolder';

const FILE = 'restart-lens.trial.json';
const FREEZE = ['--monitor', 'probe', '--threshold', '0.5', '--fixed-time', '6'];

describe('the section of a trial', () => {
  let folder: string;
  let input: SectionInput;

  beforeEach(async () => {
    folder = makeTrialRuns();
    const index = await buildIndex({ roots: [folder], workers: null });
    const { plan, defaults } = parsePlan('{}', 'plan');
    const outcome = runAudit(index, plan, defaults);
    if (outcome.kind !== 'audit') throw new Error('These runs can be audited.');
    input = { index, outcome, folder };
  });
  after(removeFolders);

  const open = (raw: unknown = null): { readonly view: TrialSectionView; readonly result: object | null } => runPortions(trial.open(input, trial.readParams(raw)));
  const cli = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await runInProcess(args);
    assert.equal(code, 0, err);
    return out;
  };

  it('says what to do first, is left out of reports until there is a trial, and knows none where no folder is known', async () => {
    const { view } = open();
    assert.deepEqual([view.headline, view.parts, view.set, view.tables], ['No monitor is on trial here.', [], null, []]);
    assert.deepEqual(view.caveats.map(({ action }) => action?.command), ['restartLens.testMonitor']);
    assert.equal(trial.isAbsent?.(input), true);
    assert.equal(trial.isAbsent?.({ ...input, folder: null }), true);
    const whole = JSON.parse(await cli('export', folder, '--format', 'json')) as Readonly<Record<string, unknown>>;
    assert.equal('trial' in whole, false);
  });

  it('shows a split and asks for the freeze', async () => {
    await cli('trial', 'split', folder);
    const { view } = open();
    assert.match(view.headline, /^Split: 2 calibration tasks, 2 held out\.$/);
    assert.match(view.caveats[0]?.text ?? '', /^Next: freeze a monitor/);
    assert.equal(trial.isAbsent?.(input), false);
  });

  it('evaluates a frozen trial as the command line does, its five results apart, and what was fixed beforehand', async () => {
    await cli('trial', 'freeze', folder, ...FREEZE);
    const { view, result } = open();
    const evaluation = JSON.parse(await cli('trial', 'evaluate', folder, '--json')) as TrialEvaluation;
    assert.deepEqual(JSON.parse(JSON.stringify(result)), evaluation);
    assert.deepEqual(view.parts.map(({ key }) => key), ['success', 'opportunity', 'calibration', 'regret', 'cost', 'tasks', 'frozen']);
    assert.deepEqual(view.parts.map(({ firstTable, tableCount }) => view.tables.slice(firstTable, firstTable + tableCount).map(({ title }) => title)), [
      ['Success'],
      ['Opportunity: what could be won'],
      ['Calibration: whom the monitor stops', 'Calibration: scores against failing'],
      ['Action-value regret'],
      ['Cost'],
      ['Tasks'],
      ['Fixed beforehand', 'On the calibration tasks', 'Tasks'],
    ]);
    assert.equal(view.parts.reduce((sum, { tableCount }) => sum + tableCount, 0), view.tables.length);
    // The terminal prints the evaluation's own view, of which the tab shows the same words.
    const told = await cli('trial', 'evaluate', folder);
    assert.ok(told.startsWith(sectionText({ ...view, lead: '', caveats: [], tables: [], footnotes: [] }, 120).trimEnd()), told);
    const whole = JSON.parse(await cli('export', folder, '--format', 'json')) as Readonly<Record<string, unknown>>;
    assert.deepEqual(whole['trial'], evaluation);
  });

  it('says why attempts after the freeze cannot be evaluated yet, and shows what is frozen', async () => {
    await cli('trial', 'freeze', folder, ...FREEZE);
    const { view } = open({ set: 'after-freeze' });
    assert.equal(view.set, 'after-freeze');
    assert.match(view.headline, /^Frozen: probe at a score of 0\.5 or more/);
    assert.match(view.caveats[0]?.text ?? '', /^Not evaluated: No task with attempts that started after the freeze has two attempts/);
  });

  it('says of a file that is no trial what is wrong, and of an edited one that its seal is broken', async () => {
    writeFileSync(path.join(folder, FILE), '{}');
    assert.match(open().view.lead, /is no trial: It is no trial of this version/);
    writeFileSync(path.join(folder, FILE), '');
    assert.equal(open().view.headline, 'The trial file cannot be read.');
    const other = makeTrialRuns();
    await cli('trial', 'freeze', other, ...FREEZE);
    writeFileSync(path.join(folder, FILE), readFileSync(path.join(other, FILE), 'utf8').replace('"fixedTime":6', '"fixedTime":7'));
    assert.match(open().view.caveats[0]?.text ?? '', /^The seal is broken/);
  });
});
