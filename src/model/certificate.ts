import type { Basis, Outcome } from './attempt';
import type { ExchangeabilityResult } from './exchangeability';
import type { Plan } from './plan';
import type { AuditResult, Ending, ExclusionReason } from './results';
import type { RuleResult, SpendingChange } from './ruleResult';
import type { Lock } from './seal';

/** A file that holds attempts or says how they ended, as it was. */
export interface CertifiedFile {
  /** Relative to the folder given, with `/`. */
  readonly file: string;
  readonly bytes: number;
  /** SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** An attempt as the certificate counted it, or set it aside; times on the plan's axis. */
export interface CertifiedAttempt {
  readonly id: string;
  readonly file: string;
  readonly locator: string;
  /** The index's own hash of what the attempt was read from; null where it takes none. */
  readonly content: string | null;
  readonly task: string | null;
  /** The name that the decisions use. */
  readonly runtime: string;
  readonly cohort: string | null;
  readonly attempt: string;
  readonly started: string | null;
  readonly outcome: Outcome;
  /** File that holds the verdict; null where there is none. */
  readonly labelSource: string | null;
  readonly basis: Basis | null;
  readonly T: number | null;
  readonly E: number | null;
  readonly H: number | null;
  readonly U: number | null;
  readonly J: Ending;
  /** Null: counted. */
  readonly excluded: ExclusionReason | null;
}

/** How the audit behind a certificate stood to its plan. */
export type CertificateStatus = 'planned' | 'exploratory' | 'altered' | 'broken';

/**
 * The file that carries verdicts, plan and provenance. It holds no time of its own: the same plan over the same files gives
 * the same bytes.
 */
export interface Certificate {
  readonly schema: 'restart-lens/certificate@1';
  readonly engineVersion: string;
  readonly seed: number;
  readonly status: CertificateStatus;
  /** Which attempts were asked for. */
  readonly scope: 'planned' | 'all';
  /** As audited: budget, times and estimand settled. */
  readonly plan: Plan;
  /** Keys that nobody stated, sorted. */
  readonly defaults: readonly string[];
  readonly planHash: string;
  /** The whole lock; null where the plan was never frozen, or its lock cannot be trusted. */
  readonly lock: Lock | null;
  /** Which state of the data this is, of those looked at under this seal, from 1: above 1, somebody had looked before. Null without a study log. */
  readonly looks: number | null;
  /** Patterns of paths that were left out. */
  readonly excludes: readonly string[];
  readonly family: number;
  readonly totals: AuditResult['totals'];
  readonly leastAttempts: AuditResult['leastAttempts'];
  /** Attempts by the file that says how they ended, sorted by file. */
  readonly labelSources: readonly { readonly file: string; readonly attempts: number }[];
  /** Sorted by file. */
  readonly files: readonly CertifiedFile[];
  /** Every attempt of the files, counted or with the reason why not, sorted by id. */
  readonly attempts: readonly CertifiedAttempt[];
  readonly decisions: AuditResult['decisions'];
  readonly macro: AuditResult['macro'];
  /** What speaks against attempts of a cell being exchangeable, on which all of it rests. */
  readonly exchangeability: ExchangeabilityResult;
  /** Go / no-go rules of the plan, met or not. */
  readonly rules: readonly RuleResult[];
  /** Changes of spending and utility, where the plan asks for them. */
  readonly spending: readonly SpendingChange[];
  /** SHA-256 of everything above. */
  readonly hash: string;
}

/** A claim of a certificate that does not hold. */
export interface FailedClaim {
  /** "certificate", "file runs/a.traj.json", "decision sort-logs, luna, t = 16" … */
  readonly claim: string;
  readonly stated: string;
  readonly found: string;
}

/** Fields that a certificate does not have, because the version that made it did not write them. */
export interface UnclaimedFields {
  /** "decisions", "totals", "the certificate" … */
  readonly of: string;
  readonly fields: readonly string[];
}

export interface VerifyResult {
  readonly schema: 'restart-lens/verify@1';
  readonly holds: boolean;
  readonly certificate: { readonly hash: string; readonly status: CertificateStatus; readonly planHash: string; readonly frozen: string | null };
  readonly engineVersion: { readonly stated: string; readonly found: string };
  /** How many claims were compared. */
  readonly checked: number;
  /** In the order of the certificate. */
  readonly failed: readonly FailedClaim[];
  /** What it does not claim, though certificates of today do; none of it makes the certificate fail. */
  readonly notClaimed: readonly UnclaimedFields[];
  /** What could not be compared, and what a reader should know; none of it makes the certificate fail. */
  readonly notices: readonly string[];
}
