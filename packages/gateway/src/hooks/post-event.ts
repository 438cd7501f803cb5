import { rmSync } from 'node:fs';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import { askSocket, readErrorBody, isSocketDead, readResponseBody, listSockets } from '@callgate/http/socket';
import { hookErrors } from '@callgate/messages/errors/hook';
import type { z } from 'zod';
import type { HookReply } from './hook-handler.ts';
import type { HookListenerIdentity } from './hook-messages.ts';
import {
  HOOK_SOCKETS,
  MAX_EVENT_BYTES,
  listenerIdentitySchema,
  announcedSchema,
  readObject,
  replySchema,
} from './hook-messages.ts';
import type { AfterToolEvent, BeforeToolEvent, SessionEndEvent, HostEvent } from './host-events.ts';

/** A process that takes events. */
export interface HookListener extends HookListenerIdentity {
  readonly path: string;
}

const ABOUT_MS = 2000;

interface HookRequest {
  readonly socketPath: string;
  readonly path: string;
  readonly body?: Json;
  readonly withinMs: number;
}

const exchange = async ({ socketPath, path, body, withinMs }: HookRequest): Promise<JsonObject> => {
  const signal = AbortSignal.timeout(withinMs);
  let bytes: Uint8Array | undefined;
  let status: number | undefined;
  try {
    const text = body === undefined ? {} : { body: canonical(body) };
    const response = await askSocket({ socketPath, path, ...text, signal });
    status = response.statusCode;
    bytes = await readResponseBody(response, MAX_EVENT_BYTES);
  } catch (cause) {
    if (signal.aborted) throw new CallgateError(hookErrors.timeout(), { cause });
    throw status === undefined ? cause : new CallgateError(hookErrors.closed(), { cause });
  }
  if (bytes === undefined) throw new CallgateError(hookErrors.answerTooLarge());
  const answer = readObject(bytes);
  if (answer === undefined) throw new CallgateError(hookErrors.answerUnreadable());
  const error = status === 200 ? undefined : readErrorBody(answer);
  if (error !== undefined) throw error;
  return answer;
};

const parseReply = <T>(schema: z.ZodType<T>, answer: JsonObject): T => {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new CallgateError(hookErrors.answerUnreadable());
};

const readListener = async (path: string): Promise<readonly HookListener[]> => {
  try {
    const answer = await exchange({ socketPath: path, path: '/about', withinMs: ABOUT_MS });
    return [{ path, ...parseReply(listenerIdentitySchema, answer) }];
  } catch (error) {
    if (isSocketDead(error)) rmSync(path, { force: true });
    return [];
  }
};

const compareAge = (a: HookListener, b: HookListener): number =>
  a.since - b.since || (a.instance < b.instance ? -1 : 1);

/** The processes that take events, the oldest first: who begins calls does not change while it is there. */
export const findHookListeners = async (folder: string): Promise<readonly HookListener[]> =>
  (await Promise.all(listSockets(folder, HOOK_SOCKETS).map(readListener))).flat().toSorted(compareAge);

export interface PostEventOptions {
  readonly report: boolean;
  readonly withinMs: number;
}

const eventBody = (event: HostEvent, report: boolean): JsonObject => ({ event: { ...event }, report });

/** An event as it is sent. */
export const eventText = (event: HostEvent, report: boolean): string => canonical(eventBody(event, report));

export const postEvent = async (
  { path }: HookListener,
  event: HostEvent,
  { report, withinMs }: PostEventOptions,
): Promise<HookReply> =>
  parseReply(
    replySchema,
    await exchange({ socketPath: path, path: '/event', body: eventBody(event, report), withinMs }),
  );

/** Whether that process serves the MCP tool, and so gates it when it arrives; after it, whether it has arrived. */
export const announceCall = async (
  { path }: HookListener,
  event: BeforeToolEvent | AfterToolEvent | SessionEndEvent,
  withinMs: number,
): Promise<boolean> => {
  const body = eventBody(event, false);
  return parseReply(announcedSchema, await exchange({ socketPath: path, path: '/announce', body, withinMs }))
    .served;
};
