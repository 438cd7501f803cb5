import type { JsonObject } from '@callgate/core';
import type { CallRequest, Finished, HeldCall, Stopped } from '@callgate/gate';
import type { AlreadyOut, Progress } from '@callgate/gate/host';
import type { Target } from '../disclose/view.ts';
import type { Server } from './servers.ts';
import type { Outbound } from './upstream.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Carried } from '../wire/seal.ts';

/** What a client of the modern era brings along when it tries again. */
export interface Retry {
  readonly approval?: Extract<Carried, { type: 'approval' }>;
  /** What was answered, to us or to the server. */
  readonly inputs: JsonObject | undefined;
  /** What belongs to the call itself. */
  readonly inner: { readonly state: string | null; readonly inputs: JsonObject | null };
}

/** One request on its way through the gate to its server and back. */
export interface Passage {
  readonly exchange: Exchange;
  readonly server: Server;
  /** What is called, as the server names it. */
  readonly target: string;
  readonly request: CallRequest;
  readonly outbound: Outbound;
  /** What the client brought along when it tried again. */
  readonly retry?: Retry;
  /** The tool where its effects depend on its arguments: the server is asked about them first. */
  readonly resolved?: Target;
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
  readonly onHeld?: (held: HeldCall) => void;
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
export type PendingPassage = HeldCall & { readonly uncounted?: string };

/** What became of a request, in no era's words yet. */
export type PassageEnd = Finished | Stopped | PendingPassage | AlreadyOut | ClientQuestion;
