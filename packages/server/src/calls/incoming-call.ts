import type { JsonObject } from '@callgate/core';
import type { GuardCaller } from './guard-options.ts';

/** How a person can be reached for one request. */
export type PersonChannel =
  /** The answer comes with a new request that carries our state. */
  | { readonly type: 'input-required'; readonly responses: JsonObject; readonly state: string | undefined }
  /** The answer comes over this connection. Throws where none comes in time. */
  | { readonly type: 'elicitation'; ask(params: JsonObject, timeoutMs: number): Promise<unknown> }
  | { readonly type: 'nobody'; readonly why: string };

/** One `tools/call`, out of whatever SDK. */
export interface IncomingCall {
  readonly tool: string;
  /** As they were sent. */
  readonly args: JsonObject;
  /** The request's `_meta`; undefined where the SDK does not show it. */
  readonly meta: JsonObject | undefined;
  /** As the SDK's schema read them, where it did before the tool runs. */
  readonly read?: unknown;
  readonly caller: GuardCaller;
  /** What tells this caller from others: a digest of what the transport authenticated, or its session. */
  readonly proof?: string;
  /** The connection, where it has one caller only. */
  readonly connection?: string;
  readonly asking: PersonChannel;
  /** The caller does not wait any more. */
  readonly signal?: AbortSignal;
}

/** Nobody can be asked, as it turns out only now. */
export class CannotAskError extends Error {
  override readonly name: string = 'CannotAsk';
}
