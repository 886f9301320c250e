// `.eval`: a zip archive. A running or killed evaluation has no `header.json`; its journal says what it is.

import { ContentError, memberPath, memoryContent } from '../containers/content';
import type { Content } from '../containers/content';
import { Spool } from '../containers/spool';
import { readDirectory } from '../containers/zip/directory';
import type { ZipDirectory, ZipEntry } from '../containers/zip/entries';
import { openEntry, readEntriesAhead } from '../containers/zip/members';
import type { PartSink, SourceFile } from '../contract';
import { FileTally } from '../shared/fileTally';
import { parseJson } from '../shared/parseJson';
import { problemIn, seedProblem, WHOLE_FILE } from '../shared/problems';
import { readHeader, summaryValues } from './header';
import type { LogHeader } from './header';
import { scaleOf } from './outcome';
import type { ScoreScale } from './outcome';
import { countRetries, emitSample, retriedSamples, unknownEvents } from './samplePart';
import { scanSamples } from './scanSamples';

const SAMPLES = /^samples\/.+\.json$/;
const KNOWN = /^(?:samples\/.+\.json|_journal\/.*|header\.json|summaries\.json|reductions\.json|[^/]*\/)$/;
const JOURNAL_SUMMARIES = /^_journal\/summaries\/\d+\.json$/;
/** A header or a list of summaries larger than this is not read. */
const MOST_LIST_BYTES = 64 * 1024 * 1024;
/** How every text that names an attachment begins. */
const ATTACHMENT = Buffer.from('attachment://');

/** Reads the samples of one log. */
export async function readEvalFile(file: SourceFile, sink: PartSink): Promise<void> {
  await new EvalFile(file, sink).read();
}

class EvalFile {
  private readonly tally: FileTally;
  private readonly directory: ZipDirectory;
  private retries = 0;
  /** Types of events that are not known. */
  private readonly strange = new Set<string>();

  constructor(
    private readonly file: SourceFile,
    private readonly sink: PartSink,
  ) {
    this.tally = new FileTally(file, sink);
    this.directory = readDirectory(file);
  }

  async read(): Promise<void> {
    const { sink, tally, directory } = this;
    sink.checkCancelled();
    for (const problem of directory.problems) sink.problem(problem);
    const header = await this.header();
    const scale = await this.scale(header);
    tally.tellAll(header.problems);
    const samples = [...directory.entries.values()].filter(({ name }) => SAMPLES.test(name));
    for await (const { entry, bytes } of readEntriesAhead(this.file, samples)) {
      sink.checkCancelled();
      await this.sample(entry, bytes, { header, scale });
    }
    // A sample that was run again stands behind its first record, of which only the directory still knows.
    tally.folded += directory.superseded;
    if (header.completed !== null && header.completed > samples.length) tally.tell(missingSamples(header.completed, samples.length));
    this.tellUnknown();
    if (this.retries > 0) tally.tell(retriedSamples(this.retries));
    if (scale.isOpen) tally.tell(openScale());
    tally.finish('inspect');
  }

  private tellUnknown(): void {
    const events = unknownEvents(this.strange);
    if (events !== null) this.tally.tell(events);
    const members = [...this.directory.entries.keys()].filter((name) => !KNOWN.test(name));
    if (members.length === 0) return;
    const names = members.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 80))).join(', ');
    this.tally.tell(seedProblem('unknown-record', WHOLE_FILE, { found: `members ${names}${members.length > 5 ? ` and ${members.length - 5} more` : ''}`, expected: 'samples, a header, summaries, reductions and a journal', message: 'Members of the log that are not known were left out.' }, 'information'));
  }

  /** `now`: all bytes of the member; null where it has to be opened piece by piece. */
  private async sample(entry: ZipEntry, now: Uint8Array | null, { header, scale }: { readonly header: LogHeader; readonly scale: ScoreScale }): Promise<void> {
    const spool = new Spool();
    try {
      const content = now === null ? await openEntry(this.file, entry, { spool }) : memoryContent(memberPath(this.file.path, entry.name), now);
      for (const problem of content.problems) this.sink.problem(problem);
      this.readSample(content, { entry, header, scale, hasNoAttachments: now !== null && !Buffer.from(now.buffer, now.byteOffset, now.length).includes(ATTACHMENT) });
      content.close();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      this.tally.refuse(seedProblem('unreadable', WHOLE_FILE, { found: error.code, expected: 'a sample that can be read', message: error.message.slice(0, 300) }));
    } finally {
      spool.close();
    }
  }

  private readSample(content: Content, { entry, header, scale, hasNoAttachments }: { readonly entry: ZipEntry; readonly header: LogHeader; readonly scale: ScoreScale; readonly hasNoAttachments: boolean }): void {
    const { samples, scan, problems } = scanSamples(content, { prefix: [], hasNoAttachments }, this.sink);
    for (const issue of [...scan.issues, ...problems.slice(0, 100)]) this.sink.problem(problemIn(content.path, issue));
    const sample = samples.get(0);
    if (sample === undefined || scan.root !== 'object') {
      this.tally.refuse(seedProblem('missing-field', WHOLE_FILE, { found: `no sample in ${JSON.stringify(entry.name.slice(0, 100))}`, expected: 'an object with "id" and "epoch"', message: 'A member of the log that should be a sample is none.' }, 'error'));
      return;
    }
    this.tally.shown++;
    this.retries += countRetries(sample);
    for (const type of sample.events.unknown) this.strange.add(type);
    emitSample(sample, { header, scale, place: { file: this.file.path, locator: entry.name, isWhole: scan.isComplete && scan.skipped === 0 }, sink: this.sink });
  }

  private async header(): Promise<LogHeader> {
    const root = await this.member('header.json');
    if (root !== undefined) return readHeader(root);
    const start = await this.member('_journal/start.json');
    const isThere = start !== undefined;
    const text = {
      found: isThere ? 'no "header.json"' : 'neither "header.json" nor "_journal/start.json"',
      expected: 'the header that a finished evaluation writes',
      message: isThere ? 'The evaluation is still running or was killed: the samples that it has written are read.' : 'The log has no header: agent, model and limits of its samples are not known.',
    };
    this.tally.tell(seedProblem('missing-field', WHOLE_FILE, text, isThere ? 'information' : 'warning'));
    return readHeader(start);
  }

  private async scale(header: LogHeader): Promise<ScoreScale> {
    const whole = await this.member('summaries.json');
    if (whole !== undefined) return scaleOf(summaryValues(whole, header.scorers));
    const values: unknown[] = [];
    for (const { name } of this.directory.entries.values()) {
      if (JOURNAL_SUMMARIES.test(name)) for (const value of summaryValues(await this.member(name), header.scorers)) values.push(value);
    }
    return scaleOf(values);
  }

  /** The value of a member; undefined when it is not there, too large, or not readable (with a problem). */
  private async member(name: string): Promise<unknown> {
    const entry = this.directory.entries.get(name);
    if (entry === undefined || entry.size > MOST_LIST_BYTES) return undefined;
    const spool = new Spool();
    try {
      const content = await openEntry(this.file, entry, { spool });
      for (const problem of content.problems) this.sink.problem(problem);
      const parsed = parseJson(content.read(0, content.size));
      if (parsed.problem !== null) this.sink.problem(problemIn(content.path, parsed.problem));
      return parsed.ok ? parsed.value : undefined;
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      this.tally.tell(seedProblem('unreadable', WHOLE_FILE, { found: error.code, expected: 'a member that can be read', message: error.message.slice(0, 300) }));
      return undefined;
    } finally {
      spool.close();
    }
  }
}

export function missingSamples(stated: number, found: number): ReturnType<typeof seedProblem> {
  return seedProblem('missing-field', WHOLE_FILE, { found: `${found} samples`, expected: `${stated} samples, as the header says`, message: `The header speaks of ${stated} completed samples; ${found} are in the log.` }, 'information');
}

export function openScale(): ReturnType<typeof seedProblem> {
  return seedProblem('bad-value', WHOLE_FILE, { found: 'scores outside of 0 to 1', expected: 'correct or incorrect, or a share from 0 to 1', message: 'Scores of this log are on a scale whose pass mark it does not state: its outcomes are unknown.' }, 'information');
}

