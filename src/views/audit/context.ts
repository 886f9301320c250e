import type { SealView } from '../../protocol/audit';

/** What an audit's view needs beside the result and its attempts. */
export interface AuditContext {
  /** Decision time to choose at first; null: the one nearest the middle with many live cells. */
  readonly chosen: number | null;
  readonly seal: SealView;
  /** What could not be read, over the whole index. */
  readonly unreadable: { readonly records: number; readonly files: number };
}

/** A context for results whose surroundings are not known, such as one read from a file. */
export const PLAIN_CONTEXT: AuditContext = {
  chosen: null,
  seal: { state: 'exploratory', text: 'Exploratory, not sealed' },
  unreadable: { records: 0, files: 0 },
};

/** The seal of a plan. `broken` names what changed after freezing: "times", "budget and runtime key". */
export function viewSeal(sealed: boolean, broken: string | null = null): SealView {
  if (broken !== null) return { state: 'broken', text: `Seal broken: ${broken} changed after freezing` };
  return sealed ? { state: 'planned', text: 'Planned, sealed' } : { state: 'exploratory', text: 'Exploratory, not sealed' };
}
