// What attempts are, beside what an audit says of them: runtimes field by field, tasks with what they took, final patches.

import type { Estimand, Axis } from './plan';
import type { JudgeKind } from './patchRules';
import type { AuditResult } from './results';

/** Numbers of some attempts. Null fields: no attempt states one. */
export interface Spread {
  /** Attempts that state it. */
  readonly known: number;
  readonly median: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly total: number | null;
}

export interface FieldValue {
  readonly value: string;
  /** Attempts that state it. */
  readonly attempts: number;
}

/** A field of a runtime card. One value and none unknown: it is the same everywhere. No value: nobody states it. */
export interface CardField {
  readonly field: string;
  /** Most frequent first; of equal ones by text. */
  readonly values: readonly FieldValue[];
  /** Attempts that do not state it. */
  readonly unknown: number;
}

export interface RuntimeCard {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly tasks: number;
  /** Attempts of the runtime and cohort, counted or not. */
  readonly attempts: number;
  /** Of them in no count. */
  readonly setAside: number;
  /** In the order of `CARD_FIELDS`. */
  readonly fields: readonly CardField[];
  /** Names of tools that ran, with the attempts that used each; null where no attempt has steps. */
  readonly tools: readonly FieldValue[] | null;
  /** Attempts whose steps are known. */
  readonly withSteps: number;
  /** First and last start that names its zone, as ISO times; null when none does. */
  readonly started: { readonly first: string; readonly last: string; readonly unknown: number } | null;
}

/** A task under one runtime and cohort. */
export interface TaskRow {
  readonly task: string;
  readonly runtime: string;
  readonly cohort: string | null;
  /** Counted attempts. */
  readonly n: number;
  readonly setAside: number;
  readonly solved: number;
  /** T among the successes, on the plan's axis; total is null, since times of different runs do not add up to anything. */
  readonly T: Spread;
  readonly calls: Spread;
  readonly usd: Spread;
  readonly seconds: Spread;
}

/** One final patch of a task, without its text. */
export interface UniquePatch {
  /** Hash of the normalised patch. */
  readonly hash: string;
  /** Ids, sorted. */
  readonly attempts: readonly string[];
  readonly resolved: number;
  readonly unresolved: number;
  readonly files: number;
  readonly hunks: number;
  readonly added: number;
  readonly removed: number;
}

/** Final patches of a task, whoever wrote them. */
export interface TaskPatches {
  readonly task: string;
  /** Attempts at the task, counted or not. */
  readonly attempts: number;
  readonly patched: number;
  /** Submissions without content. */
  readonly empty: number;
  /** Submissions that are no patch. */
  readonly noPatch: number;
  /** Attempts whose trace states no submission. */
  readonly notStated: number;
  /** Attempts whose file could not be read for it. */
  readonly unreadable: number;
  /** Sorted by attempts, most first, then hash. */
  readonly unique: readonly UniquePatch[];
  /** Files that any unique patch touches, and those that all of them touch. */
  readonly files: { readonly any: number; readonly all: number };
  /** Different hunks (the same lines taken out and put in, in one file), and those of at least two unique patches. */
  readonly hunks: { readonly any: number; readonly shared: number };
  /** Over pairs of unique patches: changed lines in common over changed lines of either (Jaccard). Null with fewer than two. */
  readonly similarity: { readonly pairs: number; readonly mean: number; readonly low: number; readonly high: number } | null;
}

/** A successful attempt whose final patch touches what judges it. */
export interface JudgedPatch {
  readonly task: string;
  readonly attempt: string;
  readonly label: string;
  /** As the cells name it. */
  readonly runtime: string;
  readonly cohort: string | null;
  /** Sorted by path; an existing file that was changed or deleted weighs more than a new one. */
  readonly files: readonly { readonly path: string; readonly kind: JudgeKind; readonly change: 'new' | 'changed' | 'deleted' }[];
}

/** How much outcomes of one task go together, over the tasks of a runtime and cohort. */
export interface OutcomeCorrelation {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly tasks: number;
  readonly attempts: number;
  /** Share of successes over all attempts; null without attempts. */
  readonly solved: number | null;
  /** ICC(1) of success, tasks as groups; null: not estimable. */
  readonly correlation: number | null;
  /** Attempts per task as the correlation weighs them (n0); null where it is not estimable. */
  readonly views: number | null;
  /** How many independent attempts they are worth: m / (1 + (m - 1) rho). Null where the correlation or the inflation leaves none. */
  readonly effectiveViews: number | null;
  /** A part of a patch that is right less often than this, and more often than not, is more often wrong than right among failures. */
  readonly invertedBelow: number | null;
}

export interface DescribeResult {
  readonly schema: 'restart-lens/describe@1';
  readonly axis: Axis;
  readonly estimand: Estimand;
  /** Sorted by runtime, cohort. Null: not asked for, as the other parts. */
  readonly runtimes: readonly RuntimeCard[] | null;
  /** Sorted by runtime, cohort, task. */
  readonly tasks: readonly TaskRow[] | null;
  readonly patches: {
    /** Sorted by task. */
    readonly tasks: readonly TaskPatches[];
    /** Attempts whose task is not known: in none of the tasks. */
    readonly withoutTask: number;
    /** Successful attempts with a patch, whatever it touches. */
    readonly successful: number;
    /** Those of them whose patch touches tests, their configuration, CI or the verifier, sorted by task, attempt. */
    readonly judges: readonly JudgedPatch[];
    /** Sorted by runtime, cohort. */
    readonly correlations: readonly OutcomeCorrelation[];
  } | null;
  readonly excluded: AuditResult['excluded'];
}

export const DESCRIBE_PARTS = ['runtimes', 'tasks', 'patches'] as const;
export type DescribePart = (typeof DESCRIBE_PARTS)[number];
