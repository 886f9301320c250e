import type { SectionView } from './section';

/** The section on what can be seen of a run. */
export interface RepresentationsSectionView extends SectionView {
  readonly t: number;
  /** Runtimes and cohorts to choose among; the tables are of the chosen one, and of all in reports. */
  readonly groups: readonly { readonly key: string; readonly title: string }[];
  readonly group: string;
}

export interface RepresentationsParams {
  /** Null: the time that the audit shows first. */
  readonly t: number | null;
  /** Key of a group; '': one of which something can be said; null: all. */
  readonly group: string | null;
}
