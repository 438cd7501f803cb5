import type { Json } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import type { Gate, People } from '@callgate/gate';
import { SINGLE_USER } from '@callgate/gate';
import type { ServerLimits, SocketServer, HttpRequestContext } from '@callgate/http';
import { serveSocket, writeJson } from '@callgate/http';
import { hookErrors } from '@callgate/messages/errors/hook';
import { z } from 'zod';
import type { ContextLinks } from './context-links.ts';
import { createHookHandler } from './hook-handler.ts';
import type { HookListenerIdentity } from './hook-messages.ts';
import { HOOK_SOCKETS, MAX_EVENT_BYTES, readObject } from './hook-messages.ts';
import type { HostEvent } from './host-events.ts';
import { hostCallOf, contextOf, hostEventSchema } from './host-events.ts';

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

const LIMITS: ServerLimits = {
  headerBytes: 8192,
  headersMs: 10_000,
  requestMs: 30_000,
  connections: 256,
  unreadMs: 30_000,
};

const eventIn = z.strictObject({ event: hostEventSchema, report: z.boolean() });

const read = async (visit: HttpRequestContext): Promise<z.infer<typeof eventIn>> => {
  const result = eventIn.safeParse(readObject(await visit.body(MAX_EVENT_BYTES)));
  if (result.success) return result.data;
  throw new CallgateError(hookErrors.payloadUnknown());
};

/** Whether a call that is over has arrived here. */
const isServed = (links: ContextLinks, event: HostEvent): boolean => {
  switch (event.type) {
    case 'after':
      return links.over(hostCallOf(event));
    case 'ended':
      if (event.forgotten) links.release(contextOf(event));
      return false;
    case 'before':
    case 'prompt':
    case 'answered':
    case 'resumed':
      return false;
  }
};

/** Takes the events of hosts of the same user at a unix socket. It keeps no process alive. */
export const serveHooks = (options: ServeHooksOptions): Promise<SocketServer> => {
  const { gate, folder, instance, store, links, people = () => SINGLE_USER } = options;
  const { onEvent = () => {}, now = Date.now, keeper = null } = options;
  const about: HookListenerIdentity = { instance, store, since: now(), keeper };
  const handler = createHookHandler({ gate, people, ...(links === undefined ? {} : { links }) });
  const answer = async (
    visit: HttpRequestContext,
    work: (sent: z.infer<typeof eventIn>) => Promise<Json>,
  ): Promise<void> => {
    const sent = await read(visit);
    onEvent();
    writeJson(visit.response, 200, canonical(await work(sent)));
  };
  return serveSocket({
    kind: HOOK_SOCKETS,
    folder,
    instance,
    limits: LIMITS,
    door: {
      codes: {
        header: 'HOOK_HEADER',
        host: 'HOOK_HOST',
        origin: 'HOOK_ORIGIN',
        path: 'HOOK_PATH',
        method: 'HOOK_METHOD',
        size: 'HOOK_TOO_MUCH',
      },
      routes: [
        {
          methods: ['GET'],
          path: '/about',
          handle: ({ response }) => writeJson(response, 200, canonical({ ...about })),
        },
        {
          methods: ['POST'],
          path: '/announce',
          handle: (visit) =>
            answer(visit, async ({ event }) => ({
              served:
                event.type === 'before'
                  ? await handler.announced(event)
                  : links !== undefined && isServed(links, event),
            })),
        },
        {
          methods: ['POST'],
          path: '/event',
          handle: (visit) =>
            answer(visit, async ({ event, report }) => ({ ...(await handler.handle(event, { report })) })),
        },
      ],
    },
  });
};
