import { familyTail } from '../../src/engine/clopperPearson';
import type { Direction } from '../../src/engine/power';
import { calibratedTail } from '../../src/engine/signCalibration';
import { RegionProbability, type AttemptLaw } from '../../src/engine/signProbability';
import { regionAt } from '../../src/engine/signRegion';
import { signLevel, SignRule } from '../../src/engine/signTest';
import { judge, type Finding, type Goal } from '../goal';

const ALPHA = 0.05;
const LARGEST_N = 12;
const FAMILIES = [1, 6, 156];
const DIRECTIONS: readonly Direction[] = ['restart', 'continue'];
/** Points of the grid along each of P(live), P(early | not live), P(solved | live), P(counts in both | solved). */
const GRID = 21;
/** A region of what lies strictly below a tail. */
const JUST_BELOW = 1 - 1e-9;

/**
 * The calibrated sign rule, by exact enumeration: how often its verdict is wrong at most, over a grid of all laws under which it
 * is wrong (not only those where both actions are equally good), for every n up to 12; and its power beside the paper's rule.
 */
export const signRuleGoal: Goal = {
  name: 'signRule',
  title: `Calibrated sign rule, alpha ${ALPHA}, exact`,
  run: async ({ part }) => {
    const points = Math.max(5, Math.round(GRID * Math.sqrt(part)));
    const largest = Math.max(5, Math.round(LARGEST_N * part));
    return { measured: [], findings: [...FAMILIES.flatMap((family) => wrongSigns(family, largest, points)), ...[20, 40, 60].flatMap(powers)] };
  },
};

/** The largest probability of a wrong verdict in one direction, as a share of what it may be, without and with overlap. */
function wrongSigns(family: number, largest: number, points: number): readonly Finding[] {
  return [false, true].map((armsOverlap) => {
    const level = signLevel(ALPHA, family);
    const rule = new SignRule(level);
    let worst = 0;
    for (let n = 2; n <= largest; n++) {
      for (const direction of DIRECTIONS) {
        const probability = new RegionProbability(regionAt(calibratedTail(rule, { n, armsOverlap, direction }) * JUST_BELOW, n, direction));
        for (const law of wrongLaws(direction, armsOverlap, points)) worst = Math.max(worst, probability.of(law));
      }
    }
    const what = `largest chance of a wrong direction over its level, M = ${family}, n up to ${largest}${armsOverlap ? ', arms overlap' : ''}`;
    return judge({ goal: null, what, peer: null, value: worst / level, unit: '', wanted: { kind: 'most', value: 1 } });
  });
}

/** Laws of the grid under which the direction is wrong: restarting is not better, or continuing is not. */
function* wrongLaws(direction: Direction, armsOverlap: boolean, points: number): Generator<AttemptLaw, void, void> {
  const grid = Array.from({ length: points }, (_, i) => i / (points - 1));
  for (const live of grid) {
    for (const early of grid) {
      for (const solved of grid) {
        for (const shared of armsOverlap ? grid : [0]) {
          const law = { live, notLive: 1 - live, early, both: solved * shared, late: solved * (1 - shared) };
          const restart = law.notLive * early + live * law.both;
          if (direction === 'restart' ? restart <= solved : restart >= solved) yield law;
        }
      }
    }
  }
}

/** Power at M = 156 where everybody who has not succeeded early is live: restart 20 %, continue 75 %, and the other way round. */
function powers(n: number): readonly Finding[] {
  const family = 156;
  const rule = new SignRule(signLevel(ALPHA, family));
  return DIRECTIONS.flatMap((direction) => {
    const [restart, solved] = direction === 'continue' ? [0.2, 0.75] : [0.75, 0.2];
    const law = { live: 1 - restart, notLive: restart, early: 1, both: 0, late: solved };
    const tails = { 'calibrated sign rule': calibratedTail(rule, { n, armsOverlap: false, direction }), 'the paper\u2019s rule': familyTail(ALPHA, family) };
    return Object.entries(tails).map(([name, tail]) =>
      judge({ goal: null, what: `power for ${direction}, n = ${n}, ${name}`, peer: null, value: new RegionProbability(regionAt(tail * JUST_BELOW, n, direction)).of(law), unit: '', wanted: null }),
    );
  });
}
