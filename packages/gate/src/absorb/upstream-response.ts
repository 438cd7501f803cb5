import type { Json, TracedTool } from '@callgate/core';

/** What the upstream said. */
export type UpstreamResponse =
  /** A result; `isError` where the tool itself says that it failed. */
  | { readonly type: 'result'; readonly result: Json; readonly isError?: boolean }
  /** The upstream answered that it would not or could not. A number is its own code; Callgate's are words. */
  | {
      readonly type: 'error';
      readonly code: string | number;
      readonly message: string;
      /** Counts as seen, as a result does. */
      readonly data?: Json;
    };

/** Makes of an answer what is released of it. */
export type ResponseFilter = (answer: UpstreamResponse, tool: TracedTool) => UpstreamResponse;

/** The result of a call, as its sender tells it. */
export type DispatchResult =
  | UpstreamResponse
  | { readonly type: 'unknown'; readonly message: string }
  /** Not one byte left. */
  | { readonly type: 'not-sent'; readonly message: string };

/** Nobody knows whether the call happened. */
export interface UnknownResponse {
  readonly type: 'unknown';
  readonly code: string;
  readonly message: string;
}

/** The call is over and its outcome durable. */
export interface FinishedCall {
  readonly state: 'done' | 'failed' | 'indeterminate';
  readonly call: string;
  /** What the requester gets. */
  readonly answer: UpstreamResponse | UnknownResponse;
  /** Must not be kept by anybody on the way. */
  readonly noCaching: boolean;
  /** The call was given up before; what was told of it now is not recorded. */
  readonly isLate?: true;
}
