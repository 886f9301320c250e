// Logs of Inspect AI (UKGovernmentBEIS/inspect_ai): `.eval` (a zip archive of JSON, deflated up to 0.3.205, Zstandard
// since) and `.json`. Source: `src/inspect_ai/log/_log.py`, `log/_recorders/eval.py`, `log/_condense.py`, `event/*.py`.
//
// A sample and epoch is an attempt. Its steps are the model events outside of scorers and outside of tools; graders' and
// sub-agents' calls are totals of their own. Samples without events give their messages. Long texts stand once in a sample
// (`attachments`); inputs that are pooled (`input_refs`) are not needed: a step is what was answered.
//
// Dropped: earlier failed tries of a sample (`error_retries`), calls without an answer, states, stores, logger lines.
// Guessed: a score of `C`, true or 1 is a pass; with several scorers the first of the results decides.

import type { Claim, FileHead, PartSink, Reader, Source } from '../contract';
import type { Step, StepText } from '../../model/step';
import { isZip } from '../containers/zip/directory';
import { getRecord, getText } from '../shared/fields';
import { hasKeys, scanHead } from '../shared/scanHead';
import { readEvalFile } from './evalFile';
import { readJsonFile } from './jsonFile';
import { showStep } from './stepText';

const STATUSES = new Set(['started', 'success', 'cancelled', 'error']);
const FIRST_MEMBERS = /^(?:_journal\/|samples\/.+_epoch_\d+\.json$|header\.json$|summaries\.json$)/;

export const inspectReader: Reader = {
  name: 'inspect',

  claim(head: FileHead): Claim | null {
    const certainty = isZip(head.head) ? judgeArchive(head) : judgeDocument(head);
    return certainty === null ? null : { certainty, source: head.path };
  },

  async read(source: Source, sink: PartSink): Promise<void> {
    for (const file of source.files) {
      if (isZip(file.read(0, 4))) await readEvalFile(file, sink);
      else readJsonFile(file, sink);
    }
  },

  stepText(step: Step, bytes): StepText {
    return showStep(step, bytes);
  },
};

/** By the name of the first member. An archive called `.eval` is what its name says. */
function judgeArchive({ head, name }: FileHead): Claim['certainty'] | null {
  const length = (head[26] ?? 0) | ((head[27] ?? 0) << 8);
  const first = new TextDecoder().decode(head.subarray(30, 30 + length));
  if (FIRST_MEMBERS.test(first)) return 'certain';
  return /\.eval$/i.test(name) ? 'possible' : null;
}

function judgeDocument(head: FileHead): Claim['certainty'] | null {
  const json = scanHead(head, [['version'], ['status'], ['eval', 'task'], ['eval', 'created'], ['eval', 'run_id']]);
  if (json.root !== 'object' || !hasKeys(json, 'status', 'eval') || !STATUSES.has(getText(json.values, 'status') ?? '')) return null;
  const spec = getRecord(json.values, 'eval');
  return getText(spec, 'task') !== null || getText(spec, 'created') !== null || getText(spec, 'run_id') !== null ? 'certain' : null;
}
