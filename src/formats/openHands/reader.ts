// OpenHands: outputs of evaluations (`output.jsonl` and what lies beside it), conversations as exported (`trajectory.json`
// and the visualizer's shapes), and the event folders of the agent SDK and of older servers.
//
// Written by All-Hands-AI/OpenHands 0.x and 1.x (`evaluation/utils/shared.py`, `openhands/events/serialization`,
// `openhands/llm/metrics.py`), OpenHands/benchmarks (`benchmarks/utils/models.py`, `iterative.py`) and
// OpenHands/software-agent-sdk (`openhands-sdk/openhands/sdk/event`, `conversation/persistence_const.py`), by which these
// formats are defined. No version of the format is written.
//
// Folded: prompts, recall, condensation, user messages, states. Kept apart: calls of sub-agents, and metered calls that
// left no event (summaries, retries). Dropped: the dataset row but for its problem statement, the patch, logs of single
// calls. Guessed: that an error without cause stands for an answer that could not be parsed, unless its words are about
// the run; that a price of 0 for every call is no price. Branches that a rewind left behind count: they were called.

import type { PartSink, Reader, Source } from '../contract';
import { countCopy } from '../shared/countFile';
import { readConversationFile } from './conversationFile';
import { readEventFolder } from './eventFolder';
import { claimFile, isOutputFile, roleOf, sourceOf } from './recognise';
import { RunFiles } from './runFiles';
import { readStepText } from './stepText';

export const openHandsReader: Reader = { name: 'openHands', claim: claimFile, read, stepText: readStepText };

function read(source: Source, sink: PartSink): void {
  sink.checkCancelled();
  const [first] = source.files;
  if (first === undefined) return;
  const { kind } = roleOf(first.path);
  const isMember = sourceOf(first.path) === source.key;
  if (isMember && (kind === 'output' || kind === 'verdicts' || kind === 'metadata')) new RunFiles(sink).read(source.files);
  else if (isMember && (kind === 'event' || kind === 'state' || (kind === 'copy' && source.key !== first.path))) readEventFolder(source.key, source.files, sink);
  else {
    for (const file of source.files) {
      if (kind === 'copy') countCopy(file, 'openhands', sink);
      else if (isOutputFile(file)) new RunFiles(sink).read([file]);
      else readConversationFile(file, sink);
    }
  }
}
