import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { RpcAnswer, Era } from './raw-client.ts';
import { envelope, startServer } from './raw-client.ts';

/** Speaks to a server over HTTP without any SDK and without a session. */
export class HttpClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #url: string;
  readonly #era: Era;

  constructor(child: ChildProcessWithoutNullStreams, url: string, era: Era) {
    this.#child = child;
    this.#url = url;
    this.#era = era;
  }

  async request(method: string, params: JsonObject = {}): Promise<RpcAnswer> {
    const modern = this.#era === 'modern';
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': modern ? '2026-07-28' : '2025-11-25',
        ...(modern ? { 'mcp-method': method } : {}),
        ...(modern && typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: modern ? { ...params, _meta: envelope(true) } : params,
      }),
    });
    const text = await response.text();
    const data = text.split('\n').find((line) => line.startsWith('data: '));
    const message = parseStrict(data === undefined ? text : data.slice('data: '.length));
    if (!isJsonObject(message)) throw new Error(`no answer: ${text}`);
    const { result, error } = message;
    return { ...(isJsonObject(result) ? { result } : {}), ...(isJsonObject(error) ? { error } : {}) };
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill();
    await gone;
  }
}

const freePort = async (): Promise<number> =>
  await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** Starts a server of `frameworks/server` over HTTP. */
export const openHttp = async (era: Era, file: string, audit: string): Promise<HttpClient> => {
  const child = startServer(file, ['http', audit], { PORT: String(await freePort()) });
  const port = await new Promise<number>((resolve, reject) => {
    let errors = '';
    child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
    child.once('exit', () => reject(new Error(errors)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/^\d+$/.test(line)) resolve(Number(line));
    });
  });
  return new HttpClient(child, `http://127.0.0.1:${port}/mcp`, era);
};
