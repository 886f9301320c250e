// What every section of an audit shares, so that panel, reports and terminal print the same words and numbers.

import type { CaveatView, TextPart } from './audit';

/** A finished cell of a table: words, or words that link to an attempt or a cell. */
export type TableCell = string | TextPart;

export interface ColumnView {
  readonly label: string;
  /** Numbers stand at the end. */
  readonly align: 'start' | 'end';
}

/** A table; every chart has one that says the same. */
export interface TableView {
  /** '': the section's headline says it. */
  readonly title: string;
  readonly columns: readonly ColumnView[];
  /** Rows in the order shown, one cell for each column. */
  readonly rows: readonly (readonly TableCell[])[];
  /** Under the table: what its numbers rest on; '' for nothing. */
  readonly note: string;
}

/** A section of an audit in finished words. Sections with drawings extend it by what is drawn. */
export interface SectionView {
  /** One sentence with its counts that says what the section came to. */
  readonly headline: string;
  /** Why, and what to make of it; '' for nothing. */
  readonly lead: string;
  /** Only those that apply, worst first. */
  readonly caveats: readonly CaveatView[];
  readonly tables: readonly TableView[];
  /** Kinds of intervals, seed, replicates, definitions. */
  readonly footnotes: readonly string[];
}

/** A section in a report. */
export interface ReportSection {
  readonly name: string;
  readonly title: string;
  readonly view: SectionView;
}
