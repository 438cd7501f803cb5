import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Json, JsonObject } from '@callgate/core';
import { canonical, isJsonObject, own } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { DemoServer, Tell } from './demo-server.ts';
import { TOOL_RESOLUTION } from './demo-server.ts';

const VERSION = '2025-11-25';
const NO_METHOD = -32_601;
const INVALID = -32_602;
const LOOK_MS = 50;

/** What came in at a server, one call a line. It is what tells whether a call really left. */
export const receivedIn = (folder: string): string => join(folder, 'received.jsonl');

/** Where this file is, a new version of the server is published. */
export const updateIn = (folder: string): string => join(folder, 'update');

/** The member of an answer that is not its id. */
type Answered = { readonly result: JsonObject } | { readonly error: JsonObject };

const failed = (code: number, message: string): Answered => ({ error: { code, message } });

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
};

class Serving {
  readonly #server: DemoServer;
  readonly #folder: string;

  constructor(server: DemoServer, folder: string) {
    this.#server = server;
    this.#folder = folder;
  }

  #write(message: JsonObject): void {
    process.stdout.write(`${canonical({ jsonrpc: '2.0', ...message })}\n`);
  }

  update(): void {
    this.#server.update?.();
    this.#write({ method: 'notifications/tools/list_changed' });
  }

  async take(line: string): Promise<void> {
    const message = parseStrict(line);
    if (!isJsonObject(message)) return;
    const id = own(message, 'id');
    const method = own(message, 'method');
    if (id === undefined || typeof method !== 'string') return;
    this.#write({ id, ...(await this.#answer(method, objectAt(message, 'params'))) });
  }

  async #answer(method: string, params: JsonObject): Promise<Answered> {
    switch (method) {
      case 'initialize':
        return {
          result: {
            protocolVersion: VERSION,
            capabilities: { tools: { listChanged: true }, extensions: { [TOOL_RESOLUTION]: {} } },
            serverInfo: { name: this.#server.title, version: '1' },
          },
        };
      case 'ping':
        return { result: {} };
      case 'tools/list':
        return { result: { tools: this.#server.tools().map(({ definition }) => definition) } };
      case 'tools/resolve':
        return this.#resolve(params);
      case 'tools/call':
        return await this.#call(params);
      default:
        return failed(NO_METHOD, 'no such method');
    }
  }

  #resolve(params: JsonObject): Answered {
    const annotations = this.#server.resolve?.(String(own(params, 'name')), objectAt(params, 'arguments'));
    return annotations === undefined ? failed(INVALID, 'nothing to resolve') : { result: { annotations } };
  }

  async #call(params: JsonObject): Promise<Answered> {
    const name = own(params, 'name');
    const args = objectAt(params, 'arguments');
    const tool = this.#server.tools().find(({ definition }) => definition['name'] === name);
    if (tool === undefined || typeof name !== 'string') return failed(INVALID, 'no such tool');
    appendFileSync(receivedIn(this.#folder), `${canonical({ name, arguments: args })}\n`);
    try {
      return {
        result: await tool.run(args, this.#tellUnder(own(objectAt(params, '_meta'), 'progressToken'))),
      };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { result: { isError: true, content: [{ type: 'text', text }] } };
    }
  }

  #tellUnder(progressToken: Json | undefined): Tell {
    return async (progress, total, message) => {
      if (progressToken !== undefined)
        this.#write({
          method: 'notifications/progress',
          params: { progressToken, progress, total, message },
        });
    };
  }
}

/** Serves on standard input and output until nobody speaks any more. `folder` is the server's own. */
export const serveDemoServer = async (server: DemoServer, folder: string): Promise<void> => {
  const serving = new Serving(server, folder);
  const looking = setInterval(() => {
    if (!existsSync(updateIn(folder))) return;
    clearInterval(looking);
    serving.update();
  }, LOOK_MS);
  for await (const line of createInterface({ input: process.stdin })) void serving.take(line);
  clearInterval(looking);
};
