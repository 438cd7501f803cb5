import { PassThrough } from 'node:stream';
import type { Json, JsonObject, Principal } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Gateway } from '../../src/gateway.ts';
import { serveStdio } from '../../src/receive/serve-stdio.ts';
import type { Era } from '../../src/wire/eras.ts';
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, VERSION_KEY } from '../../src/wire/eras.ts';
import { TestClient } from '../http-client.ts';

/** How an agent speaks. */
export interface AgentProtocol {
  readonly transport: 'stdio' | 'http';
  readonly version: string;
  readonly era: Era;
}

const speech = (transport: AgentProtocol['transport'], version: string): AgentProtocol => ({
  transport,
  version,
  era: version === '2026-07-28' ? 'modern' : 'legacy',
});

export const AGENT_PROTOCOLS: readonly AgentProtocol[] = [
  speech('stdio', '2024-11-05'),
  speech('stdio', '2025-06-18'),
  speech('stdio', '2025-11-25'),
  speech('stdio', '2026-07-28'),
  speech('http', '2025-11-25'),
  speech('http', '2026-07-28'),
];

/** One of each era and transport. */
export const RECENT_PROTOCOLS: readonly AgentProtocol[] = AGENT_PROTOCOLS.slice(2);

export const protocolText = ({ transport, version }: AgentProtocol): string => `${transport} ${version}`;

export type RpcAnswer = JsonObject & {
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
};

/** What came back for some bytes. */
export interface AgentResponse {
  /** Over HTTP. */
  readonly status?: number;
  readonly messages: readonly RpcAnswer[];
}

/** What HTTP repeats of a modern request. */
export interface MirroredHeaders {
  readonly method?: string;
  readonly name?: string;
}

export interface AgentOptions {
  readonly capabilities?: JsonObject;
  readonly name?: string;
  /** What it answers to what it is asked. Undefined: an error. */
  readonly answer?: (method: string, params: JsonObject) => Json | undefined;
}

/** An agent that can send anything. */
export abstract class Agent {
  readonly speech: AgentProtocol;
  readonly options: AgentOptions;
  readonly asked: { readonly method: string; readonly params: JsonObject }[] = [];
  readonly notified: { readonly method: string; readonly params: JsonObject }[] = [];
  protected ids = 100;

  constructor(spoken: AgentProtocol, options: AgentOptions) {
    this.speech = spoken;
    this.options = options;
  }

  abstract open(): Promise<this>;
  /** Sends bytes and gives back what comes for them before anything that is asked later. */
  abstract probe(bytes: string | Uint8Array, mirrored?: MirroredHeaders): Promise<AgentResponse>;
  /** Sends a request and gives back its answer. */
  protected abstract answered(id: number, text: string, mirrored: MirroredHeaders): Promise<RpcAnswer>;
  /** Takes a request back. */
  abstract cancel(id: number): Promise<void>;
  abstract close(): Promise<void>;

  /** Sends a request as it is written. */
  ask(id: number, text: string, mirrored: MirroredHeaders = {}): Promise<RpcAnswer> {
    return this.answered(id, text, mirrored);
  }

  get nextId(): number {
    return this.ids + 1;
  }

  /** Members of params that the era demands. */
  params(params: JsonObject, meta: JsonObject = {}): JsonObject {
    if (this.speech.era === 'legacy')
      return Object.keys(meta).length === 0 ? params : { ...params, _meta: meta };
    return {
      ...params,
      _meta: {
        [VERSION_KEY]: this.speech.version,
        [CLIENT_CAPABILITIES_KEY]: this.options.capabilities ?? {},
        [CLIENT_INFO_KEY]: { name: this.options.name ?? 'agent', version: '1' },
        ...meta,
      },
    };
  }

  text(id: Json, method: string, params: JsonObject): string {
    return JSON.stringify({ jsonrpc: '2.0', id, method, params: this.params(params) });
  }

  async request(method: string, params: JsonObject = {}, meta: JsonObject = {}): Promise<RpcAnswer> {
    const id = (this.ids += 1);
    const text = JSON.stringify({ jsonrpc: '2.0', id, method, params: this.params(params, meta) });
    const named = params['name'] ?? params['uri'] ?? params['taskId'];
    return await this.answered(id, text, {
      method,
      ...(typeof named === 'string' ? { name: named } : {}),
    });
  }

  call(name: string, args: JsonObject = {}, meta: JsonObject = {}): Promise<RpcAnswer> {
    return this.request('tools/call', { name, arguments: args }, meta);
  }

  /** Answers what it is asked; what it is told it keeps. */
  protected take(message: JsonObject): string | undefined {
    const { id, method } = message;
    if (typeof method !== 'string') return undefined;
    const params = message['params'];
    const given = { method, params: params !== undefined && isJsonObject(params) ? params : {} };
    if (id === undefined) {
      this.notified.push(given);
      return undefined;
    }
    this.asked.push(given);
    const answer = this.options.answer?.(given.method, given.params);
    return JSON.stringify(
      answer === undefined
        ? { jsonrpc: '2.0', id, error: { code: -1, message: 'no' } }
        : { jsonrpc: '2.0', id, result: answer },
    );
  }

  protected hello(): JsonObject {
    return {
      protocolVersion: this.speech.version,
      capabilities: this.options.capabilities ?? {},
      clientInfo: { name: this.options.name ?? 'agent', version: '1' },
    };
  }
}

const LIMITS = { bytes: 64e6, depth: 128, keys: 1e6, string: 64e6, array: 1e6 };

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

export class StdioAgent extends Agent {
  readonly #input = new PassThrough();
  readonly #output = new PassThrough();
  readonly #waiting = new Map<string, (message: RpcAnswer) => void>();
  #loose: RpcAnswer[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #barriers = 0;
  /** What it read that was not one ASCII line. */
  readonly faults: string[] = [];
  readonly ended: Promise<void>;

  constructor(
    gateway: Gateway,
    spoken: AgentProtocol,
    principal: Principal,
    context: string,
    options: AgentOptions,
  ) {
    super(spoken, options);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    serveStdio({
      protocol: gateway.protocol,
      input: this.#input,
      output: this.#output,
      caller: { principal, context, authenticated: true, transport: 'stdio' },
      onEnd: resolve,
    });
    this.#output.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  async open(): Promise<this> {
    if (this.speech.era === 'modern') return this;
    await this.answered(
      1,
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: this.hello() }),
    );
    this.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return this;
  }

  write(bytes: string | Uint8Array): void {
    this.#input.write(bytes);
  }

  #read(chunk: Buffer): void {
    if (!isAscii(chunk)) this.faults.push('it wrote what is not ASCII');
    let rest = Buffer.concat([this.#rest, chunk]);
    for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a)) {
      const line = rest.subarray(0, at);
      rest = rest.subarray(at + 1);
      const message = parseStrict(line, LIMITS);
      if (!isJsonObject(message)) this.faults.push('it wrote what is no message');
      else this.#message(message as RpcAnswer);
    }
    this.#rest = rest;
  }

  #message(message: RpcAnswer): void {
    const answer = this.take(message);
    if (answer !== undefined) this.write(`${answer}\n`);
    if (typeof message['method'] === 'string') return;
    const waiting = this.#waiting.get(JSON.stringify(message['id']));
    if (waiting === undefined) this.#loose.push(message);
    else waiting(message);
  }

  protected answered(id: Json, text: string): Promise<RpcAnswer> {
    const key = JSON.stringify(id);
    return new Promise((resolve) => {
      this.#waiting.set(key, (message) => {
        this.#waiting.delete(key);
        resolve(message);
      });
      this.write(`${text}\n`);
    });
  }

  async probe(bytes: string | Uint8Array): Promise<AgentResponse> {
    this.write(bytes);
    this.write('\n');
    // whatever is refused is refused before the next message is read
    const id = `barrier-${(this.#barriers += 1)}`;
    await this.answered(id, this.text(id, 'tools/list', {}));
    return { messages: this.loose() };
  }

  /** Answers that nobody waited for. */
  loose(): readonly RpcAnswer[] {
    const messages = this.#loose;
    this.#loose = [];
    return messages;
  }

  async cancel(id: number): Promise<void> {
    this.write(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}\n`);
  }

  async close(): Promise<void> {
    this.#input.end();
    await this.ended;
  }
}

/** A name as a header has it. What is written so already stays. */
const headerText = (name: string): string =>
  /^[!-~]+(?: +[!-~]+)*$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`;

export class HttpAgent extends Agent {
  readonly #port: number;
  readonly #token: string;
  #session: string | undefined;
  readonly #open = new Map<number, () => void>();

  constructor(port: number, spoken: AgentProtocol, token: string, options: AgentOptions) {
    super(spoken, options);
    this.#port = port;
    this.#token = token;
  }

  get session(): string | undefined {
    return this.#session;
  }

  headers(mirrored: MirroredHeaders = {}): Record<string, string> {
    const { method, name } = mirrored;
    const modern = this.speech.era === 'modern';
    return {
      authorization: `Bearer ${this.#token}`,
      ...(this.#session === undefined ? {} : { 'mcp-session-id': this.#session }),
      ...(this.#session === undefined && !modern ? {} : { 'mcp-protocol-version': this.speech.version }),
      ...(modern && method !== undefined ? { 'mcp-method': method } : {}),
      ...(modern && name !== undefined ? { 'mcp-name': headerText(name) } : {}),
    };
  }

  get client(): TestClient {
    return new TestClient(this.#port);
  }

  async open(): Promise<this> {
    if (this.speech.era === 'modern') return this;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: this.hello() });
    const { headers } = await this.client.send('POST', body, this.headers());
    this.#session = String(headers['mcp-session-id']);
    await this.client.send('POST', '{"jsonrpc":"2.0","method":"notifications/initialized"}', this.headers());
    return this;
  }

  async probe(
    bytes: string | Uint8Array,
    mirrored: MirroredHeaders = { method: 'tools/call', name: 'read_note' },
  ): Promise<AgentResponse> {
    const { status, messages } = await this.client.send('POST', bytes as string, this.headers(mirrored));
    return { status, messages: messages as RpcAnswer[] };
  }

  protected async answered(id: number, text: string, mirrored: MirroredHeaders): Promise<RpcAnswer> {
    const stream = this.client.open('POST', text, this.headers(mirrored));
    this.#open.set(id, stream.close);
    let seen = 0;
    const answerAll = (): RpcAnswer | undefined => {
      for (; seen < stream.messages.length; seen += 1) {
        const message = stream.messages[seen] ?? {};
        if (typeof message['method'] !== 'string') return message as RpcAnswer;
        const answer = this.take(message);
        if (answer !== undefined) void this.client.send('POST', answer, this.headers());
      }
      return undefined;
    };
    const timer = setInterval(answerAll, 5);
    try {
      await stream.done;
      return answerAll() ?? { error: { code: 0, message: 'it ended without an answer' } };
    } catch {
      return { error: { code: 0, message: 'the connection ended' } };
    } finally {
      clearInterval(timer);
      this.#open.delete(id);
    }
  }

  async cancel(id: number): Promise<void> {
    if (this.speech.era === 'modern') this.#open.get(id)?.();
    else
      await this.client.send(
        'POST',
        `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`,
        this.headers(),
      );
  }

  async close(): Promise<void> {
    if (this.#session !== undefined) await this.client.send('DELETE', null, this.headers());
  }
}
