// Events of a sample in order. The agent's own calls are the model events outside of scorers and outside of tools: what
// runs inside a tool is a sub-agent's or the tool's own, and is kept apart with the graders'.

import { pushAll } from '../../base/extent';
import type { SideCalls } from '../../model/attempt';
import type { ByteRange } from '../../model/units';
import type { SourceFile } from '../contract';
import { getField, getRecord, getString, getText } from '../shared/fields';
import type { JsonSlice, PathPattern } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { ProblemSeed } from '../shared/problems';
import { buildFields } from '../shared/readFields';
import { addKnown, sumUsage } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import { resolveAttachments } from './attachments';
import type { AttachmentRanges } from './attachments';
import { StepCollector } from './buildSteps';
import { readAnswer, readResult } from './messages';
import { readInspectCost, readInspectUsage } from './usage';

/** What is looked at of an event, below it. */
export const EVENT_FIELDS: readonly PathPattern[] = [
  ...['event', 'timestamp', 'completed', 'role', 'span_id', 'error', 'id', 'parent_id', 'type', 'action', 'function', 'result', 'failed'].map((key) => [key]),
  ['output', 'choices', 0, 'message'],
  ['output', 'usage'],
  ['events', '*', 'event'],
  ['events', '*', 'output', 'usage'],
];

/** Types of events that are known, also those of which nothing is taken. */
const KNOWN = new Set([
  'sample_init', 'sample_limit', 'sandbox', 'state', 'store', 'model', 'tool', 'approval', 'compaction', 'input', 'score', 'score_edit', 'error', 'logger', 'info',
  'span_begin', 'span_end', 'step', 'subtask', 'interrupt', 'branch', 'anchor', 'checkpoint',
]);

/** Roles of models that judge, watch or summarise rather than act. */
const OTHER_ROLES = /grader|judge|scor|monitor|summar|critic|review/i;
/** Deeper chains of spans are no agent's. */
const DEEPEST_SPAN = 200;

type Owner = 'agent' | 'other';

interface Span {
  readonly parent: string | null;
  readonly type: string | null;
}

/** Reads the events of one sample, one after another, and keeps their facts. */
export class EventReader {
  readonly steps: StepCollector;
  readonly problems: ProblemSeed[] = [];
  /** Types of events that are not known, as written; '' where there is none. */
  readonly unknown = new Set<string>();
  /** Events that were read. */
  count = 0;
  limit: string | null = null;
  firstTime: string | null = null;
  lastTime: string | null = null;
  /** The last own event does not say when it ended: the beginning of the next one is taken. */
  private isEndOpen = false;
  /** Own calls that gave no answer: the provider failed. */
  failedCalls = 0;
  private readonly spans = new Map<string, Span>();
  /** Kinds of steps that are open, in logs without spans. */
  private readonly open: (string | null)[] = [];
  private readonly sideUsage: CallUsage[] = [];
  private sideCost: number | null = null;
  private lastFunction: string | null = null;

  constructor(
    private readonly file: SourceFile,
    private readonly attachments: AttachmentRanges,
  ) {
    this.steps = new StepCollector(file.path);
  }

  /** Calls that are not the agent's own; null where there are none. */
  get side(): SideCalls | null {
    return this.sideUsage.length === 0 ? null : { calls: this.sideUsage.length, tokens: sumUsage(this.sideUsage), cost: this.sideCost };
  }

  /** One event: slices of its fields, with paths below it. */
  event(slices: readonly JsonSlice[]): void {
    this.count++;
    const big = slices.filter(({ path }) => path[path.length - 1] === 'message' || path[0] === 'result');
    const { values, problems } = buildFields(slices.filter((slice) => !big.includes(slice)));
    pushAll(this.problems, problems.slice(0, 10));
    const time = getText(values, 'timestamp');
    if (this.isEndOpen && time !== null) {
      this.lastTime = time;
      this.isEndOpen = false;
    }
    const type = getString(values, 'event') ?? '';
    if (!KNOWN.has(type)) this.unknown.add(type);
    switch (type) {
      case 'span_begin':
        this.spans.set(getString(values, 'id') ?? '', { parent: getString(values, 'parent_id'), type: getString(values, 'type') });
        break;
      case 'step':
        if (getString(values, 'action') === 'begin') this.open.push(getString(values, 'type'));
        else this.open.pop();
        break;
      case 'model':
        this.model(values, big.find(({ path }) => path[0] === 'output') ?? null);
        break;
      case 'tool':
        this.tool(values, slices);
        break;
      case 'sandbox':
        this.sandbox(values, big[0] ?? null);
        break;
      case 'sample_limit':
        this.limit = getText(values, 'type');
        break;
    }
  }

  private model(values: unknown, message: JsonSlice | null): void {
    const usage = getField(getRecord(values, 'output'), 'usage');
    if (this.ownerOf(values) === 'other') {
      if (message !== null || usage != null) this.addSide(usage);
      return;
    }
    const parsed = message === null ? null : parseJson(message.bytes, { line: message.line, byte: message.start });
    if (message === null || parsed?.ok !== true) {
      if (parsed?.problem) this.problems.push(parsed.problem);
      else this.tellUnseen(values, usage);
      this.failedCalls++;
      return;
    }
    this.see(values);
    const { value, ranges } = resolveAttachments(parsed.value, this.attachments, this.file);
    this.steps.answer({
      answer: readAnswer(value),
      ranges: [{ start: message.start, end: message.end }, ...ranges],
      usage: usage == null ? null : readInspectUsage(usage),
      cost: readInspectCost(usage),
      time: getText(values, 'completed') ?? getText(values, 'timestamp'),
    });
  }

  /** A call that failed has no answer, and nothing was paid for one. */
  private tellUnseen(values: unknown, usage: unknown): void {
    const output = readInspectUsage(usage).output ?? 0;
    if (output > 0 && getField(values, 'error') == null) this.problems.push(seedProblem('missing-field', WHOLE_FILE, { found: `a model event with ${output} output tokens and no answer`, expected: '"message" in its first choice', message: 'A call of the model was paid for, and its answer is not where it should be; it counts as a call without an answer.' }));
  }

  private tool(values: unknown, slices: readonly JsonSlice[]): void {
    this.nested(values);
    const id = getText(values, 'id');
    if (!this.steps.hasCall(id) && this.ownerOf(values) === 'other') return;
    this.see(values);
    this.lastFunction = getText(values, 'function');
    const result = slices.find(({ path }) => path[0] === 'result') ?? null;
    const error = slices.find(({ path }) => path[0] === 'error') ?? null;
    const parsed = result === null ? null : parseJson(result.bytes, { line: result.line, byte: result.start });
    if (parsed?.problem) this.problems.push(parsed.problem);
    const { value, ranges } = resolveAttachments(parsed?.ok === true ? parsed.value : null, this.attachments, this.file);
    const raised = getRecord(values, 'error');
    // Results that are not there yet are null, of tools that are still running.
    const hasResult = result !== null && (value !== null || raised !== null);
    const places: ByteRange[] = [...(hasResult ? [{ start: result.start, end: result.end }, ...ranges] : []), ...(raised !== null && error !== null ? [{ start: error.start, end: error.end }] : [])];
    this.steps.observation(id, readResult(value, raised, getField(values, 'failed') === true), places);
  }

  /** Sub-agents' events stood inside that of their tool before there were spans. */
  private nested(values: unknown): void {
    for (const inner of Object.values(getRecord(values, 'events') ?? {})) {
      if (getString(inner, 'event') === 'model') this.addSide(getField(getRecord(inner, 'output'), 'usage'));
    }
  }

  private sandbox(values: unknown, result: JsonSlice | null): void {
    const parsed = result === null ? null : parseJson(result.bytes);
    const isCommand = /^(?:bash|python|shell|exec)/i.test(this.lastFunction ?? '');
    if (getString(values, 'action') === 'exec' && isCommand && parsed?.ok === true && Number.isSafeInteger(parsed.value)) this.steps.exitCode(Number(parsed.value));
  }

  private addSide(usage: unknown): void {
    this.sideUsage.push(readInspectUsage(usage));
    this.sideCost = addKnown(this.sideCost, readInspectCost(usage));
  }

  private see(values: unknown): void {
    const time = getText(values, 'timestamp');
    const completed = getText(values, 'completed');
    this.firstTime ??= time;
    this.lastTime = completed ?? time ?? this.lastTime;
    this.isEndOpen = completed === null;
  }

  private ownerOf(values: unknown): Owner {
    if (OTHER_ROLES.test(getString(values, 'role') ?? '') || this.open.some((type) => type === 'scorer' || type === 'scorers')) return 'other';
    let id = getString(values, 'span_id');
    for (let depth = 0; id !== null && depth < DEEPEST_SPAN; depth++) {
      const span = this.spans.get(id);
      if (span === undefined) break;
      if (span.type === 'scorer' || span.type === 'scorers' || span.type === 'tool') return 'other';
      id = span.parent;
    }
    return 'agent';
  }
}
