import type { Command, CommandContext } from '../command';
import { EXIT } from '../exitCodes';
import type { ExitCode } from '../exitCodes';
import { pairs } from '../help';
import { indexResult } from '../../index/indexResult';
import { PROBLEM_CODES } from '../../model/problem';
import type { ProblemCode } from '../../model/problem';
import type { IndexResult } from '../../model/results';
import { indexText } from '../indexText';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { writeJson } from '../output';

const MEANINGS: Readonly<Record<ProblemCode, string>> = {
  truncated: 'the file ends in the middle of its content',
  'not-json': 'JSON was expected here and something else stands here',
  'bad-encoding': 'bytes, or a name, that are no UTF-8',
  'too-deep': 'nested deeper than is read',
  'too-large': 'bigger than is read at once',
  'unknown-version': 'written by a version that is not known; read as the nearest one',
  'unknown-record': 'a record, or an id, that belongs to nothing here',
  'missing-field': 'a field that the format promises is missing',
  'bad-value': 'a field holds something else than the format promises',
  duplicate: 'the same attempt once more; it counts once',
  conflict: 'two sources contradict each other',
  'ambiguous-report': 'it cannot be told which run or attempt a report judges; it labels nothing',
  'changed-while-reading': 'the file changed while it was read, twice',
  unreadable: 'the file or folder cannot be read',
  limit: 'a limit was met and something was left out',
};

/** `restart-lens index PATH…` */
export const indexCommand: Command = {
  name: 'index',
  summary: 'read traces and reports, and list attempts, files and problems',
  arguments: { name: 'PATH', least: 1, most: null },
  options: READ_OPTIONS,
  notes: [
    'Paths in the answer are relative to the folder given (to the common parent when several are).',
    ['Codes of problems', ...pairs(PROBLEM_CODES.map((code) => [code, MEANINGS[code]]))].join('\n'),
  ],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { options, out, err } = context;
  const result = indexResult(await loadIndex(context));
  if (options.flag('json')) await writeJson(out, result);
  else await out.write(indexText(result));
  const code = exitCodeOf(result, options.flag('strict'));
  if (code === EXIT.nothingReadable) await err.write(`Nothing readable was found: none of ${result.files.length} files is a trace, a report or a table.\n`);
  if (code === EXIT.partlyUnreadable) await err.write('A part of the input cannot be read (--strict); see the problems.\n');
  return code;
}

/**
 * 3 when no file was recognised; with `--strict` 4 when something is missing from the answer (a problem of severity error,
 * or records that could not be used); else 0. For every command that reads traces.
 */
export function exitCodeOf({ files, problems }: Pick<IndexResult, 'files' | 'problems'>, isStrict: boolean): ExitCode {
  if (!files.some(({ format }) => format !== null)) return EXIT.nothingReadable;
  const isPartial = problems.some(({ severity }) => severity === 'error') || files.some(({ unreadable }) => unreadable > 0);
  return isStrict && isPartial ? EXIT.partlyUnreadable : EXIT.done;
}
