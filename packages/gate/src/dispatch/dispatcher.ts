import type { UpstreamResponse } from '../absorb/upstream-response.ts';
import type { Progress } from '../events/gate-event.ts';
import type { Dispatchable } from './dispatchable.ts';

/** What a dispatcher may use while a call is out. */
export interface DispatchContext {
  /** Aborted when the requester leaves or the time is over. What was sent stays sent. */
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
  /** The local process that does the work: what it uses is watched while a heavy call runs. */
  watch(pid: number): void;
}

/** The only function that writes to an upstream. */
export type Dispatcher = (call: Dispatchable, context: DispatchContext) => Promise<UpstreamResponse>;

/** Thrown by a dispatcher that knows that not one byte left. Anything else it throws means that nobody knows. */
export class NotSentError extends Error {
  override readonly name: string = 'NotSent';
}
