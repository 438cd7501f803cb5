import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { BACKGROUND_ENV, BIN, fixture } from './fixtures/run-callgate.ts';

export interface SessionAnswer {
  readonly id: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

const SERVER = fixture('mcp-server.ts');

export const makeTool = (name: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  name,
  description: `does ${name}`,
  inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  annotations: { readOnlyHint: true, openWorldHint: false },
  ...more,
});

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A folder of Callgate, a folder somebody works in, and a server whose tools can change. */
export class GatewayFolder {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'callgate-gateway-'));
  readonly home: string = join(this.folder, 'home');
  readonly #tools: string = join(this.folder, 'tools.json');

  constructor(tools: readonly unknown[] = [makeTool('look'), makeTool('env')]) {
    this.setTools(tools);
  }

  setTools(tools: readonly unknown[]): void {
    writeFileSync(this.#tools, JSON.stringify(tools));
  }

  get server(): readonly string[] {
    return [process.execPath, SERVER, this.#tools];
  }

  /** An entry of `servers` or `mcpServers`. */
  get entry(): { readonly command: string; readonly args: readonly string[] } {
    const [command = '', ...args] = this.server;
    return { command, args };
  }

  write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): CallgateSession {
    const session = new CallgateSession(
      spawn(process.execPath, [BIN, ...args], {
        cwd: this.folder,
        env: {
          PATH: process.env['PATH'] ?? '',
          CALLGATE_HOME: this.home,
          XDG_CACHE_HOME: join(tmpdir(), 'callgate-test-cache'),
          NO_COLOR: '1',
          ...BACKGROUND_ENV,
          ...env,
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    );
    onTestFinished(() => session.kill());
    return session;
  }

  /** A command that ends by itself. */
  async callgate(...args: readonly string[]): Promise<CommandResult> {
    const session = this.start(args);
    session.end();
    const code = await session.ended;
    return { code, out: session.out, err: session.err };
  }
}

/** A process of Callgate, and a client that speaks to it. */
export class CallgateSession {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #waiting: Map<number, (answer: SessionAnswer) => void> = new Map();
  readonly #looking: Set<() => void> = new Set();
  #next = 0;
  /** The exit code. */
  readonly ended: Promise<number>;
  out = '';
  err = '';

  constructor(child: ChildProcessByStdio<Writable, Readable, Readable>) {
    this.#child = child;
    child.stdin.on('error', () => undefined);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.err += text;
      for (const look of this.#looking) look();
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{"')) return;
      const answer: SessionAnswer = JSON.parse(line);
      this.#waiting.get(answer.id)?.(answer);
    });
    this.ended = new Promise((resolve) => {
      child.once('close', (code) => resolve(code ?? -1));
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  send(message: Record<string, unknown>): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  ask(method: string, params: Record<string, unknown> = {}): Promise<SessionAnswer> {
    this.#next += 1;
    const id = this.#next;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.send({ id, method, params });
    });
  }

  async hello(): Promise<SessionAnswer> {
    const answer = await this.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    this.send({ method: 'notifications/initialized' });
    return answer;
  }

  async names(): Promise<string[]> {
    const { result } = await this.ask('tools/list');
    return ((result?.['tools'] ?? []) as { readonly name: string }[]).map(({ name }) => name).toSorted();
  }

  /** The text of what a tool answered. */
  async call(name: string, given: Record<string, unknown> = {}): Promise<string> {
    const { result, error } = await this.ask('tools/call', { name, arguments: given });
    const [first] = (result?.['content'] ?? []) as { readonly text?: string }[];
    return error?.message ?? first?.text ?? '';
  }

  /** Waits until standard error says it. */
  said(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      const look = (): void => {
        const match = pattern.exec(this.err);
        if (match === null) return;
        this.#looking.delete(look);
        resolve(match);
      };
      this.#looking.add(look);
      look();
    });
  }

  end(): void {
    this.#child.stdin.end();
  }

  signal(name: 'SIGTERM' | 'SIGINT'): void {
    this.#child.kill(name);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
