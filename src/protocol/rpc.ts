// One small typed RPC for host and webview, and host and worker: errors and cancellation cross.

/** Method name to its parameters and result. Both ends share one map, so a message is one line there. */
export type RequestMap = Record<string, { readonly params: unknown; readonly result: unknown }>;
/** Event name to its payload. */
export type EventMap = Record<string, unknown>;

/** An error as it crosses: a code for programs, a message for people. */
export interface RpcError {
  readonly code: string;
  readonly message: string;
}

export type Envelope =
  | { readonly kind: 'request'; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: RpcError }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'event'; readonly name: string; readonly payload: unknown };

export interface Port {
  post(message: Envelope): void;
  /** Returns a function that stops listening. */
  listen(receive: (message: unknown) => void): () => void;
}

/** Tells a handler that the caller no longer waits. */
export interface CancelSignal {
  readonly cancelled: boolean;
  onCancel(listener: () => void): void;
}

export type Handlers<Requests extends RequestMap> = {
  readonly [Method in keyof Requests]: (
    params: Requests[Method]['params'],
    signal: CancelSignal,
  ) => Promise<Requests[Method]['result']> | Requests[Method]['result'];
};

export interface PendingRequest<Result> {
  readonly result: Promise<Result>;
  cancel(): void;
}

/** Thrown at the caller when the other end answered with an error, or went away. */
export class RpcFailure extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
    this.name = 'RpcFailure';
  }
}

/**
 * One end of a connection. `Local` are the requests answered here, `Remote` those sent from here.
 * A message that is no envelope, or names an unknown method, is answered with an error and never throws.
 */
export class Peer<Local extends RequestMap, Remote extends RequestMap, LocalEvents extends EventMap, RemoteEvents extends EventMap> {
  private nextId = 1;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private readonly running = new Map<number, () => void>();
  private readonly stop: () => void;

  constructor(
    private readonly port: Port,
    private readonly handlers: Handlers<Local>,
    private readonly onEvent: <Name extends keyof LocalEvents>(name: Name, payload: LocalEvents[Name]) => void = () => undefined,
  ) {
    this.stop = port.listen((message) => this.receive(message));
  }

  /** Asks the other end. `cancel()` tells it that nobody waits; the promise then rejects with code `cancelled`. */
  request<Method extends keyof Remote & string>(method: Method, params: Remote[Method]['params']): PendingRequest<Remote[Method]['result']> {
    const id = this.nextId++;
    const result = new Promise<Remote[Method]['result']>((resolve, reject) => {
      // The map types the value; it was made by the handler of the same method at the other end.
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.port.post({ kind: 'request', id, method, params });
    });
    return {
      result,
      cancel: () => {
        const entry = this.waiting.get(id);
        if (!entry) return;
        this.waiting.delete(id);
        this.port.post({ kind: 'cancel', id });
        entry.reject(new RpcFailure('cancelled', 'Cancelled.'));
      },
    };
  }

  /** Tells the other end something without waiting. */
  notify<Name extends keyof RemoteEvents & string>(name: Name, payload: RemoteEvents[Name]): void {
    this.port.post({ kind: 'event', name, payload });
  }

  /** Stops listening; whoever still waits is told. */
  dispose(): void {
    this.stop();
    for (const entry of this.waiting.values()) entry.reject(new RpcFailure('closed', 'The other end was closed.'));
    this.waiting.clear();
    for (const cancel of this.running.values()) cancel();
    this.running.clear();
  }

  private receive(message: unknown): void {
    if (!isEnvelope(message)) return;
    switch (message.kind) {
      case 'request':
        void this.answer(message.id, message.method, message.params);
        return;
      case 'result':
        this.waiting.get(message.id)?.resolve(message.value);
        this.waiting.delete(message.id);
        return;
      case 'error':
        this.waiting.get(message.id)?.reject(new RpcFailure(message.error.code, message.error.message));
        this.waiting.delete(message.id);
        return;
      case 'cancel':
        this.running.get(message.id)?.();
        return;
      case 'event':
        try {
          // The payload was made by `notify` with the same map at the other end.
          this.onEvent(message.name as keyof LocalEvents, message.payload as LocalEvents[keyof LocalEvents]);
        } catch {
          // It was not: nobody waits for an answer, and the port must not break.
        }
        return;
    }
  }

  private async answer(id: number, method: string, params: unknown): Promise<void> {
    const listeners: (() => void)[] = [];
    let cancelled = false;
    this.running.set(id, () => {
      cancelled = true;
      for (const listener of listeners) listener();
    });
    const signal: CancelSignal = {
      get cancelled() {
        return cancelled;
      },
      onCancel: (listener) => void listeners.push(listener),
    };
    try {
      const handler = Object.hasOwn(this.handlers, method) ? this.handlers[method] : undefined;
      if (!handler) throw new RpcFailure('unknown-method', `No handler for "${method}".`);
      const value = await handler(params, signal);
      if (!cancelled) this.port.post({ kind: 'result', id, value });
    } catch (error) {
      if (!cancelled) this.port.post({ kind: 'error', id, error: describeError(error) });
    } finally {
      this.running.delete(id);
    }
  }
}

/** The code and message of anything that was thrown. */
export function describeError(error: unknown): RpcError {
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : 'failed';
    return { code, message: error.message };
  }
  return { code: 'failed', message: String(error) };
}

function isEnvelope(message: unknown): message is Envelope {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  const kind = message.kind;
  if (kind === 'event') return 'name' in message && typeof message.name === 'string';
  if (!('id' in message) || typeof message.id !== 'number') return false;
  if (kind === 'request') return 'method' in message && typeof message.method === 'string';
  return kind === 'result' || kind === 'cancel' || (kind === 'error' && 'error' in message && isRpcError(message.error));
}

function isRpcError(error: unknown): error is RpcError {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && 'message' in error && typeof error.message === 'string';
}
