import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import type { Gate, People } from '@callgate/gate';
import { SINGLE_USER } from '@callgate/gate';
import { z } from 'zod';
import type { ContextLinks } from './context-links.ts';
import type { HookHandler } from './handle-hook.ts';
import { createHookHandler } from './handle-hook.ts';
import type { HooksAbout } from './hook-messages.ts';
import { MAX_EVENT_BYTES, readObject } from './hook-messages.ts';
import { hookSocketPath } from './hook-sockets.ts';
import type { HostEvent } from './host-events.ts';
import { callOf, contextOf, hostEventSchema } from './host-events.ts';

export interface ServeHooksOptions {
  /** Its catalogue is one of `withHostTools`. */
  readonly gate: Gate;
  /** Callgate's own folder; the socket is in `run` below it. */
  readonly folder: string;
  /** Names the socket: the instance of the store. */
  readonly instance: string;
  /** The database that the gate writes to. */
  readonly store: string;
  /** Where MCP servers are served, too. */
  readonly links?: ContextLinks;
  /** `SINGLE_USER` where nothing is said. */
  readonly people?: () => People;
  /** What a process was started with that is there only for hooks. */
  readonly keeper?: string;
  readonly now?: () => number;
  /** Something came in. */
  readonly onEvent?: () => void;
}

export interface HooksServer {
  readonly path: string;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 256;

const bodyOf = async (request: IncomingMessage): Promise<JsonObject> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_EVENT_BYTES)
      throw new CallgateError('HOOK_TOO_MUCH', `an event may have ${MAX_EVENT_BYTES} bytes`);
    chunks.push(chunk);
  }
  const body = readObject(Buffer.concat(chunks));
  if (body === undefined) throw new CallgateError('HOOK_PAYLOAD', 'an event is a JSON object');
  return body;
};

const eventIn = z.strictObject({ event: hostEventSchema, report: z.boolean() });

const failureOf = (error: unknown): JsonObject =>
  error instanceof CallgateError
    ? {
        code: error.code,
        message: error.help === undefined ? error.message : `${error.message}; ${error.help}`,
      }
    : {
        code: 'HOOK_FAILED',
        message: display(error instanceof Error ? error.message : String(error), { max: 300 }),
      };

interface Served {
  readonly about: HooksAbout;
  readonly handler: HookHandler;
  readonly links: ContextLinks | undefined;
  readonly onEvent: () => void;
}

const read = (body: JsonObject): z.infer<typeof eventIn> => {
  const result = eventIn.safeParse(body);
  if (result.success) return result.data;
  throw new CallgateError('HOOK_PAYLOAD', 'this is no event', {
    help: 'use the `callgate hook` of the same version as the gateway',
  });
};

/** Whether a call that is over has arrived here. */
const isServed = (links: ContextLinks, event: HostEvent): boolean => {
  switch (event.type) {
    case 'after':
      return links.over(callOf(event));
    case 'ended':
      if (event.forgotten) links.release(contextOf(event));
      return false;
    case 'before':
    case 'prompt':
    case 'resumed':
      return false;
  }
};

const answerTo = async (request: IncomingMessage, served: Served): Promise<Json | undefined> => {
  if (request.method === 'GET' && request.url === '/about') return { ...served.about };
  if (request.method !== 'POST') return undefined;
  if (request.url === '/announce') {
    const { event } = read(await bodyOf(request));
    served.onEvent();
    if (event.type === 'before') return { served: await served.handler.announced(event) };
    return { served: served.links !== undefined && isServed(served.links, event) };
  }
  if (request.url !== '/event') return undefined;
  const { event, report } = read(await bodyOf(request));
  served.onEvent();
  return { ...(await served.handler.handle(event, { report })) };
};

const reply = (response: ServerResponse, status: number, body: Json): void => {
  const text = canonical(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
  response.end(text);
};

const serve = async (request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> => {
  try {
    const answer = await answerTo(request, served);
    if (answer === undefined) reply(response, 404, { code: 'HOOK_PATH', message: 'there is nothing here' });
    else reply(response, 200, answer);
  } catch (error) {
    if (!response.headersSent) reply(response, 422, failureOf(error));
  }
};

const listening = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new CallgateError('HOOK_SOCKET', `${display(path)} cannot be listened at`, { cause })),
    );
    server.listen(path, resolve);
  });

/** Nobody finds the socket by its name before nobody else may open it. */
const listenPrivately = async (server: Server, path: string): Promise<void> => {
  const draft = join(dirname(path), `.${randomBytes(4).toString('hex')}`);
  await listening(server, draft);
  try {
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (cause) {
    server.close();
    throw new CallgateError('HOOK_SOCKET', `${display(path)} cannot be made`, { cause });
  }
};

/** Takes the events of hosts of the same user at a unix socket. It keeps no process alive. */
export const serveHooks = async (options: ServeHooksOptions): Promise<HooksServer> => {
  const { gate, folder, instance, store, links, people = () => SINGLE_USER } = options;
  const path = hookSocketPath(folder, instance);
  const served: Served = {
    about: { instance, store, since: (options.now ?? Date.now)(), keeper: options.keeper ?? null },
    handler: createHookHandler({ gate, people, ...(links === undefined ? {} : { links }) }),
    links,
    onEvent: options.onEvent ?? (() => {}),
  };
  const server = createServer(
    { maxHeaderSize: 8192, requestTimeout: 30_000, headersTimeout: 10_000 },
    (request, response) => void serve(request, response, served),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => socket.unref());
  await listenPrivately(server, path);
  server.unref();
  server.on('error', () => {});
  const remove = (): void => rmSync(path, { force: true });
  process.once('exit', remove);
  return {
    path,
    close: () =>
      new Promise((resolve) => {
        process.off('exit', remove);
        remove();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
