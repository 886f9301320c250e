import type { AuditedOutcome } from '../analysis/audit';
import { isProvenNonInferior, largestLoss, largestMacroLoss, type MissingLoss } from '../analysis/lossBound';
import type { TraceIndex } from '../index/traceIndex';
import { formatPercentagePoints } from '../views/numbers';
import { UsageError, suggest } from './options';

const WORDS = ['any-verdict', 'no-abstain', 'sealed', 'no-problems', 'gates', 'non-inferior'] as const;
const BOUNDS = ['loss', 'macro-loss'] as const;

/** A condition of `audit --require`. */
export type Demand = { readonly kind: 'word'; readonly word: (typeof WORDS)[number] } | { readonly kind: 'bound'; readonly bound: (typeof BOUNDS)[number]; readonly points: number };

/** What may stand behind `--require`, for help. */
export const DEMAND_WORDS: readonly string[] = [...WORDS, ...BOUNDS.map((bound) => `${bound}<=5pt`)];

/** Reads the conditions. Throws a UsageError that names the nearest one for what is none. */
export function readDemands(texts: readonly string[]): readonly Demand[] {
  return texts.map(readDemand);
}

function readDemand(text: string): Demand {
  const word = WORDS.find((known) => known === text);
  if (word !== undefined) return { kind: 'word', word };
  const parts = /^([^<>=]*?)\s*([<>=]+)\s*(.*)$/.exec(text);
  if (parts === null) throw new UsageError(`Option --require cannot be "${text}".${BOUNDS.some((known) => known === text) ? ` It needs a number of points: "${text}<=5pt".` : suggest(text, [...WORDS, ...BOUNDS], '')}`);
  const [, name = '', sign, value = ''] = parts;
  const bound = BOUNDS.find((known) => known === name);
  if (bound === undefined) throw new UsageError(`Option --require knows no bound "${name}".${suggest(name, BOUNDS, '')}`);
  const points = /^(\d+\.?\d*|\.\d+) ?pts?$/.exec(value)?.[1];
  if (sign !== '<=' || points === undefined || Number(points) > 100) throw new UsageError(`Option --require cannot be "${text}": write a bound as "${bound}<=5pt", from 0 to 100 points, in quotes.`);
  return { kind: 'bound', bound, points: Number(points) };
}

/** Each demand that does not hold, with what was found. */
export function unmetDemands(demands: readonly Demand[], outcome: Pick<AuditedOutcome, 'result' | 'gates'>, index: Pick<TraceIndex, 'problems'>): readonly string[] {
  return demands.flatMap((demand) => {
    if (demand.kind === 'bound') return unmetBound(demand, outcome.result);
    return holds(demand.word, outcome, index) ? [] : [demand.word];
  });
}

function holds(word: (typeof WORDS)[number], { result, gates }: Pick<AuditedOutcome, 'result' | 'gates'>, { problems }: Pick<TraceIndex, 'problems'>): boolean {
  const { totals, plan, decisions } = result;
  switch (word) {
    case 'any-verdict':
      return totals.restart + totals.continue > 0;
    case 'no-abstain':
      return totals.abstain === 0;
    case 'sealed':
      return plan.sealed;
    case 'no-problems':
      return problems.every((problem) => problem.severity === 'information');
    case 'gates':
      return gates !== null && gates.passed.length >= gates.tasks;
    case 'non-inferior':
      return totals.live > 0 && totals.horizon === 0 && decisions.every((decision) => isProvenNonInferior(decision, plan.marginPoints ?? 0));
  }
}

function unmetBound({ bound, points }: Extract<Demand, { kind: 'bound' }>, result: AuditedOutcome['result']): readonly string[] {
  const most = bound === 'loss' ? (largestLoss(result.decisions) ?? 'nobody-live') : largestMacroLoss(result);
  if (typeof most === 'number' && most <= points / 100) return [];
  return [`${bound}<=${points}pt (${typeof most === 'number' ? `proven is at most ${formatPercentagePoints(most)}` : MISSING_WORDS[most]})`];
}

const MISSING_WORDS: Readonly<Record<MissingLoss, string>> = {
  'nobody-live': 'no comparison is live',
  'no-interval': 'not every macro number has a confidence interval',
  'unknown-attempts': 'a macro number rests on tasks with attempts that are unknown, which its interval leaves out',
};
