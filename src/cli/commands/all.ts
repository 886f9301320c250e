import type { Command } from '../command';
import { auditCommand } from './auditCommand';
import { checksCommand } from './checksCommand';
import { curvesCommand } from './curvesCommand';
import { conditionsCommand } from './conditionsCommand';
import { describeCommand } from './describeCommand';
import { exportCommand } from './exportCommand';
import { indexCommand } from './indexCommand';
import { certificateCommand } from './certificateCommand';
import { planCheckCommand } from './planCheckCommand';
import { planFreezeCommand } from './planFreezeCommand';
import { planInitCommand } from './planInitCommand';
import { interventionsCommand } from './interventionsCommand';
import { planForkCommand } from './planForkCommand';
import { nextCommand } from './nextCommand';
import { opportunityCommand } from './opportunityCommand';
import { representationsCommand } from './representationsCommand';
import { sensitivityCommand } from './sensitivityCommand';
import { replayCommand } from './replayCommand';
import { trialEvaluateCommand, trialFreezeCommand, trialSplitCommand } from './trialCommands';
import { verifyCommand } from './verifyCommand';

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Command[] = [
  indexCommand,
  describeCommand,
  auditCommand,
  checksCommand,
  sensitivityCommand,
  nextCommand,
  opportunityCommand,
  representationsCommand,
  interventionsCommand,
  curvesCommand,
  replayCommand,
  conditionsCommand,
  exportCommand,
  planInitCommand,
  planFreezeCommand,
  planCheckCommand,
  planForkCommand,
  certificateCommand,
  verifyCommand,
  trialSplitCommand,
  trialFreezeCommand,
  trialEvaluateCommand,
];
