import { isCancelled } from '../base/cancelled';
import { cleanText } from '../base/cleanText';
import { version } from '../base/version';
import type { Command, CommandContext } from './command';
import { COMMANDS } from './commands/all';
import { EXIT } from './exitCodes';
import type { ExitCode } from './exitCodes';
import { commandHelp, mainHelp } from './help';
import { parseOptions, suggest, UsageError } from './options';

/** What the process gives: everything of a command's context that does not follow from its arguments. */
export type CliEnvironment = Omit<CommandContext, 'paths' | 'options'>;

/** Runs the command line and returns its exit code. Only this function turns errors into words for people. */
export async function runCli(args: readonly string[], environment: CliEnvironment, commands: readonly Command[] = COMMANDS): Promise<ExitCode> {
  const { out, err } = environment;
  // Messages hold words of plans and traces. What cannot be said on standard error cannot be said at all.
  const tell = (text: string): Promise<void> => err.write(cleanText(text)).catch(() => undefined);
  try {
    const code = await dispatch(args, environment, commands);
    // Whatever was written is out before the code is given.
    await out.write('');
    return code;
  } catch (error) {
    if (error instanceof UsageError) {
      const known = findCommand(args, commands)?.command.name;
      await tell(`${error.message}\nSee restart-lens ${known === undefined ? '' : `${known} `}--help.\n`);
      return EXIT.usage;
    }
    if (isCancelled(error) || environment.signal.aborted) {
      await tell('Interrupted.\n');
      return EXIT.interrupted;
    }
    await tell(`${describe(error)}\n`);
    return EXIT.failure;
  }
}

async function dispatch(args: readonly string[], environment: CliEnvironment, commands: readonly Command[]): Promise<ExitCode> {
  const [name] = args;
  if (name === undefined) {
    await environment.err.write(mainHelp(commands));
    return EXIT.usage;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    const wanted = findCommand(args.slice(1), commands);
    await environment.out.write(wanted ? commandHelp(wanted.command) : mainHelp(commands));
    return EXIT.done;
  }
  if (name === '--version' || name === '-V') {
    await environment.out.write(`${version}\n`);
    return EXIT.done;
  }
  const found = findCommand(args, commands);
  if (found === null) return describeUnknown(args, environment, commands);
  const { command, rest } = found;
  const end = rest.indexOf('--');
  const asked = end < 0 ? rest : rest.slice(0, end);
  if (asked.includes('--help') || asked.includes('-h')) {
    await environment.out.write(commandHelp(command));
    return EXIT.done;
  }
  const { paths, options } = parseOptions(rest, command.options);
  checkCount(command, paths.length);
  return command.run({ ...environment, paths, options });
}

/** The command that the first word names, or the first two ("plan freeze"). */
function findCommand(args: readonly string[], commands: readonly Command[]): { readonly command: Command; readonly rest: readonly string[] } | null {
  for (const words of [1, 2]) {
    const command = commands.find(({ name }) => name === args.slice(0, words).join(' '));
    if (command !== undefined && args.length >= words) return { command, rest: args.slice(words) };
  }
  return null;
}

/** Help for the first word of several commands; else a UsageError with the nearest known word. */
async function describeUnknown([name = '', second = '--help']: readonly string[], environment: CliEnvironment, commands: readonly Command[]): Promise<ExitCode> {
  const family = commands.filter((command) => command.name.startsWith(`${name} `));
  if (family.length > 0 && (second === '--help' || second === '-h')) {
    await environment.out.write(mainHelp(family));
    return EXIT.done;
  }
  if (family.length > 0) throw new UsageError(`Unknown command ${name} ${second}.${suggest(second, family.map((command) => command.name.slice(name.length + 1)), `${name} `)}`);
  const what = name.startsWith('-') ? 'option' : 'command';
  const words = what === 'option' ? ['--help', '--version'] : [...new Set(commands.map((command) => command.name.split(' ')[0] ?? ''))];
  throw new UsageError(`Unknown ${what} ${name}.${suggest(name, words, '')}`);
}

function checkCount({ name, arguments: wanted }: Command, count: number): void {
  if (count < wanted.least) throw new UsageError(`restart-lens ${name} needs ${wanted.least === 1 ? `a ${wanted.name}` : `${wanted.least} times ${wanted.name}`}.`);
  if (wanted.most !== null && count > wanted.most) throw new UsageError(`restart-lens ${name} takes at most ${wanted.most} arguments, not ${count}.`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return `It failed: ${String(error)}`;
  // A fault of ours is told with its place; what the world did, also to what we did then, is told in its own words.
  const isOurs = !('code' in error) && !(error.cause instanceof Error && 'code' in error.cause);
  return `It failed: ${isOurs ? (error.stack ?? error.message) : error.message}`;
}
