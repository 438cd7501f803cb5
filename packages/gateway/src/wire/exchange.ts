import type { Json, JsonObject, Principal } from '@callgate/core';
import type { Era } from './eras.ts';
import type { MessageId, Reply } from './json-rpc.ts';

/** Who is calling, as a transport has found out. There is no anonymous caller. */
export interface Caller {
  readonly principal: Principal;
  /** The agent's context; see `authenticated`. */
  readonly context: string;
  /** The context was minted by us (a process, a session bound to its principal) and not just named by the client. */
  readonly authenticated: boolean;
  /** Other processes of the same host have this context, too: it does not end with the connection. */
  readonly shared?: true;
  readonly transport: 'stdio' | 'http';
}

/** The other end of a connection (legacy) or of one request (modern). */
export interface ConnectedClient extends Caller {
  /** Names the connection, session or request stream within this process. */
  readonly key: string;
  readonly era: Era;
  readonly version: string;
  readonly capabilities: JsonObject;
  readonly info: JsonObject | null;
  /** Can be asked things while it waits: legacy on stdio, or over HTTP with a session. */
  readonly stateful: boolean;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** One request that is being answered. */
export interface RequestExchange {
  readonly client: ConnectedClient;
  /** The client's own id of it, as it came. */
  readonly id: MessageId;
  readonly method: string;
  /** As read, `_meta` too. */
  readonly params: JsonObject;
  /** Over HTTP: the `mcp-param-…` headers, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborted when the client cancels it or is gone. */
  readonly signal: AbortSignal;
  /** A notification that belongs to this request; dropped where the client cannot take one. */
  notify(method: string, params: JsonObject): void;
  /** Asks the client something while it waits for this answer. Throws ASK_IMPOSSIBLE where that cannot be. */
  ask(method: string, params: JsonObject, options: AskOptions): Promise<Json>;
}

/** What a host is told that asks for a model. */
export type ModelAdviceReply =
  | { readonly type: 'advice'; readonly advice: JsonObject }
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly reason: string;
      /** Safe to show. */
      readonly message: string;
    };

/** What a program is told that asks whether a call may run. */
export type AccessReply =
  | { readonly type: 'decided'; readonly answer: JsonObject }
  | Extract<ModelAdviceReply, { readonly type: 'refused' }>;

/** A way to send a client what belongs to no request: list_changed, resources/updated, log messages. */
export interface ClientStream {
  notify(method: string, params: JsonObject): void;
}

/** What a transport hands messages to. It never throws: what goes wrong is a reply. */
export interface Protocol {
  /** A legacy client says hello. The transport opens the client where the reply is a result. */
  initialize(
    params: JsonObject,
    caller: Caller,
  ): Promise<{
    readonly reply: Reply;
    readonly opens?: Pick<ConnectedClient, 'version' | 'capabilities' | 'info'>;
  }>;
  request(exchange: RequestExchange): Promise<Reply>;
  /** Only those on the list of client notifications get here; `cancelled` is the transport's own. */
  notification(client: ConnectedClient, method: string, params: JsonObject): void;
  /** A legacy client can be told things from now on, until `closed`. */
  opened(client: ConnectedClient, stream: ClientStream): void;
  closed(client: ConnectedClient): void;
  /** Which model a host should use next in this context. Absent where there is nothing to ask. */
  recommend?(caller: Caller, asked: Json): Promise<ModelAdviceReply>;
  /** Answers a program that lets calls out by itself. `isBatch`: several questions at once. */
  evaluateAccess?(caller: Caller, asked: Json, isBatch: boolean): Promise<AccessReply>;
  /** A message was refused before it got here; it is recorded. */
  refused(caller: Caller | null, reason: string, detail: string): void;
}
