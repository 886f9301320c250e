import type { Reader } from './contract';
import { atifReader } from './atif/atifReader';
import { claudeCodeReader } from './claudeCode/claudeCode';
import { corporaReader } from './corpora/corpora';
import { codexReader } from './codex/codex';
import { exitStatusesReader } from './exitStatuses/reader';
import { geminiReader } from './gemini/gemini';
import { harborReader } from './harbor/harborReader';
import { inspectReader } from './inspect/inspectReader';
import { labelsReader } from './labels/labels';
import { messagesReader } from './messages/messagesReader';
import { miniSweAgentReader } from './miniSweAgent/reader';
import { openHandsReader } from './openHands/reader';
import { outcomeTableReader } from './outcomeTable/outcomeTable';
import { predictionsReader } from './predictions/reader';
import { scoresReader } from './scores/scores';
import { swebenchReportReader } from './swebenchReport/reader';
import { spansReader } from './spans/spansReader';
import { sweAgentReader } from './sweAgent/sweAgent';
import { terminalBench1Reader } from './terminalBench1/terminalBench1Reader';

/**
 * Every reader, most specific first: of two equal claims on a file the earlier one wins. Plain messages come last: every
 * format with messages looks like them from afar.
 */
export const READERS: readonly Reader[] = [
  miniSweAgentReader,
  sweAgentReader,
  openHandsReader,
  atifReader,
  harborReader,
  terminalBench1Reader,
  claudeCodeReader,
  codexReader,
  geminiReader,
  inspectReader,
  corporaReader,
  spansReader,
  swebenchReportReader,
  predictionsReader,
  exitStatusesReader,
  scoresReader,
  labelsReader,
  outcomeTableReader,
  messagesReader,
];
