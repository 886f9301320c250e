/** Exit codes of the command line; part of the stable contract. */
export const EXIT = {
  done: 0,
  /** Done, and a demanded condition does not hold. */
  unmet: 1,
  usage: 2,
  nothingReadable: 3,
  /** Input partly unreadable, and `--strict` was given. */
  partlyUnreadable: 4,
  failure: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Each code with its meaning, for `--help`. */
export const EXIT_MEANINGS: readonly (readonly [ExitCode, string])[] = [
  [EXIT.done, 'done'],
  [EXIT.unmet, 'done, and a demanded condition does not hold'],
  [EXIT.usage, 'wrong usage'],
  [EXIT.nothingReadable, 'nothing readable was found'],
  [EXIT.partlyUnreadable, 'input partly unreadable, and --strict was given'],
  [EXIT.failure, 'an engine or file-system failure'],
  [EXIT.interrupted, 'interrupted'],
];
