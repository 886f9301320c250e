import type { JSX } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TrajectoryNotice, TrajectoryState } from '../../src/protocol/trajectory';
import { type Announcer, useAnnouncer } from '../shared/announcer';
import { readKeptState } from '../shared/state';
import { host, onHostEvent } from './connection';
import { NoticeView } from './notice';
import { type Place, readPlace, START } from './place';
import { Run } from './run';

const LOADING: TrajectoryNotice = { kind: 'loading', headline: 'Reading the trajectory.', lines: [], actions: [] };

/** Loads the run, and again whenever the host says that it changed; the place is kept. */
export function App(): JSX.Element {
  const announcer = useAnnouncer();
  const [state, setState] = useState<TrajectoryState>({ kind: 'notice', notice: LOADING });
  const kept = useRef<Place>(readKeptState(readPlace));
  const turn = useRef(0);
  const load = useCallback((attempt: string | null) => {
    const mine = ++turn.current;
    host.request('load', { attempt, top: kept.current.top }).result.then(
      (answer) => {
        // An older answer that comes late is not shown over a newer one.
        if (mine === turn.current) setState(answer);
      },
      (error: unknown) => {
        if (mine === turn.current) setState({ kind: 'notice', notice: describeFailure(error) });
      },
    );
  }, []);
  // At once: ordinary effects wait for a frame.
  useLayoutEffect(() => load(kept.current.attempt), [load]);
  useLayoutEffect(() => onHostEvent('changed', ({ attempt }) => load(attempt ?? kept.current.attempt)), [load]);
  return (
    <>
      {state.kind === 'notice' ? <NoticeView notice={state.notice} /> : <RunOf state={state} kept={kept} announcer={announcer} />}
      {announcer.region}
    </>
  );
}

interface RunOfProps {
  readonly state: TrajectoryState & { readonly kind: 'view' };
  readonly kept: { current: Place };
  readonly announcer: Announcer;
}

/** Another attempt starts at its beginning, or at the step that was asked for; the same one, read again, keeps the place. */
function RunOf({ state, kept, announcer }: RunOfProps): JSX.Element {
  const { view, step } = state;
  const turn = useRef(0);
  const seen = useRef<TrajectoryState | null>(null);
  if (seen.current !== state) {
    seen.current = state;
    if (kept.current.key !== view.key) kept.current = { ...START, attempt: view.attemptId, key: view.key };
    if (step !== null) {
      kept.current = { ...kept.current, step, top: Math.max(1, step - 3), expanded: [...kept.current.expanded.filter((one) => one !== step), step] };
      turn.current++;
    }
  }
  return <Run key={`${view.key} ${turn.current}`} view={view} kept={kept} say={announcer.say} />;
}

function describeFailure(error: unknown): TrajectoryNotice {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'error', headline: 'The trajectory could not be read.', lines: [message], actions: [{ label: 'Show problems', action: 'problems' }] };
}
