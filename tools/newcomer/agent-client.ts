import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { JsonObject } from '@callgate/core';
import { z } from 'zod';
import type { StartedServer } from './client-files.ts';

const message = z.object({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.json()).optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});

export type AgentMessage = z.infer<typeof message>;

/** Answers the form a client shows its user. */
export type AnswerForm = (form: JsonObject) => Promise<JsonObject>;

/** A client of MCP over stdio that shows forms to its user, and counts them. */
export class AgentClient {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #pending = new Map<number, (message: AgentMessage) => void>();
  readonly #answer: AnswerForm;
  #next = 1;
  questions: string[] = [];
  log = '';

  constructor(
    { command, args, env = {} }: StartedServer,
    environment: NodeJS.ProcessEnv,
    answer: AnswerForm,
  ) {
    this.#answer = answer;
    const child = spawn(command, args, { env: { ...environment, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.log += text));
    child.stdin.on('error', () => {});
    child.once('exit', (code) => {
      for (const settle of this.#pending.values())
        settle({ error: { message: `the process ended with ${code}\n${this.log}` } });
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      void this.#take(message.parse(JSON.parse(line)));
    });
  }

  async #take({ id, method, params = {}, ...rest }: AgentMessage): Promise<void> {
    if (method === undefined) this.#pending.get(Number(id))?.({ ...rest, id });
    else if (method === 'elicitation/create') {
      this.questions.push(String(params['message']));
      this.#send({ id, result: await this.#answer(params) });
    } else if (id !== undefined) this.#send({ id, error: { code: -32_601, message: 'none' } });
  }

  #send(sent: Readonly<Record<string, unknown>>): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...sent })}\n`);
  }

  request(method: string, params: Readonly<Record<string, unknown>>): Promise<AgentMessage> {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  async open(): Promise<AgentMessage> {
    const opened = await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'cursor', version: '1' },
    });
    this.#send({ method: 'notifications/initialized' });
    return opened;
  }

  call(name: string, args: Readonly<Record<string, unknown>>): Promise<AgentMessage> {
    return this.request('tools/call', { name, arguments: args });
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => {
      this.#child.once('exit', resolve);
    });
    this.#child.stdin.end();
    await ended;
  }
}
