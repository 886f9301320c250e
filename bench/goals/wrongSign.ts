import { performance } from 'node:perf_hooks';
import type { KnownAttempt } from '../../src/engine/allowedClasses';
import { CLASSES, type ClassCounts, countsOfClasses } from '../../src/engine/attemptClass';
import { certifyWith, rememberIntervals } from '../../src/engine/certificate';
import { familyTail, lowerLimit, upperLimit } from '../../src/engine/clopperPearson';
import { jointEvidence } from '../../src/engine/jointSequence';
import { logGamma, timesLog } from '../../src/engine/logGamma';
import { wholeSliderFamily } from '../../src/engine/sliderFamily';
import { boundDecision } from '../../src/engine/worstCase';
import { seededRandom, type RandomStream } from '../../src/engine/random';
import { judge, type Finding, type Goal } from '../goal';

const ALPHA = 0.05;
const CELLS = 4;
const ATTEMPTS = 100;
const BUDGET = 30;
const SEED = 20;
/** A restart at 16 has 14 calls left, so the arms lie apart; at 8 it has 22, and they overlap. */
const TIMES = [16, 8] as const;
/** Every so many calls' time somebody looks, while ten attempts are started in one. */
const BETWEEN_LOOKS = 3;
const BETWEEN_STARTS = 0.1;
/** Labels come up to so much later than the end of the run. */
const LONGEST_DELAY = 3;
/** Attempts that are lost before they start, whatever they would have been. */
const LOST = 0.05;

/** Budgets and times on the grid of a slider that is moved after looking. */
const SLIDER_BUDGETS = [10, 15, 20, 25, 30] as const;
const SLIDER_TIMES = [2, 4, 6, 8, 10, 12, 16, 20, 24] as const;
/** Attempts in a cell of the audits that look once: as many as people have. */
const SMALL = 25;

/** One attempt: its class, and when its result is known. */
interface Draw {
  readonly index: number;
  readonly known: number;
}

/** Chances of the five classes. */
type Law = readonly [early: number, ended: number, both: number, late: number, fail: number];

/**
 * Simulated audits in which restarting and continuing are worth exactly the same, so that every certificate is wrong: four cells,
 * half of them with overlapping arms, attempts lost, labels delayed, and a look every few calls while they run. Share of audits
 * with any certificate at any look: under the anytime rule in the order of starts, under the fixed rule on whatever has finished
 * (which is why the product does not give it), and under the fixed rule once, on the whole batch. Beside them, with one look: t and B moved
 * to whatever certifies, under the slider-safe family and under the planned one; and verdicts lost by what they are, long failures more often than
 * all else, where the product bounds the verdict over every completion of the lost ones, and where it takes those known.
 */
export const wrongSignGoal: Goal = {
  name: 'wrongSign',
  title: `Wrong certificates, M = ${CELLS}, alpha ${ALPHA}, batches of ${ATTEMPTS}`,
  run: async ({ part }) => {
    const most = Math.ceil(1_000_000 * part);
    const end = performance.now() + LONGEST;
    let audits = 0;
    const once = onceRules();
    const random = seededRandom(SEED);
    const intervalOf = rememberIntervals(familyTail(ALPHA, CELLS));
    const fixedVerdict = (counts: ClassCounts): boolean => {
      const { n, nLive, xContinue, xRestart } = countsOfClasses(counts);
      return nLive > 0 && certifyWith({ n, nLive, xContinue, xRestart }, intervalOf).verdict !== 'abstain';
    };
    const wrong = { anytime: 0, finished: 0, once: 0 };
    for (; audits < most && performance.now() < end; audits++) {
      for (const rule of once) rule.wrong += Number(rule.isWrong(random));
      const found = { anytime: false, finished: false, once: false };
      for (let cell = 0; cell < CELLS; cell++) {
        const t = TIMES[cell % TIMES.length] ?? TIMES[0];
        const law = drawLaw(t, random);
        const batch = drawBatch(law, t, random);
        found.anytime ||= certifiesAnytime(batch, law, t);
        found.finished ||= looksOf(batch).some((now) => fixedVerdict(countDraws(batch.filter(({ known }) => known <= now))));
        found.once ||= fixedVerdict(countDraws(batch));
      }
      wrong.anytime += Number(found.anytime);
      wrong.finished += Number(found.finished);
      wrong.once += Number(found.once);
    }
    // Held against alpha is what the true share is at most, or at least, with 97.5 % confidence; what is meant to fail has the lower limit.
    const share = (what: string, count: number, kind: 'most' | 'least'): Finding => {
      const limit = kind === 'most' ? upperLimit(count, audits, 0.025) : lowerLimit(count, audits, 0.025);
      return judge({ goal: null, what: `${what}: ${kind === 'most' ? 'upper' : 'lower'} limit of the share`, peer: null, value: limit, unit: '', wanted: { kind, value: ALPHA }, note: `wrong in ${count} of ${audits} audits (seed ${SEED})` });
    };
    return {
      measured: [],
      findings: [
        share('anytime rule in the order of starts, at every look', wrong.anytime, 'most'),
        share('fixed rule on whatever has finished, at every look', wrong.finished, 'least'),
        share('fixed rule once, on the whole batch', wrong.once, 'most'),
        ...once.map(({ what, wrong: count, kind }) => share(what, count, kind)),
      ],
    };
  },
};

/** Milliseconds after which no new audit begins. */
const LONGEST = 180_000;

interface OnceRule {
  readonly what: string;
  readonly kind: 'most' | 'least';
  wrong: number;
  isWrong(random: RandomStream): boolean;
}

function onceRules(): readonly OnceRule[] {
  const slider = wholeSliderFamily(CELLS, BUDGET, ALPHA).equivalent;
  return [
    { what: 'sliders moved to whatever certifies, slider-safe family', kind: 'most', wrong: 0, isWrong: sliderSearch(slider) },
    { what: 'sliders moved to whatever certifies, planned family', kind: 'most', wrong: 0, isWrong: sliderSearch(CELLS) },
    { what: 'most verdicts of long failures lost, whatever the lost were', kind: 'most', wrong: 0, isWrong: lostOutcomes('any') },
    { what: 'most verdicts of long failures lost, taken as lost at random', kind: 'most', wrong: 0, isWrong: lostOutcomes('known') },
  ];
}

/**
 * Attempts that end with the same chance in every call, and are solved then with the same chance: without memory restarting and continuing
 * are worth the same at every t and B', so that every certificate anywhere on the grid is wrong.
 */
function sliderSearch(family: number): (random: RandomStream) => boolean {
  const intervalOf = rememberIntervals(familyTail(ALPHA, family));
  return (random) => {
    for (let cell = 0; cell < CELLS; cell++) {
      const solved = 0.05 + 0.9 * random.unit();
      const rate = 0.03 + 0.1 * random.unit();
      const draws = Array.from({ length: SMALL }, () => ({ end: 1 + Math.floor(Math.log(1 - random.unit()) / Math.log(1 - rate)), isSolved: random.unit() < solved }));
      for (const budget of SLIDER_BUDGETS) {
        for (const t of SLIDER_TIMES) {
          if (t >= budget) continue;
          const nLive = draws.filter(({ end }) => end > t).length;
          const xContinue = draws.filter(({ end, isSolved }) => isSolved && end > t && end <= budget).length;
          const xRestart = draws.filter(({ end, isSolved }) => isSolved && end <= budget - t).length;
          if (nLive > 0 && certifyWith({ n: SMALL, nLive, xContinue, xRestart }, intervalOf).verdict !== 'abstain') return true;
        }
      }
    }
    return false;
  };
}

/** Verdicts that are lost by what they are: 60 % of the failures of runs that went on to the budget, one in twenty of all others. The length of a lost run is known. */
function lostOutcomes(level: 'any' | 'known'): (random: RandomStream) => boolean {
  const intervalOf = rememberIntervals(familyTail(ALPHA, CELLS));
  return (random) => {
    for (let cell = 0; cell < CELLS; cell++) {
      const t = TIMES[cell % TIMES.length] ?? TIMES[0];
      const law = drawLaw(t, random);
      const attempts = Array.from({ length: ATTEMPTS }, (): KnownAttempt => {
        const index = drawClass(law, random);
        const end = endOf(index, t, random);
        const isSolved = index === 0 || index === 2 || index === 3;
        if (random.unit() < (index === 4 ? 0.6 : 0.05)) return { kind: 'outcome', end };
        return { kind: 'trace', trace: { T: isSolved ? end : null, E: isSolved ? null : end, H: BUDGET } };
      });
      const bound = boundDecision(attempts, { t, budget: BUDGET }, intervalOf);
      const isCertified = bound.verdict !== 'abstain' && (level === 'known' || bound.level === 'any');
      if (isCertified) return true;
    }
    return false;
  };
}

/** A law with p = q. Source: BEYOND.md 7. */
function drawLaw(t: number, random: RandomStream): Law {
  const [w, live] = [0.05 + 0.9 * random.unit(), 0.1 + 0.8 * random.unit()];
  if (t >= BUDGET - t) return [w, (1 - w) * (1 - live), 0, w * (1 - w) * live, (1 - w) * (1 - w) * live];
  const s = random.unit();
  const q = w * (1 - live + live * s);
  return [(1 - live) * w, (1 - live) * (1 - w), live * s * w, live * (q - s * w), live * (1 - q)];
}

/** A call at which an attempt of the class ends; a failure runs to the budget. */
function endOf(index: number, t: number, random: RandomStream): number {
  const rest = BUDGET - t;
  const [from, to] = [[1, Math.min(t, rest)], [1, t], [t + 1, rest], [Math.max(t, rest) + 1, BUDGET], [BUDGET, BUDGET]][index] ?? [BUDGET, BUDGET];
  return (from ?? 1) + random.below((to ?? 1) - (from ?? 1) + 1);
}

function drawBatch(law: Law, t: number, random: RandomStream): readonly Draw[] {
  const batch: Draw[] = [];
  for (let i = 0; i < ATTEMPTS; i++) {
    const index = drawClass(law, random);
    const end = endOf(index, t, random);
    const known = i * BETWEEN_STARTS + end + LONGEST_DELAY * random.unit();
    if (random.unit() >= LOST) batch.push({ index, known });
  }
  return batch;
}

function drawClass(law: Law, random: RandomStream): number {
  let left = random.unit();
  const index = law.findIndex((chance) => (left -= chance) < 0);
  return index < 0 ? CLASSES.length - 1 : index;
}

function looksOf(batch: readonly Draw[]): readonly number[] {
  const last = batch.reduce((latest, { known }) => Math.max(latest, known), 0);
  return Array.from({ length: Math.ceil(last / BETWEEN_LOOKS) }, (_, i) => (i + 1) * BETWEEN_LOOKS);
}

function countDraws(draws: readonly Draw[]): ClassCounts {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (const { index } of draws) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}

/** Whether the joint sequence certifies anything at any look, on the attempts before the first whose result is not known. */
function certifiesAnytime(batch: readonly Draw[], law: Law, t: number): boolean {
  const armsOverlap = t < BUDGET - t;
  const lengths = new Set(looksOf(batch).map((now) => {
    const open = batch.findIndex(({ known }) => known > now);
    return open < 0 ? batch.length : open;
  }));
  return [...lengths].some((length) => {
    const counts = countDraws(batch.slice(0, length));
    // The true law has p = q, so the evidence is at most that against it: most looks need no search.
    if (!(evidenceAgainst(law, counts, armsOverlap) > Math.log(CELLS / ALPHA))) return false;
    const { verdict } = jointEvidence(counts, { alpha: ALPHA, family: CELLS, armsOverlap });
    return verdict === 'restart' || verdict === 'continue';
  });
}

function evidenceAgainst(law: Law, counts: ClassCounts, armsOverlap: boolean): number {
  const used = counts.filter((_, index) => armsOverlap || index !== 2);
  const n = used.reduce((sum, count) => sum + count, 0);
  const mixture = used.reduce((sum, count) => sum + logGamma(count + 0.5) - logGamma(0.5), 0) + logGamma(used.length / 2) - logGamma(n + used.length / 2);
  return mixture - counts.reduce<number>((sum, count, index) => sum + timesLog(count, law[index] ?? 0), 0);
}
