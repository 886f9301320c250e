import { viewChecks } from '../../views/checks/viewChecks';
import { answerAudit } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { READ_OPTIONS } from '../loadIndex';
import { ATTEMPTS, PLAN_OPTIONS } from '../planOptions';

/** `restart-lens checks PATH…` */
export const checksCommand: Command = {
  name: 'checks',
  summary: 'what speaks against attempts of a cell being exchangeable, and against the verifiers of tasks',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['Outcomes within cells against the order of starts, job folders, UTC days and runtime fields that vary; how many pairs of attempts begin with the same actions; when fields changed. No verdict changes by it.'],
  run,
};

function run(context: CommandContext): Promise<ExitCode> {
  return answerAudit(context, 'checks', (outcome) => ({
    result: { schema: 'restart-lens/checks@1', ...outcome.exchangeability, gates: outcome.gates },
    view: () => viewChecks(outcome),
  }));
}
