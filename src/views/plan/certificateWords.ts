import type { Certificate, VerifyResult } from '../../model/certificate';
import type { ExchangeabilityResult } from '../../model/exchangeability';
import { failedWords } from '../checks/checkWords';
import { formatMinute } from '../audit/context';
import { formatCount } from '../numbers';
import { countOf, listWords } from '../words';

const STATUS_WORDS: Readonly<Record<Certificate['status'], string>> = {
  planned: 'planned',
  exploratory: 'exploratory',
  altered: 'exploratory: not as sealed',
  broken: 'exploratory: the seal is broken',
};

/** What a certificate says, in a few sentences. */
export function certificateWords({ totals, status, lock, attempts, files, looks, hash, exchangeability }: Certificate): readonly string[] {
  const counted = attempts.filter(({ excluded }) => excluded === null).length;
  const failed = failedWords(exchangeability);
  const certified = totals.restart + totals.continue;
  return [
    `${formatCount(certified)} of ${countOf(totals.live, 'live comparison')} certified: ${formatCount(totals.restart)} restart, ${formatCount(totals.continue)} continue. ${countOf(counted, 'attempt')} counted, ${countOf(files.length, 'file')} hashed.`,
    `It is ${STATUS_WORDS[status]}${lock === null ? ', no plan was frozen' : `, frozen ${formatMinute(lock.frozen)}`}${looks === null ? '' : looks === 1 ? ', the first state of the data that was looked at' : `, after looks at ${countOf(looks - 1, 'other state')} of the data`}. Hash ${hash}.`,
    failed ?? exchangeabilityWords(exchangeability),
  ];
}

function exchangeabilityWords({ made, checks }: ExchangeabilityResult): string {
  return made === 0 ? 'None of the checks of exchangeability could be made.' : `Exchangeability: ${formatCount(made)} of ${countOf(checks.length, 'check')} could be made, and none failed.`;
}

/** Failed claims shown one by one; the rest is counted. */
const MOST_CLAIMS = 60;

/** What verifying came to: each claim that does not hold in one line, then the whole. */
export function verifyWords({ holds, certificate, checked, failed, notClaimed, notices }: VerifyResult): readonly string[] {
  const shown = failed.slice(0, MOST_CLAIMS).map(({ claim, stated, found }) => `does not hold: ${claim}: stated ${stated}; found ${found}`);
  const rest = failed.length - shown.length;
  const status = `${STATUS_WORDS[certificate.status]}${certificate.frozen === null ? '' : `, frozen ${formatMinute(certificate.frozen)}`}`;
  return [
    ...shown,
    ...(rest > 0 ? [`and ${formatCount(rest)} more; --json lists all`] : []),
    ...notices.map((notice) => `- ${notice}`),
    ...(notClaimed.length === 0 ? [] : [`- Not claimed by this certificate, which has no such fields: ${notClaimed.map(({ of, fields }) => `${listWords(fields)} of ${of}`).join('; ')}. Earlier versions did not write them.`]),
    holds ? `The certificate holds: ${countOf(checked, 'claim')} recomputed from the raw files (${status}).` : `The certificate does not hold: ${formatCount(failed.length)} of ${countOf(checked, 'claim')} (${status}).`,
  ];
}
