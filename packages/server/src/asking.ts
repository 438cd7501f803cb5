import type { JsonObject } from '@callgate/core';

/** How a person can be reached for one request. */
export type Asking =
  /** The answer comes with a new request that carries our state. */
  | { readonly type: 'input-required'; readonly responses: JsonObject; readonly state: string | undefined }
  /** The answer comes over this connection. Throws where none comes in time. */
  | { readonly type: 'elicitation'; ask(params: JsonObject, timeoutMs: number): Promise<unknown> }
  | { readonly type: 'nobody'; readonly why: string };

/** One `tools/call`, out of whatever SDK. */
export interface Incoming {
  readonly tool: string;
  /** As they were sent. */
  readonly args: JsonObject;
  /** The request's `_meta`; undefined where the SDK does not show it. */
  readonly meta: JsonObject | undefined;
  readonly caller: { readonly client?: string; readonly session?: string };
  readonly asking: Asking;
  /** The caller does not wait any more. */
  readonly signal?: AbortSignal;
}

/** Nobody can be asked, as it turns out only now. */
export class CannotAsk extends Error {
  override readonly name: string = 'CannotAsk';
}
