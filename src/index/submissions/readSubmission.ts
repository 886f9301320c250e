// Where traces state what was handed in. mini-swe-agent and SWE-agent: `info.submission`; attempts of a retry agent have an `info` of
// their own. OpenHands: `test_result.git_patch`. Corpora and chat messages: `model_patch`, `generated_patch`, `git_patch` of the row. Not
// `patch`: in rows that carry their dataset's it is the gold solution. Predictions (`preds.json`, `.pred`) state it where a trace does not.

import { readPatchFacts, type PatchFacts } from '../../formats/patches/patchFacts';
import { asRecord, getString } from '../../formats/shared/fields';
import { parentOf } from '../../formats/shared/paths';
import { parseJson } from '../../formats/shared/parseJson';
import type { PathPattern } from '../../formats/shared/jsonPaths';
import type { ByteRange } from '../../model/units';
import type { Attempt } from '../../model/attempt';
import type { TraceIndex } from '../traceIndex';
import { SubmissionFiles, type SubmissionText } from './submissionText';

/** What became of an attempt's submission. */
export type Submission = { readonly kind: 'patch'; readonly patch: PatchFacts } | { readonly kind: 'empty' | 'no-patch' | 'not-stated' | 'unreadable' };

const PLACES: readonly PathPattern[] = [['info', 'submission'], ['test_result', 'git_patch'], ['model_patch'], ['generated_patch'], ['git_patch']];
const FORMATS_WITHOUT = new Set<Attempt['format']>(['outcome-table', 'claude-code', 'codex', 'gemini-cli', 'otel', 'inspect', 'terminal-bench-1']);

/** Reads submissions of an index, one at a time; text is hashed and dropped. `close` when done. */
export class SubmissionReader {
  private readonly files: SubmissionFiles;
  /** Predictions by the folder of their file: task to the place of its patch. */
  private readonly predictions = new Map<string, Map<string, { readonly file: string; readonly range: ByteRange }>>();
  private readonly predictionFiles: Map<string, readonly string[]>;

  constructor(private readonly index: TraceIndex) {
    this.files = new SubmissionFiles(index.root);
    const byFolder = new Map<string, string[]>();
    for (const { file, format } of index.files) {
      if (format !== 'preds' || /\.jsonl$/i.test(file)) continue;
      byFolder.set(parentOf(file), [...(byFolder.get(parentOf(file)) ?? []), file]);
    }
    this.predictionFiles = byFolder;
  }

  close(): void {
    this.files.close();
  }

  /** The submission of the attempt in a row. In portions. */
  *read(row: number): Generator<void, Submission, void> {
    const attempt = this.index.attempt(row);
    const own = yield* this.ownText(attempt, row);
    if (own.kind !== 'not-stated') return judge(own);
    return judge(yield* this.predictedText(attempt));
  }

  private *ownText(attempt: Attempt, row: number): Generator<void, SubmissionText, void> {
    if (FORMATS_WITHOUT.has(attempt.format) || attempt.stepCount === 0) return { kind: 'not-stated' };
    if (/\.parquet$/i.test(attempt.file)) return { kind: 'unreadable' };
    const nested = /^attempts\[(\d+)\]$/.exec(attempt.locator);
    const want: readonly PathPattern[] = nested === null ? PLACES : [['attempts', Number(nested[1]), 'info', 'submission']];
    const own = yield* this.files.textAt(attempt.file, nested === null ? attempt.range : null, want);
    if (own.kind !== 'not-stated') return own;
    // A result whose steps stand in a trajectory of its own.
    const stepFile = this.index.step(row, 0)?.action?.file ?? attempt.file;
    return stepFile === attempt.file ? own : yield* this.files.textAt(stepFile, null, PLACES);
  }

  /** The prediction for the attempt's task that lies nearest above its file. */
  private *predictedText({ file, task }: Attempt): Generator<void, SubmissionText, void> {
    if (task === null) return { kind: 'not-stated' };
    for (let folder = parentOf(file); ; folder = parentOf(folder)) {
      const place = (yield* this.predictionsIn(folder)).get(task);
      if (place !== undefined) {
        return yield* this.files.textAt(place.file, place.range, [['model_patch']]);
      }
      if (folder === '') return { kind: 'not-stated' };
    }
  }

  private *predictionsIn(folder: string): Generator<void, ReadonlyMap<string, { readonly file: string; readonly range: ByteRange }>, void> {
    const known = this.predictions.get(folder);
    if (known !== undefined) return known;
    const found = new Map<string, { readonly file: string; readonly range: ByteRange }>();
    for (const file of this.predictionFiles.get(folder) ?? []) {
      yield* this.files.scan(file, null, [['*']], (jsonPath, bytes, range) => {
        const parsed = parseJson(bytes);
        const entry = parsed.ok ? asRecord(parsed.value) : null;
        const task = entry === null ? null : (getString(entry, 'instance_id') ?? (typeof jsonPath[0] === 'string' ? jsonPath[0] : null));
        if (task !== null) found.set(task, { file, range });
        return true;
      });
    }
    this.predictions.set(folder, found);
    return found;
  }
}

function judge(submission: SubmissionText): Submission {
  if (submission.kind !== 'text') return submission;
  if (submission.text.trim() === '') return { kind: 'empty' };
  const patch = readPatchFacts(submission.text);
  return patch === null ? { kind: 'no-patch' } : { kind: 'patch', patch };
}
