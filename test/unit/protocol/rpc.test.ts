import assert from 'node:assert/strict';
import { Peer, RpcFailure, type Envelope } from '../../../src/protocol/rpc';

type Requests = {
  readonly double: { readonly params: { readonly value: number }; readonly result: number };
  readonly fail: { readonly params: null; readonly result: null };
};
type Events = { readonly moved: { readonly step: number } };

/** A peer whose other end is the test: what it posts, and a way to send it anything. */
function connect(onEvent: (name: keyof Events, payload: Events['moved']) => void = () => undefined) {
  const posted: Envelope[] = [];
  let send: (message: unknown) => void = () => undefined;
  const peer = new Peer<Requests, Requests, Events, Events>(
    { post: (message) => posted.push(message), listen: (receive) => ((send = receive), () => undefined) },
    {
      double: ({ value }) => 2 * value,
      fail: () => {
        throw new RpcFailure('broken', 'It is broken.');
      },
    },
    onEvent,
  );
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { peer, posted, send: (message: unknown) => send(message), settle };
}

describe('messages between a page and its host', () => {
  it('are answered with results, and with errors that keep their code', async () => {
    const { posted, send, settle } = connect();
    send({ kind: 'request', id: 1, method: 'double', params: { value: 21 } });
    await settle();
    send({ kind: 'request', id: 2, method: 'fail', params: null });
    await settle();
    assert.deepEqual(posted, [
      { kind: 'result', id: 1, value: 42 },
      { kind: 'error', id: 2, error: { code: 'broken', message: 'It is broken.' } },
    ]);
  });

  it('that are none, name no method of ours or lack what they need never throw, and run nothing', async () => {
    const { posted, send, settle } = connect();
    for (const message of [undefined, null, 7, 'text', [], {}, { kind: 'request' }, { kind: 'request', id: '1', method: 'double' }, { kind: 'error', id: 1, error: null }, { kind: 'result', id: 99 }, { kind: 'cancel', id: 99 }]) send(message);
    await settle();
    assert.equal(posted.length, 0);
    for (const method of ['constructor', '__proto__', 'toString', 'nope']) send({ kind: 'request', id: 3, method, params: {} });
    send({ kind: 'request', id: 4, method: 'double' });
    await settle();
    assert.equal(posted.filter(({ kind }) => kind === 'error').length, 5);
    assert.equal(posted.length, 5);
  });

  it('of events without their payload break nothing, and later ones arrive', () => {
    const steps: number[] = [];
    const { send } = connect((_, payload) => steps.push(payload.step));
    send({ kind: 'event', name: 'moved' });
    send({ kind: 'event', name: 'moved', payload: { step: 3 } });
    assert.deepEqual(steps, [3]);
  });

  it('reject who waits when the other end answers with an error, or goes', async () => {
    const { peer, send } = connect();
    const first = peer.request('double', { value: 1 });
    send({ kind: 'error', id: 1, error: { code: 'broken', message: 'No.' } });
    await assert.rejects(first.result, { code: 'broken', message: 'No.' });
    const second = peer.request('double', { value: 1 });
    peer.dispose();
    await assert.rejects(second.result, { code: 'closed' });
  });
});
