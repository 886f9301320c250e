import { cleanLine, namesApart } from '../../base/cleanText';
import { LEAST_CONTRIBUTING, LEAST_TASKS } from '../../engine/clusterInterval';
import { CONTINUE, type ForkPlanResult, type InterventionsResult, type InterventionValue } from '../../model/interventionsResult';
import type { CaveatView } from '../../protocol/audit';
import type { SectionView, TableView } from '../../protocol/section';
import { formatCount, formatPercent, formatPoints } from '../numbers';
import { CUT_NOTE } from '../possibleRange';
import { isAnyCut, valueText } from '../representations/representationWords';
import { axisMoment, axisName, countOf, listWords, runtimeName } from '../words';

/** What each action of a table is worth, in finished words. */
export function viewInterventions(result: InterventionsResult): SectionView {
  const { rows, counted, hasAlarms, values, actions, problems } = result;
  const nameOf = naming(values);
  const whole = values.filter(({ t }) => t === null);
  const shown = whole.filter(isShown);
  const number = (label: string): TableView['columns'][number] => ({ label, align: 'end' });
  return {
    headline:
      whole.length === 0
        ? `The table tries no action beside ${CONTINUE}.`
        : whole.every(({ tasks }) => tasks === 0)
          ? `Nothing can be said of ${listWords(whole.map(nameOf), 4)}: no state was tried with ${CONTINUE} as well.`
        : shown.length === 0
          ? `Of ${listWords(whole.map(nameOf), 4)} none is shown to be worth more than letting the run go on.`
          : `${listWords(shown.map(nameOf), 4)} ${shown.length === 1 ? 'is' : 'are'} worth more than letting the run go on, on tasks like these.`,
    lead: `Points over continuing from the same state: the mean over tasks of the mean over their states${hasAlarms ? ', the action being taken where the alarm had fired' : ''}. Each value holds for the action that was tried. What a clean restart is worth in an audit says nothing of another action, and is used for none.`,
    caveats: caveatsOf(values, nameOf, problems.length),
    tables:
      values.length === 0
        ? []
        : [
            {
              title: `${countOf(counted, 'fork')} of ${countOf(rows, 'row')}, actions ${listWords(actionNames(actions), 8)}`,
              columns: [{ label: 'Action', align: 'start' }, number('at'), number('Tasks'), number('States'), ...(hasAlarms ? [number('with alarm')] : []), number('Forks'), number('Continued'), number(hasAlarms ? 'On the alarm, points [95 % over tasks]' : 'Gain, points [95 % over tasks]'), ...(hasAlarms ? [number('Always, points [95 %]')] : [])],
              rows: values.map((value) => [
                { text: nameOf(value), strong: isShown(value) },
                value.t === null ? 'any time' : formatCount(value.t),
                formatCount(value.tasks),
                formatCount(value.states),
                ...(hasAlarms ? [formatCount(value.alarmedStates)] : []),
                formatCount(value.forks),
                formatCount(value.references),
                value.gain === null ? 'nobody continued from its states' : valueText(value.gain),
                ...(hasAlarms ? [valueText(value.always)] : []),
              ]),
              note: 'Each row alone: the best of several actions or times is flattered by having been looked for.',
            },
          ],
    footnotes: [`Intervals over tasks like these: Student’s t, pointwise; confidence intervals only from ${LEAST_TASKS} tasks on, ${LEAST_CONTRIBUTING} of them contributing and none with more than half of the squared deviations, else ranges.`, ...(isAnyCut(values.flatMap(({ gain, always }) => [gain, always])) ? [CUT_NOTE] : [])],
  };
}

function caveatsOf(values: readonly InterventionValue[], nameOf: NameOf, problems: number): readonly CaveatView[] {
  const lost = values.filter(({ t, withoutReference }) => t === null && withoutReference > 0);
  return [
    ...(problems === 0 ? [] : [{ icon: 'warning' as const, text: `${countOf(problems, 'problem')} in the table: see standard error, or --json.`, action: null }]),
    ...lost.map((value): CaveatView => ({ icon: 'warning', text: `${nameOf(value)}: ${countOf(value.withoutReference, 'state')} without a fork that continues ${value.withoutReference === 1 ? 'counts' : 'count'} nowhere.`, action: null })),
  ];
}

type NameOf = (value: InterventionValue) => string;

/** "summarise (luna)", no two of them alike. */
function naming(values: readonly InterventionValue[]): NameOf {
  const whole = ({ action, runtime }: InterventionValue): string => (runtime === null ? action : `${action} (${runtime})`);
  const names = namesApart(values.map(whole));
  return (value) => names.get(whole(value)) ?? '';
}

function actionNames(actions: readonly string[]): readonly string[] {
  return [...namesApart(actions).values()];
}

function isShown({ gain }: InterventionValue): boolean {
  return gain !== null && gain.kind === 'confidence interval' && gain.low !== null && gain.low > 0;
}

/** Why nothing is said of an action that a table does not try. */
export function untriedWords(action: string, actions: readonly string[]): string {
  return `No row of the table tries "${cleanLine(action)}". What a clean restart is worth says nothing of another action, so its values are not taken in place of it. Actions here: ${listWords(actionNames(actions), 8)}.`;
}

/** The states worth forking, in finished words; files are listed where nothing opens the run. */
export function viewForkPlan({ decisions, candidates, withoutSteps, plan }: ForkPlanResult, files: 'listed' | 'linked'): SectionView {
  const number = (label: string): TableView['columns'][number] => ({ label, align: 'end' });
  return {
    headline:
      candidates === 0
        ? 'No state is worth forking: no live decision abstains.'
        : decisions.length === 0
          ? `No state can be forked: no trace of the live attempts of ${countOf(candidates, 'cell')} holds steps.`
          : `${countOf(decisions.length, 'cell')} worth forking, of ${formatCount(candidates)} in which a live decision abstains.`,
    lead: 'Order: the share of attempts that are live, times what knowing two chances would gain in expectation, that of continuing (as the live attempts went) and that of an action nobody has tried (every chance as likely). It is largest where continuing is as good as a coin and little seen, and most runs get so far. One time for each cell.',
    caveats: withoutSteps === 0 || decisions.length === 0 ? [] : [{ icon: 'info', text: `${countOf(withoutSteps, 'cell')} that would have come before ${withoutSteps === 1 ? 'is' : 'are'} left out: no trace of the live attempts holds steps to fork after.`, action: null }],
    tables: decisions.length === 0 ? [] : [
      {
        title: `Live attempts at the time, B = ${formatCount(plan.budget)} ${axisName(plan.axis)}`,
        columns: [{ label: 'Task', align: 'start' }, { label: 'Fork after', align: 'start' }, number('Live'), number('Continued and solved'), number('Information, points'), { label: 'Attempt', align: 'start' }, number('Step'), ...(files === 'listed' ? [{ label: 'File', align: 'start' as const }] : [])],
        rows: decisions.flatMap((decision) =>
          decision.states.map(({ attempt, label, file, locator, step }, at) => [
            ...(at === 0 ? [cleanLine(`${decision.task}, ${runtimeName(decision)}`), axisMoment(plan.axis, decision.t), `${formatCount(decision.nLive)} of ${formatCount(decision.n)}`, formatPercent(decision.xContinue / decision.nLive), formatPoints(decision.information, 1)] : ['', '', '', '', '']),
            cleanLine(label),
            { text: formatCount(step), attempt, step },
            ...(files === 'listed' ? [cleanLine(locator === '' ? file : `${file} ${locator}`)] : []),
          ]),
        ),
        note: 'Fork each state several times under the action and as often under "continue", with the budget that is left, and hand the outcomes to `interventions`.',
      },
    ],
    footnotes: [],
  };
}
