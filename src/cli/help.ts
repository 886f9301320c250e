import type { Command } from './command';
import { EXIT_MEANINGS } from './exitCodes';
import type { OptionSpec } from './options';
import { textTable } from './textTable';

/** `restart-lens --help`. */
export function mainHelp(commands: readonly Command[]): string {
  return [
    'restart-lens: what happened in a run of a coding agent, and would starting over have been better?',
    '',
    'Usage: restart-lens <command> [arguments] [options]',
    '',
    'Commands',
    ...pairs(commands.map(({ name, summary }) => [name, summary])),
    '',
    'restart-lens <command> --help says more; --version prints the version.',
    '',
    ...exitLines(),
    '',
  ].join('\n');
}

/** `restart-lens <command> --help`. */
export function commandHelp({ name, summary, arguments: wanted, options, notes = [] }: Command): string {
  const one = wanted.least > 0 ? wanted.name : `[${wanted.name}]`;
  const usage = wanted.most === 0 ? '' : ` ${one}${wanted.most === null || wanted.most > 1 ? '…' : ''}`;
  return [
    `restart-lens ${name}: ${summary}`,
    '',
    `Usage: restart-lens ${name}${usage} [options]`,
    '',
    'Options',
    ...pairs([...options.map((option): [string, string] => [optionUsage(option), optionSummary(option)]), ['--help', 'print this']]),
    '',
    ...notes.flatMap((note) => [note, '']),
    ...exitLines(),
    '',
  ].join('\n');
}

function exitLines(): readonly string[] {
  return ['Exit codes', ...pairs(EXIT_MEANINGS.map(([code, meaning]) => [String(code), meaning]))];
}

function optionUsage({ name, kind, value }: OptionSpec): string {
  return kind === 'flag' ? `--${name}` : `--${name} ${value ?? 'VALUE'}`;
}

function optionSummary({ summary, choices }: OptionSpec): string {
  return choices ? `${summary}: ${choices.join(', ')}` : summary;
}

/** Words and what they mean, in two columns, without a head line. */
export function pairs(rows: readonly (readonly [string, string])[]): readonly string[] {
  const lines = textTable(
    [
      { title: '', align: 'left', most: null },
      { title: '', align: 'left', most: null },
    ],
    rows,
  );
  return lines.slice(1).map((line) => `  ${line}`);
}
