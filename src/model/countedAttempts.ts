import type { SealSummary } from './seal';

/** Which attempts an answer counts; `counted` in the `--json` of commands over attempts. */
export interface CountedAttempts {
  /** Only what the sealed plan names, or all that can be counted, which is exploratory. */
  readonly which: 'planned' | 'all';
  readonly attempts: number;
  /** Attempts in the index, those included that no answer can count. */
  readonly of: number;
  /** Null: the plan was never frozen. */
  readonly seal: SealSummary | null;
}
