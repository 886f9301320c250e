// The webview's end of the connection with the extension host.

import { Peer, type EventMap, type Handlers, type Port, type RequestMap } from '../../src/protocol/rpc';

/** What VS Code gives a webview, once per page. */
interface WebviewApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): unknown;
}

declare function acquireVsCodeApi(): WebviewApi;

/** The page's only handle to the extension host: `acquireVsCodeApi` may be called once. */
export const host: WebviewApi = acquireVsCodeApi();

const port: Port = {
  post: (message) => host.postMessage(message),
  listen: (receive) => {
    const listener = (event: MessageEvent<unknown>): void => receive(event.data);
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  },
};

/**
 * Connects to the extension host: `Requests` are answered there, `Events` come from there, `HostEvents` go there.
 * Nothing is asked of a webview, so it answers no requests.
 */
export function connectToHost<Requests extends RequestMap, Events extends EventMap, HostEvents extends EventMap = Record<string, never>>(
  onEvent: <Name extends keyof Events>(name: Name, payload: Events[Name]) => void,
): Peer<Record<string, never>, Requests, Events, HostEvents> {
  const none: Handlers<Record<string, never>> = {};
  return new Peer<Record<string, never>, Requests, Events, HostEvents>(port, none, onEvent);
}
