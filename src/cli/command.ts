import type { ExitCode } from './exitCodes';
import type { OptionSpec, ParsedOptions } from './options';
import type { Output } from './output';

/** What a command is run with. */
export interface CommandContext {
  /** Arguments that are no options, in order; as many as the command asks for. */
  readonly paths: readonly string[];
  readonly options: ParsedOptions;
  /** Standard output: the answer, and nothing else. */
  readonly out: Output;
  /** Standard error: progress and notices. */
  readonly err: Output;
  /** Given when the user interrupts. */
  readonly signal: AbortSignal;
  /** Bundle of the reading thread; null where there is none and everything is read in this thread. */
  readonly workerFile: string | null;
  /** Folder for what is kept between runs, where no option names another one; null: nothing is kept. */
  readonly cacheFolder: string | null;
}

/** One command. Add it to `COMMANDS` and it is parsed, helped and found by its nearest word. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly arguments: { readonly name: string; readonly least: number; readonly most: number | null };
  readonly options: readonly OptionSpec[];
  /** Paragraphs after the options in `--help`. */
  readonly notes?: readonly string[];
  /** Rejects with a UsageError, a CancelledError, or whatever failed. */
  run(context: CommandContext): Promise<ExitCode>;
}
