// Scores sidecar: what an outside monitor said about steps of attempts. JSONL, one score a line; written by people's own
// scripts. This product defines the format: `schemas/scores.schema.json` describes a line.
//
// {"task": "acme__widget-12", "runtime": "acme/small-1", "attempt": "run-2", "step": 7, "monitor": "probe", "score": 0.83}
//
// Keys that are not known are left out, and told. Whether the attempt and the step exist is found out when parts are joined.

import type { Claim, FileHead, PartSink, Reader, ScorePart, Source, SourceFile } from '../contract';
import { asRecord, getField, type JsonRecord } from '../shared/fields';
import { FileTally } from '../shared/fileTally';
import type { TallyState } from '../shared/fileTally';
import { scanLines } from '../shared/jsonLines';
import type { LineScan } from '../shared/jsonLines';
import { parseJson } from '../shared/parseJson';
import { parseLine } from '../shared/parseLine';
import { remarksOnKeys } from '../shared/remarksOnKeys';
import { seedProblem } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { NO_STEP_TEXT, readChunks } from '../shared/readChunks';

const KEYS = ['attempt', 'file', 'locator', 'task', 'runtime', 'step', 'call', 'monitor', 'score', 'threshold', 'cost'] as const;

export const scoresReader: Reader = { name: 'scores', claim, read, stepText: () => NO_STEP_TEXT };

function claim(head: FileHead): Claim | null {
  const end = head.head.indexOf(0x0a);
  if (end < 0 && head.size > head.head.length) return null;
  const first = end < 0 ? head.head : head.head.subarray(0, end);
  const start = first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? 3 : 0;
  if (first[start] !== 0x7b) return null;
  const parsed = parseJson(first.subarray(start));
  const row = parsed.ok ? asRecord(parsed.value) : null;
  if (row === null || Object.values(row).some((value) => typeof value === 'object' && value !== null)) return null;
  const has = (key: string): boolean => Object.hasOwn(row, key);
  const isScore = has('monitor') && has('score') && (has('step') || has('call')) && (has('attempt') || has('file') || has('task'));
  return isScore ? { certainty: 'certain', source: head.path } : null;
}

/** What the lines before say of those that follow. */
interface ScoresState {
  readonly tally: TallyState;
  /** Keys that are not known and were told. */
  readonly strange: readonly string[];
}

function read(source: Source, sink: PartSink): void {
  for (const file of source.files) readFile(file, sink);
}

function readFile(file: SourceFile, sink: PartSink): void {
  const tally = new FileTally(file, sink);
  const before = file.resume === undefined ? null : (JSON.parse(file.resume.state) as ScoresState);
  if (before !== null) tally.resume(before.tally);
  const strange = new Set(before?.strange);
  const pause = (at: LineScan['resume']): void => sink.pause?.({ ...at, state: JSON.stringify({ tally: tally.state, strange: [...strange] } satisfies ScoresState) });
  const scan = scanLines(readChunks(file, sink), { start: file.resume?.byte ?? 0, line: file.resume?.line ?? 1, onTail: pause }, (line) => {
    const place = { line: line.line, byte: line.start };
    const parsed = parseLine(line, tally);
    if (parsed === null) return;
    const row = asRecord(parsed.value);
    if (row === null) {
      tally.refuse(seedProblem('bad-value', place, { found: 'a line that is no object', expected: 'an object in each line', message: 'The line is no object; it was left out.' }, 'error'));
      return;
    }
    tally.tellAll(remarksOnKeys(row, { known: KEYS, told: strange, place }));
    const { part, problems } = readScore(row, file.path, place);
    tally.tellAll(problems);
    if (part === null) {
      tally.unreadable++;
      return;
    }
    tally.shown++;
    sink.score(part);
  });
  tally.tellAll(scan.issues);
  tally.unreadable += scan.tooLarge;
  tally.finish('scores');
}

/** Reads one line. Whatever is wrong with it costs the line: half a score helps nobody. */
function readScore(row: JsonRecord, file: string, place: FilePlace): { readonly part: ScorePart | null; readonly problems: readonly ProblemSeed[] } {
  const problems: ProblemSeed[] = [];
  const refuse = (key: string, expected: string): null => {
    const value = getField(row, key);
    const isMissing = value === undefined || value === null;
    const found = isMissing ? `no ${key}` : `${key} ${JSON.stringify(value).slice(0, 40)}`;
    const message = isMissing ? `The line states no ${key}; it was left out.` : `${key} must be ${expected}; the line was left out.`;
    problems.push(seedProblem(isMissing ? 'missing-field' : 'bad-value', place, { found, expected: `${key}: ${expected}`, message }, 'error'));
    return null;
  };
  const text = (key: string): string | null => {
    const value = getField(row, key);
    if (value === undefined || value === null) return null;
    if (typeof value === 'string' && value.trim() !== '') return value;
    return typeof value === 'number' ? String(value) : refuse(key, 'a text');
  };
  const number = (key: string, expected: string, isGood: (value: number) => boolean): number | null => {
    const value = getField(row, key);
    if (value === undefined || value === null) return null;
    return typeof value === 'number' && isGood(value) ? value : refuse(key, expected);
  };
  const isShare = (value: number): boolean => value >= 0 && value <= 1;
  const [attempt, attemptFile, locator, task, runtime] = [text('attempt'), text('file'), text('locator'), text('task'), text('runtime')];
  const step = number('step', 'a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0);
  const call = number('call', 'a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1);
  const monitor = text('monitor');
  const score = number('score', 'a number from 0 to 1', isShare);
  const threshold = number('threshold', 'a number from 0 to 1', isShare);
  const cost = number('cost', 'a number from 0', (value) => value >= 0);
  if (problems.length === 0) {
    if (step === null && call === null) refuse('step', 'a whole number from 0 (or call, from 1)');
    if (monitor === null) refuse('monitor', 'the name of the monitor');
    if (score === null) refuse('score', 'a number from 0 to 1');
    if (attempt === null && attemptFile === null) refuse('attempt', task === null ? 'an id (or file and locator, or task, runtime and attempt)' : 'the label of an attempt of the task');
  }
  if (problems.length > 0 || monitor === null || score === null) return { part: null, problems };
  // The attempt's own id, its file, or its label beside the task: the first two are unique, so they win.
  const isByFile = attemptFile !== null;
  const isByTask = !isByFile && task !== null;
  return {
    part: {
      file,
      attemptId: isByFile || isByTask ? null : attempt,
      attemptFile,
      locator: isByFile ? (locator ?? '') : null,
      task: isByTask ? task : null,
      runtime: isByTask ? runtime : null,
      attempt: isByTask ? attempt : null,
      call: step === null ? call : null,
      step,
      monitor,
      score,
      threshold,
      cost,
    },
    problems,
  };
}
