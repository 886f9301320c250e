// Exit statuses of a batch: `exit_statuses_<unix time>.yaml` (mini-swe-agent, one for each
// invocation) and `run_batch_exit_statuses.yaml` (SWE-agent). One key `instances_by_exit_status`
// maps a status to instance ids; SWE-agent adds totals. Defined in SWE-agent/mini-swe-agent
// `run/benchmarks/utils/batch_progress.py` and SWE-agent/SWE-agent `sweagent/run/_progress.py`.
//
// A later invocation overwrites trajectories: these files are the only trace of earlier attempts.

import { LineCounter, parseDocument } from 'yaml';
import type { YAMLError } from 'yaml';
import type { Claim, FileHead, PartSink, Reader, Source, SourceFile } from '../contract';
import { asArray, getField, getRecord } from '../shared/fields';
import { FileTally } from '../shared/fileTally';
import { parentOf } from '../shared/paths';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import { NO_STEP_TEXT, readChunks } from '../shared/readChunks';
import { DEEPEST_YAML, nestsDeeper } from '../shared/yamlDepth';

export const exitStatusesReader: Reader = {
  name: 'exitStatuses',
  claim,
  read(source: Source, sink: PartSink): void {
    for (const file of source.files) readStatuses(file, sink);
  },
  stepText: () => NO_STEP_TEXT,
};

/** 500 instances take 20 kB. */
const MAX_BYTES = 16 * 1024 * 1024;
const NAMED = /^(?:run_batch_)?exit_statuses(?:_[\d.]+)?\.ya?ml$/i;

function claim(head: FileHead): Claim | null {
  const text = new TextDecoder().decode(head.head);
  if (/^instances_by_exit_status\s*:/m.test(text)) return { certainty: 'certain', source: head.path };
  return NAMED.test(head.name) ? { certainty: 'possible', source: head.path } : null;
}

function readStatuses(file: SourceFile, sink: PartSink): void {
  const tally = new FileTally(file, sink);
  const value = parseYaml(file, sink, tally);
  const statuses = getRecord(value, 'instances_by_exit_status');
  const tasks = new Map<string, string>();
  if (statuses === null) {
    const isTold = value === undefined;
    const text = { found: 'no `instances_by_exit_status`', expected: 'a mapping of statuses to instance ids', message: 'The file names no exit statuses.' };
    if (!isTold) tally.tell(seedProblem('missing-field', WHOLE_FILE, text));
    if (isTold) tally.unreadable++;
  }
  for (const [status, ids] of Object.entries(statuses ?? {})) takeStatus(status, ids, tasks, tally);
  if (tasks.size > 0) sink.run({ file: file.path, runFolder: parentOf(file.path), kind: 'exit-statuses', tasks, runtime: {}, cohort: null });
  tally.finish('run-summary');
}

function takeStatus(status: string, ids: unknown, tasks: Map<string, string>, tally: FileTally): void {
  const list = asArray(ids);
  if (list === null) {
    if (ids === null) {
      tally.tell(seedProblem('missing-field', WHOLE_FILE, { found: `nothing for ${status.slice(0, 80)}`, expected: 'a list of instance ids', message: 'An exit status has no instances, as where the file was cut off.' }));
      return;
    }
    tally.refuse(seedProblem('bad-value', WHOLE_FILE, { found: `a ${typeof ids} for ${status.slice(0, 80)}`, expected: 'a list of instance ids', message: 'An exit status has no list of instances.' }));
    return;
  }
  for (const id of list) {
    if (typeof id !== 'string' && typeof id !== 'number') {
      tally.refuse(seedProblem('bad-value', WHOLE_FILE, { found: id === null ? 'null' : `a ${typeof id}`, expected: 'an instance id', message: 'An instance id is no text.' }));
      continue;
    }
    const task = String(id);
    if (tasks.has(task)) {
      tally.folded++;
      const message = `${task.slice(0, 100)} occurs twice; the last status counts.`;
      tally.tell(seedProblem('duplicate', WHOLE_FILE, { found: `${tasks.get(task)} and ${status.slice(0, 80)}`, expected: 'one status an instance', message }));
    } else {
      tally.shown++;
    }
    // Python's None, for a run that ended without a status.
    tasks.set(task, status === 'null' ? '' : status);
  }
}

/** The document as plain data; undefined when it could not be read, which is told. */
function parseYaml(file: SourceFile, sink: PartSink, tally: FileTally): unknown {
  if (file.size > MAX_BYTES) {
    tally.tell(seedProblem('too-large', WHOLE_FILE, { found: `${file.size} bytes`, expected: `at most ${MAX_BYTES} bytes`, message: 'The file is too large for a list of exit statuses.' }));
    return undefined;
  }
  const text = Buffer.concat([...readChunks(file, sink)]).toString('utf8');
  if (nestsDeeper(text, DEEPEST_YAML)) {
    tally.tell(seedProblem('too-deep', WHOLE_FILE, { found: `more than ${DEEPEST_YAML} levels`, expected: `at most ${DEEPEST_YAML} levels`, message: 'The YAML is nested too deep for a list of exit statuses.' }));
    return undefined;
  }
  const nul = text.indexOf('\0');
  if (nul >= 0) tally.tell(seedProblem('truncated', { line: null, byte: Buffer.byteLength(text.slice(0, nul)) }, { found: 'NUL bytes', expected: 'statuses and instance ids', message: 'NUL bytes stand here in place of statuses, as a crash leaves them.' }));
  if (text !== '' && !text.endsWith('\n')) tally.tell(seedProblem('truncated', { line: null, byte: file.size }, { found: 'a last line without a line break', expected: 'a line break at the end', message: 'The file does not end as its writers end it; it may be cut off.' }, 'warning'));
  if (text.includes('\ufffd')) tally.tell(seedProblem('bad-encoding', WHOLE_FILE, { found: 'bytes that are not UTF-8', expected: 'UTF-8 text', message: 'Bytes that are not UTF-8 were replaced.' }));
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent', uniqueKeys: false, prettyErrors: false });
    for (const error of document.errors) tally.tell(describeError(error, lines, text));
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (document.errors.length > 0 && getField(value, 'instances_by_exit_status') === undefined) return undefined;
    return value ?? {};
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0]?.slice(0, 160) : 'unknown reason';
    tally.tell(seedProblem('bad-value', WHOLE_FILE, { found: 'a document that cannot be expanded', expected: 'YAML', message: `The file is no usable YAML: ${reason}.` }, 'error'));
    return undefined;
  }
}

function describeError(error: YAMLError, lines: LineCounter, text: string): ReturnType<typeof seedProblem> {
  const [offset] = error.pos;
  const at = Math.min(offset, text.length);
  const place = { line: Math.max(1, lines.linePos(at).line), byte: Buffer.byteLength(text.slice(0, at)) };
  const found = text.slice(at, at + 40).replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim() || 'the end of the file';
  return seedProblem('bad-value', place, { found, expected: 'YAML', message: `The YAML is broken: ${error.message.slice(0, 160)}.` }, 'error');
}
