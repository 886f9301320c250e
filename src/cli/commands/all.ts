import type { Command } from '../command';
import { indexCommand } from './indexCommand';

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Command[] = [indexCommand];
