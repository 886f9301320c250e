import * as path from 'node:path';
import * as vscode from 'vscode';
import { freezeInPortions, type FreezeOutcome, type FreezeRequest } from '../../analysis/trial/freezeTrial';
import { splitInPortions } from '../../analysis/trial/splitTrial';
import { trialRuntimes, type WantedRuntime } from '../../analysis/trial/trialCells';
import { monitorNames } from '../../analysis/trial/trialRuns';
import type { TraceIndex } from '../../index/traceIndex';
import type { Plan } from '../../model/plan';
import type { TrialFile, TrialSet } from '../../model/trial';
import { TRIAL_FILE } from '../../plan/trialFile';
import { readTrialAt, writeTrialAt } from '../../plan/trialStore';
import { formatMinute } from '../../views/audit/context';
import { refusalWords } from '../../views/trial/refusalWords';
import { wantedThresholdWords } from '../../views/trial/trialWords';
import { axisAmount, axisName, countOf } from '../../views/words';
import type { SectionAction } from '../audit/auditPanel';
import { messageWords, rowWords } from '../plainWords';
import { ownFolder } from '../planSeal';
import { finishInPortions } from '../portions';
import type { Session } from '../session';
import { choose, chooseBudget, chooseMonitor, chooseRuntime, chooseShare, chooseStage, chooseThreshold, confirmFreeze, enterBudget } from './trialQuestions';

/** What the questions are about. */
interface Trial {
  readonly session: Session;
  readonly index: TraceIndex;
  readonly plan: Plan;
  /** Path of the trial file. */
  readonly place: string;
  /** A split made before; null: nothing yet. */
  readonly before: TrialFile | null;
}

/**
 * Leads through a prospective test of a monitor (paper A, 7.4): split, freeze, evaluate, as the trial commands of the command line do,
 * with the same file. Goes on from what the file holds; giving up at a question writes nothing.
 */
export async function testMonitor(session: Session): Promise<void> {
  const index = await session.ensureIndex();
  await session.refreshAudit();
  const folder = ownFolder(session.plan);
  if (index === null || session.plan === null || folder === null) return void vscode.window.showWarningMessage(vscode.l10n.t('Open the folder that holds the traces first: a trial is a file beside them.'));
  const { plan, problems } = session.plan;
  const [problem] = problems;
  if (problem !== undefined) throw new Error(vscode.l10n.t('The plan has a fault, line {0}: {1}', problem.line ?? 1, problem.message));
  const place = path.join(folder, TRIAL_FILE);
  const before = readTrialAt(place);
  if (before !== null && before.rule !== null) return evaluate(before, place);
  const trial = { session, index, plan, place, before };
  const stage = before === null ? await chooseStage() : 'freeze';
  if (stage === undefined) return;
  const runtime = await askRuntime(trial);
  if (runtime === undefined) return;
  await (stage === 'split' ? split(trial, runtime) : freeze(trial, runtime));
}

/** The runtime of the split, else the one that is chosen; undefined: given up, or there is none. */
async function askRuntime({ index, plan, before }: Trial): Promise<WantedRuntime | undefined> {
  if (before !== null) return before.runtime;
  const found = await working(trialRuntimes(index, plan));
  if (found === null) return undefined;
  if (found.kind !== 'runtimes') return tell(refusalWords(found));
  const able = found.runtimes.filter(({ tasks }) => tasks >= 2);
  if (able.length === 0) return tell(vscode.l10n.t('A trial needs a runtime with attempts on two tasks or more; there is none here.'));
  const name = await chooseRuntime(able);
  return name === undefined ? undefined : { name };
}

async function split({ session, index, plan, place }: Trial, runtime: WantedRuntime): Promise<void> {
  const share = await chooseShare();
  if (share === undefined) return;
  const outcome = await working(splitInPortions(index, plan, { runtime, share, seed: plan.seed, now: Date.now() }));
  if (outcome === null) return;
  if (outcome.kind !== 'split') return tell(refusalWords(outcome));
  await keep({ session, place }, outcome.trial);
}

async function freeze(trial: Trial, runtime: WantedRuntime): Promise<void> {
  const { session, index, plan, place, before } = trial;
  const share = before === null ? await chooseShare() : before.split.share;
  if (share === undefined) return;
  const monitor = await chooseMonitor(monitorNames(index));
  if (monitor === undefined) return;
  const threshold = await chooseThreshold();
  if (threshold === undefined) return;
  const audited = session.audit?.kind === 'audit' ? session.audit.result.plan.budget : null;
  const budget = await chooseBudget({ stated: plan.budget, offered: audited, axis: axisName(plan.axis) });
  if (budget === undefined) return;
  const request = { runtime, split: before?.split ?? { share, seed: plan.seed }, monitor, threshold, fixedTime: 'best', checkCharge: null, resetCharge: 0 } as const;
  const settled = await settleBudget(trial, { ...plan, budget }, request);
  if (settled === null || !(await confirmFreeze(summaryOf(settled.trial, request)))) return;
  await keep({ session, place }, settled.trial);
}

type Wanted = Omit<FreezeRequest, 'now'>;

/** The trial as it would be frozen; asks for a budget where no run states a limit. Null: given up, or refused with a message. */
async function settleBudget({ index }: Trial, plan: Plan, request: Wanted): Promise<Extract<FreezeOutcome, { readonly kind: 'frozen' }> | null> {
  const outcome = await working(freezeInPortions(index, plan, { ...request, now: Date.now() }));
  if (outcome === null || outcome.kind === 'frozen') return outcome;
  if (outcome.kind !== 'needs-budget') return tell(refusalWords(outcome)) ?? null;
  const budget = await enterBudget({ offered: outcome.largestSeen, axis: axisName(plan.axis) });
  if (budget === undefined) return null;
  const again = await working(freezeInPortions(index, { ...plan, budget }, { ...request, now: Date.now() }));
  return again === null || again.kind === 'frozen' ? again : (tell(refusalWords(again)) ?? null);
}

/** What would be sealed; nothing that was found on the calibration tasks, so that nobody tries thresholds until one pleases. */
function summaryOf({ plan, split: { calibration, heldOut } }: TrialFile, { monitor, threshold }: Wanted): string {
  return `${monitor}, ${wantedThresholdWords(threshold)}; ${axisAmount(plan.axis, plan.budget ?? 0)} an attempt; ${countOf(calibration.length, 'calibration task')}, ${heldOut.length} held out`;
}

/** Writes the trial file and opens the tab that shows it. */
async function keep({ session, place }: Pick<Trial, 'session' | 'place'>, trial: TrialFile): Promise<void> {
  writeTrialAt(place, trial);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Written: {0}', rowWords(path.basename(place))), 5_000);
  await session.refreshAudit();
  await show('held-out');
}

/** A frozen trial is evaluated, or looked at. */
async function evaluate({ written, split: { heldOut } }: TrialFile, place: string): Promise<void> {
  const { t } = vscode.l10n;
  const next = await choose(t('This trial is frozen since {0}. To begin another one, move its file away.', formatMinute(written)), [
    { label: t('Evaluate on the tasks held out'), detail: t('{0}; runs that have ended are replayed.', countOf(heldOut.length, 'task')), value: 'held-out' as const },
    { label: t('Evaluate on attempts that started after the freeze'), detail: t('Nobody could have seen them before.'), value: 'after-freeze' as const },
    { label: t('Open the trial file'), detail: path.basename(place), value: 'file' as const },
  ]);
  if (next === undefined) return;
  if (next === 'file') await vscode.window.showTextDocument(vscode.Uri.file(place));
  else await show(next);
}

async function show(trialSet: TrialSet): Promise<void> {
  const action: SectionAction = { kind: 'section', section: 'trial', trialSet };
  await vscode.commands.executeCommand('restartLens.openAudit', action);
}

/** Runs work with a notice that can cancel it; null: cancelled. */
async function working<Result>(work: Generator<void, Result, void>): Promise<Result | null> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Test a monitor: calculating'), cancellable: true }, (_progress, token) => finishInPortions(work, () => !token.isCancellationRequested));
}

function tell(message: string): undefined {
  void vscode.window.showWarningMessage(messageWords(message));
  return undefined;
}
