import type { TrajectoryEvents, TrajectoryHostEvents, TrajectoryRequests } from '../../src/protocol/trajectory';
import { connectToHost } from '../shared/rpcClient';

/** Who listens, by the event's name; each was added by `onHostEvent` with the payload's type of that name. */
const listeners = new Map<string, Set<(payload: unknown) => void>>();

/** The page's connection; events of the host reach everyone who listens. */
export const host = connectToHost<TrajectoryRequests, TrajectoryEvents, TrajectoryHostEvents>((name, payload) => {
  for (const listener of listeners.get(String(name)) ?? []) listener(payload);
});

/** Calls back for each event of one name. Returns a function that stops it. */
export function onHostEvent<Name extends keyof TrajectoryEvents & string>(name: Name, receive: (payload: TrajectoryEvents[Name]) => void): () => void {
  const own = listeners.get(name) ?? new Set();
  listeners.set(name, own);
  // The name tells the payload's type.
  const listener = (payload: unknown): void => receive(payload as TrajectoryEvents[Name]);
  own.add(listener);
  return () => own.delete(listener);
}

/** Asks the host for something whose answer is not shown; a failure is told to `say`. */
export function ask<Method extends 'reveal' | 'copy' | 'act' | 'openRun'>(method: Method, params: TrajectoryRequests[Method]['params'], say: (text: string) => void, done = ''): void {
  host.request(method, params).result.then(
    () => {
      if (done !== '') say(done);
    },
    (error: unknown) => say(error instanceof Error ? error.message : String(error)),
  );
}
