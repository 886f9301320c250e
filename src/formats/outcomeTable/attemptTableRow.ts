import { ATTEMPT_ID, ATTEMPT_TABLE_NAME, ATTEMPT_TABLE_SCHEMA, callResultsOfCell, nameOfCell, type AttemptTableColumn } from '../../model/attemptTable';
import type { Basis, CallResult, DeclaredTimes, Outcome } from '../../model/attempt';
import type { AttemptPart } from '../contract';
import { seedProblem } from '../shared/problems';
import type { ProblemSeed } from '../shared/problems';
import { parseTime } from '../shared/times';
import { shorten, type Cells } from './cells';
import type { RowPlace, RowReading } from './readRow';

const OUTCOMES = ['resolved', 'unresolved', 'unknown'] as const;
const BASES = ['per-call', 'declared', 'final'] as const;
const EXITS = ['infrastructure', 'call-limit', 'other-budget', 'agent-failure', 'submitted'] as const;

/** Whether a row is one of a table that `export --sanitised` wrote. */
export function isAttemptTableRow(cells: Cells): boolean {
  return cells.field('schema').startsWith(ATTEMPT_TABLE_NAME);
}

/**
 * Reads a row of such a table: the attempt with the facts and the identity that it had in the index it was exported from. T, E and
 * horizon are declared times where the basis says so; of a verdict on the submission they follow from the calls, and are there for
 * people. A row that any value of is not as it was written is left out, since its identity would not hold.
 */
export function readAttemptTableRow(cells: Cells, place: RowPlace): RowReading {
  const reading = new Fields(cells);
  const part = partOf(reading, place);
  if (reading.wrong.length > 0) return { part: null, problems: reading.wrong };
  const version = cells.field('schema');
  const problems = version === ATTEMPT_TABLE_SCHEMA ? [] : [seedProblem('unknown-version', cells.place, { found: shorten(version), expected: ATTEMPT_TABLE_SCHEMA, message: 'The row was written by another version and was read as far as it goes.' })];
  return { part, problems };
}

function partOf(fields: Fields, { file, locator, range }: RowPlace): AttemptPart {
  const outcome = fields.choice('outcome', OUTCOMES) ?? 'unknown';
  const basis = outcome === 'unknown' ? null : fields.choice('basis', BASES);
  const sideCalls = fields.count('side_calls');
  return {
    role: 'result',
    format: 'outcome-table',
    formatVersion: null,
    file,
    locator,
    range,
    contentHash: fields.name('content_hash'),
    place: { folder: null, runFolder: null },
    task: fields.name('task'),
    taskHash: null,
    cohort: fields.name('cohort'),
    runtime: { agent: fields.name('agent'), agentVersion: fields.name('agent_version'), model: fields.name('model'), provider: fields.name('provider'), config: fields.name('config') },
    attempt: fields.name('attempt'),
    started: fields.time('started'),
    calls: fields.count('calls'),
    toolSteps: fields.count('tool_steps'),
    toolCalls: fields.count('tool_calls'),
    tokens: { input: fields.count('input_tokens'), cached: fields.count('cached_tokens'), output: fields.count('output_tokens') },
    cost: fields.amount('cost'),
    seconds: fields.amount('seconds'),
    side:
      sideCalls === null
        ? null
        : { calls: sideCalls, tokens: { input: fields.count('side_input_tokens'), cached: fields.count('side_cached_tokens'), output: fields.count('side_output_tokens') }, cost: fields.amount('side_cost') },
    // The class stands for the status as written, and the exit table takes it for what it says.
    exitStatus: fields.choice('exit', EXITS),
    limits: { calls: fields.amount('limit_calls'), usd: fields.amount('limit_usd'), seconds: fields.amount('limit_seconds') },
    outcome,
    outcomeFile: outcome === 'unknown' ? null : file,
    basis,
    declared: declaredOf(fields, outcome, basis),
    noResult: fields.flag('no_result'),
    synthetic: fields.flag('synthetic'),
    exported: { id: fields.id(), conflict: fields.flag('conflict'), results: fields.results() },
  };
}

/** Of results after calls only the first that passed is declared. */
function declaredOf(fields: Fields, outcome: Outcome, basis: Basis | null): DeclaredTimes | null {
  const [T, E, H] = [fields.amount('T'), fields.amount('E'), fields.amount('horizon')];
  if (outcome === 'unknown' || basis === 'final') return null;
  if (basis === 'per-call') return T === null ? null : { T, E: null, H: null };
  return { T, E, H };
}

/** Cells of a row by column, and what is wrong with them. */
class Fields {
  readonly wrong: ProblemSeed[] = [];

  constructor(private readonly cells: Cells) {}

  name(column: AttemptTableColumn): string | null {
    const name = nameOfCell(this.cells.field(column));
    if (name !== undefined) return name;
    this.refuse(column, 'a name, or one as JSON text');
    return null;
  }

  id(): string {
    const id = this.cells.field('id');
    if (!ATTEMPT_ID.test(id)) this.refuse('id', '16 hexadecimal digits');
    return id;
  }

  count(column: AttemptTableColumn): number | null {
    const value = this.amount(column);
    if (value !== null && !Number.isSafeInteger(value)) this.refuse(column, 'a whole number from 0, or nothing');
    return value;
  }

  amount(column: AttemptTableColumn): number | null {
    const text = this.cells.field(column);
    if (text === '') return null;
    const value = /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
    if (Number.isFinite(value)) return value;
    this.refuse(column, 'a number from 0, or nothing');
    return null;
  }

  flag(column: AttemptTableColumn): boolean {
    return this.choice(column, ['true', 'false']) === 'true';
  }

  time(column: AttemptTableColumn): string | null {
    const text = this.cells.field(column);
    if (text !== '' && parseTime(text) === null) this.refuse(column, 'a time, or nothing');
    return text === '' ? null : text;
  }

  choice<Word extends string>(column: AttemptTableColumn, words: readonly Word[]): Word | null {
    const text = this.cells.field(column);
    const word = words.find((known) => known === text);
    if (word === undefined && text !== '') this.refuse(column, `${words.join(', ')} or nothing`);
    return word ?? null;
  }

  results(): readonly CallResult[] {
    const results = callResultsOfCell(this.cells.field('call_results'));
    if (results === null) this.refuse('call_results', 'results such as 3:fail 7:pass:5/5, or nothing');
    return results ?? [];
  }

  private refuse(column: AttemptTableColumn, expected: string): void {
    const found = `${column} ${shorten(this.cells.field(column))}`;
    this.wrong.push(seedProblem('bad-value', this.cells.place, { found, expected: `${column}: ${expected}`, message: `The row is not as it was exported (${found}); it was left out.` }, 'error'));
  }
}
