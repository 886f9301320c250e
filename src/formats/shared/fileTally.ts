import type { FormatName } from '../../model/formats';
import type { PartSink, SourceFile } from '../contract';
import { problemIn, seedProblem, WHOLE_FILE } from './problems';
import type { ProblemSeed } from './problems';

/** Problems of one file that are told one by one; the rest are told as a number. */
const MOST_PROBLEMS = 500;

export interface TallyState {
  readonly shown: number;
  readonly folded: number;
  readonly unreadable: number;
  readonly told: number;
}

/**
 * Counts and problems of one file while it is read: records = shown + folded + unreadable. A file
 * that is wrong throughout does not flood the list: after 500 problems only their number is told.
 */
export class FileTally {
  shown = 0;
  folded = 0;
  unreadable = 0;
  private told = 0;

  constructor(private readonly file: SourceFile, private readonly sink: PartSink) {}

  tell(seed: ProblemSeed): void {
    if (++this.told <= MOST_PROBLEMS) this.sink.problem(problemIn(this.file.path, seed));
  }

  tellAll(seeds: Iterable<ProblemSeed>): void {
    for (const seed of seeds) this.tell(seed);
  }

  /** A record that could not be used, and why. */
  refuse(seed: ProblemSeed): void {
    this.unreadable++;
    this.tell(seed);
  }

  /** What it has counted, to go on with when the file has grown (`ResumePoint.state`). */
  get state(): TallyState {
    const { shown, folded, unreadable, told } = this;
    return { shown, folded, unreadable, told };
  }

  /** Goes on from what was counted before. */
  resume({ shown, folded, unreadable, told }: TallyState): void {
    this.shown = shown;
    this.folded = folded;
    this.unreadable = unreadable;
    this.told = told;
  }

  /** Reports the counts; call it once, last. */
  finish(format: FormatName | null): void {
    const more = this.told - MOST_PROBLEMS;
    if (more > 0) {
      const text = { found: `${this.told} problems`, expected: `at most ${MOST_PROBLEMS}`, message: `${more} more problems of this file are not listed.` };
      this.sink.problem(problemIn(this.file.path, seedProblem('limit', WHOLE_FILE, text)));
    }
    const { shown, folded, unreadable } = this;
    this.sink.file({ file: this.file.path, format, records: shown + folded + unreadable, shown, folded, unreadable });
  }
}
