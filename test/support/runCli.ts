import type { Output } from '../../src/cli/output';
import { runCli } from '../../src/cli/run';
import type { Command } from '../../src/cli/command';

export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CliOptions {
  readonly commands?: readonly Command[];
  readonly signal?: AbortSignal;
  /** Standard error is a terminal. */
  readonly isTerminal?: boolean;
}

/** Runs the command line in this process, without threads. */
export async function runInProcess(args: readonly string[], { commands, signal = new AbortController().signal, isTerminal = false }: CliOptions = {}): Promise<CliRun> {
  const written = { out: '', err: '' };
  const output = (name: 'out' | 'err'): Output => ({
    isTerminal,
    columns: 80,
    write: async (text) => {
      written[name] += text;
    },
  });
  const environment = { out: output('out'), err: output('err'), signal, workerFile: null, cacheFolder: null };
  const code = await (commands ? runCli(args, environment, commands) : runCli(args, environment));
  return { code, ...written };
}
