import { STEP_KINDS, type StepColumns, type StepKind } from '../../src/protocol/trajectory';

/** The steps that a list shows, rising by number. */
export interface ListedSteps {
  readonly count: number;
  /** Number of the step at a place (from 0); null beyond the ends. */
  at(place: number): number | null;
  /** Place of the first listed step from this number on; `count` when there is none. Cost: logarithmic. */
  placeFrom(step: number): number;
}

export interface StepFilter {
  /** None: all of them. */
  readonly kinds: readonly StepKind[];
  /** Null: whatever a step holds. */
  readonly hits: { has(step: number): boolean } | null;
}

/** Lists the steps that a filter lets through. All of them cost nothing, however many there are; else linear in them. */
export function listSteps(steps: StepColumns, { kinds, hits }: StepFilter): ListedSteps {
  const { count } = steps;
  if (kinds.length === 0 && hits === null) {
    return { count, at: (place) => (place >= 0 && place < count ? place + 1 : null), placeFrom: (step) => Math.max(0, Math.min(step - 1, count)) };
  }
  const wanted = new Set(kinds.map((kind) => STEP_KINDS.indexOf(kind)));
  const numbers: number[] = [];
  for (let number = 1; number <= count; number++) {
    const isKind = kinds.length === 0 || wanted.has(steps.kinds[number - 1] ?? -1);
    if (isKind && (hits === null || hits.has(number))) numbers.push(number);
  }
  return { count: numbers.length, at: (place) => numbers[place] ?? null, placeFrom: (step) => firstFrom(numbers, step) };
}

/** Kind of a step (from 1). */
export function kindOf({ kinds }: StepColumns, step: number): StepKind {
  return STEP_KINDS[kinds[step - 1] ?? -1] ?? 'other';
}

/** Steps of each kind that there are, in the order of the kinds. */
export function countKinds({ kinds }: StepColumns): ReadonlyMap<StepKind, number> {
  const counts = new Array<number>(STEP_KINDS.length).fill(0);
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return new Map(STEP_KINDS.map((kind, i): [StepKind, number] => [kind, counts[i] ?? 0]).filter(([, count]) => count > 0));
}

function firstFrom(numbers: readonly number[], step: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? Infinity) < step) low = middle + 1;
    else high = middle;
  }
  return low;
}
