import { pushAll } from '../../base/extent';
import type { Step } from '../../model/step';
import type { EpochMs } from '../../model/units';
import { getBoolean, getCount, getField, getPath, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import type { FileTally } from '../shared/fileTally';
import { parseJson } from '../shared/parseJson';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace } from '../shared/problems';
import { epochMs, parseTime } from '../shared/times';
import { NO_USAGE, readOpenAiUsage, sumUsage } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import { CallList } from './calls';
import type { ItemPlace } from './calls';
import { readItem } from './items';
import type { Item } from './items';

/** A line's place in the file. */
export interface LinePlace extends FilePlace {
  readonly line: number;
  readonly byte: number;
  readonly end: number;
}

/** What a rollout says about its session, and its calls. */
export interface Rollout {
  readonly meta: unknown;
  readonly steps: readonly Step[];
  /** Tool calls that started sub-agents, with their steps. */
  readonly spawns: readonly { readonly call: string; readonly step: number }[];
  readonly models: readonly string[];
  /** Settings of the turns, each once. */
  readonly settings: readonly unknown[];
  readonly started: string | null;
  readonly ended: string | null;
  readonly exitStatus: string | null;
  /** Calls whose tokens were counted and that left no item. */
  readonly unseen: readonly CallUsage[];
  /** Calls that wrote summaries. */
  readonly summaries: readonly CallUsage[];
  /** The file shows answers only as the user interface did: how many calls there were is not known. */
  readonly hasOnlyCopies: boolean;
}

/**
 * Lines copied from another session are written in one go: no model answers within this time of the line before. In
 * milliseconds; a writer needs a few for each line.
 */
const BURST_GAP = 500;
const MOST_UNKNOWN = 5;
const NO_TYPE = '(without a type)';
/** Tools that start sub-agents. */
const SPAWNING = /(?:^|[._])spawn_agents?(?:_on_csv)?$/;
const ENDINGS: Readonly<Record<string, string>> = { task_complete: 'task_complete', turn_complete: 'task_complete', turn_aborted: 'turn_aborted' };

/** Takes the lines of one rollout, old or new, in order. */
export class RolloutReading {
  private readonly calls: CallList;
  private meta: JsonRecord | null = null;
  private readonly models: string[] = [];
  private readonly settings = new Map<string, unknown>();
  private model: string | null = null;
  private started: string | null = null;
  private ended: string | null = null;
  private exitStatus: string | null = null;
  private readonly spawns: { call: string; key: string }[] = [];
  private total: number | null = null;
  /** Counts since the last answer that belong to no item. */
  private waiting: CallUsage[] = [];
  private readonly unseen: CallUsage[] = [];
  private readonly summaries: CallUsage[] = [];
  private readonly unknown = new Set<string>();
  private words = 0;
  private burst: { last: EpochMs; hasOther: boolean; shown: number } | null = null;
  private baseline: JsonRecord | null = null;
  private lastTotal: JsonRecord | null = null;
  private strange = 0;
  private firstStrange: FilePlace | null = null;

  constructor(file: string, private readonly tally: FileTally) {
    this.calls = new CallList(file);
  }

  take(record: JsonRecord, place: LinePlace): void {
    const time = getText(record, 'timestamp');
    const timeMs = epochMs(time);
    this.followBurst(timeMs);
    const payload = getRecord(record, 'payload');
    const type = getString(record, 'type');
    const item: ItemPlace = { start: place.byte, end: place.end, timeMs };
    if (payload === null) this.takeBare(record, type, item, place);
    else if (type === 'session_meta') this.takeMeta(payload, timeMs, place);
    else if (type === 'turn_context') this.takeContext(payload);
    else if (type === 'response_item') this.takeItem(readItem(payload), payload, item, place);
    else if (type === 'event_msg') this.takeEvent(payload, place);
    else if (type === 'compacted') this.takeCompaction();
    else this.takeUnknown(type ?? NO_TYPE);
    if (time !== null && parseTime(time) !== null) {
      this.started ??= time;
      this.ended = time;
    }
  }

  finish(): Rollout {
    this.endBurst();
    pushAll(this.unseen, this.waiting.splice(0, this.waiting.length));
    this.tellRemarks();
    const steps = this.calls.steps();
    const spawns = this.spawns.flatMap(({ call, key }) => {
      const step = this.calls.stepOf(call);
      return step === null ? [] : [{ call: key, step }];
    });
    this.checkTotals(steps);
    return {
      meta: this.meta,
      steps,
      spawns,
      models: this.models,
      settings: [...this.settings.values()],
      started: getText(this.meta, 'timestamp') ?? this.started,
      ended: this.ended,
      exitStatus: this.exitStatus,
      unseen: this.unseen,
      summaries: this.summaries,
      hasOnlyCopies: steps.length === 0 && this.words > 0,
    };
  }

  private show(): void {
    this.tally.shown++;
    if (this.burst !== null) this.burst.shown++;
  }

  private fold(): void {
    this.tally.folded++;
  }

  private refuse(place: FilePlace): void {
    this.tally.refuse(seedProblem('bad-value', place, { found: 'a line without what its type promises', expected: 'a payload', message: 'The line has no payload that can be read; it was left out.' }, 'error'));
  }

  /** Old form: a header, then items without times, and states of the program between them. */
  private takeBare(record: JsonRecord, type: string | null, item: ItemPlace, place: LinePlace): void {
    if (type !== null && Object.hasOwn(record, 'payload')) this.refuse(place);
    else if (type !== null) this.takeItem(readItem(record), record, item, place);
    else if (getString(record, 'record_type') !== null) this.fold();
    else if (getText(record, 'id') !== null) this.takeMeta(record, null, place);
    else this.takeUnknown(NO_TYPE);
  }

  private takeMeta(payload: JsonRecord, timeMs: EpochMs | null, place: FilePlace): void {
    if (this.meta !== null) {
      // Of the session that this one was forked from, or once more its own after it was resumed.
      if (this.burst !== null && getText(payload, 'id') !== getText(this.meta, 'id')) this.burst.hasOther = true;
      this.fold();
      return;
    }
    if (getText(payload, 'id') === null) this.tally.tell(seedProblem('missing-field', place, { found: 'a session without id', expected: 'an id', message: 'The session states no id.' }));
    this.meta = payload;
    this.tally.shown++;
    const isFork = getText(payload, 'forked_from_id') !== null || parentOfMeta(payload) !== null;
    this.burst = timeMs === null ? null : { last: timeMs, hasOther: isFork, shown: 0 };
  }

  /** Ends the burst of copied lines when time passes. */
  private followBurst(timeMs: EpochMs | null): void {
    if (this.burst === null || timeMs === null) return;
    if (timeMs - this.burst.last > BURST_GAP || timeMs < this.burst.last) this.endBurst();
    else this.burst.last = timeMs;
  }

  private endBurst(): void {
    const { burst } = this;
    this.burst = null;
    if (burst === null || !burst.hasOther || this.calls.length === 0) return;
    this.calls.drop();
    this.tally.shown -= burst.shown;
    this.tally.folded += burst.shown;
    this.baseline = this.lastTotal;
    this.waiting = [];
    this.unseen.length = 0;
    this.summaries.length = 0;
    this.models.length = 0;
    this.spawns.length = 0;
    this.exitStatus = null;
    this.words = 0;
  }

  private takeContext(payload: JsonRecord): void {
    this.model = getText(payload, 'model') ?? this.model;
    const setting = {
      approval: getField(payload, 'approval_policy'),
      sandbox: getPath(payload, 'sandbox_policy', 'type') ?? getPath(payload, 'sandbox_policy', 'mode'),
      network: getPath(payload, 'sandbox_policy', 'network_access'),
      effort: getField(payload, 'effort'),
      mode: getPath(payload, 'collaboration_mode', 'mode'),
    };
    this.settings.set(JSON.stringify(setting), setting);
    this.show();
  }

  private takeItem(item: Item, record: JsonRecord, place: ItemPlace, line: FilePlace): void {
    switch (item.kind) {
      case 'say':
      case 'reason':
      case 'call':
        this.beginAnswer();
        this.addToAnswer(item, place);
        this.show();
        return;
      case 'output': {
        const isKnown = this.calls.output(item.id, item.observed, place);
        if (isKnown) this.noteSpawned(item.id, item.observed.text);
        else this.strange++;
        if (!isKnown) this.firstStrange ??= line;
        if (isKnown) this.show();
        else this.fold();
        return;
      }
      case 'prompt':
        this.calls.seal();
        this.show();
        return;
      case 'aside':
        if (/^(?:compaction|context_compaction)/.test(getString(record, 'type') ?? '')) this.takeSummary();
        this.fold();
        return;
      case 'unknown':
        this.takeUnknown(item.type);
    }
  }

  private addToAnswer(item: Extract<Item, { kind: 'say' | 'reason' | 'call' }>, place: ItemPlace): void {
    if (item.kind === 'say') this.calls.say(item.text, place);
    else if (item.kind === 'reason') this.calls.reason(item.text, place);
    else this.calls.call(item.call, place);
    const id = item.kind === 'call' && SPAWNING.test(item.call.tool) ? item.call.id : null;
    if (id !== null) this.spawns.push({ call: id, key: id });
  }

  /** Counts that came since the last answer were of answers that left nothing. */
  private beginAnswer(): void {
    pushAll(this.unseen, this.waiting.splice(0, this.waiting.length));
    if (this.model !== null && !this.models.includes(this.model)) this.models.push(this.model);
  }

  /** `{"agent_id": "…"}` is what the tool that starts sub-agents answers. */
  private noteSpawned(call: string | null, text: string): void {
    if (call === null || !/agent_id|thread_id/.test(text.slice(0, 400))) return;
    if (!this.spawns.some((spawn) => spawn.call === call)) return;
    const parsed = parseJson(Buffer.from(text, 'utf8'));
    const key = parsed.ok ? (getText(parsed.value, 'agent_id') ?? getText(parsed.value, 'thread_id') ?? getText(parsed.value, 'new_thread_id')) : null;
    if (key !== null) this.spawns.push({ call, key });
  }

  private takeEvent(payload: JsonRecord, place: FilePlace): void {
    const type = getString(payload, 'type');
    const ending = type === null || !Object.hasOwn(ENDINGS, type) ? undefined : ENDINGS[type];
    if (type === null) {
      this.refuse(place);
    } else if (type === 'token_count') {
      this.takeCount(payload);
    } else if (ending !== undefined) {
      const reason = getText(payload, 'reason');
      this.exitStatus = ending === 'turn_aborted' && reason !== null ? `turn_aborted: ${reason.slice(0, 200)}` : ending;
      this.show();
    } else {
      if (type === 'task_started' || type === 'turn_started') this.exitStatus = null;
      if (type === 'agent_message' || type === 'agent_reasoning') this.words++;
      if (type === 'collab_agent_spawn_end') this.noteSpawnEvent(payload);
      // What else there is repeats items for the user interface.
      this.fold();
    }
  }

  private noteSpawnEvent(payload: JsonRecord): void {
    const call = getText(payload, 'call_id');
    const key = getText(payload, 'new_thread_id');
    if (call !== null && key !== null) this.spawns.push({ call, key });
  }

  /** One count a call; the same count is written again when limits are refreshed. */
  private takeCount(payload: JsonRecord): void {
    const info = getRecord(payload, 'info');
    const totals = getRecord(info, 'total_token_usage');
    const total = getCount(totals, 'total_tokens');
    if (info === null || (total !== null && total === this.total)) {
      this.fold();
      return;
    }
    const last = getRecord(info, 'last_token_usage');
    const usage = last === null ? differenceOf(totals, this.lastTotal) : readOpenAiUsage(last);
    this.total = total;
    this.lastTotal = totals;
    if (this.calls.awaitsUsage) this.calls.count(usage);
    else this.waiting.push(usage);
    this.show();
  }

  private takeCompaction(): void {
    this.takeSummary();
    this.fold();
  }

  /** Counts that no answer claimed were of the call that wrote the summary. */
  private takeSummary(): void {
    pushAll(this.summaries, this.waiting.splice(0, this.waiting.length));
    this.calls.seal();
  }

  private takeUnknown(type: string): void {
    if (this.unknown.size < MOST_UNKNOWN) this.unknown.add(type.slice(0, 40));
    this.fold();
  }

  private tellRemarks(): void {
    if (this.strange > 0) {
      this.tally.tell(seedProblem('missing-field', this.firstStrange ?? WHOLE_FILE, { found: `${this.strange} outputs without their calls`, expected: 'the call of each output', message: `Outputs whose calls are not in the file: ${this.strange}.` }, 'information'));
    }
    if (this.unknown.size > 0) {
      const types = [...this.unknown].join(', ');
      this.tally.tell(seedProblem('unknown-record', WHOLE_FILE, { found: `lines of type ${types}`, expected: 'types that are known', message: `Lines of types that are not known were left out: ${types}.` }));
    }
  }

  /** The producer's running total is a check of the calls' own counts. */
  private checkTotals(steps: readonly Step[]): void {
    if (this.lastTotal === null) return;
    const stated = differenceOf(this.lastTotal, this.baseline);
    const own = sumUsage([...steps.map((step) => ({ input: step.inputTokens, cached: step.cachedTokens, output: step.outputTokens })), ...this.unseen, ...this.summaries]);
    if (stated.input === null || stated.output === null || (stated.input === (own.input ?? 0) && stated.output === (own.output ?? 0))) return;
    this.tally.tell(seedProblem('conflict', WHOLE_FILE, {
      found: `a total of ${stated.input} + ${stated.output} tokens`,
      expected: `${own.input ?? 0} + ${own.output ?? 0}, the sum over the calls`,
      message: 'The running total of tokens is not the sum of what the calls state; the calls are counted.',
    }, 'information'));
  }
}

function differenceOf(now: JsonRecord | null, before: JsonRecord | null): CallUsage {
  const usage = now === null ? NO_USAGE : readOpenAiUsage(now);
  const earlier = before === null ? NO_USAGE : readOpenAiUsage(before);
  const minus = (a: number | null, b: number | null): number | null => (a === null ? null : Math.max(0, a - (b ?? 0)));
  return { input: minus(usage.input, earlier.input), cached: minus(usage.cached, earlier.cached), output: minus(usage.output, earlier.output) };
}

/** The session that started this one as a sub-agent; '' where it is one and does not say whose. Null: it is none. */
export function parentOfMeta(meta: unknown): string | null {
  const sub = getPath(meta, 'source', 'subagent') ?? getPath(meta, 'source', 'sub_agent');
  if (sub === undefined && getString(meta, 'thread_source') !== 'subagent' && getBoolean(meta, 'is_subagent') !== true) return null;
  return getText(getRecord(sub, 'thread_spawn'), 'parent_thread_id') ?? getText(meta, 'parent_thread_id') ?? '';
}
