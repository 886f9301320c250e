import type { Command } from '../command';
import { auditCommand } from './auditCommand';
import { exportCommand } from './exportCommand';
import { indexCommand } from './indexCommand';

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Command[] = [indexCommand, auditCommand, exportCommand];
