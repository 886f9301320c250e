// Predictions: the patches that a run hands to the SWE-bench harness. `preds.json` is an object
// keyed by instance id (mini-swe-agent, SWE-agent) or an array; `all_preds.jsonl`, `preds.jsonl`
// hold one prediction a line; a `.pred` is one prediction. Defined in SWE-bench/SWE-bench
// `swebench/harness/utils.py`; written by SWE-agent, mini-swe-agent, OpenHands and others.
//
// They say which tasks a run attempted, trace or not, and the name the run gives its model
// (SWE-agent writes the run folder's name there). Patches stay in the file.

import type { Claim, FileHead, PartSink, Reader, Source, SourceFile } from '../contract';
import { asRecord, getField, getString, getText } from '../shared/fields';
import { FileTally } from '../shared/fileTally';
import { scanLines } from '../shared/jsonLines';
import { scanJson } from '../shared/jsonSlices';
import type { JsonScan } from '../shared/jsonSlices';
import { nameOf, parentOf } from '../shared/paths';
import { parseJson } from '../shared/parseJson';
import { seedProblem } from '../shared/problems';
import type { FilePlace } from '../shared/problems';
import { NO_STEP_TEXT, readChunks } from '../shared/readChunks';
import { scanHead } from '../shared/scanHead';

export const predictionsReader: Reader = {
  name: 'predictions',
  claim,
  read(source: Source, sink: PartSink): void {
    for (const file of source.files) new PredictionsFile(file, sink).read();
  },
  stepText: () => NO_STEP_TEXT,
};

const FIELDS = ['instance_id', 'model_name_or_path', 'model_patch'] as const;
const NAMED = /^(?:(?:all_)?preds|predictions|all_predictions)\.jsonl?$|\.pred$/i;
/** Rows of corpora state a patch beside the conversation that led to it. */
const CONVERSATIONS = ['trajectory', 'messages'];
/** Keys beside FIELDS that older harnesses wrote. */
const OTHERS = new Set(['full_output', 'text', 'cost', 'prediction']);

function claim(head: FileHead): Claim | null {
  const json = scanHead(head, [...FIELDS.flatMap((field) => [[field], ['*', field]]), ...CONVERSATIONS.map((field) => ['*', field, 0, 'role'])]);
  const isNamed = NAMED.test(head.name);
  if (json.root === null) return isNamed && head.size === 0 ? { certainty: 'possible', source: head.path } : null;
  const isSingle = json.root === 'object' && isPrediction(json.values) && [...json.keys].every((key) => (FIELDS as readonly string[]).includes(key) || OTHERS.has(key));
  const isKeyed = Object.values(json.values).some(isPrediction);
  if (isSingle || isKeyed) return { certainty: 'certain', source: head.path };
  // Nothing but a patch, or nothing at all, fits into the head.
  return isNamed ? { certainty: 'possible', source: head.path } : null;
}

function isPrediction(value: unknown): boolean {
  if (CONVERSATIONS.some((field) => getField(value, field) !== undefined)) return false;
  return getString(value, 'instance_id') !== null && (getString(value, 'model_name_or_path') !== null || getField(value, 'model_patch') !== undefined);
}

class PredictionsFile {
  private readonly tally: FileTally;
  private readonly tasks = new Map<string, string>();
  private readonly single: Record<string, unknown> = {};
  private repeated = 0;
  private firstRepeated: FilePlace | null = null;

  constructor(private readonly file: SourceFile, private readonly sink: PartSink) {
    this.tally = new FileTally(file, sink);
  }

  read(): void {
    if (/\.(?:jsonl|ndjson)$/i.test(this.file.path)) this.readLines();
    else this.readDocument();
    this.tellRepeated();
    const { path } = this.file;
    if (this.tasks.size > 0) {
      this.sink.run({ file: path, runFolder: this.runFolder(), kind: 'predictions', tasks: this.tasks, runtime: {}, cohort: null });
    }
    this.tally.finish('preds');
  }

  private readDocument(): void {
    const scan = scanJson(readChunks(this.file, this.sink), { want: [['*']] }, (slice) => {
      const place = { line: slice.line, byte: slice.start };
      const parsed = parseJson(slice.bytes, place);
      if (parsed.problem !== null) this.tally.tell(parsed.problem);
      const key = slice.path[0];
      if (!parsed.ok) this.tally.unreadable++;
      else if (typeof key === 'string' && asRecord(parsed.value) === null) this.single[key] = parsed.value;
      else this.take(parsed.value, place, typeof key === 'string' ? key : null);
    });
    const isSingle = scan.root === 'object' && this.tally.shown + this.tally.unreadable === 0 && Object.keys(this.single).length > 0;
    if (isSingle && scan.isComplete && !isWhole(scan)) {
      // Lines under a name that does not say so.
      this.readLines();
      return;
    }
    this.tally.tellAll(scan.issues);
    this.tally.unreadable += scan.skipped + (isSingle && isWhole(scan) ? 0 : scan.unfinished.length);
    if (isSingle) this.take(this.single, { line: 1, byte: 0 }, null);
    else for (const key of Object.keys(this.single)) this.refuse({ line: null, byte: null }, `\`${key.slice(0, 60)}\` with no object`);
  }

  private readLines(): void {
    const scan = scanLines(readChunks(this.file, this.sink), {}, (line) => {
      const place = { line: line.line, byte: line.start };
      const parsed = parseJson(line.bytes, place);
      if (parsed.problem !== null) this.tally.tell(parsed.ok || line.isTerminated ? parsed.problem : { ...parsed.problem, code: 'truncated' });
      if (parsed.ok) this.take(parsed.value, place, null);
      else this.tally.unreadable++;
    });
    this.tally.tellAll(scan.issues);
    this.tally.unreadable += scan.tooLarge;
    if (scan.delivered + scan.tooLarge === 0) {
      this.tally.tell(seedProblem('truncated', { line: 1, byte: 0 }, { found: 'no lines', expected: 'one prediction a line', message: 'The file is empty.' }));
    }
  }

  private take(value: unknown, place: FilePlace, key: string | null): void {
    const task = getText(value, 'instance_id') ?? key;
    if (asRecord(value) === null || task === null || task.trim() === '') {
      this.refuse(place, asRecord(value) === null ? `a prediction that is ${value === null ? 'null' : `a ${typeof value}`}` : 'no `instance_id`');
      return;
    }
    if (key !== null && key !== task) {
      const message = `The key ${key.slice(0, 100)} holds the prediction of ${task.slice(0, 100)}; the prediction's own id counts.`;
      this.tally.tell(seedProblem('conflict', place, { found: task.slice(0, 100), expected: key.slice(0, 100), message }));
    }
    if (this.tasks.has(task)) {
      this.repeated++;
      this.firstRepeated ??= place;
      this.tally.folded++;
    } else {
      this.tally.shown++;
    }
    this.tasks.set(task, getString(value, 'model_name_or_path') ?? '');
  }

  private refuse(place: FilePlace, found: string): void {
    const message = 'A prediction could not be used.';
    this.tally.refuse(seedProblem('bad-value', place, { found, expected: 'an object with `instance_id`, `model_name_or_path` and `model_patch`', message }));
  }

  private tellRepeated(): void {
    if (this.firstRepeated === null) return;
    const message = 'Instances are predicted more than once; the last prediction counts, as in the harness.';
    this.tally.tell(seedProblem('duplicate', this.firstRepeated, { found: `${this.repeated} repeated predictions`, expected: 'one prediction an instance', message }));
  }

  /** A `.pred` lies in the folder of its instance. */
  private runFolder(): string {
    const folder = parentOf(this.file.path);
    const isOwn = this.tasks.size === 1 && this.tasks.has(nameOf(folder));
    return isOwn && /\.pred$/i.test(this.file.path) ? parentOf(folder) : folder;
  }
}

/** Nothing follows the root value. */
function isWhole(scan: JsonScan): boolean {
  return !scan.issues.some((issue) => issue.code === 'not-json');
}
