import { existsSync } from 'node:fs';
import { freezeInPortions, type FrozenPlan } from '../../analysis/freeze';
import { cleanLine } from '../../base/cleanText';
import type { SealCheck } from '../../model/seal';
import { lockText } from '../../plan/lock';
import { parsePlan } from '../../plan/parsePlan';
import { PLAN_FILE, placesOf } from '../../plan/planPlaces';
import { readSeal } from '../../plan/readSeal';
import { writeOwnFile } from '../../plan/safeFile';
import { noteFreeze } from '../../plan/studyLog';
import { breakWords, formatMinute } from '../../views/audit/context';
import { certifiableWith, frozenWords } from '../../views/plan/freezeWords';
import type { Command, CommandContext } from '../command';
import { EXIT, type ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { UsageError } from '../options';
import { writeJson } from '../output';
import { describePlanProblems, planPlace, readPlanFile } from '../planOptions';

/** `restart-lens plan freeze PATH…` */
export const planFreezeCommand: Command = {
  name: 'plan freeze',
  summary: 'seal a plan: write a lock beside it, before the attempts that it is about are started',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [
    { name: 'plan', kind: 'text', value: 'FILE', summary: `plan to freeze (default: ${PLAN_FILE} in the folder given)` },
    { name: 'again', kind: 'flag', summary: 'write a new seal where there is one already; the study log keeps both' },
    ...READ_OPTIONS.filter(({ name }) => name !== 'strict'),
  ],
  notes: [
    'The lock holds the plan with everything that later data must not decide, the time, and which attempts are there already; no outcome. Planned are attempts that surely start after that time, in the cells of the plan, up to the planned number of each cell.',
    'A seal is a promise, not a proof: clocks and files can be changed by whoever owns them. Send the seal to somebody else to make it more.',
  ],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { options, out, err } = context;
  const place = planPlace(context);
  if (place === null) throw new UsageError('Which plan? Give one folder, or --plan FILE.');
  if (!existsSync(place)) throw new UsageError(`There is no plan at ${place}: restart-lens plan init writes one.`);
  const parsed = parsePlan(readPlanFile(place), place);
  if (parsed.problems.length > 0) throw new UsageError(describePlanProblems(parsed.problems));
  const before = readSeal(place);
  if (before.state !== 'none' && !options.flag('again')) return keep(before, context);
  const index = await loadIndex(context);
  const outcome = await finishWork(freezeInPortions({ index, plan: parsed.plan, now: Date.now(), before: before.state === 'none' ? null : before.lock }), context.signal);
  if (outcome.kind === 'refused') throw new UsageError(outcome.message);
  const { lock, log } = placesOf(place);
  const text = lockText(outcome.lock);
  writeOwnFile(lock, text);
  noteFreeze(log, outcome, before.state === 'none' ? null : before.lock);
  if (options.flag('json')) await writeJson(out, freezeResult(outcome));
  else await out.write(`${frozenWords(outcome).map(cleanLine).join('\n')}\n`);
  await err.write(`Written: ${cleanLine(lock)}, ${cleanLine(log)}\n`);
  return EXIT.done;
}

/** A seal that stands is kept as it is; one that does not hold is not hidden under a new one. */
async function keep(before: SealCheck, { options, out }: CommandContext): Promise<ExitCode> {
  if (before.state !== 'intact') {
    const words = before.state === 'broken' ? breakWords(before) : 'the plan is not as sealed';
    throw new UsageError(`The seal is broken: ${words}. Undo the change, or write a new seal with --again.`);
  }
  const { lock } = before;
  if (options.flag('json')) await writeJson(out, { schema: 'restart-lens/freeze@1', isNew: false, ...lockFacts(lock) });
  else await out.write(`Already frozen ${formatMinute(lock.frozen)}, and unchanged since. Seal ${lock.seal}.\n`);
  return EXIT.done;
}

function freezeResult({ lock, cells, family, least, ahead }: FrozenPlan): object {
  return { schema: 'restart-lens/freeze@1', isNew: true, ...lockFacts(lock), cells, family, leastAttempts: least, certifiable: certifiableWith(lock.settled.attemptsPerCell, least), startsAhead: ahead };
}

function lockFacts({ number, previous, frozen, planHash, settled, indexed, seal }: FrozenPlan['lock']): object {
  const { budget, times, estimand, attemptsPerCell } = settled;
  return { number, previous, frozen, planHash, seal, settled: { budget, times, estimand, attemptsPerCell }, indexed: indexed.length };
}
