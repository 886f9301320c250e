import type { Certificate } from '../model/certificate';
import type { AuditDecision, AuditMacro, AuditResult } from '../model/results';

/**
 * Fields that certificates gained after their first version, by the record that holds them. A certificate without one of them
 * claims nothing of it; any other field that lacks was taken out. A new field of these records belongs here.
 */
export const LATER_FIELDS = {
  certificate: ['exchangeability', 'rules', 'spending'] satisfies readonly (keyof Certificate)[],
  decision: ['xBoth', 'worstCase', 'bounds', 'byRule'] satisfies readonly (keyof AuditDecision)[],
  macro: ['unbiased', 'bounds'] satisfies readonly (keyof AuditMacro)[],
  totals: ['byRule'] satisfies readonly (keyof AuditResult['totals'])[],
  leastAttempts: ['byRule', 'byFamily'] satisfies readonly (keyof AuditResult['leastAttempts'])[],
} as const;

type LaterKey = (typeof LATER_FIELDS)['certificate'][number];

/** A certificate as a file states it: one of an earlier version lacks what certificates gained later. */
export type StatedCertificate = Omit<Certificate, LaterKey> & Partial<Pick<Certificate, LaterKey>>;
