import type { Json, JsonObject } from '@callgate/core';

/** A string, or a whole number that JSON and JavaScript agree on. */
export type MessageId = string | number;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

/** `params` is an empty object where the message has none. */
export interface RequestMessage {
  readonly type: 'request';
  readonly id: MessageId;
  readonly method: string;
  readonly params: JsonObject;
}

export interface NotificationMessage {
  readonly type: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}

/** What a request is answered with: by a server, and to a client. The gate takes it as the answer of a call. */
export type Reply =
  | {
      readonly type: 'result';
      /** Of any `resultType`; the reader decides what to make of it. */
      readonly result: JsonObject;
      /** The tool says so itself; read where a call is answered. */
      readonly isError?: boolean;
    }
  | ({ readonly type: 'error' } & RpcError);

export type ResultMessage = Extract<Reply, { type: 'result' }> & { readonly id: MessageId };

export type ErrorMessage = Extract<Reply, { type: 'error' }> & { readonly id: MessageId | null };

/** One JSON-RPC message that has exactly one reading. */
export type RpcMessage = RequestMessage | NotificationMessage | ResultMessage | ErrorMessage;

/** What could not be read, and what to answer. */
export interface UnreadableMessage {
  readonly type: 'refused';
  /** Where it could still be told whom to answer. */
  readonly id: MessageId | null;
  /** For the other side, with the JSON-RPC code. */
  readonly error: RpcError;
  /** For the record: the code of the refusal, as `JSON_DUPLICATE_KEY`. */
  readonly reason: string;
}

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Of the 2026-07-28 era. */
export const HEADER_MISMATCH = -32020;
export const MISSING_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;
