import { compareText } from '../../base/compareText';
import { groupBy } from '../../base/groupBy';
import type { AttemptName, ScorePart } from '../../formats/contract';
import { joinPath, parentOf } from '../../formats/shared/paths';
import { runtimeLabel } from '../../model/runtime';
import type { ScoreFile, StepScore } from '../traceIndex';
import { fileProblem } from './draft';
import type { Draft, JoinState, StepRef } from './draft';

/** Finds steps by their call. */
export interface StepLookup {
  /** Index of the step of a call, from 0; null when there is none. */
  stepAtCall(steps: StepRef, call: number): number | null;
}

/** A joined attempt that scores may name. */
export interface NamedDraft {
  readonly draft: Draft;
  readonly id: string;
}

export interface AppliedScores {
  /** By attempt, each sorted by monitor, then step. */
  readonly scores: ReadonlyMap<Draft, readonly StepScore[]>;
  /** Sorted by file. */
  readonly files: readonly ScoreFile[];
}

/**
 * Finds the attempt and step of each score: by attempt id, else by file (from the root, or from the sidecar's folder) and
 * locator, else by task, attempt label and runtime (its label, model or agent). Of two
 * scores for one monitor and step the later line counts. What fits no attempt, several, or no step is told, one problem a
 * file and reason.
 */
export function applyScores(scores: readonly ScorePart[], attempts: readonly NamedDraft[], steps: StepLookup, state: JoinState): AppliedScores {
  const find = createFinder(attempts);
  const found = new Map<Draft, Map<string, StepScore>>();
  const files: ScoreFile[] = [];
  for (const [file, parts] of groupBy(scores, (part) => part.file)) {
    const lost = { attempt: 0, several: 0, step: 0, repeated: 0 };
    for (const part of parts) {
      const [draft, ...others] = find(part);
      if (!draft) lost.attempt++;
      else if (others.length > 0) lost.several++;
      else {
        const step = stepOf(part, draft.steps, steps);
        if (step === null) lost.step++;
        else {
          const own = found.get(draft) ?? new Map<string, StepScore>();
          found.set(draft, own);
          const key = JSON.stringify([part.monitor, step]);
          if (own.has(key)) lost.repeated++;
          own.set(key, { monitor: part.monitor, step, score: part.score, threshold: part.threshold, cost: part.cost });
        }
      }
    }
    files.push({ file, scores: parts.length, found: parts.length - lost.attempt - lost.several - lost.step });
    const tell = (count: number, what: string, expected: string): void => {
      if (count > 0) state.problems.push(scoresProblem(file, { count, total: parts.length, what, expected }));
    };
    tell(lost.attempt, 'name an attempt that is not here', 'an attempt of this index');
    tell(lost.several, 'name more than one attempt', 'enough to tell one attempt: its id, or file and locator');
    tell(lost.step, 'name a step or call that the attempt does not have', 'a step of the attempt');
    tell(lost.repeated, 'repeat a monitor and step; the later one counts', 'one score for each monitor and step');
  }
  return {
    scores: new Map([...found].map(([draft, own]) => [draft, [...own.values()].sort((a, b) => compareText(a.monitor, b.monitor) || a.step - b.step)])),
    files: files.sort((a, b) => compareText(a.file, b.file)),
  };
}

/** Finds the attempts that lines of sidecars name. */
export function createFinder(attempts: readonly NamedDraft[]): (part: AttemptName) => readonly Draft[] {
  const byId = new Map(attempts.map(({ id, draft }) => [id, draft] as const));
  const drafts = attempts.map(({ draft }) => draft);
  const byFile = groupBy(drafts.flatMap((draft) => draft.files.map((file) => ({ draft, file }))), ({ file }) => file);
  const byTask = groupBy(drafts, ({ facts, label }) => JSON.stringify([facts.task, label]));
  return (part) => {
    if (part.attemptId !== null) {
      const draft = byId.get(part.attemptId);
      return draft ? [draft] : [];
    }
    if (part.attemptFile !== null) {
      const near = joinPath(parentOf(part.file), part.attemptFile);
      const inFile = (byFile.get(part.attemptFile) ?? byFile.get(near) ?? []).map(({ draft }) => draft);
      return part.locator === null ? inFile : inFile.filter(({ facts }) => facts.locator === part.locator);
    }
    const named = byTask.get(JSON.stringify([part.task, part.attempt])) ?? [];
    return part.runtime === null ? named : named.filter(({ facts }) => namesRuntime(part.runtime ?? '', facts.runtime));
  };
}

function namesRuntime(name: string, runtime: Draft['facts']['runtime']): boolean {
  return name === runtimeLabel(runtime) || name === runtime.model || name === runtime.agent;
}

function stepOf(part: ScorePart, steps: StepRef | null, lookup: StepLookup): number | null {
  if (steps === null) return null;
  if (part.step !== null) return part.step < steps.count ? part.step : null;
  return part.call === null ? null : lookup.stepAtCall(steps, part.call);
}

function scoresProblem(file: string, { count, total, what, expected }: { readonly count: number; readonly total: number; readonly what: string; readonly expected: string }): ReturnType<typeof fileProblem> {
  return fileProblem(file, 'unknown-record', 'information', {
    found: `${count} of ${total} scores that ${what}`,
    expected,
    message: `${count} of the ${total} scores of this file ${count === 1 ? what.replace(/^name\b/, 'names') : what}.`,
  });
}
