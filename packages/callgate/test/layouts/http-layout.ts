import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { onTestFinished } from 'vitest';
import { BIN } from '../fixtures/run-callgate.ts';
import { readAnswer } from './read-answer.ts';
import { environment, newHome, runCallgate } from './init-layout.ts';
import type { CallAnswer, Layout, LayoutOptions } from './layout.ts';
import { openUpstreams } from './upstreams.ts';

export interface HttpLayout extends Layout {
  readonly folder: string;
  readonly url: string;
  readonly token: string;
  /** What `callgate up` wrote to standard error. */
  readonly log: () => string;
  /** A request of the agent in its session, answered as JSON or as the last event of a stream. */
  request(
    method: string,
    params: JsonObject,
  ): Promise<{ readonly result?: JsonObject; readonly error?: never }>;
}

/** The last message of an answer that is JSON or a stream of events. */
const lastMessage = (type: string, body: string): JsonObject => {
  if (!type.includes('event-stream')) return JSON.parse(body) as JsonObject;
  const lines = body.split('\n').filter((line) => line.startsWith('data: '));
  return JSON.parse(lines.at(-1)?.slice('data: '.length) ?? '{}') as JsonObject;
};

/** `callgate up` with a configuration file, and an agent that has the token of agents. */
export const openHttpLayout = async (options: LayoutOptions): Promise<HttpLayout> => {
  const folder = newHome();
  const upstreams = await openUpstreams(options.servers);
  mkdirSync(join(folder, 'home'), { mode: 0o700 });
  const { approvals, ...more } = (options.config ?? {}) as { readonly approvals?: JsonObject };
  const config = {
    policy: [options.policy ?? 'balanced'],
    servers: Object.fromEntries(
      [...upstreams].map(([alias, { entry, server }]) => [alias, { ...entry, trust: server.trust }]),
    ),
    http: { port: 0 },
    console: false,
    approvals: { wait: '300ms', ...approvals },
    ...more,
  };
  const file = join(folder, 'callgate.yaml');
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  const child = spawn(process.execPath, [BIN, 'up', '-c', file], { cwd: folder, env: environment(folder) });
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let err = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
      const [, found] = /(http:\/\/[^ ,"]+\/mcp)/.exec(err) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error(`callgate up ended: ${err}`)));
  });
  const token = readFileSync(join(folder, 'home', 'agents.token'), 'utf8').trim();
  let session: string | undefined;
  let id = 0;
  const post = async (message: JsonObject): Promise<Response> =>
    await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        'mcp-protocol-version': '2025-11-25',
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const request: HttpLayout['request'] = async (method, params) => {
    id += 1;
    const response = await post({ id, method, params });
    session ??= response.headers.get('mcp-session-id') ?? undefined;
    return lastMessage(response.headers.get('content-type') ?? '', await response.text()) as never;
  };
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'layout-agent', version: '1' },
  });
  await post({ method: 'notifications/initialized' });
  const received: Layout['received'] = (server) => upstreams.get(server)?.oracle.calls() ?? [];
  return {
    name: 'http',
    home: join(folder, 'home'),
    folder,
    url,
    token,
    log: () => err,
    say: undefined,
    request,
    received,
    bytes: (server) => upstreams.get(server)?.oracle.bytes() ?? '',
    callgate: (...words) => runCallgate(folder, words),
    call: async (server, tool, args): Promise<CallAnswer> => {
      const before = received(server).length;
      const name = upstreams.size === 1 ? tool : `${server}__${tool}`;
      const answer = readAnswer(await request('tools/call', { name, arguments: args }));
      return { ...answer, ran: received(server).length > before };
    },
  };
};
