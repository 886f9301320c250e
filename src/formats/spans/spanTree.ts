// Which spans of a trace are the agent's own, and which belong to agents and tools under it.

import type { SpanFacts } from './spanFacts';

/** One agent: its calls and tools in order of time. */
export interface AgentSpans {
  /** The span that set it going; null for the attempt itself. */
  readonly root: SpanFacts | null;
  readonly llms: SpanFacts[];
  readonly tools: SpanFacts[];
}

export interface TraceSpans {
  readonly own: AgentSpans;
  /** Agents that a call or a tool of others set going, each once. */
  readonly subAgents: readonly AgentSpans[];
  /** The tool through which a sub-agent was set going, where there is one, and whose agent that was (null: the attempt's own). */
  doorOf(root: SpanFacts): { readonly door: SpanFacts | null; readonly owner: SpanFacts | null };
  /** Calls that judge, and are of no agent. */
  readonly judges: readonly SpanFacts[];
  /** Calls that repeat the call around them, as two instrumentations of one call do, with that one. */
  readonly repeated: ReadonlyMap<SpanFacts, SpanFacts>;
}

/** Begins earlier; what begins at one time keeps the order of sort keys, then of depth, then of the file. */
export function compareSpans(a: SpanFacts, b: SpanFacts): number {
  if (a.order !== null && b.order !== null && a.order !== b.order) return a.order < b.order ? -1 : 1;
  if (a.startMs !== null && b.startMs !== null && a.startMs !== b.startMs) return a.startMs - b.startMs;
  return a.number - b.number;
}

/**
 * Sorts the calls and tools of one trace by who made them. An agent's span that makes calls itself is an agent; agents
 * below it are its sub-agents. Where the outermost agents make none (a workflow around several), they are all the
 * attempt's own. Calls inside a tool are of a sub-agent too.
 */
export function sortTrace(spans: readonly SpanFacts[]): TraceSpans {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const lineOf = (span: SpanFacts): readonly SpanFacts[] => ancestors(span, byId);
  const repeated = new Map<SpanFacts, SpanFacts>();
  for (const span of spans) {
    const around = span.llm === null ? undefined : lineOf(span).find((above) => above.kind === 'llm' || above.kind === 'tool' || above.kind === 'agent');
    if (around?.kind === 'llm') repeated.set(span, around);
  }
  const calls = spans.filter((span) => span.llm !== null && !repeated.has(span));
  const direct = new Set(calls.map((call) => nearestOwner(lineOf(call))).filter((span) => span !== null));
  const groups = new Map<SpanFacts | null, AgentSpans>();
  const judges: SpanFacts[] = [];
  const own: AgentSpans = { root: null, llms: [], tools: [] };
  groups.set(null, own);
  for (const span of [...spans].sort(compareSpans)) {
    if ((span.llm === null && span.tool === null) || repeated.has(span)) continue;
    const line = lineOf(span);
    if (line.some((above) => above.kind === 'judge')) {
      if (span.llm !== null) judges.push(span);
      continue;
    }
    const owner = subAgentOf(line, direct);
    const group = groups.get(owner) ?? { root: owner, llms: [], tools: [] };
    groups.set(owner, group);
    if (span.llm !== null) group.llms.push(span);
    else group.tools.push(span);
  }
  groups.delete(null);
  // Tools inside a tool without calls are parts of what it does.
  const subAgents = [...groups.values()].filter((group) => group.llms.length > 0);
  const known = new Set(subAgents.map((group) => group.root));
  const ownerOf = (span: SpanFacts): SpanFacts | null => {
    let owner = subAgentOf(lineOf(span), direct);
    while (owner !== null && !known.has(owner)) owner = subAgentOf(lineOf(owner), direct);
    return owner;
  };
  const doorOf: TraceSpans['doorOf'] = (root) => {
    const door = root.kind === 'tool' ? root : nearestOwner(lineOf(root));
    return door?.kind === 'tool' ? { door, owner: ownerOf(door) } : { door: null, owner: ownerOf(root) };
  };
  return { own, subAgents, doorOf, judges, repeated };
}

/** Deeper spans are looked at as if they began here; the deepest traces of agents have some dozens of levels. */
const MAX_LINE = 128;

/** Spans around one, the nearest first; ends where a parent is missing or a circle closes. */
function ancestors(span: SpanFacts, byId: ReadonlyMap<string, SpanFacts>): readonly SpanFacts[] {
  const line: SpanFacts[] = [];
  const seen = new Set([span.id]);
  for (let id = span.parent; id !== null && !seen.has(id) && line.length < MAX_LINE;) {
    seen.add(id);
    const above = byId.get(id);
    if (above === undefined) break;
    line.push(above);
    id = above.parent;
  }
  return line;
}

function nearestOwner(line: readonly SpanFacts[]): SpanFacts | null {
  return line.find((above) => above.kind === 'agent' || above.kind === 'tool') ?? null;
}

/**
 * The sub-agent that a span with these ancestors belongs to: the nearest tool or calling agent that has a calling agent
 * or a tool around it or is a tool itself; null: the attempt's own.
 */
function subAgentOf(line: readonly SpanFacts[], direct: ReadonlySet<SpanFacts>): SpanFacts | null {
  const owners = line.filter((above) => above.kind === 'tool' || (above.kind === 'agent' && direct.has(above)));
  const [nearest, ...above] = owners;
  if (nearest === undefined) return null;
  // A tool that only sets an agent going is the agent's door: the agent is named after itself.
  return nearest.kind === 'tool' || above.length > 0 ? nearest : null;
}
