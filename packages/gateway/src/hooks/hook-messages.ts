import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import type { SocketKind } from '@callgate/http/socket';
import { z } from 'zod';
import type { HookReply } from './hook-handler.ts';

/** What one event may cost. Results are larger than calls. */
export const MAX_EVENT_BYTES: number = 16 * 1024 * 1024;

const LIMITS: ParseLimits = Object.freeze({
  ...DEFAULT_PARSE_LIMITS,
  bytes: MAX_EVENT_BYTES,
  string: MAX_EVENT_BYTES,
  keys: 200_000,
  array: 1_000_000,
});

/** Reads one JSON object from outside, strictly. */
export const readObject = (bytes: Uint8Array): JsonObject | undefined => {
  const value = parseStrict(bytes, LIMITS);
  return isJsonObject(value) ? value : undefined;
};

/** Who listens at a socket. */
export interface HookListenerIdentity {
  readonly instance: string;
  /** The database it writes to. */
  readonly store: string;
  readonly since: number;
  /** What it was started with, where it was started only for hooks; null for a gateway. */
  readonly keeper: string | null;
}

export const listenerIdentitySchema: z.ZodType<HookListenerIdentity> = z.strictObject({
  instance: z.string(),
  store: z.string(),
  since: z.number(),
  keeper: z.string().nullable(),
});

export const announcedSchema: z.ZodType<{ readonly served: boolean }> = z.strictObject({
  served: z.boolean(),
});

const verdict = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('pass') }),
  z.strictObject({ decision: z.literal('allow') }),
  z.strictObject({ decision: z.literal('ask'), reason: z.string() }),
  z.strictObject({ decision: z.literal('deny'), reason: z.string() }),
]);

export const replySchema: z.ZodType<HookReply> = z.discriminatedUnion('known', [
  z.strictObject({ known: z.literal(true), verdict }),
  z.strictObject({ known: z.literal(false) }),
]);

/** Hook sockets lie in the same folder as those of operations. */
export const HOOK_SOCKETS: SocketKind = {
  prefix: 'hooks.',
  codes: { name: 'HOOK_SOCKET', folder: 'HOOK_SOCKET', socket: 'HOOK_SOCKET', failed: 'HOOK_FAILED' },
};
