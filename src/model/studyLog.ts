// What the study log of a plan holds; how it is kept stands in src/plan/studyLog.ts.

/** What an entry says of its kind. */
export type StudyFact =
  | { readonly kind: 'plan'; readonly plan: string; readonly changed: readonly string[] }
  | { readonly kind: 'seal'; readonly plan: string; readonly seal: string; readonly number: number; readonly cells: number; readonly family: number; readonly attemptsPerCell: number | null; readonly indexed: number }
  | LookFact;

/** An audit of a plan that has a lock. */
export interface LookFact {
  readonly kind: 'look';
  /** Where it was asked for: "audit", "certificate", "panel" … */
  readonly by: string;
  readonly state: 'planned' | 'exploratory' | 'altered' | 'broken';
  readonly plan: string;
  readonly seal: string | null;
  /** Keys that differ from the frozen plan. */
  readonly changed: readonly string[];
  /** Digest of what was counted: the same data, the same digest. */
  readonly data: string;
  readonly attempts: number;
  /** Null: verdicts were not asked for. */
  readonly restart: number | null;
  readonly continue: number | null;
  readonly abstain: number | null;
}

export type StudyEntry = StudyFact & {
  /** ISO time in UTC. */
  readonly at: string;
  /** Hashes of the entries that stood last; empty for the first. */
  readonly previous: readonly string[];
  readonly hash: string;
};

export interface StudyLog {
  /** In file order; those that do not hold are left out. */
  readonly entries: readonly StudyEntry[];
  /** What is wrong, by line from 1. A torn line is one that a crash cut off: it says nothing, and is no sign of an edit. */
  readonly faults: readonly { readonly line: number; readonly kind: 'torn' | 'edited' | 'broken-chain' }[];
}
