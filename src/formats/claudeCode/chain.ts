// The calls of one conversation, put together from its lines: the session's own, or a sub-agent's.

import type { FileRange, Step } from '../../model/step';
import { describeAction, describeObservations } from '../shared/describeStep';
import { exitCodeOf } from '../shared/exitCodes';
import { getArray, getBoolean, getField, getString, getText } from '../shared/fields';
import { hashText } from '../shared/hash';
import { extendLines, joinActions, joinObservations } from '../shared/stepPieces';
import type { ActionFacts, ObservationFacts } from '../shared/stepPieces';
import { contentText } from '../shared/text';
import { addKnown, NO_USAGE, readAnthropicUsage } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import { agentOf, isInterrupted } from './lines';
import type { RecordPlace, SessionLine } from './lines';

type Answer = Extract<SessionLine, { kind: 'answer' }>;
type Results = Extract<SessionLine, { kind: 'results' }>;

interface Draft {
  readonly message: string;
  readonly timeMs: number | null;
  readonly calls: ActionFacts[];
  readonly texts: ActionFacts[];
  thinking: ActionFacts | null;
  readonly results: ObservationFacts[];
  usage: CallUsage;
  cost: number | null;
  action: FileRange;
  observation: FileRange | null;
  /** Lines of the file that went into it. */
  lines: number;
}

/** A call that may have started a sub-agent: an id by which it is known there, and its answer. */
interface SpawnDraft {
  readonly call: string;
  readonly draft: Draft;
}

const NO_TEXT = describeAction([], '');
/** Tools that start sub-agents. */
const SPAWNING = /^(?:Task|Agent)$/;

export interface ChainSteps {
  readonly steps: readonly Step[];
  /** Ids by which sub-agents name the call that started them, with the step's index. */
  readonly spawns: readonly { readonly call: string; readonly step: number }[];
  /** Lines of answers that were left out, and the number of these. */
  readonly droppedLines: number;
  readonly dropped: number;
}

/** Collects the calls of a conversation. Keeps no text. */
export class Chain {
  private readonly drafts = new Map<string, Draft>();
  private readonly draftOfCall = new Map<string, Draft>();
  private readonly spawns: SpawnDraft[] = [];
  /** Hash of a sub-agent's prompt to the call that gave it. */
  private readonly prompts = new Map<string, string[]>();
  readonly models: string[] = [];

  constructor(private readonly file: string) {}

  get callCount(): number {
    return this.drafts.size;
  }

  /** Takes a line of an answer; returns the answer's name, for the tree of lines. */
  addAnswer(line: Answer): string {
    const message = line.messageId ?? `line ${line.place.line}, byte ${line.place.byte}`;
    const model = getText(line.message, 'model');
    if (model !== null && !this.models.includes(model)) this.models.push(model);
    const draft = this.drafts.get(message) ?? this.begin(message, line);
    draft.lines++;
    draft.action = extendLines(draft.action, rangeOf(line.place, this.file));
    const usage = readAnthropicUsage(getField(line.message, 'usage'));
    // Written again with each line, the last time complete; a line without it takes nothing back.
    if (usage.input !== null || usage.output !== null) draft.usage = usage;
    draft.cost = line.cost ?? draft.cost;
    const content = getField(line.message, 'content');
    if (typeof content === 'string') draft.texts.push(describeAction([], content));
    for (const block of getArray(line.message, 'content') ?? []) this.addBlock(block, draft, line.place);
    return message;
  }

  /** Takes tool results; returns how many answer no call of this chain. */
  addResults(line: Results): number {
    let strange = 0;
    const touched = new Set<Draft>();
    for (const block of getArray(line.message, 'content') ?? []) {
      if (getString(block, 'type') !== 'tool_result') continue;
      const id = getString(block, 'tool_use_id');
      const draft = id === null ? undefined : this.draftOfCall.get(id);
      if (draft === undefined || id === null) {
        strange++;
        continue;
      }
      this.observe(draft, block, line.place, isInterrupted(line.detail));
      touched.add(draft);
      const agent = agentOf(line.detail);
      if (agent !== null) this.spawns.push({ call: agent, draft }, { call: id, draft });
    }
    for (const draft of touched) draft.lines++;
    return strange;
  }

  /** A sub-agent says while it runs which call started it. */
  addProgress(agent: string, call: string): void {
    const draft = this.draftOfCall.get(call);
    if (draft !== undefined && !this.spawns.some((spawn) => spawn.call === agent)) this.spawns.push({ call: agent, draft });
  }

  /** The call that gave this prompt to a sub-agent; each answers once. */
  takePrompt(prompt: string): string | null {
    return this.prompts.get(hashText(prompt.trim()))?.shift() ?? null;
  }

  finish(abandoned: ReadonlySet<string>): ChainSteps {
    const steps: Step[] = [];
    const indexOf = new Map<Draft, number>();
    let dropped = 0;
    let droppedLines = 0;
    for (const draft of this.drafts.values()) {
      if (abandoned.has(draft.message)) {
        dropped++;
        droppedLines += draft.lines;
        continue;
      }
      indexOf.set(draft, steps.length);
      steps.push(buildStep(draft, steps.length));
    }
    const known = new Map<string, number>();
    for (const { call, draft } of this.spawns) {
      const step = indexOf.get(draft);
      if (step !== undefined && !known.has(call)) known.set(call, step);
    }
    return { steps, spawns: [...known].map(([call, step]) => ({ call, step })), dropped, droppedLines };
  }

  private begin(message: string, line: Answer): Draft {
    const draft: Draft = {
      message, timeMs: line.timeMs, calls: [], texts: [], thinking: null, results: [], usage: NO_USAGE, cost: null,
      action: rangeOf(line.place, this.file), observation: null, lines: 0,
    };
    this.drafts.set(message, draft);
    return draft;
  }

  private addBlock(block: unknown, draft: Draft, place: RecordPlace): void {
    const type = getString(block, 'type') ?? '';
    const id = getString(block, 'id');
    if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') {
      // A line that was written twice with two ids of its own.
      if (id !== null && this.draftOfCall.has(id)) return;
      const tool = getText(block, 'name') ?? 'tool';
      draft.calls.push(describeAction([{ tool, args: getField(block, 'input') }], ''));
      if (id === null) return;
      this.draftOfCall.set(id, draft);
      if (SPAWNING.test(tool)) this.addSpawn(id, getText(getField(block, 'input'), 'prompt'), draft);
    } else if (type === 'text') {
      draft.texts.push(describeAction([], getString(block, 'text') ?? ''));
    } else if (type === 'thinking') {
      draft.thinking ??= describeAction([], getString(block, 'thinking') ?? '');
    } else if (/_tool_result$/.test(type)) {
      this.observe(draft, block, place, false);
    }
  }

  private addSpawn(call: string, prompt: string | null, draft: Draft): void {
    this.spawns.push({ call, draft });
    if (prompt === null) return;
    const key = hashText(prompt.trim());
    const calls = this.prompts.get(key);
    if (calls === undefined) this.prompts.set(key, [call]);
    else calls.push(call);
  }

  private observe(draft: Draft, block: unknown, place: RecordPlace, interrupted: boolean): void {
    draft.results.push(describeObservations([observedOf(block, interrupted)]));
    const range = rangeOf(place, this.file);
    draft.observation = draft.observation === null ? range : extendLines(draft.observation, range);
  }
}

/** What a block with a tool's result says. */
export function observedOf(block: unknown, interrupted: boolean): { readonly text: string; readonly exitCode: number | null; readonly isError: boolean } {
  const text = contentText(getField(block, 'content'));
  return { text, exitCode: exitCodeOf(text), isError: getBoolean(block, 'is_error') === true || interrupted };
}

function buildStep(draft: Draft, index: number): Step {
  const { usage } = draft;
  return {
    index,
    call: index + 1,
    ...joinActions(draft.calls, messageOf(draft)),
    action: draft.action,
    observation: draft.observation,
    ...joinObservations(draft.results),
    malformed: false,
    isToolStep: draft.results.length > 0,
    inputTokens: usage.input,
    cachedTokens: usage.cached,
    outputTokens: usage.output,
    cost: draft.cost,
    timeMs: draft.timeMs,
  };
}

/** The text of an answer without calls: one block is the rule. */
function messageOf({ texts, thinking }: Draft): ActionFacts {
  const said = texts.filter((text) => text.actionHash !== null);
  const [first] = said;
  if (first === undefined) return thinking ?? NO_TEXT;
  return said.length === 1 ? first : { ...first, actionHash: hashText(said.map((text) => text.actionHash ?? '').join('\n')) };
}

function rangeOf({ byte, end }: RecordPlace, file: string): FileRange {
  return { file, start: byte, end };
}

/** The sum of what steps cost; null where none says. */
export function sumCosts(steps: readonly Step[]): number | null {
  return steps.reduce<number | null>((sum, step) => addKnown(sum, step.cost), null);
}
