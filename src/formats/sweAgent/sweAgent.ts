// SWE-agent trajectories: `<run>/<id>/<id>.traj` (1.x) or `<run>/<id>.traj` (0.x), one JSON object per attempt; a retry
// agent's file holds several under `attempts`, each written once more to `<id>/attempt_<n>/<id>.traj`.
//
// Written by SWE-agent 0.5 to 1.1. Defined in SWE-agent/SWE-agent `sweagent/types.py`, `agent/agents.py`,
// `run/run_batch.py`; 0.x in princeton-nlp/SWE-agent. No version is written but, since 1.1, that of the program.
//
// Dropped: `history`, `query` and `messages`, which repeat the conversation; the submission; totals of a retry agent's root,
// which include its reviewer and belong to no single attempt. Not there: times, and tokens and costs of single calls. Guessed:
// the model from the run folder's name where no configuration is at hand; whether the last element is the harness's own
// submission (from its fixed words). Calls whose answers left no element are known by number only.

import type { AttemptPart, Place, PartSink, Reader, Source, SourceFile } from '../contract';
import { nameOf, parentOf } from '../shared/paths';
import { problemIn, seedProblem, WHOLE_FILE } from '../shared/problems';
import type { ProblemSeed } from '../shared/problems';
import { claimFile, roleOf } from './recognise';
import type { FileRole } from './recognise';
import { NO_CONFIG, parseYaml, readConfig, readFolderName, runtimeOf } from './runConfig';
import type { ConfigFacts } from './runConfig';
import { scanTrajectory } from './scanTrajectory';
import type { Episode, ScannedTrajectory } from './scanTrajectory';
import { readStepText } from './stepText';

export const sweAgentReader: Reader = { name: 'sweAgent', claim: claimFile, read, stepText: readStepText };

type TrajectoryRole = Extract<FileRole, { kind: 'trajectory' }>;

function read(source: Source, sink: PartSink): void {
  const reading = new InstanceReading(sink);
  for (const file of source.files) {
    sink.checkCancelled();
    const role = roleOf(file.path);
    if (role.kind !== 'trajectory') reading.readYaml(file, role.kind);
  }
  const trajectories = source.files.flatMap((file) => {
    const role = roleOf(file.path);
    return role.kind === 'trajectory' ? [{ file, role }] : [];
  });
  // The file of the whole instance first: it says which attempt folders only repeat it.
  for (const { file, role } of trajectories.filter((t) => t.role.attempt === null)) reading.readTrajectory(file, role);
  for (const { file, role } of trajectories.filter((t) => t.role.attempt !== null)) reading.readTrajectory(file, role);
}

class InstanceReading {
  /** Configuration beside the trajectory. */
  private yaml: unknown = null;
  /** Steps of the attempts that the instance's own file holds; null where it holds none. */
  private inRoot: readonly Episode[] | null = null;

  constructor(private readonly sink: PartSink) {}

  readYaml(file: SourceFile, kind: Exclude<FileRole['kind'], 'trajectory'>): void {
    const value = parseYaml(file.read(0, file.size));
    if (value === undefined) {
      this.tell(file.path, seedProblem('bad-value', WHOLE_FILE, { found: 'text that is no YAML, or too much of it', expected: 'YAML', message: 'The file is no YAML that can be read; it was left out.' }, 'error'));
    } else if (kind === 'instance-config') {
      this.yaml = value;
    } else {
      this.readRunConfig(file, value);
    }
    this.sink.file({ file: file.path, format: 'run-summary', records: 0, shown: 0, folded: 0, unreadable: 0 });
  }

  readTrajectory(file: SourceFile, role: TrajectoryRole): void {
    const scanned = scanTrajectory(file, this.sink);
    for (const issue of [...scanned.scan.issues, ...scanned.problems]) this.tell(file.path, issue);
    for (const { byte, line, path } of scanned.scan.duplicates) {
      this.tell(file.path, seedProblem('duplicate', { byte, line }, { found: 'a second value', expected: 'one value', message: `The key "${String(path[path.length - 1]).slice(0, 60)}" occurs twice; the last value counts.` }));
    }
    const copy = role.attempt === null ? undefined : this.inRoot?.[role.attempt];
    if (scanned.attempts !== null) this.endRetry(file, role, scanned, scanned.attempts);
    else if (copy !== undefined) this.endCopy(file, scanned.root, copy);
    else if (scanned.root.hasTrajectory) this.endPlain(file, role, scanned);
    else this.endWithout(file, scanned);
  }

  private endPlain(file: SourceFile, role: TrajectoryRole, { root, fileHash, scan }: ScannedTrajectory): void {
    const place = placeOf(file.path, role);
    const hash = scan.isComplete ? fileHash : null;
    this.emit(file, root, { role, place, locator: '', attempt: role.attempt, contentHash: hash });
    this.count(file, [root], []);
  }

  /** A retry agent's file: its attempts count, and the root is a copy of the one that was chosen. */
  private endRetry(file: SourceFile, role: TrajectoryRole, scanned: ScannedTrajectory, attempts: readonly Episode[]): void {
    this.inRoot = attempts;
    const place = { ...placeOf(file.path, role), folder: null };
    attempts.forEach((episode, i) => {
      this.emit(file, episode, { role, place, locator: `attempts[${i}]`, attempt: i, contentHash: episode.isWhole ? episode.contentHash : null });
    });
    this.count(file, attempts, [scanned.root]);
  }

  /** `attempt_<n>/<id>.traj` of an attempt that the instance's own file holds. */
  private endCopy(file: SourceFile, episode: Episode, original: Episode): void {
    if (episode.elements !== original.elements) {
      const found = `${episode.elements} steps`;
      this.tell(file.path, seedProblem('conflict', WHOLE_FILE, { found, expected: `${original.elements} steps, as in the instance's own file`, message: `The attempt has ${found} here and ${original.elements} in the file of the whole instance; that one counts.` }));
    }
    this.count(file, [], [episode]);
  }

  private endWithout(file: SourceFile, { scan }: ScannedTrajectory): void {
    if (scan.root === 'object' && scan.isComplete && scan.keys.includes('history')) {
      this.tell(file.path, seedProblem('missing-field', WHOLE_FILE, { found: 'a history without trajectory', expected: 'a trajectory', message: 'The file is a demonstration: messages without a run. It is not an attempt.' }, 'information'));
    } else if (scan.issues.length === 0) {
      this.tell(file.path, seedProblem('missing-field', WHOLE_FILE, { found: 'no trajectory', expected: 'a trajectory', message: 'The file holds no trajectory; it is not an attempt.' }, 'error'));
    }
    this.sink.file({ file: file.path, format: 'swe-agent', records: 0, shown: 0, folded: 0, unreadable: 0 });
  }

  private emit(file: SourceFile, episode: Episode, where: { readonly role: TrajectoryRole; readonly place: Place; readonly locator: string; readonly attempt: number | null; readonly contentHash: string | null }): void {
    const config = this.configOf(episode, where.place, where.attempt);
    const { stats, steps } = episode;
    this.sink.attempt(
      {
        role: 'trajectory',
        format: 'swe-agent',
        formatVersion: episode.isNewer || episode.version !== null || episode.replayConfig !== null ? '1.x' : '0.x',
        file: file.path,
        locator: where.locator,
        range: null,
        contentHash: where.contentHash,
        place: where.place,
        task: where.role.stem === '' ? null : where.role.stem,
        taskHash: null,
        cohort: null,
        runtime: runtimeOf(config, episode.version),
        attempt: where.attempt === null ? null : `attempt_${where.attempt}`,
        started: null,
        ...this.countCalls(file, episode),
        // Replays and unpriced models write 0 for what they do not know.
        tokens: { input: positive(stats.sent), cached: null, output: positive(stats.received) },
        cost: positive(stats.cost),
        side: null,
        seconds: null,
        exitStatus: episode.exitStatus,
        limits: config.limits,
        ...NO_OUTCOME,
      },
      steps,
    );
  }

  /**
   * Calls by the steps. The producer's total is larger where answers left no element (older versions keep no answers that
   * could not be parsed, and none that came after a limit), and is then the true number; 0 beside steps means that it
   * was not counted. Where elements are missing, what they held is not known.
   */
  private countCalls(file: SourceFile, { steps, stats, isWhole, unreadable }: Episode): Pick<AttemptPart, 'calls' | 'toolSteps' | 'toolCalls'> {
    if (!isWhole || unreadable > 0) return { calls: positive(stats.calls), toolSteps: null, toolCalls: null };
    const own = steps.filter((step) => step.call !== null).length;
    const stated = stats.calls ?? 0;
    if (stated > own && own > 0) {
      this.tell(file.path, seedProblem('missing-field', WHOLE_FILE, {
        found: `${own} steps of ${stated} calls`,
        expected: 'a step for each call',
        message: `${stated - own} of the ${stated} calls left no step: answers that could not be parsed, or that came after a limit. They count; where they lay is not known, so calls of steps are numbered without them.`,
      }, 'information'));
    } else if (stated < own && stated > 0) {
      this.tell(file.path, seedProblem('conflict', WHOLE_FILE, { found: `api_calls ${stated}`, expected: `${own}, the number of steps with a call`, message: `The file states ${stated} calls and shows ${own}; the steps are counted.` }, 'information'));
    }
    return {
      calls: Math.max(stated, own),
      toolSteps: steps.filter((step) => step.isToolStep).length,
      toolCalls: steps.reduce((sum, step) => sum + step.toolCalls, 0),
    };
  }

  /** The configuration in the file, else that beside it, else what the run folder's name says. */
  private configOf(episode: Episode, place: Place, attempt: number | null): ConfigFacts {
    const known = readConfig(episode.replayConfig, attempt) ?? readConfig(this.yaml, attempt);
    const folder = place.runFolder === null ? null : readFolderName(nameOf(place.runFolder));
    if (known === null) return folder ?? NO_CONFIG;
    return { ...known, model: known.model ?? folder?.model ?? null };
  }

  private readRunConfig(file: SourceFile, value: unknown): void {
    const config = readConfig(value, null);
    if (config === null) return;
    const { model, provider, config: hash } = runtimeOf(config, null);
    this.sink.run({ file: file.path, runFolder: parentOf(file.path), kind: 'metadata', tasks: new Map(), runtime: { model, provider, config: hash }, cohort: null });
  }

  private count(file: SourceFile, shown: readonly Episode[], folded: readonly Episode[]): void {
    const sum = (episodes: readonly Episode[], of: (episode: Episode) => number): number => episodes.reduce((total, episode) => total + of(episode), 0);
    const unreadable = sum([...shown, ...folded], (e) => e.unreadable);
    const records = sum([...shown, ...folded], (e) => e.elements);
    const copies = sum(folded, (e) => e.elements - e.unreadable);
    this.sink.file({ file: file.path, format: 'swe-agent', records, shown: records - copies - unreadable, folded: copies, unreadable });
  }

  private tell(file: string, problem: ProblemSeed): void {
    this.sink.problem(problemIn(file, problem));
  }
}

const NO_OUTCOME = { outcome: 'unknown', outcomeFile: null, basis: null, declared: null, noResult: false, synthetic: false } as const;

/** `<run>/<id>/<id>.traj`, `<run>/<id>/attempt_<n>/<id>.traj`, or flat `<run>/<id>.traj`. Leaderboards put all under `trajs`. */
function placeOf(path: string, { stem, attempt }: TrajectoryRole): Place {
  const own = parentOf(path);
  const instance = attempt === null ? own : parentOf(own);
  const isInstance = nameOf(instance) === stem;
  const run = isInstance ? parentOf(instance) : instance;
  return { folder: isInstance || attempt !== null ? own : null, runFolder: nameOf(run) === 'trajs' ? parentOf(run) : run };
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}
