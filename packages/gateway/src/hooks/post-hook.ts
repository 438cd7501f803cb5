import { rmSync } from 'node:fs';
import { request } from 'node:http';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import type { z } from 'zod';
import type { HooksAbout } from './hook-messages.ts';
import {
  MAX_EVENT_BYTES,
  aboutSchema,
  announcedSchema,
  failureSchema,
  readObject,
  replySchema,
} from './hook-messages.ts';
import type { HookReply } from './handle-hook.ts';
import { hookSockets } from './hook-sockets.ts';
import type { AfterEvent, BeforeEvent, EndedEvent, HostEvent } from './host-events.ts';

/** A process that takes events. */
export interface LiveHooks extends HooksAbout {
  readonly path: string;
}

const ABOUT_MS = 2000;

const gone = (what: string, cause?: unknown): CallgateError =>
  new CallgateError('HOOK_GONE', what, { help: 'see `callgate status`, and try again', cause });

interface Sent {
  readonly socketPath: string;
  readonly path: string;
  readonly body?: Json;
  readonly withinMs: number;
}

const exchange = ({ socketPath, path, body, withinMs }: Sent): Promise<JsonObject> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? '' : canonical(body);
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ socketPath, path, method, agent: false, timeout: withinMs }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_EVENT_BYTES) sent.destroy(gone('the gate answers with too much'));
        chunks.push(chunk);
      });
      response.on('error', (cause) => reject(gone('the gate went away before it had answered', cause)));
      response.on('end', () => {
        try {
          const answer = readObject(Buffer.concat(chunks));
          if (answer === undefined) throw gone('the gate answered with something else');
          const failure = response.statusCode === 200 ? undefined : failureSchema.safeParse(answer).data;
          if (failure !== undefined) throw new CallgateError(failure.code, display(failure.message));
          resolve(answer);
        } catch (error) {
          reject(error);
        }
      });
    });
    sent.on('timeout', () => sent.destroy(gone('the gate did not answer in time')));
    sent.on('error', reject);
    sent.end(text);
  });

const as = <T>(schema: z.ZodType<T>, answer: JsonObject): T => {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw gone('the gate answered with something else');
};

const isDead = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

const aboutOf = async (path: string): Promise<readonly LiveHooks[]> => {
  try {
    const answer = await exchange({ socketPath: path, path: '/about', withinMs: ABOUT_MS });
    return [{ path, ...as(aboutSchema, answer) }];
  } catch (error) {
    if (isDead(error)) rmSync(path, { force: true });
    return [];
  }
};

const byAge = (a: LiveHooks, b: LiveHooks): number => a.since - b.since || (a.instance < b.instance ? -1 : 1);

/** The processes that take events, the oldest first: who begins calls does not change while it is there. */
export const liveHooks = async (folder: string): Promise<readonly LiveHooks[]> =>
  (await Promise.all(hookSockets(folder).map(aboutOf))).flat().toSorted(byAge);

export interface PostOptions {
  readonly report: boolean;
  readonly withinMs: number;
}

const eventBody = (event: HostEvent, report: boolean): JsonObject => ({ event: { ...event }, report });

/** An event as it is sent. */
export const eventText = (event: HostEvent, report: boolean): string => canonical(eventBody(event, report));

export const postEvent = async (
  { path }: LiveHooks,
  event: HostEvent,
  { report, withinMs }: PostOptions,
): Promise<HookReply> =>
  as(
    replySchema,
    await exchange({ socketPath: path, path: '/event', body: eventBody(event, report), withinMs }),
  );

/** Whether that process serves the MCP tool, and so gates it when it arrives; after it, whether it has arrived. */
export const announce = async (
  { path }: LiveHooks,
  event: BeforeEvent | AfterEvent | EndedEvent,
  withinMs: number,
): Promise<boolean> => {
  const body = eventBody(event, false);
  return as(announcedSchema, await exchange({ socketPath: path, path: '/announce', body, withinMs })).served;
};
