import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';

const ROOT: string = fileURLToPath(new URL('../../../', import.meta.url));

export interface RpcAnswer {
  readonly result?: JsonObject;
  readonly error?: JsonObject;
}

export type Era = 'legacy' | 'modern';

/** What a person answers to a question, or undefined for nobody. */
export type Person = (question: JsonObject) => JsonObject | undefined;

const META = 'io.modelcontextprotocol/';

/** What every modern request carries. */
export const envelope = (elicits: boolean): JsonObject => ({
  [`${META}protocolVersion`]: '2026-07-28',
  [`${META}clientCapabilities`]: elicits ? { elicitation: { form: {} } } : {},
  [`${META}clientInfo`]: { name: 'test', version: '1' },
});

/** Starts a server of `frameworks/server`. */
export const startServer = (
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcessWithoutNullStreams =>
  spawn(
    join(ROOT, 'node_modules/.bin/node'),
    ['--conditions=@callgate/source', join(ROOT, 'frameworks/server', `${file}.ts`), ...args],
    { cwd: ROOT, env: { ...process.env, ...env } },
  );

/** Speaks to a server over its standard input and output, without any SDK. */
export class RawClient {
  readonly era: Era;
  readonly elicits: boolean;
  person: Person = () => undefined;
  readonly questions: JsonObject[] = [];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ranFile: string = join(mkdtempSync(join(tmpdir(), 'callgate-ran-')), 'ran');
  readonly #waiting: Map<number, (answer: RpcAnswer) => void> = new Map();
  readonly #file: string;
  readonly #connected: PromiseWithResolvers<void> = Promise.withResolvers();
  #errors = '';
  #next = 0;

  constructor(era: Era, elicits: boolean, file: string, ...args: readonly string[]) {
    this.era = era;
    this.elicits = elicits;
    this.#file = file;
    this.#child = startServer(file, ['stdio', ...args], { RAN: this.#ranFile });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(line));
    createInterface({ input: this.#child.stderr }).on('line', (line) => {
      this.#errors += `${line}\n`;
      if (line === 'connected') this.#connected.resolve();
    });
  }

  /** The handlers that ran; each is written down before its answer is. */
  get ran(): readonly string[] {
    return existsSync(this.#ranFile) ? readFileSync(this.#ranFile, 'utf8').split('\n').slice(0, -1) : [];
  }

  async open(): Promise<this> {
    if (this.era === 'modern') return this;
    const answer = await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: this.elicits ? { elicitation: {} } : {},
      clientInfo: { name: 'test', version: '1' },
    });
    if (answer.result === undefined) throw new Error(`no initialize: ${this.#errors}`);
    this.#send({ method: 'notifications/initialized' });
    // FastMCP looks every 100 ms whether its client is there; a call before that counts as if it carried every label
    if (this.#file === 'fast') await this.#connected.promise;
    return this;
  }

  /** The exit code, once nobody speaks any more. */
  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill();
    await gone;
  }

  request(method: string, params: JsonObject = {}, meta: JsonObject = {}): Promise<RpcAnswer> {
    const id = (this.#next += 1);
    const all = this.era === 'modern' ? { ...envelope(this.elicits), ...meta } : meta;
    const answer = new Promise<RpcAnswer>((resolve) => this.#waiting.set(id, resolve));
    this.#send({
      id,
      method,
      params: Object.keys(all).length === 0 ? params : { ...params, _meta: all },
    });
    return answer;
  }

  /** Takes the last request back. */
  cancel(): void {
    this.#send({ method: 'notifications/cancelled', params: { requestId: this.#next } });
  }

  /** A call; questions are answered as the person would, in either era. */
  async call(name: string, args: JsonObject = {}, meta: JsonObject = {}): Promise<JsonObject> {
    const first = await this.callOnce(name, args, meta);
    const requests = first['inputRequests'];
    if (first['resultType'] !== 'input_required' || !isJsonObject(requests)) return first;
    const responses: Record<string, JsonObject> = {};
    for (const [key, question] of Object.entries(requests)) {
      const answer = this.#ask((question as { params: JsonObject }).params);
      if (answer === undefined) return first;
      responses[key] = answer;
    }
    return await this.callOnce(name, args, meta, {
      inputResponses: responses,
      requestState: first['requestState'] ?? '',
    });
  }

  async callOnce(
    name: string,
    args: JsonObject,
    meta: JsonObject = {},
    more: JsonObject = {},
  ): Promise<JsonObject> {
    const { result, error } = await this.request('tools/call', { name, arguments: args, ...more }, meta);
    if (result === undefined) throw new Error(JSON.stringify(error));
    return result;
  }

  async tools(): Promise<readonly JsonObject[]> {
    const { result } = await this.request('tools/list');
    return (result?.['tools'] ?? []) as readonly JsonObject[];
  }

  #ask(question: JsonObject): JsonObject | undefined {
    this.questions.push(question);
    return this.person(question);
  }

  #send(message: JsonObject): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #hear(line: string): void {
    const message = parseStrict(line);
    if (!isJsonObject(message)) return;
    const { id, method, params, result, error } = message;
    if (method === 'elicitation/create' && id !== undefined) {
      const answer = this.#ask(isJsonObject(params) ? params : {});
      if (answer !== undefined) this.#send({ id, result: answer });
    }
    if (typeof method === 'string' || typeof id !== 'number') return;
    this.#waiting.get(id)?.({
      ...(isJsonObject(result) ? { result } : {}),
      ...(isJsonObject(error) ? { error } : {}),
    });
  }
}
