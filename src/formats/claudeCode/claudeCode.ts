// Sessions of Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`, one line an event, appended as it happens; sub-agents in
// `agent-<id>.jsonl` beside it or in `<session>/subagents/`, or (before 2.0.30 or so) as side chains among the session's own lines. Also
// what print mode writes (`--output-format stream-json`) and the document of lines that the web client exports.
//
// Written by Claude Code 0.2 to 2.1; there is no published definition. Facts from readers of many versions: formats.md 7.1.
//
// An answer is written as one line for each of its blocks, with one id and its usage again each time: the last usage counts, and the
// answer is one call. A resumed or forked session begins with a copy of another one's lines: sessions of a folder that begin with the
// same line are read together, and what the original holds is folded in the copy. What followed prompts that were edited or
// rewound is folded too.
//
// Dropped: prompts, hooks, titles and other lines for the user interface. Not there: the task, exit statuses (but in print mode),
// verdicts, dollars since 1.0. Guessed: which of two copies is the original (the session by whose id the shared lines go, else the
// one that ended first); which side chain without an id a call started (by the words of its prompt).

import type { AttemptPart, PartSink, Reader, Source, SourceFile } from '../contract';
import type { RuntimeFields } from '../../model/attempt';
import { makeAttemptPart, UNKNOWN_RUNTIME } from '../shared/attemptParts';
import { getCount, getField, getNumber, getText } from '../shared/fields';
import { hashValue } from '../shared/hash';
import { nameOf } from '../shared/paths';
import { problemIn } from '../shared/problems';
import { countSteps, joinNames, mixtureProblem } from '../shared/stepPieces';
import { secondsBetween } from '../shared/times';
import { sumCosts } from './chain';
import { orderFiles } from './copies';
import { claimFile } from './recognise';
import { scanSession } from './session';
import type { Conversation, ScannedSession, SeenIds } from './session';
import { readStepText } from './stepText';

export const claudeCodeReader: Reader = { name: 'claudeCode', claim: claimFile, read, stepText: readStepText };

function read(source: Source, sink: PartSink): void {
  const seen: SeenIds | null = source.files.length > 1 ? new Set() : null;
  for (const file of orderFiles(source.files)) {
    const scanned = scanSession(file, sink, seen);
    emitSession(file, scanned, sink);
  }
}

function emitSession(file: SourceFile, scanned: ScannedSession, sink: PartSink): void {
  const { main, subAgents } = scanned;
  const session = main?.session ?? subAgents[0]?.session ?? nameOf(file.path).replace(/\.[^.]+$/, '');
  if (main !== null) {
    const mixture = mixtureProblem(main.models, main.versions);
    if (mixture !== null) sink.problem(problemIn(file.path, mixture));
    sink.attempt({ ...partOf(file, main, scanned), ...printFacts(main, scanned), role: 'trajectory', attempt: session, lineage: { session, spawns: main.spawns, parent: null } }, main.steps);
  }
  for (const sub of subAgents) {
    const isAlone = main === null && subAgents.length === 1;
    const parent = { session: sub.session ?? session, call: sub.startedBy };
    const part = { ...partOf(file, sub, scanned), role: 'sub-agent', locator: isAlone ? '' : sub.key, lineage: { session: sub.key, spawns: sub.spawns, parent } } as const;
    sink.attempt(part, sub.steps);
  }
}

function partOf(file: SourceFile, conversation: Conversation, { init, contentHash }: ScannedSession): AttemptPart {
  const { steps, started, ended, versions } = conversation;
  const version = joinNames(versions) ?? getText(init, 'claude_code_version');
  return makeAttemptPart({
    role: 'trajectory',
    format: 'claude-code',
    formatVersion: /^\d+\.\d+/.exec(version ?? '')?.[0] ?? null,
    file: file.path,
    contentHash,
    place: { folder: null, runFolder: null },
    runtime: runtimeOf(conversation, version, init),
    attempt: null,
    started,
    ...countSteps(steps),
    cost: sumCosts(steps),
    seconds: secondsBetween(started, ended),
  });
}

function runtimeOf({ models }: Conversation, agentVersion: string | null, init: unknown): RuntimeFields {
  const model = joinNames(models) ?? getText(init, 'model');
  const settings = init === null ? null : { permissionMode: getField(init, 'permissionMode'), tools: getField(init, 'tools'), outputStyle: getField(init, 'output_style') };
  return { ...UNKNOWN_RUNTIME, agent: 'claude-code', agentVersion, model, config: settings === null ? null : hashValue(settings) };
}

/** What print mode's last line adds. Its totals include sub-agents, so they stand only for what the lines do not say. */
function printFacts(main: Conversation, { result }: ScannedSession): Partial<AttemptPart> {
  if (result === null) return {};
  const milliseconds = getCount(result, 'duration_ms');
  const cost = getNumber(result, 'total_cost_usd');
  return {
    exitStatus: getText(result, 'subtype'),
    seconds: milliseconds === null ? secondsBetween(main.started, main.ended) : milliseconds / 1000,
    ...(sumCosts(main.steps) === null && cost !== null && cost >= 0 ? { cost } : {}),
  };
}
