import { existsSync } from 'node:fs';
import path from 'node:path';
import { auditInPortions } from '../../analysis/audit';
import { cleanLine } from '../../base/cleanText';
import type { Plan } from '../../model/plan';
import { newPlanText } from '../../plan/newPlanText';
import { PLAN_FILE } from '../../plan/planPlaces';
import { writeOwnFile } from '../../plan/safeFile';
import type { Command, CommandContext } from '../command';
import { EXIT, type ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { UsageError } from '../options';
import { writeJson } from '../output';
import { PLAN_OPTIONS, planPlace, readStatedOptions } from '../planOptions';

/** `restart-lens plan init PATH…` */
export const planInitCommand: Command = {
  name: 'plan init',
  summary: `write a commented plan, ${PLAN_FILE}, with what the options and the attempts here say`,
  arguments: { name: 'PATH', least: 1, most: null },
  options: [
    ...PLAN_OPTIONS.map((option) => (option.name === 'plan' ? { ...option, summary: `file to write (default: ${PLAN_FILE} in the folder given)` } : option)),
    ...READ_OPTIONS.filter(({ name }) => name !== 'strict'),
  ],
  notes: ['Budget and decision times of the attempts here are written down, so that they can be seen and changed before freezing. A plan that is there already is left alone.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { options, out } = context;
  const place = planPlace(context);
  if (place === null) throw new UsageError('Where to? Give one folder, or --plan FILE.');
  if (existsSync(place)) throw new UsageError(`There is a plan already: ${place}.`);
  if (!existsSync(path.dirname(place))) throw new UsageError(`There is no folder ${path.dirname(place)}.`);
  const { plan, defaults } = readStatedOptions(options);
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, plan, defaults), context.signal);
  const stated: Partial<Plan> = { ...Object.fromEntries(Object.entries(plan).filter(([key]) => !defaults.some((name) => name === key))), ...(outcome.kind === 'audit' ? settledBy(outcome.plan, outcome.result.plan.estimand) : {}) };
  writeOwnFile(place, newPlanText(stated));
  if (options.flag('json')) await writeJson(out, { schema: 'restart-lens/plan-init@1', file: place, stated });
  else await out.write(`Written: ${cleanLine(place)}\nEdit it, then seal it before new attempts are started: restart-lens plan freeze\n`);
  return EXIT.done;
}

function settledBy({ axis, budget, times, alpha }: Plan, estimand: Plan['estimand']): Partial<Plan> {
  return { axis, budget, times, alpha, estimand };
}
