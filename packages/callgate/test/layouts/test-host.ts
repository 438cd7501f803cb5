import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@callgate/core';
import type { CommandResult } from '../fixtures/run-callgate.ts';
import { COMPILED_ENV } from '../fixtures/run-callgate.ts';

const SCRIPT = fileURLToPath(new URL('host-process.ts', import.meta.url));

export interface HostAnswer {
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Readline ends lines at more than line feeds. */
const asciiJson = (value: JsonObject): string =>
  JSON.stringify(value)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);

type Answerer = (server: string, method: string, params: JsonObject) => JsonObject | undefined;

/** A running host and the client inside it, which speaks 2025-11-25 to every server. */
export class TestHost {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #pending: Map<string, (answer: HostAnswer) => void> = new Map();
  readonly #running: Map<number, (ran: CommandResult) => void> = new Map();
  readonly #answerer: Answerer | undefined;
  readonly #greeted: Map<string, Promise<HostAnswer>> = new Map();
  readonly #ended: Promise<unknown>;
  #next = 0;
  err = '';

  /** `answerer` answers what servers ask of the client, such as elicitations; `starter` starts the host. */
  constructor(
    file: string,
    env: Readonly<Record<string, string>>,
    answerer?: Answerer,
    starter: readonly string[] = [],
  ) {
    this.#answerer = answerer;
    const [program = '', ...words] = [...starter, process.execPath, SCRIPT, file];
    this.#child = spawn(program, words, {
      env: { ...COMPILED_ENV, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', resolve);
    });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.err += text));
    createInterface({ input: this.#child.stdout }).on('line', (text) => this.#read(text));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  #read(text: string): void {
    const told = JSON.parse(text) as
      | { readonly server: string; readonly line: string }
      | { readonly run: number; readonly ran: CommandResult };
    if ('run' in told) return this.#running.get(told.run)?.(told.ran);
    const { server, line } = told;
    const message = JSON.parse(line) as JsonObject & HostAnswer;
    const { id, method } = message;
    if (typeof method !== 'string') return this.#pending.get(`${server} ${String(id)}`)?.(message);
    if (id === undefined) return;
    const result = this.#answerer?.(server, method, (message['params'] ?? {}) as JsonObject);
    const answer = result === undefined ? { error: { code: -32601, message: 'not supported' } } : { result };
    this.send(server, { id, ...answer });
  }

  send(server: string, message: JsonObject): void {
    const line = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#child.stdin.write(`${JSON.stringify({ server, line })}\n`);
  }

  request(server: string, method: string, params: JsonObject = {}): Promise<HostAnswer> {
    this.#next += 1;
    const id = this.#next;
    return new Promise((resolve) => {
      this.#pending.set(`${server} ${id}`, resolve);
      this.send(server, { id, method, params });
    });
  }

  /** The host starts a command, as it starts a hook. */
  run(words: readonly string[], cwd: string, input: string): Promise<CommandResult> {
    return this.#told({ words, cwd, input }, 'run');
  }

  /** The host has a process that runs all its hooks, one after the other. */
  hook(args: readonly string[], cwd: string, input: string): Promise<CommandResult> {
    return this.#told({ args, cwd, input }, 'hook');
  }

  #told(command: JsonObject, how: 'run' | 'hook'): Promise<CommandResult> {
    this.#next += 1;
    const id = this.#next;
    return new Promise((resolve) => {
      this.#running.set(id, resolve);
      this.#child.stdin.write(`${asciiJson({ [how]: id, ...command })}\n`);
    });
  }

  /** The handshake and the list of tools, once for each server. */
  connect(server: string): Promise<HostAnswer> {
    const connected = this.#greeted.get(server) ?? this.#connect(server);
    this.#greeted.set(server, connected);
    return connected;
  }

  async #connect(server: string): Promise<HostAnswer> {
    const capabilities = this.#answerer === undefined ? {} : { elicitation: {} };
    const clientInfo = { name: 'layout-host', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
    const hello = await this.request(server, 'initialize', params);
    if (hello.error !== undefined) return hello;
    this.send(server, { method: 'notifications/initialized' });
    return await this.request(server, 'tools/list');
  }

  async call(server: string, name: string, args: JsonObject): Promise<HostAnswer> {
    await this.connect(server);
    return await this.request(server, 'tools/call', { name, arguments: args });
  }

  /** Ends the host as a person who closes it does. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
