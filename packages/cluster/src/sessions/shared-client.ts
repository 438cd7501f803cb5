import { hash } from 'node:crypto';
import type { JsonObject, Principal } from '@callgate/core';
import { canonical, isJsonObject } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import { z } from 'zod';

/** What a client says of itself is kept for as long as its session lasts, so there is not much of it. */
const MAX_TEXT = 64 * 1024;
const LIMITS: ParseLimits = Object.freeze({ ...DEFAULT_PARSE_LIMITS, bytes: MAX_TEXT });

/** What a client said of itself. */
export interface ClientHello {
  readonly version: string;
  readonly capabilities: JsonObject;
  readonly info: JsonObject | null;
}

export interface SessionClient extends ClientHello {
  readonly principal: Principal;
}

/** What a replica must know of a client that said hello to another. */
export interface SharedClient extends ClientHello {
  readonly rights: string;
  /** When it was last said that it is used. */
  readonly at: number;
  /** Which messages of the log it wants, where it said so. */
  readonly level: string | null;
}

const object = z.custom<JsonObject>((value) => isJsonObject(value));

const schema: z.ZodType<SharedClient> = z.strictObject({
  at: z.number(),
  capabilities: object,
  info: object.nullable(),
  level: z.string().nullable(),
  rights: z.string(),
  version: z.string(),
});

/** The id itself opens the session, so it is not what it is found by. */
export const getSharedClientName = (sessionId: string): string =>
  hash('sha256', `client\n${sessionId}`, 'base64url');

export const formatSharedClient = (
  { version, capabilities, info }: ClientHello,
  { at, level, rights }: Pick<SharedClient, 'at' | 'level' | 'rights'>,
): string => canonical({ at: Math.trunc(at), capabilities, info, level, rights, version });

export const isSharedClientSize = (text: string): boolean => text.length <= MAX_TEXT;

/** Undefined where it cannot be read, or names a version that is not served here. */
export const parseSharedClient = (text: string, versions: readonly string[]): SharedClient | undefined => {
  try {
    const note = schema.parse(parseStrict(text, LIMITS));
    return versions.includes(note.version) ? note : undefined;
  } catch {
    return undefined;
  }
};
