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

/** A row with nothing but what is stated. */
export function treeNode(node: Pick<TreeNode, 'id' | 'label'> & Partial<TreeNode>): TreeNode {
  return { description: '', tooltip: '', glyph: 'none', children: [], expanded: false, open: null, ...node };
}

/** The first `most` rows, and one that says how many more there are. */
export function cutRows(rows: readonly TreeNode[], most: number, idOfRest: string): readonly TreeNode[] {
  if (rows.length <= most + 1) return rows;
  return [...rows.slice(0, most), treeNode({ id: idOfRest, label: `${rows.length - most} more`, tooltip: 'Filter the view to see them.' })];
}
