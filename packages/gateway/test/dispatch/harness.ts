import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerEndpoint } from '../../src/config/gateway-config.ts';
import type { JsonObject, TracedTool } from '@callgate/core';
import { LOCAL_PRINCIPAL, describeTool, traceTool } from '@callgate/core';
import type { CallRequest, Dispatchable, Gate } from '@callgate/gate';
import type { Progress } from '@callgate/gate/host';
import { createGate, memoryKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import { afterEach } from 'vitest';
import { openUpstream } from '../../src/dispatch/open-upstream.ts';
import type {
  OutboundRequest,
  ServerRequest,
  Upstream,
  UpstreamSettings,
} from '../../src/dispatch/upstream.ts';
import type { Reply } from '../../src/wire/json-rpc.ts';
import { startTinyHttp } from './tiny-http.ts';
import type { TinyHttp } from './tiny-http.ts';
import type { TinyOptions } from './tiny-server.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

export const afterTest = (cleanup: () => Promise<void> | void): void => void cleanups.push(cleanup);

export const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-'));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** It changes something, so that a call without an answer has an unknown result. */
const DEFINITION: JsonObject = {
  name: 'any',
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    openWorldHint: false,
    unsafeOutputHint: false,
    sensitiveDataHint: false,
  },
  inputSchema: { type: 'object' },
};

/** A gate that lets everything out at once: what is judged is not what is tested here. */
const openGate = async (server: string): Promise<Gate> => {
  const keys = memoryKeys();
  const store = await openSqliteStore({ path: join(tempFolder(), 'callgate.db'), keys, durable: false });
  const tool: TracedTool = traceTool(
    describeTool({ server, trust: 'owned', definition: DEFINITION }),
    DEFINITION,
    {},
  );
  const gate = await createGate({
    policy: presetPolicy('balanced'),
    catalogue: { find: () => tool },
    store,
    keys,
    limits: { sweepMs: null },
  });
  afterTest(async () => {
    await gate.close();
    await store.close();
  });
  return gate;
};

/** What came of one `send`. */
export interface SentCall {
  readonly reply: Reply | undefined;
  readonly error: Error | undefined;
  readonly progress: readonly Progress[];
  readonly call: string;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  readonly how?: Partial<OutboundRequest>;
  readonly onProgress?: (progress: Progress) => void;
  /** Connects before, where it is not connected. */
  readonly greet?: boolean;
}

export interface UpstreamHarness {
  readonly upstream: Upstream;
  readonly notes: { readonly method: string; readonly params: JsonObject; readonly call: string | null }[];
  readonly asked: ServerRequest[];
  readonly told: string[];
  readonly lost: number[];
  /** Sends a call that the gate let out. */
  send(
    parts: JsonObject & { readonly kind: string },
    how: OutboundRequest,
    options?: SendOptions,
  ): Promise<SentCall>;
  /** The same for a tool. */
  tool(name: string, args?: JsonObject, options?: SendOptions): Promise<SentCall>;
  /** What the server was sent, whole, as it arrived. */
  received(): readonly string[];
  readonly http: TinyHttp | undefined;
}

export interface UpstreamHarnessOptions extends Partial<Omit<UpstreamSettings, 'reach'>> {
  readonly reach?: ServerEndpoint;
  readonly http?: TinyHttp;
  readonly log?: string;
  readonly answer?: (request: ServerRequest) => ReturnType<Parameters<typeof openUpstream>[1]['request']>;
}

const TINY_STDIO = fileURLToPath(new URL('tiny-stdio.ts', import.meta.url));

export const openEndpointHarness = async (
  reach: ServerEndpoint,
  options: UpstreamHarnessOptions = {},
): Promise<UpstreamHarness> => {
  const { http, log, answer = async () => ({ action: 'accept' }), ...settings } = options;
  const notes: UpstreamHarness['notes'] = [];
  const asked: ServerRequest[] = [];
  const told: string[] = [];
  const lost: number[] = [];
  const upstream = openUpstream(
    {
      server: 'tiny',
      era: 'auto',
      asks: { sampling: false, elicitation: false, roots: false },
      connectMs: 10_000,
      messageBytes: 1024 * 1024,
      allowPrivate: http === undefined ? [] : [`127.0.0.1:${http.port}`],
      ...settings,
      reach,
    },
    {
      notification: (method, params, call) => void notes.push({ method, params, call }),
      request: (request) => {
        asked.push(request);
        return answer(request);
      },
      misbehaved: (code) => void told.push(code),
      lost: () => void lost.push(lost.length),
    },
  );
  const gate = await openGate('tiny');
  afterTest(() => upstream.close());
  const send: UpstreamHarness['send'] = async (parts, how, { signal, onProgress, greet = true } = {}) => {
    // a server that cannot be reached is met again by the call itself
    if (greet) await upstream.hello().catch(() => {});
    const progress: Progress[] = [];
    let reply: Reply | undefined;
    let error: Error | undefined;
    let call = '';
    const request = {
      server: 'tiny',
      arguments: {},
      principal: LOCAL_PRINCIPAL,
      context: 'c1',
      authenticated: true,
      ...parts,
    } as unknown as CallRequest;
    const finished = await gate.run(request, async (dispatchable: Dispatchable, context) => {
      call = dispatchable.call;
      try {
        reply = await upstream.send(dispatchable, how, {
          ...context,
          signal: signal ?? context.signal,
          progress: (each) => {
            progress.push(each);
            onProgress?.(each);
          },
        });
      } catch (thrown) {
        error = thrown as Error;
      }
      return { type: 'result', result: {} };
    });
    if (call === '') throw new Error(`the gate did not let it out: ${JSON.stringify(finished)}`);
    return { reply, error, progress, call };
  };
  return {
    upstream,
    notes,
    asked,
    told,
    lost,
    send,
    tool: (name, args = {}, options2 = {}) =>
      send(
        { kind: 'tool', name, arguments: args },
        { method: 'tools/call', meta: {}, ...options2.how } as OutboundRequest,
        options2,
      ),
    received: () =>
      http === undefined
        ? (existsSync(log ?? '') ? readFileSync(log ?? '', 'utf8') : '')
            .split('\n')
            .filter((line) => line !== '')
        : http.received.map(({ text }) => text).filter((text) => text !== ''),
    http,
  };
};

export type TransportKind = 'stdio' | 'http';

/** The small server behind a real connection. */
export const openUpstreamHarness = async (
  way: TransportKind,
  options: TinyOptions,
  more: UpstreamHarnessOptions = {},
): Promise<UpstreamHarness> => {
  if (way === 'stdio') {
    const log = join(tempFolder(), 'received');
    return await openEndpointHarness(
      {
        kind: 'stdio',
        command: process.execPath,
        args: [TINY_STDIO, options.era, options.quirks.join(',')],
        env: { PATH: process.env['PATH'] ?? '', TINY_LOG: log },
      },
      { ...more, log },
    );
  }
  const http = await startTinyHttp(options);
  afterTest(() => http.close());
  return await openEndpointHarness(
    { kind: 'http', url: http.url, headers: { Authorization: 'Bearer canary-1' } },
    { ...more, http },
  );
};

export const textOf = (sent: SentCall): unknown => {
  if (sent.error !== undefined) throw sent.error;
  const content = sent.reply?.type === 'result' ? sent.reply.result['content'] : undefined;
  return Array.isArray(content) ? (content[0] as JsonObject)['text'] : sent.reply;
};

/** Waits until something is so; fails by the time-out of the test if it never is. */
export const until = async (isSo: () => boolean): Promise<void> => {
  const deadline = Date.now() + 10_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error('it never came');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
