import { useEffect, useState } from 'preact/hooks';
import type { AttemptPair, AttemptScope, AuditState, AuditView, CellDetailView } from '../../src/protocol/audit';
import type { AuditEvents, AuditRequests } from '../../src/protocol/auditMessages';
import { unpackState, type PackedAuditState } from '../../src/protocol/auditPacking';
import type { SectionName, SectionRequests } from '../../src/protocol/auditSections';
import { RpcFailure, type PendingRequest } from '../../src/protocol/rpc';
import type { SectionView } from '../../src/protocol/section';
import { connectToHost } from '../shared/rpcClient';

let receiveState: (state: PackedAuditState) => void = () => undefined;
let receiveShow: (wanted: AuditEvents['show']) => void = () => undefined;
let receiveOpen: (wanted: AuditEvents['open']) => void = () => undefined;

const peer = connectToHost<AuditRequests, AuditEvents>((name, payload) => {
  // Payloads were made by the host with the same map.
  if (name === 'state') receiveState(payload as AuditEvents['state']);
  if (name === 'show') receiveShow(payload as AuditEvents['show']);
  if (name === 'open') receiveOpen(payload as AuditEvents['open']);
});

export interface PanelInput {
  /** The audit as the host has it now; null until the first answer. */
  readonly state: AuditState | null;
  /** Why there is none. */
  readonly failure: string | null;
  /** The decision that was chosen elsewhere last; another object each time. */
  readonly asked: AuditEvents['show'] | null;
  /** The section that was asked for elsewhere last; another object each time. */
  readonly opened: AuditEvents['open'] | null;
}

/** What the host sends. */
export function useHost(): PanelInput {
  const [asked, setAsked] = useState<AuditEvents['show'] | null>(null);
  const [opened, setOpened] = useState<AuditEvents['open'] | null>(null);
  const [state, setState] = useState<AuditState | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const take = (packed: PackedAuditState): void => setState(unpackState(packed));
    receiveState = take;
    receiveShow = setAsked;
    receiveOpen = setOpened;
    peer.request('load', null).result.then(take, (error: unknown) => setFailure(messageOf(error)));
    return () => {
      receiveState = () => undefined;
      receiveShow = () => undefined;
      receiveOpen = () => undefined;
    };
  }, []);
  return { state, failure, asked, opened };
}

export type DetailState = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly message: string } | { readonly kind: 'detail'; readonly detail: CellDetailView };

/** The detail of a cell at a time; asked for again when the audit changes. The last one stays until the next is there. */
export function useCellDetail(audit: AuditView, key: string, t: number): DetailState {
  const [state, setState] = useState<DetailState>({ kind: 'loading' });
  useEffect(() => {
    const pending = peer.request('cell', { key, t });
    let isOver = false;
    pending.result.then(
      (detail) => setState(detail === null ? { kind: 'failed', message: 'This cell is no longer part of the audit.' } : { kind: 'detail', detail }),
      (error: unknown) => {
        if (!isOver) setState({ kind: 'failed', message: messageOf(error) });
      },
    );
    return () => {
      isOver = true;
      pending.cancel();
    };
  }, [audit, key, t]);
  return state;
}

/** Asks for a section; `cancel()` gives up the work. */
export function askSection<Name extends SectionName>(name: Name, params: SectionRequests[Name]['params']): PendingRequest<SectionRequests[Name]['result']> {
  // The panel's map holds the sections' own, so both name the same result.
  return peer.request<SectionName>(name, params) as PendingRequest<SectionRequests[Name]['result']>;
}

/** Asks what can be said of the attempts where there is no audit; `cancel()` gives up the work. */
export function askDescribed(): PendingRequest<SectionView> {
  return peer.request('described', null);
}

export function openAttempt(id: string, step?: number): void {
  void peer.request('openAttempt', { id, step: step ?? null }).result.catch(() => undefined); // the host shows its own failures
}

/** Two trajectories beside each other. */
export function openPair(pair: AttemptPair): void {
  void peer.request('openPair', { pair }).result.catch(() => undefined);
}

export function copyText(text: string): void {
  void peer.request('copyText', { text }).result.catch(() => undefined);
}

export function runCommand(command: string): void {
  void peer.request('command', { command }).result.catch(() => undefined);
}

export function setAttempts(attempts: AttemptScope): void {
  void peer.request('setAttempts', { attempts }).result.catch(() => undefined);
}

export function setBudget(budget: number): void {
  void peer.request('setBudget', { budget }).result.catch(() => undefined);
}

export function cancelWork(): void {
  void peer.request('cancel', null).result.catch(() => undefined);
}

function messageOf(error: unknown): string {
  return error instanceof RpcFailure || error instanceof Error ? error.message : String(error);
}
