import type { CallParts } from '@callgate/core/receive';

/** A call as an adapter brings it. */
export type CallRequest = CallParts & {
  /** The context was minted or authenticated by a host hook, an adapter or a new process, and not just named by a client. */
  readonly authenticated: boolean;
  /** What the client calls itself, for those who decide. It proves nothing. */
  readonly client?: string;
  /** The host's own id of the call. The same key in the same context is the same call: it is not asked twice. */
  readonly key?: string;
  /** Another program makes it, so no sandbox that starts here holds it. */
  readonly runsElsewhere?: true;
};

/** Whose context, for what happens in it besides calls. */
export interface ContextName {
  readonly principal: string;
  readonly context: string;
  readonly authenticated: boolean;
}
