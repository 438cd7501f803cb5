import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject, getOwn } from '@callgate/core';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import type { AllowedServerRequests } from '../config/gateway-config.ts';
import type { Era } from '../wire/eras.ts';
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, VERSION_KEY } from '../wire/eras.ts';
import { TASKS_EXTENSION } from '../wire/extensions.ts';
import { PROGRESS_TOKEN_KEY } from '../wire/request-meta.ts';
import type { UpstreamConnection, UpstreamRequestOptions } from './upstream-connection.ts';
import { encodeHeaderValue } from './http-headers.ts';
import type { Reply } from '../wire/json-rpc.ts';
import type { ServerHello, UpstreamSettings } from './upstream.ts';

/** Which param a method's `Mcp-Name` repeats. */
const NAME_OF: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/cancel': 'taskId',
  'tasks/update': 'taskId',
};

const RESULT_TYPES: ReadonlySet<Json | undefined> = new Set([
  undefined,
  'complete',
  'input_required',
  'task',
]);

/** A connection on which era and version are agreed. */
export class UpstreamSession {
  readonly connection: UpstreamConnection;
  readonly hello: ServerHello;
  readonly envelope: RequestMetaWriter;
  readonly #server: string;
  /** Headers repeat the message only where both are there. */
  readonly #mirrors: boolean;

  constructor(connection: UpstreamConnection, hello: ServerHello, { server, asks, reach }: UpstreamSettings) {
    this.connection = connection;
    this.hello = hello;
    this.#server = server;
    this.envelope = new RequestMetaWriter(hello.era, hello.version, asks);
    this.#mirrors = hello.era === 'modern' && reach.kind === 'http';
  }

  /** What HTTP repeats of a request in headers; undefined where it does not. */
  headers(method: string, name: string | null): Readonly<Record<string, string>> | undefined {
    if (!this.#mirrors) return undefined;
    return name === null
      ? { 'Mcp-Method': method }
      : { 'Mcp-Method': method, 'Mcp-Name': encodeHeaderValue(name) };
  }

  /** A request of our own. */
  async ask(method: string, params: JsonObject, options: UpstreamRequestOptions = {}): Promise<Reply> {
    const meta = this.envelope.metaText({}, null, method.startsWith('tasks/'));
    const body = canonical(params);
    const rest = body === '{}' ? '' : body.slice(1, -1);
    const text = meta === '' ? body : `{"_meta":${meta}${rest === '' ? '' : `,${rest}`}}`;
    const key = Object.hasOwn(NAME_OF, method) ? NAME_OF[method] : undefined;
    const name = key === undefined ? undefined : getOwn(params, key);
    const headers = this.headers(method, typeof name === 'string' ? name : null);
    return this.checked(
      await this.connection.request(
        this.connection.mint(),
        method,
        text,
        headers === undefined ? options : { ...options, headers },
      ),
    );
  }

  /** The reply, where its kind of result is one that is known. */
  checked(reply: Reply): Reply {
    if (reply.type === 'error') return reply;
    const type = getOwn(reply.result, 'resultType');
    if (RESULT_TYPES.has(type)) return reply;
    const shown = typeof type === 'string' ? `\`${display(type, { max: 80 })}\`` : 'no text';
    throw new CallgateError(upstreamErrors.resultType({ server: display(this.#server), type: shown }));
  }

  /** The task that a reply speaks of; undefined where the reply is the answer itself. */
  taskIn(reply: Reply): JsonObject | undefined {
    if (reply.type === 'error') return undefined;
    if (this.hello.era === 'modern')
      return getOwn(reply.result, 'resultType') === 'task' ? reply.result : undefined;
    const task = getOwn(reply.result, 'task');
    return isJsonObject(task) ? task : undefined;
  }
}

/** How Callgate names itself to servers. */
export const CLIENT_INFO: JsonObject = Object.freeze({ name: 'callgate', version: '0.1.0' });

/** What is told to servers: nothing that is off. */
export const offeredCapabilities = (asks: AllowedServerRequests): JsonObject => ({
  ...(asks.sampling ? { sampling: {} } : {}),
  ...(asks.elicitation ? { elicitation: {} } : {}),
  ...(asks.roots ? { roots: {} } : {}),
});

/** What a client can do, less what is off. Extensions are ours to speak, never the client's. */
const passedCapabilities = (claimed: Json, asks: AllowedServerRequests): JsonObject => {
  if (!isJsonObject(claimed)) return offeredCapabilities(asks);
  const passed: Record<string, Json> = {};
  for (const name of ['sampling', 'elicitation', 'roots'] as const) {
    const capability = getOwn(claimed, name);
    if (asks[name] && capability !== undefined) passed[name] = capability;
  }
  return passed;
};

/** Writes `_meta` of requests to one server. */
export class RequestMetaWriter {
  readonly #era: Era;
  readonly #asks: AllowedServerRequests;
  readonly #version: string;
  readonly #modernHead: string;

  constructor(era: Era, version: string, asks: AllowedServerRequests) {
    this.#era = era;
    this.#asks = asks;
    this.#version = version;
    this.#modernHead = canonical(this.#modern({}, false)).slice(0, -1);
  }

  #modern(meta: JsonObject, asTask: boolean): JsonObject {
    const claimed = getOwn(meta, CLIENT_CAPABILITIES_KEY);
    const capabilities =
      claimed === undefined ? offeredCapabilities(this.#asks) : passedCapabilities(claimed, this.#asks);
    return {
      ...meta,
      [VERSION_KEY]: this.#version,
      [CLIENT_INFO_KEY]: CLIENT_INFO,
      [CLIENT_CAPABILITIES_KEY]: asTask
        ? { ...capabilities, extensions: { [TASKS_EXTENSION]: {} } }
        : capabilities,
    };
  }

  /** Canonical; empty where there is nothing to say. `token` is null where no progress is wanted. */
  metaText(meta: JsonObject, token: number | null, asTask: boolean): string {
    const plain = Object.keys(meta).length === 0 && !asTask;
    if (this.#era === 'modern') {
      if (plain)
        return token === null ? `${this.#modernHead}}` : `${this.#modernHead},"progressToken":${token}}`;
      return canonical(withToken(this.#modern(meta, asTask), token));
    }
    if (plain) return token === null ? '' : `{"progressToken":${token}}`;
    return canonical(withToken(withoutEnvelope(meta), token));
  }
}

const withToken = (meta: JsonObject, token: number | null): JsonObject => {
  const { [PROGRESS_TOKEN_KEY]: _theirs, ...rest } = meta;
  return token === null ? rest : { ...rest, [PROGRESS_TOKEN_KEY]: token };
};

const withoutEnvelope = (meta: JsonObject): JsonObject => {
  const {
    [VERSION_KEY]: _version,
    [CLIENT_INFO_KEY]: _info,
    [CLIENT_CAPABILITIES_KEY]: _capabilities,
    ...rest
  } = meta;
  return rest;
};
