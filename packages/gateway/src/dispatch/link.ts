import type { CallgateError } from '@callgate/core';
import type { RpcMessage } from '../wire/json-rpc.ts';

/** What HTTP says of a request besides its text. */
export interface LinkOptions {
  /** What `Mcp-Name` and `Mcp-Param-*` say; they repeat what is in the text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Stays open for as long as the connection does. */
  readonly endless?: boolean;
}

/** One way to one server. It carries messages and knows nothing of what they mean. */
export interface Link {
  /** The local process at the other end. */
  readonly pid: number | null;
  /** The server answered the last request with HTTP 401. */
  readonly needsSignIn: boolean;
  /** Writes `text`, one canonical JSON-RPC request on one line. Throws `NotSentError` where it cannot even begin. */
  request(id: number, method: string, text: string, options: LinkOptions): void;
  /** Writes a notification or an answer, and resolves when it has arrived as far as anybody can tell. Never rejects. */
  post(text: string): Promise<void>;
  /** `drop` alone tells the server that a request was cancelled. */
  readonly dropCancels: boolean;
  /** Nobody waits for this request any longer. */
  drop(id: number): void;
  /** The version that was agreed on, before anything but the handshake is sent. */
  agreed(version: string, legacy: boolean): void;
  /** Reads what belongs to no request, where that needs asking for. */
  listen(): void;
  close(): Promise<void>;
}

export interface LinkEvents {
  /** `of` is the request on whose own stream it came; null where all share one. */
  message(message: RpcMessage, of: number | null): void;
  /** This request gets no answer any more; `NotSentError` where not one byte of it left. */
  failed(id: number, error: Error): void;
  misbehaved(code: string, message: string): void;
  /** The last line of standard error, safe to show. */
  lastLine(text: string): void;
  /** Nothing comes or goes any more; told once. */
  broken(error: CallgateError): void;
}
