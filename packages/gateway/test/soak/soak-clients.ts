import type { JsonObject } from '@callgate/core';
import { CLIENT_CAPABILITIES_KEY, VERSION_KEY } from '../../src/wire/eras.ts';
import type { Era } from '../../src/wire/eras.ts';
import { TestClient, objectOf } from '../http-client.ts';
import type { PipeClient, TestGateway } from '../test-gateway.ts';

/** One call on its way. */
export interface SoakCall {
  /** Undefined where it was taken back. */
  readonly answered: Promise<JsonObject | undefined>;
  cancel(): Promise<void>;
}

/** A client that can be started anew. */
export interface SoakClient {
  open(): Promise<void>;
  call(name: string, args: JsonObject): SoakCall;
  close(): Promise<void>;
}

export class PipeSoakClient implements SoakClient {
  readonly #at: TestGateway;
  readonly #era: Era;
  #client: PipeClient;

  constructor(at: TestGateway, era: Era) {
    this.#at = at;
    this.#era = era;
    this.#client = at.connect();
  }

  async open(): Promise<void> {
    this.#client = this.#at.connect();
    if (this.#era === 'legacy') await this.#client.initialize();
  }

  call(name: string, args: JsonObject): SoakCall {
    const client = this.#client;
    const id = client.nextId;
    const params = { name, arguments: args };
    const asked =
      this.#era === 'legacy' ? client.request('tools/call', params) : client.modern('tools/call', params);
    const { promise: gone, resolve } = Promise.withResolvers<undefined>();
    return {
      answered: Promise.race([asked.then(({ result, error }) => result ?? { error: { ...error } }), gone]),
      cancel: async () => {
        client.notify('notifications/cancelled', { requestId: id });
        client.forget(id);
        resolve(undefined);
      },
    };
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

const META: JsonObject = { [VERSION_KEY]: '2026-07-28', [CLIENT_CAPABILITIES_KEY]: {} };

export class HttpSoakClient implements SoakClient {
  readonly #plain: TestClient;
  readonly #era: Era;
  #client: TestClient;
  #id = 0;

  constructor(port: number, token: string, era: Era) {
    this.#plain = new TestClient(port, { authorization: `Bearer ${token}` });
    this.#era = era;
    this.#client = this.#plain;
  }

  async open(): Promise<void> {
    if (this.#era === 'legacy') this.#client = await this.#plain.initialize();
  }

  call(name: string, args: JsonObject): SoakCall {
    const client = this.#client;
    const id = (this.#id += 1);
    const legacy = this.#era === 'legacy';
    const params = { name, arguments: args, ...(legacy ? {} : { _meta: META }) };
    const stream = client.open(
      'POST',
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
      legacy ? {} : { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
    );
    const { promise: gone, resolve } = Promise.withResolvers<undefined>();
    const answered = stream.done.then(({ messages }) => {
      const message = objectOf(messages.at(-1));
      return objectOf(message['result'] ?? { error: message['error'] ?? null });
    });
    answered.catch(() => {});
    return {
      answered: Promise.race([answered, gone]),
      cancel: async () => {
        resolve(undefined);
        if (legacy) await client.post({ method: 'notifications/cancelled', params: { requestId: id } });
        stream.close();
      },
    };
  }

  async close(): Promise<void> {
    if (this.#era === 'legacy') await this.#client.send('DELETE', null);
  }
}
