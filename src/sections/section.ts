import type { AuditedOutcome } from '../analysis/audit';
import type { TraceIndex } from '../index/traceIndex';
import type { SectionView } from '../protocol/section';

/** What a section is made from. */
export interface SectionInput {
  readonly index: TraceIndex;
  readonly outcome: AuditedOutcome;
  /** Folder of the product's own files beside the traces; null: none is known. */
  readonly folder: string | null;
}

export interface SectionAnswer<View extends SectionView> {
  readonly view: View;
  /** The plain result behind the view, for JSON; null where the audit's own result holds it. */
  readonly result: object | null;
}

/** A section of the audit: the job that computes it, and its view. Panel, reports and command line open the same. */
export interface Section<Params, View extends SectionView> {
  /** Key in JSON and word of `--sections`. */
  readonly name: string;
  readonly title: string;
  /** What a reader sees first, and what reports take. */
  readonly first: Params;
  /** Params from a page, checked; what cannot be understood is as in `first`. */
  readParams(raw: unknown): Params;
  /** It costs next to nothing and is asked for with ever new params: answers are not kept. */
  readonly isPassing?: true;
  /** Whether there is nothing that a report would tell; panel and reports that ask for it by name have it all the same. */
  isAbsent?(input: SectionInput): boolean;
  /** In portions of a few milliseconds: each `next()` does one; dropping the generator abandons the work. */
  open(input: SectionInput, params: Params): Generator<void, SectionAnswer<View>, void>;
}
