import { createHash } from 'node:crypto';
import { compareText } from '../../base/compareText';
import type { AttemptPart, FilePart, OutcomePart, RunPart, ScorePart } from '../../formats/contract';
import { epochMs } from '../../formats/shared/times';
import type { Attempt, CallResult } from '../../model/attempt';
import type { TaskGate } from '../../model/gates';
import type { Problem } from '../../model/problem';
import { repositoryOf } from '../../model/repository';
import type { IndexFile } from '../../model/results';
import { makeAttempt } from '../makeAttempt';
import type { ScoreFile, StepScore } from '../traceIndex';
import { applyLabels, isLabel } from './applyLabels';
import { applyReports } from './applyReports';
import { applyScores, createFinder } from './applyScores';
import type { StepLookup } from './applyScores';
import type { Draft, FileAttempts, JoinState, ReadPart, StepRef } from './draft';
import { nameAttempts } from './labels';
import { mergeParts } from './mergeParts';
import { isGate, joinGates } from './gates';
import { foldExported } from './exported';
import { countKept, foldCopies, markConflicts, markTaskConflicts } from './repeats';
import { capProblems, compareProblems, countProblems } from './problems';
import { hangSubAgents } from './subAgents';
import type { HungSubAgent } from './subAgents';
import { applyRunFacts, fillFromSiblings, RunMembers } from './runFacts';

/** Everything that was read. Parts come in any order; the result does not depend on it, but for copies at one place. */
export interface JoinInput {
  readonly parts: readonly ReadPart[];
  readonly outcomes: readonly OutcomePart[];
  readonly runs: readonly RunPart[];
  readonly scores: readonly ScorePart[];
  readonly problems: readonly Problem[];
  readonly files: readonly FilePart[];
  /** Name of the folder that is the root. */
  readonly rootName: string;
  /** Hash of the first bytes of a file, for the ids of its attempts. */
  headHash(file: string): string;
  readonly steps: StepLookup;
}

export interface JoinedAttempt {
  readonly attempt: Attempt;
  readonly steps: StepRef | null;
  readonly scores: readonly StepScore[];
  /** What a verifier said after calls, from label sidecars, sorted by call. */
  readonly results: readonly CallResult[];
  /** Files whose content belongs to the attempt, sorted. */
  readonly files: readonly string[];
}

/** A sub-agent: an attempt in everything but that it hangs under one. */
export interface JoinedSubAgent extends Omit<JoinedAttempt, 'scores' | 'results'> {
  /** Index of the attempt in `attempts`. */
  readonly parent: number;
  /** Index of the attempt's step that started it; null where it is not known. */
  readonly step: number | null;
  /** 1: started by the attempt itself; 2: by one of its sub-agents; and so on. */
  readonly depth: number;
}

export interface Joined {
  /** Sorted by file, then locator. */
  readonly attempts: readonly JoinedAttempt[];
  /** Sorted by parent, step, file, locator. */
  readonly subAgents: readonly JoinedSubAgent[];
  /** Sorted by file. */
  readonly files: readonly IndexFile[];
  /** Sidecars and what became of their scores, sorted by file. */
  readonly scoreFiles: readonly ScoreFile[];
  /** Gates of tasks, sorted by task. */
  readonly gates: readonly TaskGate[];
  /** Sorted by file, line, byte, code. */
  readonly problems: readonly Problem[];
}

/**
 * Makes attempts of parts: merges what describes one attempt (`precedence.ts`), fills in facts of the run, folds copies,
 * attaches verdicts of reports and scores of sidecars, names attempts and marks conflicts. Pure but for the callbacks.
 */
export function joinParts(input: JoinInput): Joined {
  const state: JoinState = { drafts: [], problems: [...input.problems], fileAttempts: new Map(), rootName: input.rootName };
  const parts = [...input.parts].sort((a, b) => compareText(a.part.file, b.part.file) || compareText(a.part.locator, b.part.locator));
  mergeParts(parts, state);
  const runs = [...input.runs].sort((a, b) => compareText(a.file, b.file));
  const members = new RunMembers(state.drafts);
  applyRunFacts(runs, members, state);
  fillFromSiblings(members);
  const idAt = placeId(input);
  foldExported(state, (draft) => idAt(draft.facts, 0));
  foldCopies(state);
  countKept(state);
  const hung = hangSubAgents(parts, state);
  const outcomes = [...input.outcomes].sort((a, b) => compareText(a.file, b.file) || compareText(a.task ?? '', b.task ?? ''));
  applyReports(outcomes.filter((part) => !isLabel(part) && !isGate(part)), runs, new RunMembers(state.drafts), state);
  nameAttempts(state);
  markConflicts(state);
  markTaskConflicts(state);

  const ids = uniqueIds([...state.drafts, ...hung].map(({ facts }) => facts), idAt);
  const named = state.drafts.map((draft, index) => ({ draft, id: ids[index] ?? '' }));
  const results = applyLabels(outcomes, createFinder(named), state);
  const { scores, files: scoreFiles } = applyScores(input.scores, named, input.steps, state);
  const gates = joinGates(outcomes, state);
  const problems = state.problems.sort(compareProblems);
  const counts = countProblems(named.map(({ draft }) => draft), problems);
  return {
    subAgents: finishSubAgents(hung, ids.slice(state.drafts.length), state.drafts),
    attempts: named.map(({ draft, id }) => finish(draft, id, counts.get(draft) ?? 0, scores.get(draft) ?? [], results.get(draft) ?? draft.facts.exported?.results ?? [])),
    files: input.files.map((file) => foldRecords(file, state.fileAttempts.get(file.file))).sort((a, b) => compareText(a.file, b.file)),
    scoreFiles,
    gates,
    problems: capProblems(problems),
  };
}

function finish(draft: Draft, id: string, problems: number, scores: readonly StepScore[], results: readonly CallResult[]): JoinedAttempt {
  const { facts, steps } = draft;
  const files = new Set([...draft.files, ...draft.labelFiles, ...(steps?.files ?? [])]);
  const attempt = makeAttempt(facts, {
    id,
    stepReader: steps?.reader ?? null,
    repository: repositoryOf(facts.task),
    attempt: draft.label,
    startedMs: epochMs(facts.started),
    conflict: draft.conflict,
    stepCount: steps?.count ?? 0,
    problems,
  });
  return { attempt, steps, scores, results, files: [...files].sort(compareText) };
}

function finishSubAgents(hung: readonly HungSubAgent[], ids: readonly string[], drafts: readonly Draft[]): readonly JoinedSubAgent[] {
  const rows = new Map(drafts.map((draft, row) => [draft, row]));
  return hung.map(({ facts, steps, draft, step, depth }, i) => {
    const attempt = makeAttempt(facts, {
      id: ids[i] ?? '',
      stepReader: steps.count > 0 ? steps.reader : null,
      repository: null,
      attempt: facts.attempt ?? facts.lineage?.session ?? '',
      startedMs: epochMs(facts.started),
      conflict: false,
      stepCount: steps.count,
      problems: 0,
    });
    const files = new Set([facts.file, ...steps.files]);
    return { attempt, steps: steps.count > 0 ? steps : null, files: [...files].sort(compareText), parent: rows.get(draft) ?? 0, step, depth };
  });
}

/** The id of an attempt by where it stands; `repeat` counts those at one place, from 0. */
function placeId(input: JoinInput): (facts: AttemptPart, repeat: number) => string {
  return ({ file, locator }, repeat) => {
    const text = `${file}\n${locator}\n${input.headHash(file)}${repeat === 0 ? '' : `\n${repeat}`}`;
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  };
}

/** Rows of a sanitised table keep the ids that they carry, unless two claim one. */
function uniqueIds(all: readonly AttemptPart[], idAt: (facts: AttemptPart, repeat: number) => string): readonly string[] {
  const seen = new Map<string, number>();
  const carried = new Set<string>();
  return all.map((facts) => {
    const own = facts.exported?.id;
    if (own !== undefined && !carried.has(own)) {
      carried.add(own);
      return own;
    }
    const place = `${facts.file}\n${facts.locator}`;
    const repeat = seen.get(place) ?? 0;
    seen.set(place, repeat + 1);
    return idAt(facts, repeat);
  });
}

/** Records of copies count as folded: all of a file in which every attempt is one, else those that are an attempt each. */
function foldRecords(file: FilePart, attempts: FileAttempts | undefined): IndexFile {
  if (!attempts || attempts.copies === 0) return file;
  const { shown, folded } = file;
  const moved = attempts.copies === attempts.total ? shown : attempts.total === shown ? attempts.copies : 0;
  return { ...file, shown: shown - moved, folded: folded + moved };
}
