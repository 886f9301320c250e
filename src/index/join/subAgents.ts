import { pushAll } from '../../base/extent';
import { compareText } from '../../base/compareText';
import { parentOf } from '../../formats/shared/paths';
import { addKnown } from '../../formats/shared/usage';
import type { AttemptPart, Lineage } from '../../formats/contract';
import type { SideCalls } from '../../model/attempt';
import { fileProblem } from './draft';
import type { Draft, JoinState, ReadPart, StepRef } from './draft';

/** A sub-agent under the attempt that started it. It is in none of the attempt's figures but `side`. */
export interface HungSubAgent {
  readonly facts: AttemptPart;
  readonly steps: StepRef;
  /** The attempt that it belongs to, directly or through others. */
  readonly draft: Draft;
  /** Index of the attempt's step that started it, or the sub-agent above it; null where the traces do not say. */
  readonly step: number | null;
  /** 1: started by the attempt itself; 2: by one of its sub-agents; and so on. */
  readonly depth: number;
}

interface Child {
  readonly read: ReadPart;
  readonly lineage: Lineage;
}

type Found = Pick<HungSubAgent, 'draft' | 'step' | 'depth'>;

/**
 * Hangs every sub-agent under the step that started it, by what its lineage says, and adds the totals of
 * sub-agents to the side calls of their attempts. A copy of a sub-agent is folded; one whose session is not among the traces is a
 * problem, and belongs nowhere. Sorted by attempt, step, file, locator.
 */
export function hangSubAgents(parts: readonly ReadPart[], state: JoinState): readonly HungSubAgent[] {
  const children = parts.flatMap((read): Child[] => (read.part.role === 'sub-agent' && read.part.lineage !== undefined ? [{ read, lineage: read.part.lineage }] : []));
  if (children.length === 0) return [];
  const family = new Family(state.drafts, children);
  const hung: HungSubAgent[] = [];
  const seen = new Map<Draft, Set<string>>();
  for (const child of children) {
    const { part, steps } = child.read;
    const found = family.parentOf(child, new Set());
    if (found === null) {
      state.problems.push(orphanProblem(child));
      countFile(part.file, false, state);
      continue;
    }
    const content = part.contentHash === null ? null : `${part.contentHash} ${part.locator} ${child.lineage.parent?.call ?? ''}`;
    const known = seen.get(found.draft) ?? new Set();
    seen.set(found.draft, known);
    const isCopy = content !== null && known.has(content);
    countFile(part.file, isCopy, state);
    if (isCopy) continue;
    if (content !== null) known.add(content);
    hung.push({ facts: part, steps, ...found });
  }
  addTotals(hung);
  return sortHung(hung, state.drafts);
}

/** Who may have started a sub-agent. */
interface Host {
  readonly lineage: Lineage;
  readonly file: string;
  readonly draft: Draft;
  /** The attempt shows the steps that the lineage counts. */
  readonly isShown: boolean;
}

class Family {
  private readonly hosts = new Map<string, Host[]>();
  private readonly siblings = new Map<string, Child[]>();
  private readonly bySession = new Map<string, Child[]>();

  constructor(drafts: readonly Draft[], children: readonly Child[]) {
    for (const draft of drafts) {
      for (const { part, isShown } of draft.members) {
        if (part.lineage !== undefined) push(this.hosts, keyOf(part, part.lineage.session), { lineage: part.lineage, file: part.file, draft, isShown });
      }
    }
    for (const child of children) {
      const { part } = child.read;
      push(this.siblings, keyOf(part, child.lineage.parent?.session ?? ''), child);
      push(this.bySession, keyOf(part, child.lineage.session), child);
    }
  }

  /** `above`: sub-agents whose parent is being looked for, so that a ring of them ends. */
  parentOf(child: Child, above: Set<Child>): Found | null {
    const { parent } = child.lineage;
    if (parent === null || above.has(child) || above.size > MOST_DEPTH) return null;
    above.add(child);
    const { part } = child.read;
    const key = keyOf(part, parent.session);
    const hosts = nearestFirst(this.hosts.get(key) ?? [], part.file, (host) => host.file);
    for (const host of parent.call === null ? [] : hosts) {
      const spawn = host.lineage.spawns.find(({ call }) => call === parent.call);
      if (spawn !== undefined) return { draft: host.draft, step: host.isShown ? spawn.step : null, depth: 1 };
    }
    const elders = nearestFirst([...(this.siblings.get(key) ?? []).filter((other) => startedOne(other, parent.call)), ...(this.bySession.get(key) ?? [])], part.file, (other) => other.read.part.file);
    for (const elder of elders) {
      const found = elder === child ? null : this.parentOf(elder, above);
      if (found !== null) return { ...found, depth: found.depth + 1 };
    }
    const [host] = hosts;
    return host === undefined ? null : { draft: host.draft, step: null, depth: 1 };
  }
}

/** Chains of sub-agents that started one another are short; longer ones are made up. */
const MOST_DEPTH = 32;

function startedOne({ lineage }: Child, call: string | null): boolean {
  return call !== null && lineage.spawns.some((spawn) => spawn.call === call);
}

function keyOf({ format }: AttemptPart, session: string): string {
  return `${format}\n${session}`;
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** Of several copies of a session, the one in the nearest folder. */
function nearestFirst<T>(items: readonly T[], file: string, fileOf: (item: T) => string): readonly T[] {
  if (items.length < 2) return items;
  return items.map((item) => ({ item, shared: sharedFolders(fileOf(item), file) })).sort((a, b) => b.shared - a.shared).map(({ item }) => item);
}

function sharedFolders(a: string, b: string): number {
  const left = parentOf(a).split('/');
  const right = parentOf(b).split('/');
  let shared = 0;
  while (shared < left.length && shared < right.length && left[shared] === right[shared]) shared++;
  return shared;
}

function countFile(file: string, isCopy: boolean, state: JoinState): void {
  const { total, copies } = state.fileAttempts.get(file) ?? { total: 0, copies: 0 };
  state.fileAttempts.set(file, { total: total + 1, copies: copies + (isCopy ? 1 : 0) });
}

function addTotals(hung: readonly HungSubAgent[]): void {
  const sums = new Map<Draft, SideCalls>();
  for (const { draft, facts } of hung) {
    // What a trace without a lineage keeps apart may be the same calls.
    if (draft.members.some(({ part }) => part.side !== null && part.lineage === undefined)) continue;
    const sum = sums.get(draft) ?? draft.facts.side ?? { calls: 0, tokens: { input: null, cached: null, output: null }, cost: null };
    const tokens = { input: addKnown(sum.tokens.input, facts.tokens.input), cached: addKnown(sum.tokens.cached, facts.tokens.cached), output: addKnown(sum.tokens.output, facts.tokens.output) };
    sums.set(draft, { calls: sum.calls + (facts.calls ?? 0), tokens, cost: addKnown(sum.cost, facts.cost) });
  }
  for (const [draft, side] of sums) draft.facts = { ...draft.facts, side };
}

function sortHung(hung: readonly HungSubAgent[], drafts: readonly Draft[]): readonly HungSubAgent[] {
  const order = new Map(drafts.map((draft, index) => [draft, index]));
  const groups = new Map<number, HungSubAgent[]>();
  for (const entry of hung) {
    const row = order.get(entry.draft) ?? 0;
    const known = groups.get(row);
    if (known) known.push(entry);
    else groups.set(row, [entry]);
  }
  const sorted: HungSubAgent[] = [];
  for (const row of [...groups.keys()].sort((a, b) => a - b)) {
    const group = groups.get(row) ?? [];
    pushAll(sorted, group.sort((a, b) => (a.step ?? Infinity) - (b.step ?? Infinity) || compareText(a.facts.file, b.facts.file) || compareText(a.facts.locator, b.facts.locator)));
  }
  return sorted;
}

function orphanProblem({ read: { part }, lineage }: Child): JoinState['problems'][number] {
  const session = lineage.parent?.session ?? '';
  return fileProblem(part.file, 'missing-field', 'information', {
    found: session === '' ? 'a sub-agent that does not name its session' : `a sub-agent of session ${session.slice(0, 100)}`,
    expected: 'the session that started it',
    message: 'This is a sub-agent, and the session that started it is not among the traces; it is not an attempt and is counted nowhere.',
  });
}
