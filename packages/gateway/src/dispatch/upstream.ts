import type { CallgateError, Json, JsonObject } from '@callgate/core';
import type { SandboxLayer, SandboxViolation } from '@callgate/contract/sandbox';
import type { DispatchContext, Dispatchable } from '@callgate/gate';
import type { ServerEndpoint, AllowedServerRequests, ContractConfig } from '../config/gateway-config.ts';
import type { Era } from '../wire/eras.ts';
import type { ServerSignIn } from './access-tokens.ts';
import type { MessageId, Reply } from '../wire/json-rpc.ts';
import type { Enforcement } from '../disclose/enforcement.ts';
import type { ServerProcess } from './start-server.ts';

export interface UpstreamSettings {
  /** The operator's alias. */
  readonly server: string;
  readonly reach: ServerEndpoint;
  /** `auto` tries the modern era and falls back. */
  readonly era: Era | 'auto';
  readonly asks: AllowedServerRequests;
  readonly connectMs: number;
  /** Bytes of one message from the server. */
  readonly messageBytes: number;
  /** Hosts and ranges that may be reached although they are private; see `egress.ts`. */
  readonly allowPrivate: readonly string[];
  /** Absent where `callgate login` cannot sign in to this server. */
  readonly signIn?: ServerSignIn;
  /** How far a sandbox holds the server to its claims; it runs as any program does where this is absent. */
  readonly contract?: ContractConfig;
  /** Absolute. Not there for a server in a sandbox. */
  readonly hidden?: readonly string[];
  /** Starts its process where it does not run as any program does. */
  readonly start?: () => Promise<ServerProcess>;
}

/** What a server said of itself when it was reached. Untrusted. */
export interface ServerHello {
  readonly era: Era;
  readonly version: string;
  readonly capabilities: JsonObject;
  readonly info: JsonObject | null;
  readonly instructions: string | null;
}

/** Requests of our own that carry nothing an agent wrote. The only ones that leave without a `Dispatchable`. */
export const CONTROL_METHODS = [
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'logging/setLevel',
  'ping',
] as const;
export type ControlMethod = (typeof CONTROL_METHODS)[number];

/** Who follows a call that goes on as a task at a modern server. */
export interface TaskFollower {
  /** What the server says of the task, when it was created and each time it is looked at. */
  status(task: JsonObject): void;
}

/** How a judged call is written; `arguments` are always those that were judged. */
export type OutboundRequest =
  | {
      readonly method: 'tools/call';
      readonly meta: JsonObject;
      /** A server that answers this tool only as a task. */
      readonly asTask?: boolean;
      /** The client can follow a task, so the server may make one of the call. */
      readonly follow?: TaskFollower;
      /** The upstream's own state, given back to it. */
      readonly requestState?: string;
    }
  | {
      readonly method: 'resources/read' | 'resources/subscribe' | 'resources/unsubscribe';
      readonly meta: JsonObject;
      readonly requestState?: string;
    }
  | { readonly method: 'prompts/get'; readonly meta: JsonObject; readonly requestState?: string }
  | {
      readonly method: 'completion/complete';
      readonly meta: JsonObject;
      readonly ref: JsonObject;
      /** The argument to complete; the other judged arguments are the context. */
      readonly argument: string;
    }
  /** The judged arguments are the answers; the target is the task. */
  | { readonly method: 'tasks/update'; readonly meta: JsonObject }
  | { readonly method: 'tools/resolve'; readonly meta: JsonObject };

/** Among the judged arguments: what a person or model answered to a server's `input_required`. Sent beside the arguments, not in them. */
export const INPUT_RESPONSES_KEY = 'dev.callgate/inputResponses';
/** The digest of the server's own state that goes along: an approval is for one state. Never sent. */
export const STATE_KEY = 'dev.callgate/requestState';
/** Of a completion: which argument is completed. Never sent. */
export const COMPLETED_KEY = 'dev.callgate/completed';
export const RESERVED_KEYS: readonly string[] = [INPUT_RESPONSES_KEY, STATE_KEY, COMPLETED_KEY];

/** A server asks something while calls are out. */
export interface ServerRequest {
  readonly id: MessageId;
  readonly method: 'sampling/createMessage' | 'elicitation/create' | 'roots/list';
  readonly params: JsonObject;
  /** The call it belongs to, where that is certain: its own stream, or the only one that is out. */
  readonly call: string | null;
  readonly signal: AbortSignal;
}

export interface UpstreamEvents {
  /**
   * Only those on the list of server notifications; progress is routed to its call and does not come here. `call`: the
   * call on whose stream it came, where that is certain.
   */
  notification(method: string, params: JsonObject, call: string | null): void;
  /** Throws RpcFailure to answer with an error. Never called for what is off. */
  request(request: ServerRequest): Promise<Json>;
  /** Something a server may not do; it is told to the operator. */
  misbehaved(code: string, message: string): void;
  /** The last line of standard error of a server process that ended. Safe to show, without secrets. */
  lastLine?(text: string): void;
  /** The connection is gone. Calls that were out have failed already. */
  lost(error: CallgateError): void;
  /** Where tools run by now, and what is enforced there. Told before the lists are read, and with every change. */
  enforces?(enforcement: Enforcement): void;
  /** A claim was tested and a sandbox held. Untrusted. */
  violated?(violation: ContractViolation): void;
}

/** What a server tried although its claims exclude it. */
export interface ContractViolation {
  /** The tool it ran meanwhile; null where that is not certain. */
  readonly tool: string | null;
  /** What of the claims it is against, with what is true instead. */
  readonly hint: { readonly name: 'readOnly' | 'openWorld'; readonly value: 'yes' | 'no' };
  readonly kind: 'write' | 'connection';
  /** As seen: untrusted. */
  readonly what: string;
}

/** What a call answered and left. The server has ended. */
export interface PreviewedCall {
  readonly reply: Reply;
  readonly layers: readonly SandboxLayer[];
  /** When its copies of the roots were made, in milliseconds since 1970. */
  readonly since: number;
  readonly violations: readonly SandboxViolation[];
  /** Absolute. Where nothing may be made that nobody is shown. */
  readonly secrets: readonly string[];
}

/** One connection to one server. Reconnects by itself when it is needed again. */
export interface Upstream {
  readonly server: string;
  /** Digest of the command or url: what the alias stands for. */
  readonly identity: string;
  /** Connects where it is not connected. Rejects with a CallgateError UPSTREAM_…, and the next call tries again. */
  hello(): Promise<ServerHello>;
  control(method: ControlMethod, params: JsonObject, signal?: AbortSignal): Promise<Json>;
  /**
   * Writes a judged call. Throws `NotSentError` where not one byte left, anything else where nobody knows. Aborting sends a
   * cancellation and rejects.
   */
  send(call: Dispatchable, how: OutboundRequest, context: DispatchContext): Promise<Reply>;
  /**
   * Runs a call where nothing of it lasts and nothing leaves, so that nobody has to have approved it; `read` looks at what
   * it left. Absent where there is no such place.
   */
  preview?<T>(
    call: Dispatchable,
    how: OutboundRequest,
    context: DispatchContext,
    read: (previewed: PreviewedCall) => Promise<T>,
  ): Promise<T>;
  /** Files that it works on were changed from outside. */
  wrote?(): void;
  close(): Promise<void>;
}

export type UpstreamFactory = (settings: UpstreamSettings, events: UpstreamEvents) => Upstream;
