import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Json, JsonObject } from '@callgate/core';
import { canonical, isJsonObject, getOwn } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { DemoServer, ReportProgress } from './demo-server.ts';
import { TOOL_RESOLUTION } from './demo-server.ts';

const VERSION = '2025-11-25';
const NO_METHOD = -32_601;
const INVALID = -32_602;
const LOOK_MS = 50;

/** What came in at a server, one call a line. It is what tells whether a call really left. */
export const receivedCallsPath = (folder: string): string => join(folder, 'received.jsonl');

/** Where this file is, a new version of the server is published. */
export const updateMarkerPath = (folder: string): string => join(folder, 'update');

/** The member of an answer that is not its id. */
type DemoServerReply = { readonly result: JsonObject } | { readonly error: JsonObject };

const errorReply = (code: number, message: string): DemoServerReply => ({ error: { code, message } });

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : {};
};

class DemoServerProcess {
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
    const id = getOwn(message, 'id');
    const method = getOwn(message, 'method');
    if (id === undefined || typeof method !== 'string') return;
    this.#write({ id, ...(await this.#answer(method, objectAt(message, 'params'))) });
  }

  async #answer(method: string, params: JsonObject): Promise<DemoServerReply> {
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
        return errorReply(NO_METHOD, 'no such method');
    }
  }

  #resolve(params: JsonObject): DemoServerReply {
    const annotations = this.#server.resolve?.(String(getOwn(params, 'name')), objectAt(params, 'arguments'));
    return annotations === undefined
      ? errorReply(INVALID, 'nothing to resolve')
      : { result: { annotations } };
  }

  async #call(params: JsonObject): Promise<DemoServerReply> {
    const name = getOwn(params, 'name');
    const args = objectAt(params, 'arguments');
    const tool = this.#server.tools().find(({ definition }) => definition['name'] === name);
    if (tool === undefined || typeof name !== 'string') return errorReply(INVALID, 'no such tool');
    appendFileSync(receivedCallsPath(this.#folder), `${canonical({ name, arguments: args })}\n`);
    try {
      return {
        result: await tool.run(args, this.#tellUnder(getOwn(objectAt(params, '_meta'), 'progressToken'))),
      };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { result: { isError: true, content: [{ type: 'text', text }] } };
    }
  }

  #tellUnder(progressToken: Json | undefined): ReportProgress {
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
  const serving = new DemoServerProcess(server, folder);
  const looking = setInterval(() => {
    if (!existsSync(updateMarkerPath(folder))) return;
    clearInterval(looking);
    serving.update();
  }, LOOK_MS);
  for await (const line of createInterface({ input: process.stdin })) void serving.take(line);
  clearInterval(looking);
};
