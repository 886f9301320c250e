// The answers of `interventions --json` and `plan fork --json`; part of the command line's stable contract.

import type { Axis } from './plan';
import type { Problem } from './problem';
import type { ValueOverTasks } from './representationsResult';

/** The action that every other one is set against. */
export const CONTINUE = 'continue';

/** A fork of a live run as a table of interventions states it. */
export interface Fork {
  /** From 1; the header of a CSV file is line 1. */
  readonly line: number;
  readonly task: string;
  readonly runtime: string | null;
  /** Position on the budget's axis at which the run was forked; null: the table names states only. */
  readonly t: number | null;
  /** The run that was forked, as the table names it; null: any live run of the task at t. */
  readonly state: string | null;
  readonly action: string;
  /** Name of the fork; null: not stated. */
  readonly fork: string | null;
  /** Whether it succeeded within the budget that was left. */
  readonly success: 0 | 1;
  /** Whether the alarm had fired in this state; null: the row does not say. Where no row of a state does, it counts as fired. */
  readonly isAlarmed: boolean | null;
}

/** What an action is worth in place of continuing, over the states in which both were tried. */
export interface InterventionValue {
  readonly runtime: string | null;
  readonly action: string;
  /** Null: all times together. */
  readonly t: number | null;
  /** Tasks and states with forks of this action and of continuing. */
  readonly tasks: number;
  readonly states: number;
  readonly alarmedStates: number;
  /** Forks of the action, and of continuing, in these states. */
  readonly forks: number;
  readonly references: number;
  /** States in which the action was tried and nobody continued: they count nowhere. */
  readonly withoutReference: number;
  /** E[A (Y_R - Y_C)]: mean over tasks of the mean over their states; A is 1 where the alarm had fired. Null without a state with both. */
  readonly gain: ValueOverTasks | null;
  /** The same with the action taken in every state. */
  readonly always: ValueOverTasks | null;
}

export interface InterventionsResult {
  readonly schema: 'restart-lens/interventions@1';
  /** Rows that were read, and that count; the rest is told in `problems`. */
  readonly rows: number;
  readonly counted: number;
  /** Whether the table says in which states an alarm had fired. */
  readonly hasAlarms: boolean;
  /** Every action of the table, sorted. */
  readonly actions: readonly string[];
  /** Sorted by runtime, action, then t, all times first. */
  readonly values: readonly InterventionValue[];
  readonly problems: readonly Problem[];
}

/** A state worth forking: a live attempt at the end of call t. */
export interface ForkState {
  readonly attempt: string;
  readonly label: string;
  readonly file: string;
  readonly locator: string;
  /** Its last step by t, from 1. */
  readonly step: number;
}

export interface ForkDecision {
  readonly task: string;
  readonly runtime: string;
  readonly cohort: string | null;
  readonly t: number;
  readonly n: number;
  readonly nLive: number;
  readonly xContinue: number;
  /** Expected gain, per started run, of knowing what continuing and an untried action come to. */
  readonly information: number;
  readonly states: readonly ForkState[];
}

export interface ForkPlanResult {
  readonly schema: 'restart-lens/fork-plan@1';
  readonly plan: { readonly axis: Axis; readonly budget: number; readonly times: readonly number[] };
  /** One time for each cell; by information, most first. */
  readonly decisions: readonly ForkDecision[];
  /** Cells that are live at some time and abstain, shown or not. */
  readonly candidates: number;
  /** Those passed over, since no trace of their live attempts holds steps. */
  readonly withoutSteps: number;
}
