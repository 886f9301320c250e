// A view with every trait that the harness must carry or catch.
import { render } from 'preact';
import { Peer, type Envelope } from '../../../src/protocol/rpc';
import './probe.css';

export interface ProbeRequests {
  readonly [method: string]: { readonly params: unknown; readonly result: unknown };
  readonly load: { readonly params: null; readonly result: { readonly headline: string } };
}

export interface ProbeEvents {
  readonly [name: string]: unknown;
  readonly headline: string;
}

const api = acquireVsCodeApi();
const show = (headline: string): void => {
  api.setState({ headline });
  render(
    <main style={{ maxWidth: '40em' }}>
      <h1>{headline}</h1>
      <button onClick={() => peer.notify('pressed', { times: 1 })}>Press</button>
      <button onClick={() => void fetch('https://example.com/').catch(() => undefined)}>Ask outside</button>
    </main>,
    document.body,
  );
};
const peer = new Peer<Record<never, never>, ProbeRequests, ProbeEvents, Record<string, unknown>>(
  {
    post: (message: Envelope) => api.postMessage(message),
    listen: (receive) => {
      const listener = (event: MessageEvent): void => receive(event.data);
      window.addEventListener('message', listener);
      return () => window.removeEventListener('message', listener);
    },
  },
  {},
  (_name, payload) => show(String(payload)),
);
const kept = api.getState();
if (typeof kept === 'object' && kept && 'headline' in kept) show(String(kept.headline));
else peer.request('load', null).result.then((loaded) => show(loaded.headline), (error: unknown) => show(String(error)));
