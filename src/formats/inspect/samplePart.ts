import { compareText } from '../../base/compareText';
import type { AttemptPart, PartSink } from '../contract';
import type { Outcome } from '../../model/attempt';
import { makeAttemptPart } from '../shared/attemptParts';
import { getCount, getField, getNumber, getRecord, getText } from '../shared/fields';
import { hashText } from '../shared/hash';
import { countSteps } from '../shared/stepPieces';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { ProblemSeed } from '../shared/problems';
import { secondsBetween } from '../shared/times';
import { addKnown } from '../shared/usage';
import type { LogHeader } from './header';
import { mainScore, outcomeOf, scoresOf } from './outcome';
import type { ScoreScale } from './outcome';
import type { SampleReading } from './scanSamples';

export interface SamplePlace {
  /** The log, as the index names it. */
  readonly file: string;
  /** Where in the log: a member's name, or `samples[3]`. */
  readonly locator: string;
  /** Every event is there. */
  readonly isWhole: boolean;
}

/** A sample is one attempt at the task that its id names, numbered by its epoch. */
export function emitSample(sample: SampleReading, { header, scale, place, sink }: { readonly header: LogHeader; readonly scale: ScoreScale; readonly place: SamplePlace; readonly sink: PartSink }): void {
  const { facts, events, steps: collected } = sample;
  const steps = collected.steps();
  const epoch = getCount(facts, 'epoch');
  const score = mainScore(scoresOf(facts), header.scorers);
  const outcome: Outcome = score === null ? 'unknown' : outcomeOf(score.value, scale);
  const { calls, toolSteps, toolCalls, tokens } = countSteps(steps);
  const part: AttemptPart = makeAttemptPart({
    role: 'result',
    format: 'inspect',
    formatVersion: header.formatVersion,
    file: place.file,
    locator: place.locator,
    contentHash: contentHash(facts, header),
    place: { folder: null, runFolder: null },
    task: taskOf(getField(facts, 'id'), header.benchmark),
    taskHash: sample.inputHash,
    runtime: header.runtime,
    attempt: epoch === null ? null : `epoch ${epoch}`,
    started: getText(facts, 'started_at') ?? events.firstTime,
    // Of a sample that is cut off only some calls are there.
    ...(place.isWhole && (steps.length > 0 || events.count > 0) ? { calls, toolSteps, toolCalls, tokens, cost: steps.reduce<number | null>((sum, step) => addKnown(sum, step.cost), null) } : {}),
    side: events.side,
    seconds: secondsBetween(events.firstTime, events.lastTime) ?? getNumber(facts, 'total_time'),
    exitStatus: exitOf(sample, header),
    limits: header.limits,
    outcome,
    outcomeFile: outcome === 'unknown' ? null : place.file,
    basis: outcome === 'unknown' ? null : 'final',
  });
  sink.attempt(part, steps);
}

/** An id that is only a number names no task without its benchmark. */
export function taskOf(id: unknown, benchmark: string | null): string | null {
  const text = typeof id === 'number' ? String(id) : typeof id === 'string' && id.trim() !== '' ? id : null;
  return text !== null && /^\d+$/.test(text) && benchmark !== null ? `${benchmark}/${text}` : text;
}

/** Logs that were retried or converted hold samples of earlier ones: an id says which, or else run, sample and epoch. */
function contentHash(facts: unknown, header: LogHeader): string | null {
  const uuid = getText(facts, 'uuid');
  if (uuid !== null) return hashText(`inspect sample ${uuid}`);
  return header.run === null ? null : hashText(JSON.stringify(['inspect', header.run, getField(facts, 'id'), getField(facts, 'epoch')]));
}

/** Tries of the sample that failed before this one; the log keeps their errors only. */
export function countRetries({ facts }: SampleReading): number {
  return Object.keys(getRecord(facts, 'error_retries') ?? {}).length;
}

/** One problem for all samples of a log. */
export function retriedSamples(tries: number): ProblemSeed {
  return seedProblem('unknown-record', WHOLE_FILE, { found: `${tries} earlier tries of samples`, expected: 'tries with their events', message: `${tries} tries of samples failed and were repeated; they are no attempts here, since the log keeps their errors only.` }, 'information');
}

/** One problem for all events of a log whose types are not known; null where there are none. */
export function unknownEvents(types: ReadonlySet<string>): ProblemSeed | null {
  if (types.size === 0) return null;
  const names = [...types].sort(compareText).slice(0, 5).map((type) => (type === '' ? '(without a type)' : JSON.stringify(type.slice(0, 60))));
  return seedProblem('unknown-record', WHOLE_FILE, { found: `events of type ${names.join(', ')}${types.size > names.length ? ` and ${types.size - names.length} more` : ''}`, expected: 'types of events that are known', message: 'Events of types that are not known were left out.' }, 'information');
}

function exitOf({ facts, events }: SampleReading, header: LogHeader): string | null {
  const error = getText(getRecord(facts, 'error'), 'message');
  if (error !== null) return `error: ${error.slice(0, 300).replace(/\s+/g, ' ')}`;
  if (getRecord(facts, 'error') !== null) return 'error';
  const limit = getText(getRecord(facts, 'limit'), 'type') ?? events.limit;
  if (limit !== null) return `limit: ${limit}`;
  return header.status === 'success' ? 'success' : null;
}
