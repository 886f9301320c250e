import { compareText } from '../base/compareText';
import { groupBy } from '../base/groupBy';
import { hashFiles } from '../index/hashFiles';
import type { TraceIndex } from '../index/traceIndex';
import type { Certificate, CertificateStatus, CertifiedAttempt } from '../model/certificate';
import type { SealCheck } from '../model/seal';
import { hashCanonical } from '../plan/hashPlan';
import type { StudyEntry } from '../model/studyLog';
import type { AuditedOutcome } from './audit';
import { auditAttempts } from './auditAttempts';
import { checkPlan } from './checkPlan';
import { digestData } from './look';

/** What a certificate is made of. */
export interface CertificateInput {
  readonly index: TraceIndex;
  readonly outcome: AuditedOutcome;
  readonly excludes: readonly string[];
  /** Entries of the study log; null where there is none. */
  readonly log: readonly StudyEntry[] | null;
}

/** The certificate of an audit. Hashes every file that holds attempts or labels, in portions. */
export function* certify({ index, outcome, excludes, log }: CertificateInput): Generator<void, Certificate, void> {
  const { result, seal } = outcome;
  const { lock } = seal.check.state === 'none' ? { lock: null } : seal.check;
  const files = yield* hashFiles(index);
  const attempts = certifiedAttempts(index, outcome);
  const { rules, spending } = yield* checkPlan({ outcome, index });
  const body: Omit<Certificate, 'hash'> = {
    schema: 'restart-lens/certificate@1',
    engineVersion: result.provenance.engineVersion,
    seed: result.plan.seed,
    status: statusOf(outcome, seal.check),
    scope: seal.scope,
    plan: { ...outcome.plan, estimand: result.plan.estimand },
    defaults: result.plan.defaults,
    planHash: result.plan.hash,
    lock,
    looks: log === null || lock === null ? null : countLooks(log, lock.seal, digestData(outcome.cells)),
    excludes: [...excludes].sort(compareText),
    family: result.family,
    totals: result.totals,
    leastAttempts: result.leastAttempts,
    labelSources: labelSourcesOf(attempts),
    files,
    attempts,
    decisions: result.decisions,
    macro: result.macro,
    exchangeability: outcome.exchangeability,
    rules,
    spending,
  };
  return { ...body, hash: hashCanonical(body) };
}

/** How an audit stands to its plan. */
export function statusOf({ result }: Pick<AuditedOutcome, 'result'>, check: SealCheck): CertificateStatus {
  if (check.state === 'altered' || check.state === 'broken') return check.state;
  return result.plan.sealed ? 'planned' : 'exploratory';
}

/** Which of the different states of the data under a seal this one is, in the order in which they were first looked at, from 1. */
export function countLooks(log: readonly StudyEntry[], seal: string, data: string): number {
  const seen = new Set<string>();
  for (const entry of log) {
    if (entry.kind !== 'look' || entry.seal !== seal) continue;
    seen.add(entry.data);
    if (entry.data === data) return seen.size;
  }
  return seen.size + 1;
}

/** The attempts of an audit with their identities, sorted by id. */
export function certifiedAttempts(index: TraceIndex, outcome: AuditedOutcome): readonly CertifiedAttempt[] {
  const rows = auditAttempts(outcome).map(({ id, runtime, T, E, H, U, J, excluded }): CertifiedAttempt => {
    const attempt = index.attempt(index.rowOf(id));
    const { file, locator, contentHash: content, task, cohort, attempt: label, started, outcome: verdict, outcomeFile: labelSource, basis } = attempt;
    return { id, file, locator, content, task, runtime, cohort, attempt: label, started, outcome: verdict, labelSource, basis, T, E, H, U, J, excluded };
  });
  return rows.sort((a, b) => compareText(a.id, b.id));
}

/** How many attempts rest on which file. */
export function labelSourcesOf(attempts: readonly CertifiedAttempt[]): Certificate['labelSources'] {
  const labelled = attempts.flatMap(({ labelSource }) => (labelSource === null ? [] : [labelSource]));
  return [...groupBy(labelled, (file) => file)].map(([file, all]) => ({ file, attempts: all.length })).sort((a, b) => compareText(a.file, b.file));
}

