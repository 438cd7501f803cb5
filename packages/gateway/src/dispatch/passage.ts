import type { JsonObject } from '@callgate/core';
import type { CallRequest, FinishedCall, PendingCall, StoppedCall } from '@callgate/gate';
import type { DispatchedCall, Progress } from '@callgate/gate/host';
import type { CallTarget } from '../disclose/agent-view.ts';
import type { Server } from './servers.ts';
import type { OutboundRequest } from './upstream.ts';
import type { RequestExchange } from '../wire/exchange.ts';
import type { CarriedState } from '../wire/seal.ts';

/** What a client of the modern era brings along when it tries again. */
export interface ClientRetry {
  readonly approval?: Extract<CarriedState, { type: 'approval' }>;
  /** What was answered, to us or to the server. */
  readonly inputs: JsonObject | undefined;
  /** What belongs to the call itself. */
  readonly inner: { readonly state: string | null; readonly inputs: JsonObject | null };
}

/** One request on its way through the gate to its server and back. */
export interface Passage {
  readonly exchange: RequestExchange;
  readonly server: Server;
  /** What is called, as the server names it. */
  readonly target: string;
  readonly request: CallRequest;
  readonly outbound: OutboundRequest;
  /** What the client brought along when it tried again. */
  readonly retry?: ClientRetry;
  /** The tool where its effects depend on its arguments: the server is asked about them first. */
  readonly resolved?: CallTarget;
  /** The requester left, or cancelled; the exchange's own where nothing else is said. */
  readonly signal?: AbortSignal;
  /** How long a person is waited for here; as configured where nothing is said. */
  readonly waitMs?: number;
  /** The client has its answer already, so it cannot be asked. */
  readonly detached?: boolean;
  /** Another process can go on with a call that waits when this one ends. */
  readonly comesBack?: boolean;
  /** Told before it is sent. */
  readonly onSent?: (call: string) => void;
  /** Told when it begins to wait. */
  readonly onHeld?: (held: PendingCall) => void;
  /** Told how far it is. */
  readonly onProgress?: (progress: Progress) => void;
}

/** A person is asked over this very client, which comes back with the answer. */
export interface ClientQuestion {
  readonly state: 'asks';
  readonly inputRequests: JsonObject;
  readonly requestState: string;
}

/** A call that waits, and why an answer over the client's own connection did not count, or none is asked for. */
export type PendingPassage = PendingCall & { readonly uncounted?: string };

/** What became of a request, in no era's words yet. */
export type PassageOutcome = FinishedCall | StoppedCall | PendingPassage | DispatchedCall | ClientQuestion;
