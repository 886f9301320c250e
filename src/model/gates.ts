/** What was found out about a task's verifier before attempts were judged by it. Null: not stated, or stated both ways. */
export interface TaskGate {
  readonly task: string;
  /** The verifier fails on the untouched base: else every attempt passes, whatever it did. */
  readonly baseFails: boolean | null;
  /** The verifier passes on the reference solution: else nobody can. */
  readonly referencePasses: boolean | null;
}

/** Tasks of an audit by their gates; the four lists are disjoint, each sorted. */
export interface GateSummary {
  readonly tasks: number;
  /** Both gates hold. */
  readonly passed: readonly string[];
  /** One of them does not. */
  readonly failed: readonly TaskGate[];
  /** One holds, and the other is not known. */
  readonly partly: readonly TaskGate[];
  /** Nothing is known. */
  readonly unknown: readonly string[];
}
