import { rmSync } from 'node:fs';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import { askSocket, errorIn, isNobodyThere, readAnswer, socketsIn } from '@callgate/http/socket';
import type { z } from 'zod';
import type { HookReply } from './handle-hook.ts';
import type { HooksAbout } from './hook-messages.ts';
import {
  HOOK_SOCKETS,
  MAX_EVENT_BYTES,
  aboutSchema,
  announcedSchema,
  readObject,
  replySchema,
} from './hook-messages.ts';
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

const exchange = async ({ socketPath, path, body, withinMs }: Sent): Promise<JsonObject> => {
  const signal = AbortSignal.timeout(withinMs);
  let bytes: Uint8Array | undefined;
  let status: number | undefined;
  try {
    const text = body === undefined ? {} : { body: canonical(body) };
    const response = await askSocket({ socketPath, path, ...text, signal });
    status = response.statusCode;
    bytes = await readAnswer(response, MAX_EVENT_BYTES);
  } catch (cause) {
    if (signal.aborted) throw gone('the gate did not answer in time', cause);
    throw status === undefined ? cause : gone('the gate went away before it had answered', cause);
  }
  if (bytes === undefined) throw gone('the gate answers with too much');
  const answer = readObject(bytes);
  if (answer === undefined) throw gone('the gate answered with something else');
  const error = status === 200 ? undefined : errorIn(answer);
  if (error !== undefined) throw error;
  return answer;
};

const as = <T>(schema: z.ZodType<T>, answer: JsonObject): T => {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw gone('the gate answered with something else');
};

const aboutOf = async (path: string): Promise<readonly LiveHooks[]> => {
  try {
    const answer = await exchange({ socketPath: path, path: '/about', withinMs: ABOUT_MS });
    return [{ path, ...as(aboutSchema, answer) }];
  } catch (error) {
    if (isNobodyThere(error)) rmSync(path, { force: true });
    return [];
  }
};

const byAge = (a: LiveHooks, b: LiveHooks): number => a.since - b.since || (a.instance < b.instance ? -1 : 1);

/** The processes that take events, the oldest first: who begins calls does not change while it is there. */
export const liveHooks = async (folder: string): Promise<readonly LiveHooks[]> =>
  (await Promise.all(socketsIn(folder, HOOK_SOCKETS).map(aboutOf))).flat().toSorted(byAge);

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
