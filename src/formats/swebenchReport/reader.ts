// Evaluation reports of SWE-bench-like sets: run-level lists (the harness, sb-cli, OpenHands),
// one report for each instance (keyed by id, or flat in the instance's folder), SWE-smith
// summaries, and the leaderboard's `results/results.json`. Defined in SWE-bench/SWE-bench
// `swebench/harness/reporting.py` and `grading.py`; schema 2, and SWE-bench 5.0 with
// `infra_failure`.
//
// Verdicts: resolved; unresolved, empty patch and no generation are unresolved; error, no logs
// and infrastructure are none; incomplete and pending say nothing. Ids of a leaderboard result
// that are in no list get nothing here: the file does not name them. Test names are dropped.

import type { Claim, FileHead, OutcomePart, PartSink, Reader, Source, SourceFile } from '../contract';
import { asRecord } from '../shared/fields';
import { FileTally } from '../shared/fileTally';
import { scanJson } from '../shared/jsonSlices';
import type { JsonScan } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace } from '../shared/problems';
import { NO_STEP_TEXT, readChunks } from '../shared/readChunks';
import { scanHead } from '../shared/scanHead';
import { placeOfReport } from './place';
import { readLists, shapeOf, verdictOf } from './shapes';
import type { ReportShape, Verdict } from './shapes';

export const swebenchReportReader: Reader = {
  name: 'swebenchReport',
  claim,
  read(source: Source, sink: PartSink): void {
    for (const file of source.files) new ReportFile(file, sink).read();
  },
  stepText: () => NO_STEP_TEXT,
};

const HEAD_WANT = [
  ...['no_generation', 'no_logs', 'generated', 'with_logs', 'resolved', 'total'].map((key) => [key]),
  ...['patch_is_None', 'patch_exists', 'patch_successfully_applied', 'resolved', 'total', 'tests_status'].map((key) => ['*', key]),
];

function claim(head: FileHead): Claim | null {
  const json = scanHead(head, HEAD_WANT);
  if (json.root === 'object') {
    const shape = shapeOf(json.values, json.keys);
    if (shape === null) return null;
    const isUsual = shape !== 'summary' || /^resolved_by_/i.test(head.name);
    return isUsual ? { certainty: 'certain', source: head.path } : null;
  }
  // An evaluation that failed leaves an empty report in the instance's folder.
  const isEmptyReport = head.size === 0 && head.name === 'report.json' && placeOfReport(head.path, null).instance !== null;
  return isEmptyReport ? { certainty: 'possible', source: head.path } : null;
}

class ReportFile {
  private readonly tally: FileTally;
  private readonly values: Record<string, unknown> = {};
  private readonly places = new Map<string, FilePlace>();

  constructor(private readonly file: SourceFile, private readonly sink: PartSink) {
    this.tally = new FileTally(file, sink);
  }

  read(): void {
    const scan = this.scan();
    const shape = scan.root === 'object' ? shapeOf(this.values, new Set(Object.keys(this.values))) : null;
    if (shape === 'run' || shape === 'smith' || shape === 'experiments') this.takeLists(shape, scan.isComplete && this.tally.unreadable === 0);
    else if (shape === 'keyed') this.takeKeyed();
    else if (shape === 'flat') this.takeFlat();
    else if (shape === 'summary') this.tally.shown += Object.keys(this.values).length;
    else this.takeNothing(scan);
    this.tally.finish(shape === 'summary' ? 'run-summary' : 'swebench-report');
  }

  private scan(): JsonScan {
    const scan = scanJson(readChunks(this.file, this.sink), { want: [['*']] }, (slice) => {
      const place = { line: slice.line, byte: slice.start };
      const parsed = parseJson(slice.bytes, place);
      if (parsed.problem !== null) this.tally.tell(parsed.problem);
      if (!parsed.ok) this.tally.unreadable++;
      else if (typeof slice.path[0] === 'string') this.set(slice.path[0], parsed.value, place);
    });
    this.tally.tellAll(scan.issues);
    this.tally.unreadable += scan.skipped + scan.unfinished.length;
    for (const { path, byte, line } of scan.duplicates) {
      const message = `\`${String(path[0]).slice(0, 80)}\` occurs twice; the last value counts.`;
      this.tally.tell(seedProblem('duplicate', { byte, line }, { found: 'a second value', expected: 'one value', message }));
    }
    return scan;
  }

  /** An own property whatever the key, `__proto__` included. */
  private set(key: string, value: unknown, place: FilePlace): void {
    Object.defineProperty(this.values, key, { value, enumerable: true, writable: true, configurable: true });
    this.places.set(key, place);
  }

  private takeLists(shape: ReportShape, isWhole: boolean): void {
    const { verdicts, conflicts, unusable, strange } = readLists(this.values, shape);
    for (const [task, verdict] of verdicts) {
      this.tally.shown++;
      if (verdict !== null) this.emit(task, verdict, shape);
    }
    // A submission lists what it resolved and what went wrong; every other instance was attempted and not resolved.
    if (shape === 'experiments' && isWhole) this.emit(null, 'unresolved', shape);
    for (const { id, lists } of conflicts) {
      const message = `${id.slice(0, 100)} is in \`${lists[0]}\` and in \`${lists[1]}\`; it gets no label.`;
      this.tally.refuse(seedProblem('conflict', this.places.get(lists[1]) ?? WHOLE_FILE, { found: lists.join(' and '), expected: 'one of the two lists', message }));
    }
    for (const key of strange) {
      const place = this.places.get(key) ?? WHOLE_FILE;
      this.tally.tell(seedProblem('unknown-record', place, { found: `\`${key.slice(0, 80)}\``, expected: 'lists of ids under the names that reports use', message: `\`${key.slice(0, 80)}\` is no list of ids that is known; it was left out.` }, 'warning'));
    }
    if (unusable > 0) {
      this.tally.unreadable += unusable;
      this.tally.tell(seedProblem('bad-value', WHOLE_FILE, { found: `${unusable} elements that are no ids`, expected: 'instance ids', message: 'Elements of the lists of ids are no text.' }));
    }
  }

  private takeKeyed(): void {
    for (const [task, entry] of Object.entries(this.values)) {
      const verdict = verdictOf(entry);
      if (asRecord(entry) === null || verdict === null) {
        this.refuse(this.places.get(task) ?? WHOLE_FILE, task);
        continue;
      }
      this.tally.shown++;
      this.emit(task, verdict, 'keyed');
    }
  }

  private takeFlat(): void {
    const { instance } = placeOfReport(this.file.path, 'flat');
    const verdict = verdictOf(this.values);
    if (instance === null) {
      const text = { found: 'a report without an id, in a folder that names none', expected: 'a folder named after the instance', message: 'The report does not say which instance it is about.' };
      this.tally.refuse(seedProblem('missing-field', WHOLE_FILE, text));
    } else if (verdict === null) {
      this.refuse(WHOLE_FILE, instance);
    } else {
      this.tally.shown++;
      this.emit(instance, verdict, 'flat');
    }
  }

  /** An empty file is an evaluation that failed; anything else that has no shape is no report. */
  private takeNothing(scan: JsonScan): void {
    const { instance } = placeOfReport(this.file.path, null);
    if (scan.root === null && instance !== null) this.emit(instance, 'none', 'flat');
    if (this.tally.unreadable === 0) this.tally.unreadable++;
    if (scan.issues.length > 0) return;
    this.tally.tell(seedProblem('missing-field', WHOLE_FILE, { found: 'none of the known keys', expected: 'lists of ids, or reports of instances', message: 'The file is no evaluation report.' }));
  }

  private refuse(place: FilePlace, task: string): void {
    const found = asRecord(this.values[task]) === null ? 'no report' : 'no `resolved`';
    this.tally.refuse(seedProblem('bad-value', place, { found, expected: '`resolved` true or false', message: `The report gives no verdict for ${task.slice(0, 100)}.` }));
  }

  private emit(task: string | null, verdict: Verdict, shape: ReportShape): void {
    const { runIds, stem, model, attempt } = placeOfReport(this.file.path, shape);
    const part: OutcomePart = { file: this.file.path, task, verdict, runIds, stem, model, attempt };
    this.sink.outcome(part);
  }
}
