import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Json, JsonObject, Policy, Principal } from '@callgate/core';
import { LOCAL_PRINCIPAL, isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { presetPolicy } from '@callgate/policy';
import type { GatewayConfig, ServerConfig } from '../src/config/gateway-config.ts';
import { defaultGatewayConfig, defaultServerConfig } from '../src/config/defaults.ts';
import type { Gateway, GatewayOptions } from '../src/gateway.ts';
import { createGateway } from '../src/create-gateway.ts';
import type { LogEntry } from '../src/log/log-entry.ts';
import { serveStdio } from '../src/receive/serve-stdio.ts';
import { CLIENT_CAPABILITIES_KEY, VERSION_KEY } from '../src/wire/eras.ts';

export interface TestGateway {
  readonly gateway: Gateway;
  readonly folder: string;
  readonly log: readonly LogEntry[];
  /** A client on a pipe of its own. */
  connect(options?: ConnectOptions): PipeClient;
  close(): Promise<void>;
}

export interface TestGatewayOptions {
  readonly servers: readonly ServerConfig[];
  readonly config?: (config: GatewayConfig) => GatewayConfig;
  readonly policy?: Policy;
  readonly folder?: string;
  readonly open?: GatewayOptions['open'];
  readonly clock?: GatewayOptions['clock'];
  readonly observe?: GatewayOptions['observe'];
}

/** A gateway in a folder of its own. */
export const openTestGateway = async ({
  servers,
  config,
  policy,
  folder,
  open,
  clock,
  observe,
}: TestGatewayOptions): Promise<TestGateway> => {
  const home = folder ?? mkdtempSync(join(tmpdir(), 'callgate-gateway-'));
  const wanted = defaultGatewayConfig(home, servers);
  const log: LogEntry[] = [];
  const gateway = await createGateway({
    config: config?.(wanted) ?? wanted,
    policy: policy ?? presetPolicy('balanced'),
    home: { folder: home, keys: join(home, 'callgate.key'), anchors: join(home, 'callgate.anchors') },
    log: (entry) => log.push(entry),
    trustAsWritten: true,
    ...(open === undefined ? {} : { open }),
    ...(clock === undefined ? {} : { clock }),
    ...(observe === undefined ? {} : { observe }),
  });
  let clients = 0;
  return {
    gateway,
    folder: home,
    log,
    connect: (options) => new PipeClient(gateway, `test:${(clients += 1)}`, options ?? {}),
    close: async () => {
      await gateway.close();
      if (folder === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
};

export const stdioServer = (
  server: string,
  command: string,
  args: readonly string[],
  more: Partial<ServerConfig> = {},
): ServerConfig => ({
  ...defaultServerConfig(server, { kind: 'stdio', command, args, env: { PATH: process.env['PATH'] ?? '' } }),
  ...more,
});

export interface ConnectOptions {
  readonly answer?: (method: string, params: JsonObject) => Json;
  readonly capabilities?: JsonObject;
  readonly principal?: Principal;
  /** What it calls itself. */
  readonly name?: string;
}

interface RpcAnswer {
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

/** A client that writes lines and reads lines, in either era. */
export class PipeClient {
  readonly notifications: { readonly method: string; readonly params: JsonObject }[] = [];
  readonly asked: { readonly method: string; readonly params: JsonObject }[] = [];
  readonly #input = new PassThrough();
  readonly #output = new PassThrough();
  readonly #waiting = new Map<number, (answer: RpcAnswer) => void>();
  readonly #options: ConnectOptions;
  readonly ended: Promise<void>;
  #ids = 0;
  #rest = '';

  constructor({ protocol }: Gateway, context: string, options: ConnectOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    serveStdio({
      protocol,
      input: this.#input,
      output: this.#output,
      caller: {
        principal: options.principal ?? LOCAL_PRINCIPAL,
        context,
        authenticated: true,
        transport: 'stdio',
      },
      onEnd: resolve,
    });
    this.#output.setEncoding('utf8');
    this.#output.on('data', (text: string) => this.#read(text));
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines)
      this.#take(parseStrict(line, { bytes: 64e6, depth: 128, keys: 1e6, string: 64e6, array: 1e6 }));
  }

  #take(message: Json): void {
    if (!isJsonObject(message)) return;
    const { id, method, params } = message;
    if (typeof method === 'string') {
      const given = { method, params: params !== undefined && isJsonObject(params) ? params : {} };
      if (id === undefined) this.notifications.push(given);
      else {
        this.asked.push(given);
        const answer = this.#options.answer?.(given.method, given.params);
        this.raw(
          JSON.stringify(
            answer === undefined
              ? { jsonrpc: '2.0', id, error: { code: -1, message: 'no' } }
              : { jsonrpc: '2.0', id, result: answer },
          ),
        );
      }
      return;
    }
    if (typeof id !== 'number') return;
    this.#waiting.get(id)?.(message as RpcAnswer);
    this.#waiting.delete(id);
  }

  /** Its answer is not waited for any more. */
  forget(id: number): void {
    this.#waiting.delete(id);
  }

  raw(line: string): void {
    this.#input.write(`${line}\n`);
  }

  notify(method: string, params: JsonObject): void {
    this.raw(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** The id it was sent under is the next number. */
  get nextId(): number {
    return this.#ids + 1;
  }

  request(method: string, params: JsonObject): Promise<RpcAnswer> {
    const id = (this.#ids += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.raw(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  async initialize(version = '2025-11-25'): Promise<JsonObject> {
    const { result } = await this.request('initialize', {
      protocolVersion: version,
      capabilities: this.#options.capabilities ?? {},
      clientInfo: { name: this.#options.name ?? 'test', version: '1' },
    });
    this.notify('notifications/initialized', {});
    return result ?? {};
  }

  /** A request of the modern era. */
  modern(method: string, params: JsonObject = {}, meta: JsonObject = {}): Promise<RpcAnswer> {
    return this.request(method, {
      ...params,
      _meta: {
        [VERSION_KEY]: '2026-07-28',
        [CLIENT_CAPABILITIES_KEY]: this.#options.capabilities ?? {},
        ...meta,
      },
    });
  }

  call(name: string, args: JsonObject = {}): Promise<RpcAnswer> {
    return this.request('tools/call', { name, arguments: args });
  }

  end(): Promise<void> {
    this.#input.end();
    return this.ended;
  }
}
