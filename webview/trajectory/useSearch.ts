import { useEffect, useState } from 'preact/hooks';
import type { SearchHit, TrajectoryView } from '../../src/protocol/trajectory';
import { host, onHostEvent } from './connection';

export interface Search {
  /** By step number; null: nothing is searched for, or the first answer is not there yet. */
  readonly hits: ReadonlyMap<number, SearchHit> | null;
  /** How far the host has come; null: it is done. */
  readonly progress: { readonly searched: number; readonly of: number } | null;
  readonly failure: string;
}

const IDLE: Search = { hits: null, progress: null, failure: '' };
/** Milliseconds without a key before the search starts. */
const PAUSE = 150;

/** Searches every step's text at the host, rendered or not. A newer query cancels the older one. */
export function useSearch(query: string, view: TrajectoryView): Search {
  const [search, setSearch] = useState<Search>(IDLE);
  useEffect(() => {
    if (query.trim() === '') {
      setSearch(IDLE);
      return;
    }
    let cancel = (): void => undefined;
    const timer = window.setTimeout(() => {
      const pending = host.request('search', { query });
      cancel = () => pending.cancel();
      setSearch((last) => ({ ...last, progress: { searched: 0, of: view.steps.count }, failure: '' }));
      pending.result.then(
        ({ hits }) => setSearch({ hits: new Map(hits.map((hit) => [hit.step, hit])), progress: null, failure: '' }),
        (error: unknown) => {
          if (error instanceof Error && 'code' in error && error.code === 'cancelled') return;
          setSearch({ hits: new Map(), progress: null, failure: error instanceof Error ? error.message : String(error) });
        },
      );
    }, PAUSE);
    return () => {
      window.clearTimeout(timer);
      cancel();
    };
  }, [query, view]);
  useEffect(() => onHostEvent('searchProgress', (progress) => setSearch((last) => (last.progress === null ? last : { ...last, progress }))), []);
  return search;
}
