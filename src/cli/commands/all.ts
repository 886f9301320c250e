import type { Command } from '../command';
import { auditCommand } from './auditCommand';
import { exportCommand } from './exportCommand';
import { indexCommand } from './indexCommand';
import { replayCommand } from './replayCommand';

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Command[] = [indexCommand, auditCommand, replayCommand, exportCommand];
