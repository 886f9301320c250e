import * as vscode from 'vscode';
import type { TrialRuntime } from '../../analysis/trial/trialCells';
import { readThreshold, type WantedThreshold } from '../../plan/thresholdText';
import { countOf } from '../../views/words';
import { rowWords } from '../plainWords';

interface Choice<Value> {
  readonly label: string;
  readonly detail: string;
  readonly value: Value;
}

/** Asks for one of several; undefined: given up. Names from traces become plain words here. */
export async function choose<Value>(question: string, choices: readonly Choice<Value>[]): Promise<Value | undefined> {
  const items = choices.map(({ label, detail, value }) => ({ label: rowWords(label), detail: rowWords(detail), value }));
  const item = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Test a monitor'), placeHolder: question, ignoreFocusOut: true });
  return item?.value;
}

async function enter(question: string, { value, isFine, expected }: { readonly value: string; isFine(text: string): boolean; readonly expected: string }): Promise<string | undefined> {
  return vscode.window.showInputBox({ title: vscode.l10n.t('Test a monitor'), prompt: question, value, ignoreFocusOut: true, validateInput: (text) => (isFine(text.trim()) ? null : expected) });
}

/** Whether a monitor is ready to be frozen, or must be trained on the calibration tasks first. */
export function chooseStage(): Promise<'freeze' | 'split' | undefined> {
  const { t } = vscode.l10n;
  return choose(t('Is the monitor ready?'), [
    { label: t('Yes: calibrate and freeze it'), detail: t('Tasks are split, threshold and fixed time are chosen on one part, and everything is sealed for the other.'), value: 'freeze' as const },
    { label: t('No: only split the tasks for now'), detail: t('The monitor may then be trained on the calibration tasks alone; this command goes on from there.'), value: 'split' as const },
  ]);
}

/** The runtime that the trial is about; the only one is taken. */
export async function chooseRuntime(runtimes: readonly TrialRuntime[]): Promise<string | undefined> {
  const [only] = runtimes;
  if (runtimes.length === 1 && only !== undefined) return only.name;
  return choose(
    vscode.l10n.t('Which runtime? A monitor is deployed on one.'),
    runtimes.map(({ name, tasks, attempts }) => ({ label: name, detail: `${countOf(tasks, 'task')}, ${countOf(attempts, 'attempt')}`, value: name })),
  );
}

/** Share of the tasks for calibration, in (0, 1). */
export function chooseShare(): Promise<number | undefined> {
  const { t } = vscode.l10n;
  return choose(t('How many of the tasks for calibration? The others are held out.'), [
    { label: t('Half'), detail: t('As much to choose on as to test on.'), value: 0.5 },
    { label: t('A third'), detail: t('More is left to test on; the choice rests on less.'), value: 1 / 3 },
    { label: t('Two thirds'), detail: t('For a monitor with much to calibrate.'), value: 2 / 3 },
  ]);
}

/** A built-in rule, or one whose scores lie beside the traces. */
export function chooseMonitor(names: readonly string[]): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const details: Readonly<Record<string, string>> = {
    'repeated-action': t('Built in: the same action again with the same answer.'),
    'error-streak': t('Built in: steps in a row that ended with an error.'),
    'malformed-streak': t('Built in: answers in a row that could not be read.'),
    'step-count': t('Built in: how much of the limit is used up; knows nothing of the run.'),
  };
  return choose(t('Which monitor?'), names.map((name) => ({ label: name, detail: details[name] ?? t('Scores from a file beside the traces.'), value: name })));
}

/** How the threshold is found on the calibration tasks. */
export async function chooseThreshold(): Promise<WantedThreshold | undefined> {
  const { t } = vscode.l10n;
  const rule = await choose(t('How is the threshold found?'), [
    { label: t('Best success on the calibration tasks'), detail: t('The score at which stopping and restarting solves most there.'), value: 'best' },
    { label: t('At most 5 % of the successful runs stopped'), detail: t('Of the runs on the calibration tasks that succeed when let go on.'), value: 'false-kills:0.05' },
    { label: t('At most 10 % of the successful runs stopped'), detail: t('More alarms, more of them wrong.'), value: 'false-kills:0.1' },
    { label: t('A score of my own'), detail: t('Stated, not calibrated.'), value: '' },
  ]);
  if (rule === undefined) return undefined;
  const text = rule !== '' ? rule : await enter(t('Alarm from this score on'), { value: '0.5', isFine: (typed) => isScore(typed), expected: t('A score from 0 to 1.') });
  const read = text === undefined ? null : readThreshold(text.trim());
  return read !== null && 'rule' in read ? read.rule : undefined;
}

/** Budget of an attempt in whole units; null: as the runs were limited. */
export async function chooseBudget({ stated, offered, axis }: { readonly stated: number | null; readonly offered: number | null; readonly axis: string }): Promise<number | null | undefined> {
  const { t } = vscode.l10n;
  const first = stated === null ? { label: t('The smallest limit of the calibration runs'), detail: t('Taken from their settings, not from how they ended.'), value: 'kept' } : { label: t('{0} {1}, as the plan says', stated, axis), detail: t('Attempt, questions to the monitor and one restart are paid from it.'), value: 'kept' };
  const chosen = await choose(t('Which budget?'), [first, { label: t('Another budget'), detail: t('In {0}.', axis), value: 'own' }]);
  if (chosen !== 'own') return chosen === undefined ? undefined : stated;
  return enterBudget({ offered: stated ?? offered, axis });
}

/** A budget that has to be typed. */
export async function enterBudget({ offered, axis }: { readonly offered: number | null; readonly axis: string }): Promise<number | undefined> {
  const { t } = vscode.l10n;
  const text = await enter(t('Budget B of an attempt, in {0}', axis), { value: offered === null ? '' : String(offered), isFine: isBudget, expected: t('A whole number of at least 2.') });
  return text === undefined ? undefined : Number(text);
}

/** Before anything is sealed, since it stays as it is. */
export async function confirmFreeze(summary: string): Promise<boolean> {
  const { t } = vscode.l10n;
  const answer = await choose(t('Freeze this trial? A frozen one is never written over.'), [
    { label: t('Freeze'), detail: summary, value: true },
    { label: t('Not yet'), detail: t('Nothing is written.'), value: false },
  ]);
  return answer ?? false;
}

function isScore(text: string): boolean {
  const read = readThreshold(text);
  return 'rule' in read && read.rule.kind === 'stated';
}

function isBudget(text: string): boolean {
  const budget = Number(text);
  return Number.isInteger(budget) && budget >= 2;
}
