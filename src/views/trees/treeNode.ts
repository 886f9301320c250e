import { cleanLine, cleanText, clipText } from '../../base/cleanText';
import { formatCount } from '../numbers';

/** Glyphs of tree rows: the visual grammar's marks, drawn by whoever shows them. */
export type TreeGlyph =
  | 'resolved'
  | 'unresolved'
  | 'unknown'
  | 'excluded'
  | 'restart'
  | 'continue'
  | 'abstain'
  | 'not-reached'
  | 'plan'
  | 'file'
  | 'error'
  | 'warning'
  | 'information'
  | 'action'
  | 'none';

/** A row of a native tree: finished words. */
export interface TreeNode {
  /** Unique in its tree and stable over re-indexing, so that expansion is kept. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly glyph: TreeGlyph;
  readonly children: readonly TreeNode[];
  readonly expanded: boolean;
  /** What opening the row does; null: nothing. */
  readonly open: TreeAction | null;
}

export type TreeAction =
  | { readonly kind: 'attempt'; readonly id: string }
  | { readonly kind: 'decision'; readonly runtime: string; readonly cohort: string | null; readonly task: string; readonly t: number }
  | { readonly kind: 'problem'; readonly file: string; readonly line: number | null; readonly byte: number | null }
  | { readonly kind: 'command'; readonly command: string };

/** Longest text in a row and in its tooltip, in code points. */
const MOST_IN_ROW = 300;
const MOST_IN_TOOLTIP = 2000;

/** Label, description and tooltip as they are shown: rows hold words from traces. A node without a tooltip gets its own words. */
export function shownWords({ label, description, tooltip }: Pick<TreeNode, 'label' | 'description' | 'tooltip'>): Pick<TreeNode, 'label' | 'description' | 'tooltip'> {
  const line = (text: string): string => clipText(cleanLine(text), MOST_IN_ROW);
  const words = { label: line(label), description: line(description) };
  return { ...words, tooltip: tooltip === '' ? `${words.label} ${words.description}`.trim() : clipText(cleanText(tooltip), MOST_IN_TOOLTIP) };
}

/** A row with nothing but what is stated. */
export function treeNode(node: Pick<TreeNode, 'id' | 'label'> & Partial<TreeNode>): TreeNode {
  return { description: '', tooltip: '', glyph: 'none', children: [], expanded: false, open: null, ...node };
}

export interface Rest {
  readonly id: string;
  /** Where the others are. */
  readonly tooltip: string;
  /** The command that leads there. */
  readonly command: string;
}

/** The first `most` rows, and one that says how many more there are and leads to them. */
export function cutRows(rows: readonly TreeNode[], most: number, { id, tooltip, command }: Rest): readonly TreeNode[] {
  if (rows.length <= most + 1) return rows;
  return [...rows.slice(0, most), treeNode({ id, label: `${formatCount(rows.length - most)} more`, tooltip, open: { kind: 'command', command } })];
}
