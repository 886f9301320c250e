import type { TrialEvaluation, TrialFile, TrialSet } from '../../model/trial';
import type { CaveatView } from '../../protocol/audit';
import type { TrialPartView, TrialSectionView } from '../../protocol/trialSection';
import { AUDIT_COMMANDS } from '../audit/commands';
import { viewEvaluation, type EvaluationPart } from './viewEvaluation';
import { viewTrial } from './viewTrial';

const TEST = { label: 'Test a monitor', command: AUDIT_COMMANDS.testMonitor } as const;

/** What stands where no trial was made: what one is, and how to begin. */
export function noTrial(): TrialSectionView {
  return {
    headline: 'No monitor is on trial here.',
    lead: 'A trial fixes monitor, threshold, budget and charges on some of the tasks, and then compares continuing, restarting at a fixed time and the monitor on the others. Nothing that is evaluated may have been looked at before.',
    caveats: [info('First split the tasks and freeze a monitor; the command leads through it.', TEST)],
    tables: [],
    footnotes: [],
    parts: [],
    set: null,
  };
}

/** A trial file that cannot be used. */
export function unreadableTrial(message: string): TrialSectionView {
  return { headline: 'The trial file cannot be read.', lead: message, caveats: [], tables: [], footnotes: [], parts: [], set: null };
}

/** A split without a frozen rule, or a frozen trial that cannot be evaluated here, with the reason. */
export function waitingTrial(trial: TrialFile, refusal: { readonly set: TrialSet; readonly message: string } | null): TrialSectionView {
  const view = viewTrial(trial);
  const next = refusal === null ? info('Next: freeze a monitor with its threshold and budget.', TEST) : ({ icon: 'warning', text: `Not evaluated: ${refusal.message}`, action: null } as const);
  return { ...view, caveats: [next, ...view.caveats], parts: [], set: refusal?.set ?? null };
}

/** An evaluated trial: its five results apart, and what was fixed beforehand. */
export function evaluatedTrial(trial: TrialFile, result: TrialEvaluation): TrialSectionView {
  const evaluation = viewEvaluation(result);
  const frozen = viewTrial(trial);
  const all: readonly EvaluationPart[] = [...evaluation.parts, { key: 'frozen', title: 'Fixed beforehand', tables: frozen.tables }];
  return { ...evaluation, tables: all.flatMap(({ tables }) => tables), parts: placeParts(all), set: result.evaluated.set };
}

/** Where each part has its own tables in the row of all of them. */
function placeParts(all: readonly EvaluationPart[]): readonly TrialPartView[] {
  let next = 0;
  return all.map(({ key, title, tables }) => {
    const firstTable = next;
    next += tables.length;
    return { key, title, firstTable, tableCount: tables.length };
  });
}

function info(text: string, action: CaveatView['action']): CaveatView {
  return { icon: 'info', text, action };
}
