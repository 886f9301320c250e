import type { VerifierResultView } from '../../src/protocol/trajectory';

/** A result whose call is a step of the run. */
export type PlacedResult = VerifierResultView & { readonly step: number };

/** Consecutive steps with results: one where there is room, else several, of which both answers may be there. */
export interface ResultColumn {
  /** From 1, both inclusive. */
  readonly from: number;
  readonly to: number;
  readonly passed: boolean;
  readonly failed: boolean;
}

/** Columns that a strip has room for. */
const MOST_COLUMNS = 200;

/** The results as columns of equally many steps; those without a result are left out. Results rise by step. */
export function groupResults(results: readonly PlacedResult[], steps: number, most = MOST_COLUMNS): readonly ResultColumn[] {
  const width = Math.max(1, Math.ceil(steps / most));
  const columns: ResultColumn[] = [];
  for (const { step, passed } of results) {
    const from = Math.floor((step - 1) / width) * width + 1;
    const last = columns.at(-1);
    const isSame = last?.from === from;
    const column = { from, to: Math.min(steps, from + width - 1), passed: passed || (isSame && last.passed), failed: !passed || (isSame && last.failed) };
    if (isSame) columns[columns.length - 1] = column;
    else columns.push(column);
  }
  return columns;
}

/** The result nearest to a place on the axis of steps; ties to the earlier. Null when there is none. */
export function resultNear(results: readonly PlacedResult[], place: number): PlacedResult | null {
  let nearest: PlacedResult | null = null;
  for (const result of results) if (nearest === null || Math.abs(result.step - place) < Math.abs(nearest.step - place)) nearest = result;
  return nearest;
}

/** The step that a key goes to from a step: the next result or the one before, the first, the last; null for other keys and at the ends. */
export function resultTarget(key: string, results: readonly PlacedResult[], step: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return results.find((result) => result.step > step)?.step ?? null;
    case 'ArrowLeft':
    case 'ArrowDown':
      return results.filter((result) => result.step < step).at(-1)?.step ?? null;
    case 'Home':
      return results[0]?.step ?? null;
    case 'End':
      return results.at(-1)?.step ?? null;
    default:
      return null;
  }
}

/** "call 7: passed, 5 of 5 tests". */
export function resultWords({ call, passed, tests }: VerifierResultView): string {
  return `call ${call}: ${passed ? 'passed' : 'failed'}${tests === '' ? '' : `, ${tests}`}`;
}
