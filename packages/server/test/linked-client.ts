import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { vendor } from './modern-client.ts';

interface Pipe {
  onmessage?: (message: unknown) => void;
  start(): Promise<void>;
  send(message: object): Promise<void>;
}

const { InMemoryTransport } = (await vendor('@modelcontextprotocol/sdk/dist/esm/inMemory.js')) as unknown as {
  readonly InMemoryTransport: { createLinkedPair(): [Pipe, Pipe] };
};

/** Speaks to a server in this process, without any SDK but its pipe. */
export class LinkedClient {
  readonly questions: JsonObject[] = [];
  /** Messages that answer nothing. */
  readonly heard: JsonObject[] = [];
  readonly #pipe: Pipe;
  readonly #waiting: Map<number, (message: JsonObject) => void> = new Map();
  #next = 0;

  constructor(pipe: Pipe) {
    this.#pipe = pipe;
    const hear = (message: unknown): void => {
      if (!isJsonObject(message)) return;
      const { id, method, params } = message;
      if (method === undefined) return this.#waiting.get(Number(id))?.(message);
      this.heard.push(message);
      if (method !== 'elicitation/create') return;
      this.questions.push(isJsonObject(params) ? params : {});
      void pipe.send({ jsonrpc: '2.0', id: id ?? 0, result: { action: 'decline' } });
    };
    Object.assign(pipe, { onmessage: hear });
  }

  async request(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const id = (this.#next += 1);
    const answer = new Promise<JsonObject>((resolve) => this.#waiting.set(id, resolve));
    await this.#pipe.send({ jsonrpc: '2.0', id, method, params });
    return await answer;
  }

  /** The result, or the error that came instead. */
  async call(name: string, args: JsonObject = {}, meta: JsonObject = {}): Promise<JsonObject> {
    const { result, error } = await this.request('tools/call', { name, arguments: args, _meta: meta });
    return isJsonObject(result) ? result : isJsonObject(error) ? error : {};
  }
}

/** Connects a server with a client who declines whatever is asked. */
export const createLinkedClient = async (
  connect: (transport: object) => Promise<unknown>,
): Promise<LinkedClient> => {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new LinkedClient(here);
  await here.start();
  const connected = connect(there);
  const begun = client.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'test', version: '1' },
  });
  await connected;
  await begun;
  await here.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return client;
};
