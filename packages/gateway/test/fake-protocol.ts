import type { JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type {
  Caller,
  ConnectedClient,
  ClientStream,
  RequestExchange,
  Protocol,
} from '../src/wire/exchange.ts';
import type { Reply } from '../src/wire/json-rpc.ts';

type Behaviour = (exchange: RequestExchange, args: JsonObject) => Promise<Reply> | Reply;

const result = (value: JsonObject): Reply => ({ type: 'result', result: value });

/** Answers `tools/call` by what the tool is called, and keeps what it was told. */
export class FakeProtocol implements Protocol {
  readonly events: string[] = [];
  readonly refusals: string[] = [];
  readonly exchanges: RequestExchange[] = [];
  readonly clients: ConnectedClient[] = [];
  readonly callers: Caller[] = [];
  readonly streams: Map<string, ClientStream> = new Map();
  private readonly held: (() => void)[] = [];

  async initialize(params: JsonObject, caller: Caller): ReturnType<Protocol['initialize']> {
    this.callers.push(caller);
    const version = getOwn(params, 'protocolVersion');
    if (typeof version !== 'string') return { reply: { type: 'error', code: -32602, message: 'no version' } };
    const info = getOwn(params, 'clientInfo');
    const capabilities = getOwn(params, 'capabilities');
    return {
      reply: result({
        protocolVersion: version,
        capabilities: {},
        serverInfo: { name: 'fake', version: '1' },
      }),
      opens: {
        version,
        capabilities: isJsonObject(capabilities) ? capabilities : {},
        info: isJsonObject(info) ? info : null,
      },
    };
  }

  async request(exchange: RequestExchange): Promise<Reply> {
    this.exchanges.push(exchange);
    this.events.push(`request ${exchange.method}`);
    if (exchange.method !== 'tools/call') return result({ method: exchange.method });
    const args = getOwn(exchange.params, 'arguments');
    const behaviour = this.behaviours.get(String(getOwn(exchange.params, 'name')));
    if (behaviour === undefined) return { type: 'error', code: -32602, message: 'no such tool' };
    return behaviour(exchange, isJsonObject(args) ? args : {});
  }

  notification(client: ConnectedClient, method: string, _params: JsonObject): void {
    this.events.push(`notification ${method} from ${client.key.slice(0, 4)}`);
  }

  opened(client: ConnectedClient, stream: ClientStream): void {
    this.clients.push(client);
    this.streams.set(client.key, stream);
    this.events.push('opened');
  }

  closed(client: ConnectedClient): void {
    this.streams.delete(client.key);
    this.events.push('closed');
  }

  refused(_caller: Caller | null, reason: string, _detail: string): void {
    this.refusals.push(reason);
  }

  /** Lets go of everything that `hold` holds. */
  release(): void {
    for (const go of this.held.splice(0)) go();
  }

  private readonly behaviours: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
    ['echo', (_exchange, args) => result({ content: [], echo: args })],
    ['text', () => result({ content: [] })],
    ['throw', () => Promise.reject(new Error('broken'))],
    ['unwritable', () => result({ number: Number.NaN })],
    ['capability', () => ({ type: 'error', code: -32021, message: 'x', data: { requiredCapabilities: {} } })],
    [
      'hold',
      async ({ signal }, args) => {
        await new Promise<void>((resolve) => {
          this.held.push(resolve);
          signal.addEventListener('abort', () => {
            this.events.push(`aborted ${String(getOwn(args, 'tag'))}`);
            resolve();
          });
        });
        return result({ content: [], held: args });
      },
    ],
    [
      'notify',
      (exchange, args) => {
        for (let count = 1; count <= Number(getOwn(args, 'count')); count++) {
          exchange.notify('notifications/progress', { progressToken: 'p', progress: count });
        }
        return result({ content: [], echo: args });
      },
    ],
    [
      'ask',
      async (exchange, args) => {
        const timeoutMs = Number(getOwn(args, 'timeoutMs') ?? 60_000);
        const asked = { message: 'sure?', ...args };
        try {
          const answer = await exchange.ask('elicitation/create', asked, {
            signal: exchange.signal,
            timeoutMs,
          });
          return result({ content: [], answer });
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
          return result({ content: [], failed: code });
        }
      },
    ],
  ]);
}

export const PRINCIPAL = { subject: 'tester', kind: 'human', groups: [], roles: [], delegation: [] } as const;

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
} as const;

/** Params of a modern request. */
export const modern = (params: JsonObject = {}, meta: JsonObject = {}): JsonObject => ({
  ...params,
  _meta: { ...META, ...meta },
});

export const call = (name: string, args: JsonObject = {}): JsonObject => ({ name, arguments: args });
