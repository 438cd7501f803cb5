import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, own } from '@callgate/core';
import type { Connection, RequestOptions } from './connection.ts';
import { Envelope } from './envelope.ts';
import { mirroredValue } from './http-headers.ts';
import type { Hello, UpstreamReply, UpstreamSettings } from './upstream.ts';

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
export class Session {
  readonly connection: Connection;
  readonly hello: Hello;
  readonly envelope: Envelope;
  readonly #server: string;
  /** Headers repeat the message only where both are there. */
  readonly #mirrors: boolean;

  constructor(connection: Connection, hello: Hello, { server, asks, reach }: UpstreamSettings) {
    this.connection = connection;
    this.hello = hello;
    this.#server = server;
    this.envelope = new Envelope(hello.era, hello.version, asks);
    this.#mirrors = hello.era === 'modern' && reach.kind === 'http';
  }

  /** What HTTP repeats of a request in headers; undefined where it does not. */
  headers(method: string, name: string | null): Readonly<Record<string, string>> | undefined {
    if (!this.#mirrors) return undefined;
    return name === null
      ? { 'Mcp-Method': method }
      : { 'Mcp-Method': method, 'Mcp-Name': mirroredValue(name) };
  }

  /** A request of our own. */
  ask(method: string, params: JsonObject, options: RequestOptions = {}): Promise<UpstreamReply> {
    const meta = this.envelope.metaText({}, null, method.startsWith('tasks/'));
    const body = canonical(params);
    const rest = body === '{}' ? '' : body.slice(1, -1);
    const text = meta === '' ? body : `{"_meta":${meta}${rest === '' ? '' : `,${rest}`}}`;
    const key = Object.hasOwn(NAME_OF, method) ? NAME_OF[method] : undefined;
    const name = key === undefined ? undefined : own(params, key);
    const headers = this.headers(method, typeof name === 'string' ? name : null);
    return this.#checked(
      this.connection.request(
        this.connection.mint(),
        method,
        text,
        headers === undefined ? options : { ...options, headers },
      ),
    );
  }

  /** A request whose text is there already, under the id that was minted for it. */
  write(id: number, method: string, paramsText: string, options: RequestOptions): Promise<UpstreamReply> {
    return this.#checked(this.connection.request(id, method, paramsText, options));
  }

  async #checked(asked: Promise<UpstreamReply>): Promise<UpstreamReply> {
    const reply = await asked;
    if (reply.type === 'error') return reply;
    const type = own(reply.result, 'resultType');
    if (RESULT_TYPES.has(type)) return reply;
    const shown = typeof type === 'string' ? `\`${display(type, { max: 80 })}\`` : 'no text';
    throw new CallgateError(
      'UPSTREAM_RESULT_TYPE',
      `server \`${display(this.#server)}\` answered with a result of type ${shown}, which cannot be read`,
    );
  }
}
