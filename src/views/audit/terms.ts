import type { AuditResult } from '../../model/results';
import type { TermView } from '../../protocol/audit';
import { axisName } from '../words';
import { levelText } from './detail';
import { togetherWords } from './familyWords';
import { vocabularyOf } from './vocabulary';

/** What the words of the audit mean, for readers who have never seen it; in the order in which they are met. */
export function writeTerms(result: Pick<AuditResult, 'plan' | 'family'>): readonly TermView[] {
  const { plan, family } = result;
  const words = vocabularyOf(plan);
  const axis = axisName(plan.axis);
  const solved = plan.estimand === 'first-verified' ? 'A verifier passed the state that the agent had reached, whatever it did afterwards.' : 'The verdict on what the agent handed in; a run that was right earlier and broke it later counts as failed.';
  const level = levelText(plan.alpha);
  return [
    { term: 'cell', text: 'The attempts of one task by one runtime, in one cohort; a comparison is a cell at one time t, and M counts the comparisons that are decided together.' },
    ...(plan.grid === null ? [] : [{ term: 'slider-safe', text: 'Every t below every budget up to B is decided together, so both may be chosen after looking. A restart interval depends on B \u2212 t alone, so M is half of the different intervals: the paper\u2019s M with the same error for each.' }]),
    { term: 'live at t', text: `Neither ${words.solved} nor ended by then. Only live runs can be stopped, so only they count for continuing.` },
    { term: 'continue', text: `Of the attempts live at t, the share that was ${words.solved} within the whole budget, B = ${words.value(plan.budget)} ${axis}.` },
    { term: 'restart', text: `Of all attempts of the task, the share that was ${words.solved} within the B \u2212 t ${axis} that a fresh start at t would have left.` },
    { term: words.solved, text: solved },
    { term: 'certified', text: `${plan.rule === 'calibrated' ? 'The exact sign test of both arms together is as small as the family demands. Its verdicts hold' : 'The two intervals lie strictly apart. They hold'} together over ${plan.grid !== null ? togetherWords(result) : family === 1 ? 'the one comparison' : `all ${family} comparisons`}: the chance of even one wrong certificate is at most ${plan.alpha}.` },
    { term: 'abstain', text: `These attempts cannot tell which action is better at ${level}. It is not a finding that both are alike, nor a reason for either.` },
    { term: 'not reached', text: 'Every attempt had ended before t, so there is nothing to decide. It is neither a zero nor an abstention.' },
    { term: 'basis', text: 'What an outcome rests on: a verifier after each call, a table that declares the first verified call, or the final verdict on what was handed in. They answer different questions and are never mixed in a cell.' },
    { term: 'macro change', text: 'What restarting everybody live at t would change in the share solved, averaged over tasks, each task alike.' },
    { term: 'unbiased', text: 'No attempt replaces itself, and none both chooses and is scored. The plug-in number of the paper lets them; with five attempts a task that matters as much as the effects.' },
    { term: 'oracle, perfect alarm', text: 'What a better choice could gain at most: the oracle takes the better action for each task, a perfect alarm restarts exactly the runs that would have failed. No monitor is that good.' },
    { term: 'these tasks', text: 'How far the number could move if the same tasks were run again. Tasks like these is another statement: how far it could move on other tasks of their kind.' },
  ];
}
