import { createHash } from 'node:crypto';
import { PORTION } from '../base/portions';
import { parseTime } from '../formats/shared/times';
import type { Attempt } from '../model/attempt';
import { ATTEMPT_TABLE_SCHEMA, callResultsCell, nameCell, type AttemptTableRow } from '../model/attemptTable';
import { DEFAULT_TIME_RULES, deriveTimes } from '../model/deriveTimes';
import type { ExitClassifier } from '../model/exitTable';
import { compareAttempts } from './compareAttempts';
import type { TraceIndex } from './traceIndex';

export interface ExportedTable {
  /** In the order in which an audit takes attempts: by file, then place in it. */
  readonly rows: readonly AttemptTableRow[];
  /** Names that held a path or a secret, or were too long for a name, and stand in the table as a stand-in. */
  readonly replaced: number;
}

export interface ExportOptions {
  /** What the plan makes of exit statuses: the table holds the class, never the status, which may be any text. */
  readonly classifyExit: ExitClassifier;
  /** Null: every cohort. */
  readonly cohorts: readonly string[] | null;
}

/**
 * The attempts of an index as a table without text, paths or prompts, from which the same audit can be computed again: facts, ids and
 * content hashes. In portions. Names are as the traces write them, but for those that hold a path of a machine or look like a secret.
 */
export function* exportAttempts(index: TraceIndex, { classifyExit, cohorts }: ExportOptions): Generator<void, ExportedTable, void> {
  const found: { readonly attempt: Attempt; readonly row: number }[] = [];
  for (let row = 0; row < index.attemptCount; row++) {
    const attempt = index.attempt(row);
    if (cohorts === null || cohorts.includes(attempt.cohort ?? '')) found.push({ attempt, row });
    if (row % PORTION === PORTION - 1) yield;
  }
  found.sort((a, b) => compareAttempts(a.attempt, b.attempt));
  const names = new Names();
  const rows: AttemptTableRow[] = [];
  for (const [at, { attempt, row }] of found.entries()) {
    rows.push(rowOf(attempt, { results: callResultsCell(index.callResults(row)), classifyExit, names }));
    if (at % PORTION === PORTION - 1) yield;
  }
  return { rows, replaced: names.replaced };
}

interface RowContext {
  readonly results: string;
  readonly classifyExit: ExitClassifier;
  readonly names: Names;
}

function rowOf(attempt: Attempt, { results, classifyExit, names }: RowContext): AttemptTableRow {
  const { runtime, tokens, limits, side, outcome } = attempt;
  const times = deriveTimes(attempt, { ...DEFAULT_TIME_RULES, classifyExit });
  // What was declared stands as it was declared, and is read back as such; other times follow from the facts beside them.
  const declared = attempt.declared ?? { T: null, E: null, H: null };
  const { E, H } = attempt.basis === 'declared' ? declared : times;
  const T = attempt.basis === 'declared' || attempt.basis === 'per-call' ? declared.T : times.T;
  return {
    schema: ATTEMPT_TABLE_SCHEMA,
    id: attempt.id,
    task: names.cell(attempt.task),
    agent: names.cell(runtime.agent),
    agent_version: names.cell(runtime.agentVersion),
    model: names.cell(runtime.model),
    provider: names.cell(runtime.provider),
    config: names.cell(runtime.config),
    cohort: names.cell(attempt.cohort),
    attempt: labelOf(attempt, names),
    started: parseTime(attempt.started) === null ? '' : (attempt.started ?? '').trim(),
    outcome,
    basis: attempt.basis ?? '',
    T: numberCell(T),
    E: numberCell(E),
    horizon: numberCell(H),
    ending: times.J,
    exit: classifyExit(attempt.format, attempt.exitStatus, outcome !== 'unknown') ?? '',
    no_result: String(attempt.noResult),
    conflict: String(attempt.conflict),
    call_results: results,
    calls: numberCell(attempt.calls),
    tool_steps: numberCell(attempt.toolSteps),
    tool_calls: numberCell(attempt.toolCalls),
    input_tokens: numberCell(tokens.input),
    cached_tokens: numberCell(tokens.cached),
    output_tokens: numberCell(tokens.output),
    cost: numberCell(attempt.cost),
    seconds: numberCell(attempt.seconds),
    limit_calls: numberCell(limits.calls),
    limit_usd: numberCell(limits.usd),
    limit_seconds: numberCell(limits.seconds),
    side_calls: numberCell(side?.calls ?? null),
    side_input_tokens: numberCell(side?.tokens.input ?? null),
    side_cached_tokens: numberCell(side?.tokens.cached ?? null),
    side_output_tokens: numberCell(side?.tokens.output ?? null),
    side_cost: numberCell(side?.cost ?? null),
    synthetic: String(attempt.synthetic),
    source_format: attempt.format,
    content_hash: attempt.contentHash ?? '',
  };
}

/** A label that is made of folders says where the traces lay. */
function labelOf({ attempt, id }: Attempt, names: Names): string {
  return /[/\\]/.test(attempt) ? `attempt-${id.slice(0, 8)}` : names.cell(attempt);
}

function numberCell(value: number | null): string {
  return value === null ? '' : String(value);
}

/** Longer than any benchmark's name of a task; more likely its text. */
const LONGEST_NAME = 300;
/** A path from a root, a home, a drive or a share, or an address with its scheme; names such as `owner/model` are none. */
const PATH = /(^|[^\w.)\]-])~?\/[^\s/]|(^|[^A-Za-z])[A-Za-z]:[\\/]|\\\\\w|\bfile:/;
/** Keys as providers and hosts write them. */
const SECRET = /\bsk-(?:[a-z]+-)*[\w-]*[A-Za-z0-9]{20,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bhf_\w{20,}|\bAKIA[0-9A-Z]{16}\b|\bxox[abprs]-[\w-]{10,}|\bAIza[\w-]{30,}|\beyJ[\w-]{16,}\.|\bBearer\s+\S{16,}/;

/** Names as cells, and how many were replaced. Equal names have equal stand-ins, different ones different. */
class Names {
  private readonly standIns = new Map<string, string>();

  get replaced(): number {
    return this.standIns.size;
  }

  cell(name: string | null): string {
    if (name === null) return '';
    if (name.length <= LONGEST_NAME && !PATH.test(name) && !SECRET.test(name)) return nameCell(name);
    const standIn = this.standIns.get(name) ?? `name-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
    this.standIns.set(name, standIn);
    return standIn;
  }
}
