import type { AuditedOutcome, AuditOutcome } from '../analysis/audit';
import { cleanLine } from '../base/cleanText';
import type { TraceIndex } from '../index/traceIndex';
import { nothingNotice } from '../views/audit/notices';
import type { CommandContext } from './command';
import { EXIT, type ExitCode } from './exitCodes';
import { UsageError } from './options';

/** Cohorts that the plan names and nobody ran yet are no fault, and nothing to pass over in silence. */
export async function tellAbsentCohorts({ absentCohorts }: Pick<AuditedOutcome, 'absentCohorts'>, { err }: CommandContext): Promise<void> {
  for (const cohort of absentCohorts) await err.write(`No attempt is of the cohort ${cleanLine(cohort)}.\n`);
}

/** Says why there is no audit. Throws a UsageError where an option would help. */
export async function refuse(outcome: Exclude<AuditOutcome, AuditedOutcome>, index: TraceIndex, { err }: CommandContext): Promise<ExitCode> {
  switch (outcome.kind) {
    case 'needs-budget': {
      const offer = outcome.largestSeen === null ? '' : ` The longest attempt used ${outcome.largestSeen}: --budget ${outcome.largestSeen} takes that, from the outcomes.`;
      throw new UsageError(`No attempt states a limit and the plan states no budget: give --budget B.${offer}`);
    }
    case 'refused':
      if (outcome.reason !== 'no-data') throw new UsageError(outcome.message);
      await err.write(`${cleanLine(outcome.message)}\n`);
      return EXIT.nothingReadable;
    case 'nothing':
      await err.write(nothingWords(outcome, index));
      return EXIT.nothingReadable;
  }
}

/** The panel's own words for the same state. */
function nothingWords({ attempts, excluded }: Extract<AuditOutcome, { readonly kind: 'nothing' }>, index: TraceIndex): string {
  // The sentence about what is not there has been written; the panel's words speak of folders to open.
  if (attempts === 0 && index.files.length === 0) return 'No attempts found.\n';
  const { headline, lines } = nothingNotice({ files: index.files.length, attempts, excluded });
  return `${[headline, ...lines].join('\n')}\n`;
}
