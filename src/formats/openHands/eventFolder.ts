// A conversation as the agent SDK keeps it: a file for each event, with `base_state.json` beside them; and the same of
// older servers, whose files are numbers. Sub-agents' conversations lie below, under `subagents`.

import { groupBy } from '../../base/groupBy';
import { compareText } from '../../base/compareText';
import type { PartSink, SourceFile } from '../contract';
import { countCopy } from '../shared/countFile';
import { FileTally } from '../shared/fileTally';
import { scanJson } from '../shared/jsonSlices';
import type { JsonSlice } from '../shared/jsonSlices';
import { nameOf, parentOf } from '../shared/paths';
import { parseJson } from '../shared/parseJson';
import { problemIn, seedProblem, WHOLE_FILE } from '../shared/problems';
import { readChunks } from '../shared/readChunks';
import { buildAttempt, isAttempt, withoutCalls } from './attemptOf';
import type { AttemptContext } from './attemptOf';
import { Conversation } from './conversation';
import type { ConversationFacts, SideCall } from './conversation';
import { roleOf } from './recognise';

/** Reads the files of one conversation and of its sub-agents. */
export function readEventFolder(key: string, files: readonly SourceFile[], sink: PartSink): void {
  const conversations = groupBy(files.filter((file) => roleOf(file.path).kind !== 'copy'), (file) => conversationOf(file.path));
  for (const file of files) if (roleOf(file.path).kind === 'copy') countCopy(file, 'openhands', sink);
  const own = conversations.get(key) ?? [];
  const below = [...conversations].filter(([folder]) => folder !== key).sort(([a], [b]) => compareText(a, b));
  const subagents = below.flatMap(([folder, members]) => new FolderReading(folder, members, sink).readSide());
  if (own.length > 0) new FolderReading(key, own, sink).readOwn(subagents);
}

function conversationOf(path: string): string {
  const folder = parentOf(path);
  return roleOf(path).kind === 'event' && nameOf(folder) === 'events' ? parentOf(folder) : folder;
}

class FolderReading {
  private readonly conversation: Conversation;
  private readonly shownFiles: { readonly file: SourceFile; readonly tally: FileTally }[] = [];
  private state: unknown = null;
  private stateFile: SourceFile | null = null;
  private isWhole = true;

  constructor(private readonly folder: string, private readonly files: readonly SourceFile[], private readonly sink: PartSink) {
    this.conversation = new Conversation(files[0]?.path ?? folder);
  }

  readOwn(subagents: readonly SideCall[]): void {
    const facts = this.readAll();
    const file = this.stateFile ?? this.shownFiles[0]?.file ?? this.files[0];
    if (file === undefined) return;
    const built = buildAttempt(facts, { ...this.context(file), subagents });
    for (const problem of built.problems) this.sink.problem(problemIn(file.path, problem));
    if (built.steps.length === 0) this.sink.problem(problemIn(file.path, withoutCalls(facts)));
    if (isAttempt(facts)) for (const { part, steps } of [built, ...built.subagents]) this.sink.attempt(part, steps);
  }

  /** Tells a sub-agent, which hangs under the conversation above it, and gives its calls with what each used. */
  readSide(): readonly SideCall[] {
    const facts = this.readAll();
    const file = this.files[0];
    if (file === undefined) return [];
    const { part, steps, subagents } = buildAttempt(facts, this.context(this.stateFile ?? file));
    const at = `/${this.folder}`.lastIndexOf('/subagents/');
    // Its folder is named after itself; which call started it, nothing says.
    const lineage = { session: this.folder, spawns: part.lineage?.spawns ?? [], parent: { session: this.folder.slice(0, Math.max(0, at - 1)), call: null } };
    if (steps.length > 0) this.sink.attempt({ ...part, role: 'sub-agent', lineage }, steps);
    for (const inner of subagents) this.sink.attempt(inner.part, inner.steps);
    const calls = steps.flatMap((step, i): SideCall[] => (step.call === null ? [] : [{ responseId: facts.steps[i]?.responseId ?? null, usage: { input: step.inputTokens, cached: step.cachedTokens, output: step.outputTokens }, cost: step.cost }]));
    return [...calls, ...facts.side];
  }

  private context(file: SourceFile): AttemptContext {
    return {
      file: file.path,
      locator: '',
      range: null,
      place: { folder: this.folder === '' ? null : this.folder, runFolder: null },
      filePlace: WHOLE_FILE,
      run: null,
      task: null,
      taskHash: null,
      attempt: this.folder === '' ? null : nameOf(this.folder),
      error: null,
      metrics: null,
      state: this.state,
      isWhole: this.isWhole,
      verdict: null,
      session: this.folder,
    };
  }

  private readAll(): ConversationFacts {
    const events: { readonly file: SourceFile; readonly index: number }[] = [];
    for (const file of this.files) {
      const role = roleOf(file.path);
      if (role.kind === 'event') events.push({ file, index: role.index });
      else this.readState(file);
    }
    events.sort((a, b) => a.index - b.index || compareText(a.file.path, b.file.path));
    for (const { file } of events) this.readEvent(file);
    this.checkNumbers(events.map(({ index }) => index), events[0]?.file ?? null);
    return this.conversation.finish();
  }

  private readState(file: SourceFile): void {
    const tally = new FileTally(file, this.sink);
    const value = this.readDocument(file, tally)?.value;
    if (value !== undefined) {
      this.state = value;
      this.stateFile = file;
      tally.folded++;
    }
    tally.finish('openhands');
  }

  private readEvent(file: SourceFile): void {
    const tally = new FileTally(file, this.sink);
    const read = this.readDocument(file, tally);
    if (read === null) {
      this.isWhole = false;
    } else {
      const before = this.conversation.shownSoFar;
      const { slice, value } = read;
      if (this.conversation.add(value, { start: slice.start, end: slice.end }, slice.bytes, file.path)) {
        if (this.conversation.shownSoFar > before) tally.shown++;
        else tally.folded++;
        this.shownFiles.push({ file, tally });
      } else {
        this.isWhole = false;
        tally.refuse(seedProblem('unknown-record', WHOLE_FILE, { found: 'no event', expected: 'an event of a conversation', message: 'The file is no event of a conversation; it was left out.' }, 'error'));
      }
    }
    tally.finish('openhands');
  }

  /** The value of a file; null where it cannot be read, which is told and counted. */
  private readDocument(file: SourceFile, tally: FileTally): { readonly value: unknown; readonly slice: JsonSlice } | null {
    const slices: JsonSlice[] = [];
    const scan = scanJson(readChunks(file, this.sink), { want: [[]] }, (slice) => slices.push(slice));
    tally.tellAll(scan.issues);
    const [slice] = slices;
    const parsed = slice === undefined ? null : parseJson(slice.bytes, { line: slice.line, byte: slice.start });
    if (parsed !== null && parsed.problem !== null) tally.tell(parsed.problem);
    if (slice === undefined || parsed === null || !parsed.ok) {
      tally.unreadable++;
      return null;
    }
    return { value: parsed.value, slice };
  }

  /** Files are numbered without gaps, so a gap is a file that is gone. */
  private checkNumbers(numbers: readonly number[], first: SourceFile | null): void {
    const distinct = new Set(numbers).size;
    const last = numbers[numbers.length - 1] ?? -1;
    const missing = last + 1 - distinct;
    if (missing <= 0 || first === null) return;
    this.isWhole = false;
    this.sink.problem(problemIn(first.path, seedProblem('missing-field', WHOLE_FILE, { found: `${distinct} of ${last + 1} events`, expected: 'a file for each number from 0', message: `${missing} events of the conversation have no file here, so its calls are not counted.` })));
  }
}
