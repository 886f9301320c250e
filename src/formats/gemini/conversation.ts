import type { FileRange, Step } from '../../model/step';
import type { FileTally } from '../shared/fileTally';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace } from '../shared/problems';
import { buildStep } from './messages';
import type { GeminiMessage } from './messages';

/** A message that was written, as it was written last. */
interface Entry {
  readonly message: Pick<GeminiMessage, 'id' | 'kind' | 'time' | 'model'>;
  readonly step: Omit<Step, 'index' | 'call'> | null;
  readonly spawns: readonly string[];
  /** It is a record of its own; false: it stands in a list that one record set. */
  readonly isRecord: boolean;
}

const MOST_UNKNOWN = 5;

/**
 * The messages of a session while its journal is replayed. Keeps facts, no text. Counts the records that it is given:
 * of several versions of a message the last is shown.
 */
export class Conversation {
  private entries = new Map<string, Entry>();
  private readonly unknown = new Set<string>();
  private rewound = 0;

  constructor(private readonly file: string, private readonly tally: FileTally) {}

  /** A message, or a later version of one, in a record of its own. */
  put(message: GeminiMessage, range: Omit<FileRange, 'file'>): void {
    if (message.kind === 'unknown') {
      this.tellUnknown(message.type);
      this.tally.folded++;
      return;
    }
    if (this.entries.get(keyOf(message, range))?.isRecord === true) this.tally.folded++;
    else this.tally.shown++;
    this.keep(message, range, true);
  }

  /** A message that stands in a list which one record set. */
  putListed(message: GeminiMessage, range: Omit<FileRange, 'file'>): void {
    this.keep(message, range, false);
  }

  private keep(message: GeminiMessage, range: Omit<FileRange, 'file'>, isRecord: boolean): void {
    const { id, kind, time, model, calls } = message;
    const step = kind === 'answer' ? buildStep(message, { file: this.file, ...range }) : null;
    const spawns = calls.filter((call) => call.agent !== null).flatMap((call) => [call.agent, call.id].filter((name) => name !== null));
    this.entries.set(keyOf(message, range), { message: { id, kind, time, model }, step, spawns, isRecord });
  }

  has(id: string): boolean {
    return this.entries.has(id);
  }

  /** Drops the message and all after it. False: there is none of that id. */
  rewindTo(id: string): boolean {
    if (!this.entries.has(id)) return false;
    const all = [...this.entries];
    const at = all.findIndex(([key]) => key === id);
    this.dropAll(all.slice(at).map(([key]) => key));
    return true;
  }

  /** Drops messages that a shorter list leaves out. */
  keepOnly(ids: ReadonlySet<string>): void {
    this.dropAll([...this.entries.keys()].filter((key) => !ids.has(key)));
  }

  finish(): {
    readonly steps: readonly Step[];
    readonly spawns: readonly { readonly call: string; readonly step: number }[];
    readonly models: readonly string[];
    /** Times of the first and the last message. */
    readonly first: string | null;
    readonly last: string | null;
  } {
    const entries = [...this.entries.values()];
    const steps: Step[] = [];
    const spawns: { call: string; step: number }[] = [];
    const models = new Set<string>();
    for (const { step, spawns: calls, message } of entries) {
      if (step === null) continue;
      for (const call of calls) spawns.push({ call, step: steps.length });
      if (message.model !== null) models.add(message.model);
      steps.push({ ...step, index: steps.length, call: steps.length + 1 });
    }
    this.tellRemarks();
    const times = entries.map(({ message }) => message.time).filter((time) => time !== null);
    return { steps, spawns, models: [...models], first: times[0] ?? null, last: times.at(-1) ?? null };
  }

  tellUnknown(type: string): void {
    if (this.unknown.size < MOST_UNKNOWN) this.unknown.add(type.slice(0, 40));
  }

  tellLostRewind(id: string, place: FilePlace): void {
    this.tally.tell(seedProblem('bad-value', place, { found: `a rewind to ${id.slice(0, 60)}, which is not there`, expected: 'the id of a message before it', message: 'The conversation was rewound to a message that the file does not hold; nothing was dropped.' }));
  }

  private dropAll(keys: readonly string[]): void {
    for (const key of keys) {
      const entry = this.entries.get(key);
      if (entry === undefined) continue;
      if (entry.step !== null) this.rewound++;
      this.entries.delete(key);
      if (!entry.isRecord) continue;
      this.tally.shown--;
      this.tally.folded++;
    }
  }

  private tellRemarks(): void {
    if (this.rewound > 0) {
      this.tally.tell(seedProblem('duplicate', WHOLE_FILE, { found: `${this.rewound} calls that were rewound`, expected: 'one line of conversation', message: `Calls that the user rewound: ${this.rewound}. They are not part of the conversation that went on, and are not counted.` }));
    }
    if (this.unknown.size > 0) {
      const types = [...this.unknown].join(', ');
      this.tally.tell(seedProblem('unknown-record', WHOLE_FILE, { found: `records of type ${types}`, expected: 'types that are known', message: `Records of types that are not known were left out: ${types}.` }));
    }
  }
}

function keyOf({ id }: GeminiMessage, { start }: Omit<FileRange, 'file'>): string {
  return id ?? `at ${start}`;
}
