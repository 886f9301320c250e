import type { Step } from '../../model/step';
import type { TokenTotals } from '../../model/attempt';
import { getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import type { FileTally } from '../shared/fileTally';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace } from '../shared/problems';
import { addKnown, NO_USAGE, readOpenAiUsage } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import { CallList } from './calls';
import type { ItemPlace } from './calls';
import { readStreamItem } from './items';
import type { StreamItem } from './items';
import type { LinePlace } from './rollout';

export interface Stream {
  readonly session: string | null;
  readonly steps: readonly Step[];
  readonly tokens: TokenTotals;
  readonly exitStatus: string | null;
}

const MOST_UNKNOWN = 5;

const ITEM_TYPES = new Set(['item.started', 'item.updated', 'item.completed']);

/**
 * Takes the lines of `codex exec --json`. Where one answer ends and the next begins is not written: tools that started
 * before the first of them was done are of one answer.
 */
export class StreamReading {
  private readonly calls: CallList;
  private readonly started = new Map<string, { readonly item: StreamItem; readonly place: ItemPlace }>();
  private readonly usages: CallUsage[] = [];
  private session: string | null = null;
  private exitStatus: string | null = null;
  private readonly unknown = new Set<string>();
  private hasBegun = false;
  /** First line that stands before the beginning. */
  private strayLine: FilePlace | null = null;

  constructor(file: string, private readonly tally: FileTally) {
    this.calls = new CallList(file);
  }

  take(record: JsonRecord, place: LinePlace): void {
    const type = getString(record, 'type') ?? '(without a type)';
    const item = getRecord(record, 'item');
    if (!this.hasBegun && this.strayLine === null && type !== 'thread.started') this.strayLine = place;
    if (ITEM_TYPES.has(type)) {
      if (item === null) this.refuse(place);
      else this.takeItem(type, readStreamItem(item), place);
      return;
    }
    switch (type) {
      case 'thread.started':
        this.hasBegun = true;
        this.session ??= getText(record, 'thread_id');
        break;
      case 'turn.started':
        this.calls.seal();
        this.exitStatus = null;
        break;
      case 'turn.completed':
        this.exitStatus = type;
        this.usages.push(readOpenAiUsage(record['usage']));
        break;
      case 'turn.failed':
        this.exitStatus = type;
        break;
      case 'error':
        break;
      default:
        this.passOver(type);
        return;
    }
    this.tally.shown++;
  }

  private passOver(type: string): void {
    this.tally.folded++;
    if (this.unknown.size < MOST_UNKNOWN) this.unknown.add(type.slice(0, 40));
  }

  private refuse(place: FilePlace): void {
    this.tally.refuse(seedProblem('bad-value', place, { found: 'a line without what its type promises', expected: 'an item with type and id', message: 'The line has no item that can be read; it was left out.' }, 'error'));
  }

  finish(): Stream {
    for (const { item, place } of this.started.values()) {
      // Cut off while it ran: the line that started it is all there is.
      this.add({ ...item, observed: null }, place);
      this.tally.folded--;
      this.tally.shown++;
    }
    if (this.strayLine !== null) {
      this.tally.tell(seedProblem('missing-field', this.strayLine, { found: 'lines without the beginning of a thread before them', expected: 'a line thread.started first', message: 'The file does not begin where its thread did: what was said before is missing.' }));
    }
    if (this.unknown.size > 0) {
      const types = [...this.unknown].join(', ');
      this.tally.tell(seedProblem('unknown-record', WHOLE_FILE, { found: `lines of type ${types}`, expected: 'types that are known', message: `Lines of types that are not known were left out: ${types}.` }));
    }
    return { session: this.session, steps: this.calls.steps(), tokens: totalOf(this.usages), exitStatus: this.exitStatus };
  }

  private takeItem(type: string, item: StreamItem, line: LinePlace): void {
    if (!item.isKnown) {
      this.passOver(`${type} of ${item.type}`);
      return;
    }
    if (item.id === '') {
      this.refuse(line);
      return;
    }
    const place: ItemPlace = { start: line.byte, end: line.end, timeMs: null };
    const isPlan = item.type === 'todo_list';
    if (type !== 'item.completed' && !isPlan) {
      // Written again, with its output, when it is done.
      if (item.call !== null && type === 'item.started') this.started.set(item.id, { item, place });
      this.tally.folded++;
      return;
    }
    this.started.delete(item.id);
    if (isPlan && type === 'item.completed') {
      this.tally.folded++;
      return;
    }
    this.add(item, place);
    this.tally.shown++;
  }

  private add(item: StreamItem, place: ItemPlace): void {
    if (item.call === null) {
      if (item.type === 'reasoning') this.calls.reason(item.text, place);
      else if (item.type === 'agent_message') this.calls.say(item.text, place);
      return;
    }
    this.calls.call(item.call, place);
    if (item.observed !== null) this.calls.output(item.id, item.observed, place);
    // Others that run beside it belong to the same answer.
    const hasMore = [...this.started.values()].some((other) => other.item.id !== item.id);
    if (hasMore) this.calls.reopen();
    else this.calls.seal();
  }
}

/** The counts grow over the turns of a process; where they do not, each turn has its own. */
function totalOf(usages: readonly CallUsage[]): TokenTotals {
  const grows = usages.every((usage, i) => i === 0 || ((usage.input ?? 0) >= (usages[i - 1]?.input ?? 0) && (usage.output ?? 0) >= (usages[i - 1]?.output ?? 0)));
  const last = usages.at(-1) ?? NO_USAGE;
  if (grows) return last;
  return usages.reduce<TokenTotals>((sum, usage) => ({ input: addKnown(sum.input, usage.input), cached: addKnown(sum.cached, usage.cached), output: addKnown(sum.output, usage.output) }), NO_USAGE);
}
