import { hashFiles } from '../index/hashFiles';
import type { TraceIndex } from '../index/traceIndex';
import { ENGINE_VERSION } from '../engine/version';
import type { CertifiedAttempt, VerifyResult } from '../model/certificate';
import type { ExchangeabilityResult } from '../model/exchangeability';
import { NO_SEAL, type Lock, type SealCheck } from '../model/seal';
import { hashCanonical, hashPlan } from '../plan/hashPlan';
import { DEFAULT_PLAN } from '../plan/planFields';
import { isSoundLock, sealOf, wholeLock } from '../plan/lock';
import type { StudyLog } from '../model/studyLog';
import { isEdited } from '../plan/studyLog';
import { auditInPortions, plannedPlan, type AuditedOutcome } from './audit';
import { certifiedAttempts, countLooks, labelSourcesOf, statusOf } from './certificate';
import { checkPlan, type PlanCheck } from './checkPlan';
import { CLAIM_NAMES, Claims } from './compareClaims';
import { LATER_FIELDS, type StatedCertificate } from './laterFields';
import { digestData } from './look';

/** What a certificate is held against. */
export interface VerifyInput {
  readonly certificate: StatedCertificate;
  /** The raw files, read anew, under the excludes of the certificate. */
  readonly index: TraceIndex;
  /** The plan beside the files as it is now, and its study log; null where there is none to compare with. */
  readonly beside: { readonly seal: SealCheck; readonly log: StudyLog | null } | null;
}

/**
 * Recomputes everything that a certificate claims from the raw files, and names each claim that does not hold. The
 * certificate's own words are believed nowhere but for what it asks: the plan, and the moment of its seal.
 */
export function* verifyInPortions({ certificate: read, index, beside }: VerifyInput): Generator<void, VerifyResult, void> {
  // Keys that plans gained later stood at their defaults, and enter no hash there.
  const certificate = { ...read, plan: { ...DEFAULT_PLAN, ...read.plan } };
  const claims = new Claims();
  const notices: string[] = [];
  checkSelf(read, claims);
  checkBeside(certificate, beside, claims, notices);
  if (certificate.engineVersion !== ENGINE_VERSION) notices.push(`Made by engine ${certificate.engineVersion}, verified by engine ${ENGINE_VERSION}: numbers may differ for that reason alone.`);
  const files = yield* hashFiles(index);
  claims.compareLists(certificate.files, files, { nameOf: CLAIM_NAMES.file, describe: ({ sha256, bytes }) => `${bytes} bytes, SHA-256 ${sha256.slice(0, 12)}…` });
  const outcome = yield* auditInPortions(index, statedPlan(certificate), certificate.defaults.filter(isPlanKey(certificate)), { check: sealFor(certificate), scope: certificate.scope, logFile: null });
  if (outcome.kind === 'audit') checkAudit(certificate, { index, outcome, check: yield* checkPlan({ outcome, index }), log: beside?.log ?? null }, claims);
  else claims.fail('audit', `${certificate.attempts.length} attempts`, outcome.kind === 'needs-budget' ? 'no budget' : outcome.message);
  return {
    schema: 'restart-lens/verify@1',
    holds: claims.failed.length === 0,
    certificate: { hash: certificate.hash, status: certificate.status, planHash: certificate.planHash, frozen: certificate.lock?.frozen ?? null },
    engineVersion: { stated: certificate.engineVersion, found: ENGINE_VERSION },
    checked: claims.checked,
    failed: claims.failed,
    notClaimed: claims.notClaimed,
    notices,
  };
}

function isPlanKey({ plan }: StatedCertificate): (key: string) => key is keyof StatedCertificate['plan'] {
  return (key): key is keyof StatedCertificate['plan'] => key in plan;
}

/** Under a seal the plan that was frozen; else the plan as audited. */
function statedPlan(certificate: StatedCertificate): StatedCertificate['plan'] {
  return isUnderLock(certificate) ? wholeLock(certificate.lock).plan : certificate.plan;
}

/** The seal that the certificate is under; a slider-safe plan may be looked at anywhere on its grid. */
function sealFor(certificate: StatedCertificate): SealCheck {
  if (!isUnderLock(certificate)) return NO_SEAL;
  const intact: SealCheck = { state: 'intact', lock: wholeLock(certificate.lock) };
  const moved = sealOf(intact, certificate.plan);
  return moved.state === 'intact' ? moved : intact;
}

function isUnderLock(certificate: StatedCertificate): certificate is StatedCertificate & { readonly lock: Lock } {
  const { lock, status } = certificate;
  return lock !== null && (status === 'planned' || status === 'exploratory') && isSoundLock(lock);
}

/** What can be seen from the certificate alone. */
function checkSelf(certificate: StatedCertificate, claims: Claims): void {
  const { hash, ...body } = certificate;
  const own = hashCanonical(body);
  claims.compare('certificate (its own hash: it was edited)', hash, own);
  if (certificate.status === 'planned' && certificate.lock === null) claims.fail('lock', 'planned', 'no lock in the certificate');
  const { lock } = certificate;
  const isSound = lock === null || isSoundLock(lock);
  claims.compare('lock in the certificate (its own hashes)', 'unchanged', isSound ? 'unchanged' : 'edited');
}

/** What the files beside the traces say of the seal. */
function checkBeside(certificate: StatedCertificate, beside: VerifyInput['beside'], claims: Claims, notices: string[]): void {
  const { lock } = certificate;
  if (lock === null) return;
  const log = beside?.log ?? null;
  if (log !== null) {
    if (isEdited(log)) claims.fail('study log', 'unbroken', `edited at line ${log.faults.find(({ kind }) => kind !== 'torn')?.line ?? 0}`);
    const isNoted = log.entries.some((entry) => entry.kind === 'seal' && entry.seal === lock.seal);
    claims.compare('seal in the study log', lock.seal.slice(0, 12), isNoted ? lock.seal.slice(0, 12) : 'not there');
  }
  const seal = beside?.seal ?? NO_SEAL;
  const found = soundSealOf(seal);
  // A plan may have been frozen again since, which the log then notes.
  const isLater = found !== null && log !== null && found !== lock.seal && log.entries.some((entry) => entry.kind === 'seal' && entry.seal === found);
  if (isLater) notices.push('The lock beside the files given is another one, noted in the study log: the plan was frozen again.');
  else if (seal.state !== 'none') {
    claims.compare('lock file', lock.seal.slice(0, 12), found?.slice(0, 12) ?? 'edited, or not readable');
    if (found === lock.seal) checkPlanBeside(certificate, { lock, seal }, claims, notices);
  }
  else if (log !== null) notices.push('No lock lies beside the files given; that it was made rests on the study log.');
  else notices.push('Neither lock nor study log lies beside the files given, so the moment of the seal rests on the certificate alone.');
}

const UNREADABLE_PLAN = { 'plan-missing': 'not there', 'plan-unreadable': 'not to be read as a plan' } as const;

/** Whether the plan beside the files is as it was sealed, which a certificate claims unless it says itself that the seal is broken. */
function checkPlanBeside({ status }: StatedCertificate, { lock, seal }: { readonly lock: Lock; readonly seal: SealCheck }, claims: Claims, notices: string[]): void {
  const claim = `plan beside the files, frozen ${lock.frozen}`;
  if (status === 'broken') notices.push('The certificate says itself that the plan was not as sealed when it was made.');
  else if (seal.state !== 'broken') claims.compare(claim, 'as sealed', 'as sealed');
  else if (seal.reason === 'plan-missing' || seal.reason === 'plan-unreadable') claims.fail(claim, 'as sealed', UNREADABLE_PLAN[seal.reason]);
  else claims.compareFields(claim, onlyKeys((seal.lock ?? lock).plan, seal.changed), seal.now === undefined ? {} : onlyKeys(seal.now, seal.changed));
}

function onlyKeys(plan: Lock['plan'], keys: readonly (keyof Lock['plan'])[]): object {
  return Object.fromEntries(keys.map((key) => [key, plan[key]]));
}

/** The seal of a lock that is as it was made; null where there is none, or it was edited. */
function soundSealOf(seal: SealCheck): string | null {
  if (seal.state === 'none' || (seal.state === 'broken' && (seal.reason === 'lock-edited' || seal.reason === 'lock-unreadable'))) return null;
  return seal.lock?.seal ?? null;
}

interface Recomputed {
  readonly index: TraceIndex;
  readonly outcome: AuditedOutcome;
  readonly check: PlanCheck;
  readonly log: StudyLog | null;
}

function checkAudit(certificate: StatedCertificate, { index, outcome, check: planCheck, log }: Recomputed, claims: Claims): void {
  const { result } = outcome;
  const attempts = claimedAttempts(certificate, certifiedAttempts(index, outcome), claims);
  claims.compareLists(certificate.attempts, attempts, { nameOf: CLAIM_NAMES.attempt, describe: ({ J, excluded }) => excluded ?? J, unsaid: ['id', 'locator'] });
  claims.compareLists(certificate.labelSources, labelSourcesOf(attempts), { nameOf: ({ file }) => `label source ${file}`, describe: ({ attempts: count }) => `${count} attempts` });
  const check = sealFor(certificate);
  if (check.state === 'intact' || certificate.lock === null) claims.compare('status', certificate.status === 'broken' ? 'exploratory' : certificate.status, statusOf(outcome, check));
  claims.compareFields('plan', certificate.plan, { ...outcome.plan, estimand: result.plan.estimand });
  claims.compare('plan hash', certificate.planHash, result.plan.hash);
  claims.compare('hash of the plan stated', certificate.planHash, hashPlan(plannedPlan(certificate.plan, check)));
  claims.compare('seed', certificate.seed, result.plan.seed);
  claims.compare('family', certificate.family, result.family);
  claims.compareLists(certificate.decisions, result.decisions, { nameOf: CLAIM_NAMES.decision, describe: ({ status, verdict }) => verdict ?? status, later: { of: 'decisions', fields: LATER_FIELDS.decision } });
  claims.compareFields('totals', certificate.totals, result.totals, { later: { of: 'totals', fields: LATER_FIELDS.totals } });
  claims.compareFields('least attempts', certificate.leastAttempts, result.leastAttempts, { later: { of: 'least attempts', fields: LATER_FIELDS.leastAttempts } });
  claims.compareLists(certificate.macro, result.macro, { nameOf: CLAIM_NAMES.macro, describe: ({ change }) => (change === null ? 'not estimable' : String(change)), later: { of: 'macro changes', fields: LATER_FIELDS.macro } });
  const { exchangeability, rules, spending } = certificate;
  const absent = LATER_FIELDS.certificate.filter((key) => certificate[key] === undefined);
  if (absent.length > 0) claims.leaveOut('the certificate', absent);
  if (exchangeability !== undefined) checkExchangeable(exchangeability, outcome.exchangeability, claims);
  if (rules !== undefined) claims.compareLists(rules, planCheck.rules, { nameOf: ({ name }) => `rule ${name}`, describe: ({ status }) => status });
  if (spending !== undefined) claims.compareLists(spending, planCheck.spending, { nameOf: ({ runtime, cohort, t }) => `spending ${[runtime, ...(cohort === null ? [] : [cohort])].join(', ')}, t = ${t}`, describe: ({ utility }) => String(utility) });
  if (certificate.looks !== null && log !== null && certificate.lock !== null) {
    claims.compare('looks', certificate.looks, countLooks(log.entries, certificate.lock.seal, digestData(outcome.cells)));
  }
}

/** The attempts found of which the certificate speaks: those of cohorts that its plan leaves out stand in no certificate of earlier versions. */
function claimedAttempts({ attempts: stated }: StatedCertificate, found: readonly CertifiedAttempt[], claims: Claims): readonly CertifiedAttempt[] {
  const isOther = ({ excluded }: CertifiedAttempt): boolean => excluded === 'other-cohort';
  if (stated.some(isOther) || !found.some(isOther)) return found;
  claims.leaveOut('cohorts that the plan leaves out', ['attempts']);
  return found.filter((attempt) => !isOther(attempt));
}

function checkExchangeable(stated: ExchangeabilityResult, found: ExchangeabilityResult, claims: Claims): void {
  const summary = ({ level, seed, made, failed, beginnings: { actions } }: ExchangeabilityResult): object => ({ level, seed, made, failed, actions });
  const nameOf = ({ runtime, cohort }: { readonly runtime: string; readonly cohort: string | null }): string => [runtime, ...(cohort === null ? [] : [cohort])].join(', ');
  claims.compareFields('checks of exchangeability', summary(stated), summary(found));
  claims.compareLists(stated.checks, found.checks, { nameOf: ({ check, field }) => `check of exchangeability: ${field ?? check}`, describe: ({ adjusted, unmade }) => (adjusted === null ? `not made (${unmade ?? ''})` : `p ${adjusted}`) });
  claims.compareLists(stated.beginnings.groups, found.beginnings.groups, { nameOf: (group) => `pairs that begin alike, ${nameOf(group)}`, describe: ({ pairs, same }) => `${same} of ${pairs}` });
  claims.compareLists(stated.changes, found.changes, { nameOf: (change) => `change of ${change.field}, ${nameOf(change)}`, describe: ({ values }) => `${values.length} values` });
}
