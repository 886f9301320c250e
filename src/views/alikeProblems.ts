import { groupBy } from '../base/groupBy';
import type { Problem } from '../model/problem';

/** Problems that say the same about different places, in the order in which they come; at least one. */
export type AlikeProblems = readonly [Problem, ...Problem[]];

/** Groups what says the same, groups in the order of their first problem. Severities are never mixed. Cost: linear. */
export function groupAlike(problems: readonly Problem[]): readonly AlikeProblems[] {
  return [...groupBy(problems, shapeOf).values()].flatMap(([first, ...rest]) => (first === undefined ? [] : [[first, ...rest] satisfies AlikeProblems]));
}

/** Equal for problems that say the same about different places: numbers, paths, what is quoted and plural endings do not count. */
function shapeOf({ severity, code, message }: Problem): string {
  const shape = message.replace(/"[^"]*"|`[^`]*`|\S*[/[.]\S+|\d[\d,]*/g, '#').replace(/(?<=\w{2})s\b/g, '');
  return `${severity} ${code} ${shape}`;
}

/** Problems of one kind that the Problems panel shows for a file. */
const SHOWN_ALIKE = 3;

/** An entry of the Problems panel: a problem, or what stands for all that say the same from its place on. */
export interface ProblemEntry {
  readonly problem: Problem;
  /** 0: the entry is the problem itself; else so many problems, this one included, are not shown one by one. */
  readonly rest: number;
}

/** Entries for the problems of one file: the first few of each kind, then one that counts the rest of the kind. */
export function shortenAlike(problems: readonly Problem[]): readonly ProblemEntry[] {
  return groupAlike(problems).flatMap((alike) => {
    const last = alike[SHOWN_ALIKE];
    const own = alike.map((problem): ProblemEntry => ({ problem, rest: 0 }));
    // One more is as long as the words that would stand for it.
    return last === undefined || alike.length === SHOWN_ALIKE + 1 ? own : [...own.slice(0, SHOWN_ALIKE), { problem: last, rest: alike.length - SHOWN_ALIKE }];
  });
}
