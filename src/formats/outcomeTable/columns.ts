/** What a column of an outcome table can say. */
export const COLUMNS = [
  'task', 'model', 'runtime', 'agent', 'agentVersion', 'provider', 'config', 'cohort', 'attempt', 'T', 'E', 'horizon', 'resolved',
  'calls', 'inputTokens', 'cachedTokens', 'outputTokens', 'tokens', 'cost', 'seconds', 'started', 'provenance',
] as const;

export type Column = (typeof COLUMNS)[number];

/** Names as people write them, lower case without `-`, `_`, blanks; the first one that is there is taken. */
const NAMES: { readonly [C in Column]: readonly string[] } = {
  task: ['task', 'taskid', 'taskname', 'instanceid', 'instance'],
  model: ['model', 'modelname', 'modelnameorpath'],
  runtime: ['runtime'],
  agent: ['agent', 'agentname'],
  agentVersion: ['agentversion'],
  provider: ['provider'],
  config: ['config'],
  cohort: ['cohort'],
  attempt: ['attempt', 'attemptid', 'trial', 'run', 'rollout', 'epoch'],
  T: ['t', 'firstverified', 'firstverifiedcall', 'verifiedat'],
  E: ['e', 'terminal', 'terminalcall', 'terminalat'],
  horizon: ['horizon', 'h', 'calllimit'],
  resolved: ['resolved', 'isresolved'],
  calls: ['calls', 'apicalls', 'modelcalls'],
  inputTokens: ['inputtokens', 'tokensin', 'prompttokens'],
  cachedTokens: ['cachedtokens', 'cachereadtokens'],
  outputTokens: ['outputtokens', 'tokensout', 'completiontokens'],
  tokens: ['tokens', 'totaltokens'],
  cost: ['cost', 'costusd', 'usd'],
  seconds: ['seconds', 'durationseconds'],
  started: ['started', 'startedat', 'starttime'],
  provenance: ['provenance'],
};

const BY_NAME: ReadonlyMap<string, Column> = new Map(COLUMNS.flatMap((column) => NAMES[column].map((name) => [name, column] as const)));

/**
 * Columns of files that are something else although they have a task and a time: this product's own
 * exports of decisions, score and label sidecars, tables of interventions, and rows that carry a whole trace or a patch.
 */
const FOREIGN = new Set([
  'verdict', 'passed', 'action', 'call', 'nlive', 'xcontinue', 'xrestart', 'monitor', 'score', 'locator',
  'messages', 'history', 'trajectory', 'conversations', 'steps', 'modelpatch', 'patch', 'generatedpatch', 'failuremode', 'parserresults',
]);

/** Without letter case, `-`, `_`, blanks and a byte order mark. */
export function plainName(name: string): string {
  return name.replace(/^\ufeff/, '').toLowerCase().replace(/[-_\s]/g, '');
}

/**
 * False when no row of the text can be the header of an outcome table, because nothing in it names a task: told at once, where
 * reading rows takes a parser. Every file that nobody else claims is asked.
 */
export function mayNameTask(text: string): boolean {
  const plain = plainName(text);
  return NAMES.task.some((name) => plain.includes(name));
}

/** The column that a header names; null: none that is known. */
export function columnOf(name: string): Column | null {
  return BY_NAME.get(plainName(name)) ?? null;
}

/** Where the columns of a header are. */
export interface Header {
  /** Index into the row, from 0, of each column that is there. */
  readonly places: ReadonlyMap<Column, number>;
  /** Names as written. */
  readonly names: readonly string[];
  /** Indices of columns that say the same as another one, which is taken instead. */
  readonly repeated: readonly number[];
}

/** Finds the columns of a header. Of two names for one column the more usual one is taken, of equal ones the first. */
export function readHeader(names: readonly string[]): Header {
  const places = new Map<Column, number>();
  const repeated: number[] = [];
  const rank = (i: number, column: Column): number => NAMES[column].indexOf(plainName(names[i] ?? ''));
  names.forEach((name, i) => {
    const column = columnOf(name);
    if (column === null) return;
    const other = places.get(column);
    if (other !== undefined && rank(other, column) <= rank(i, column)) {
      repeated.push(i);
      return;
    }
    if (other !== undefined) repeated.push(other);
    places.set(column, i);
  });
  return { places, names, repeated: repeated.sort((a, b) => a - b) };
}

/**
 * Whether a header is that of an outcome table: it names the task and says when or whether the attempt succeeded. Single
 * letters alone (`t`, `e`, `h`) mean other things elsewhere, so without a word beside them it is only possible.
 */
export function judgeHeader(names: readonly string[]): 'certain' | 'possible' | null {
  if (names.some((name) => FOREIGN.has(plainName(name)))) return null;
  const { places } = readHeader(names);
  const outcomes = (['T', 'E', 'horizon', 'resolved'] as const).filter((column) => places.has(column));
  if (!places.has('task') || outcomes.length === 0) return null;
  const isWord = outcomes.some((column) => plainName(names[places.get(column) ?? -1] ?? '').length > 1);
  const hasCompany = (['model', 'runtime', 'agent', 'cohort', 'attempt'] as const).some((column) => places.has(column));
  return isWord || hasCompany ? 'certain' : 'possible';
}
