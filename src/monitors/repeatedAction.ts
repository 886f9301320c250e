import { largest, smallest } from '../base/extent';
import type { MonitorConstants } from './constants';
import type { Rule } from './rule';
import type { FailureWindow, Probability, StepView } from './types';

type Constants = MonitorConstants['repeatedAction'];

/** Occurrences of one action inside the steps looked at. */
interface Repeats {
  readonly hash: string;
  readonly steps: readonly StepView[];
  /** Occurrences, after the first, whose output the action gave before; and the others. */
  readonly sameOutput: number;
  readonly otherOutput: number;
}

/**
 * The same normalised action again and again within a window of steps. A repeat with an output that
 * the action gave before in the window counts 1; one with another output counts `otherOutput`, which
 * is weaker evidence, since something has moved (an edit between two test runs). An output that is
 * not known counts as another. An occurrence that works after one that failed ends the count: what was repeated
 * came to its end. Score = the largest count over the actions of the window / `full`, at
 * most 1; it falls as occurrences leave the window.
 */
export function repeatedAction(constants: Constants): Rule {
  return {
    name: 'repeated-action',
    label: 'repeated action',
    description:
      `The same action repeated within ${constants.window} steps. A repeat with the same output counts 1, with another output ` +
      `${constants.otherOutput}; ${constants.full} give a score of 1.`,
    threshold: constants.threshold,
    markAt: constants.markAt,
    start() {
      const recent: StepView[] = [];
      return (step) => {
        recent.push(step);
        if (recent.length > constants.window) recent.shift();
        let most = 0;
        for (const repeats of groupByAction(recent).open) most = Math.max(most, weigh(repeats, constants));
        return Math.min(1, most / constants.full);
      };
    },
    findWindows: (steps, _scores, markAt) => mergeOverlapping(findRuns(steps, constants, markAt)),
  };
}

function weigh(repeats: Repeats, constants: Constants): number {
  return repeats.sameOutput + repeats.otherOutput * constants.otherOutput;
}

/** Occurrences of each action, still counting and come to their end. */
function groupByAction(steps: readonly StepView[]): { readonly open: readonly Repeats[]; readonly ended: readonly Repeats[] } {
  const groups = new Map<string, StepView[]>();
  const ended: Repeats[] = [];
  for (const step of steps) {
    if (step.actionHash === null) continue;
    const group = groups.get(step.actionHash);
    const cameToEnd = group?.at(-1)?.isError === true && !step.isError && step.isToolStep;
    if (group && cameToEnd) ended.push(countRepeats(step.actionHash, group));
    if (group && !cameToEnd) group.push(step);
    else groups.set(step.actionHash, [step]);
  }
  return { open: [...groups].map(([hash, members]) => countRepeats(hash, members)), ended };
}

function countRepeats(hash: string, steps: readonly StepView[]): Repeats {
  const seen = new Set<string>();
  let sameOutput = 0;
  steps.forEach((step, i) => {
    if (step.observationHash === null) return;
    if (i > 0 && seen.has(step.observationHash)) sameOutput++;
    seen.add(step.observationHash);
  });
  return { hash, steps, sameOutput, otherOutput: steps.length - 1 - sameOutput };
}

/** Longest runs of one action in which every window that ends at an occurrence overlaps the next marked one. */
function findRuns(steps: readonly StepView[], constants: Constants, markAt: Probability): Repeats[] {
  const runs: Repeats[] = [];
  const { open, ended } = groupByAction(steps);
  for (const { hash, steps: occurrences } of [...ended, ...open]) {
    let members: StepView[] = [];
    let start = 0;
    occurrences.forEach((step, i) => {
      while ((occurrences[start]?.index ?? 0) <= step.index - constants.window) start++;
      const inWindow = occurrences.slice(start, i + 1);
      if (inWindow.length < 2 || weigh(countRepeats(hash, inWindow), constants) / constants.full < markAt) return;
      const overlaps = (members.at(-1)?.index ?? -1) >= (inWindow[0]?.index ?? 0);
      if (!overlaps && members.length) runs.push(countRepeats(hash, members));
      const known = overlaps ? members : [];
      members = [...known, ...inWindow.filter((member) => member.index > (known.at(-1)?.index ?? -1))];
    });
    if (members.length) runs.push(countRepeats(hash, members));
  }
  return runs;
}

/** One window for runs that overlap; the run with most occurrences gives the reason. */
function mergeOverlapping(runs: readonly Repeats[]): FailureWindow[] {
  const sorted = [...runs].sort((a, b) => startOf(a) - startOf(b) || endOf(a) - endOf(b));
  const groups: Repeats[][] = [];
  let end = -1;
  for (const run of sorted) {
    const group = groups.at(-1);
    if (group && startOf(run) <= end) group.push(run);
    else groups.push([run]);
    end = Math.max(end, endOf(run));
  }
  return groups.map(describeGroup);
}

function describeGroup(runs: readonly Repeats[]): FailureWindow {
  const strongest = runs.reduce((best, run) => (run.steps.length > best.steps.length ? run : best));
  const others = runs.length - 1;
  const more = others === 0 ? '' : others === 1 ? ', and 1 other action' : `, and ${others} other actions`;
  return {
    monitor: 'repeated-action',
    rule: strongest.sameOutput >= strongest.otherOutput ? 'same-output' : 'other-output',
    from: smallest(runs.map(startOf)),
    to: largest(runs.map(endOf)),
    reason: `${describeRepeats(strongest)}${more}`,
    steps: runs.flatMap((run) => run.steps.map((step) => step.index)).sort((a, b) => a - b),
  };
}

/**
 * "same command, exit 1, 5 times, same output"; "same edit, 4 times, other output each time";
 * "same command, 6 times, 3 with the same output". The exit code is named where all share one that is not 0.
 */
function describeRepeats({ steps, sameOutput, otherOutput }: Repeats): string {
  const noun = steps.every((step) => step.kind === 'edit') ? 'edit' : 'command';
  const codes = new Set(steps.map((step) => step.exitCode));
  const [code] = codes;
  const exit = codes.size === 1 && typeof code === 'number' && code !== 0 ? `, exit ${code}` : '';
  const output = otherOutput === 0 ? 'same output' : sameOutput === 0 ? 'other output each time' : `${sameOutput} with the same output`;
  return `same ${noun}${exit}, ${steps.length} times, ${output}`;
}

function startOf(run: Repeats): number {
  return run.steps[0]?.index ?? 0;
}

function endOf(run: Repeats): number {
  return run.steps.at(-1)?.index ?? 0;
}
