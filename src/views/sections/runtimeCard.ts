import { cleanLine, clipText } from '../../base/cleanText';
import type { FieldValue, RuntimeCard } from '../../model/describeResult';
import type { TableView } from '../../protocol/section';
import { formatCount, formatDuration, formatUsd } from '../numbers';
import { runtimeName } from '../words';

/** Runtimes side by side up to here; more of them one below the other. */
const MOST_BESIDE = 3;
const MOST_VALUES = 6;
const LONGEST_VALUE = 80;

const WORDS: Readonly<Record<string, { readonly label: string; readonly format?: (value: number) => string }>> = {
  agent: { label: 'Agent' },
  agentVersion: { label: 'Agent version' },
  model: { label: 'Model' },
  provider: { label: 'Provider' },
  config: { label: 'Config' },
  limitCalls: { label: 'Limit of calls', format: formatCount },
  limitUsd: { label: 'Limit of dollars', format: formatUsd },
  limitSeconds: { label: 'Limit of time', format: formatDuration },
  format: { label: 'Trace format' },
  formatVersion: { label: 'Format version' },
  exitStatus: { label: 'Exit status' },
  basis: { label: 'Basis of outcomes' },
};

const NOTE =
  'Where a field varies, a number in brackets counts the attempts with that value. Config is a hash of prompt, sampling and limits where a trace holds them; sampling, environment and the tools that were offered are not read apart from it.';

/**
 * What is known of each runtime: one value, how it varies with the attempts of each value, or unknown. A few stand side by side, field by
 * field; of many there is one row each, with the fields in which they differ, after a table of those in which they do not.
 */
export function runtimeTables(cards: readonly RuntimeCard[]): readonly TableView[] {
  const columns = cards.map((card) => ({ name: runtimeName(card), values: cardRows(card).map(([, value]) => value) }));
  const fields = (cards[0] === undefined ? [] : cardRows(cards[0])).map(([field]) => field);
  if (columns.length <= MOST_BESIDE) return [besideTable(columns, fields)];
  const isShared = (at: number): boolean => columns.every(({ values }) => values[at] === columns[0]?.values[at]);
  const shared = fields.flatMap((field, at) => (isShared(at) ? [[field, columns[0]?.values[at] ?? '']] : []));
  const different = fields.flatMap((field, at) => (isShared(at) ? [] : [{ field, at }]));
  return [
    { title: 'Runtimes and cohorts', columns: ['Runtime, cohort', ...different.map(({ field }) => field)].map((label) => ({ label, align: 'start' })), rows: columns.map(({ name, values }) => [name, ...different.map(({ at }) => values[at] ?? '')]), note: NOTE },
    { title: 'The same for all of them', columns: ['Field', 'Value'].map((label) => ({ label, align: 'start' })), rows: shared, note: '' },
  ];
}

interface CardColumn {
  readonly name: string;
  /** By field. */
  readonly values: readonly string[];
}

function besideTable(columns: readonly CardColumn[], fields: readonly string[]): TableView {
  return {
    title: columns.length === 1 ? 'Runtime' : 'Runtimes and cohorts',
    columns: ['Field', ...columns.map(({ name }) => name)].map((label) => ({ label, align: 'start' })),
    rows: fields.map((field, at) => [field, ...columns.map(({ values }) => values[at] ?? '')]),
    note: NOTE,
  };
}

const UNKNOWN = 'unknown';

function cardRows(card: RuntimeCard): readonly (readonly [field: string, value: string])[] {
  const aside = card.setAside === 0 ? '' : card.setAside === card.attempts ? ', none of them counted' : `, ${formatCount(card.setAside)} of them not counted`;
  return [
    ['Attempts', `${formatCount(card.attempts)}${aside}`],
    ['Tasks', formatCount(card.tasks)],
    ...card.fields.map(({ field, values, unknown }): [string, string] => [WORDS[field]?.label ?? field, valuesText(values, unknown, WORDS[field]?.format)]),
    ['Tools used', card.tools === null ? UNKNOWN : toolsText(card.tools, card)],
    ['Started', card.started === null ? UNKNOWN : startedText(card.started)],
  ];
}

function valuesText(values: readonly FieldValue[], unknown: number, format?: (value: number) => string): string {
  const [only, second] = values;
  if (only === undefined) return UNKNOWN;
  if (second === undefined && unknown === 0) return valueText(only.value, format);
  const shown = values.slice(0, MOST_VALUES).map(({ value, attempts }) => `${valueText(value, format)} (${formatCount(attempts)})`);
  const left = values.length - shown.length;
  return [...shown, ...(left > 0 ? [`${formatCount(left)} more`] : []), ...(unknown > 0 ? [`${UNKNOWN} (${formatCount(unknown)})`] : [])].join(', ');
}

function valueText(value: string, format?: (value: number) => string): string {
  return format === undefined ? clipText(cleanLine(value), LONGEST_VALUE) : format(Number(value));
}

function toolsText(tools: readonly FieldValue[], { attempts, withSteps }: RuntimeCard): string {
  const unknown = attempts - withSteps;
  if (tools.length === 0) return unknown === 0 ? 'none' : `none (${formatCount(withSteps)}), ${UNKNOWN} (${formatCount(unknown)})`;
  const shown = tools.slice(0, MOST_VALUES).map(({ value, attempts: n }) => `${clipText(cleanLine(value), LONGEST_VALUE)} (${formatCount(n)})`);
  const left = tools.length - shown.length;
  return [...shown, ...(left > 0 ? [`${formatCount(left)} more`] : []), ...(unknown > 0 ? [`${UNKNOWN} (${formatCount(unknown)})`] : [])].join(', ');
}

function startedText({ first, last, unknown }: NonNullable<RuntimeCard['started']>): string {
  const minute = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
  const when = first === last ? `${minute(first)} UTC` : `${minute(first)} to ${minute(last)} UTC`;
  return unknown === 0 ? when : `${when}, ${UNKNOWN} (${formatCount(unknown)})`;
}
