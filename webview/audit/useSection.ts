import { useEffect, useState } from 'preact/hooks';
import type { AuditNotice, AuditView } from '../../src/protocol/audit';
import type { SectionName, SectionRequests } from '../../src/protocol/auditSections';
import type { PendingRequest } from '../../src/protocol/rpc';
import type { SectionView } from '../../src/protocol/section';
import { askDescribed, askSection } from './connection';

export interface SectionState<View> {
  /** The last answer; stays until the next is there. */
  readonly view: View | null;
  /** Why there is none. */
  readonly failure: string | null;
  /** Another answer is on its way. */
  readonly isWaiting: boolean;
}

/** A section's view, asked for when it is opened, when `params` change (compared as JSON), and after a new audit. */
export function useSection<Name extends SectionName>(audit: AuditView, name: Name, params: SectionRequests[Name]['params']): SectionState<SectionRequests[Name]['result']> {
  return useAnswer<SectionRequests[Name]['result']>(() => askSection(name, params), [audit, name, JSON.stringify(params)]);
}

/** What can be said of the attempts where there is no audit, asked for anew with each notice. */
export function useDescribed(notice: AuditNotice): SectionState<SectionView> {
  return useAnswer(askDescribed, [notice]);
}

function useAnswer<View>(ask: () => PendingRequest<View>, inputs: readonly unknown[]): SectionState<View> {
  const [state, setState] = useState<SectionState<View>>({ view: null, failure: null, isWaiting: true });
  useEffect(() => {
    setState((last) => ({ ...last, isWaiting: true }));
    const pending = ask();
    let isOver = false;
    pending.result.then(
      (view) => {
        if (!isOver) setState({ view, failure: null, isWaiting: false });
      },
      (error: unknown) => {
        if (!isOver) setState((last) => ({ ...last, failure: error instanceof Error ? error.message : String(error), isWaiting: false }));
      },
    );
    return () => {
      isOver = true;
      pending.cancel();
    };
  }, inputs);
  return state;
}
