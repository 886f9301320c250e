import { nearestWord } from '../../base/nearestWord';
import type { JsonRecord } from './fields';
import { seedProblem } from './problems';
import type { FilePlace, ProblemSeed } from './problems';

interface KeyOptions {
  readonly known: readonly string[];
  /** Keys that were told; those of this row are added. */
  readonly told: Set<string>;
  readonly place: FilePlace;
}

/** More keys than these are no longer told: they are data of another kind. */
const MOST_TOLD = 100;

/** Keys of a row of a sidecar that are not known, each told once a file; with the one that was most likely meant, if it is missing. */
export function remarksOnKeys(row: JsonRecord, { known, told, place }: KeyOptions): readonly ProblemSeed[] {
  return Object.keys(row).flatMap((key) => {
    if (told.has(key) || told.size >= MOST_TOLD || known.includes(key)) return [];
    told.add(key);
    const near = nearestWord(key, known.filter((name) => !Object.hasOwn(row, name)));
    const name = key.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 40);
    const hint = near === null ? '' : ` Did you mean "${near}"?`;
    return [seedProblem('unknown-record', place, { found: `key ${name}`, expected: near === null ? `one of ${known.join(', ')}` : `key ${near}`, message: `The key "${name}" is not known and was left out.${hint}` }, near === null ? 'information' : 'warning')];
  });
}
