import { hash } from 'node:crypto';
import type { JsonObject, Principal } from '@callgate/core';
import { canonical, isJsonObject } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_LIMITS, parseStrict } from '@callgate/core/receive';
import { z } from 'zod';
import { LEGACY_VERSIONS } from '../../wire/eras.ts';
import type { Caller, Client } from '../../wire/exchange.ts';
import { rightsOf } from './sessions.ts';

/** What a client says of itself is kept for as long as its session lasts, so there is not much of it. */
const MAX_TEXT = 64 * 1024;
const LIMITS: ParseLimits = Object.freeze({ ...DEFAULT_LIMITS, bytes: MAX_TEXT });

/** What a process must know of a client that said hello to another. */
export type Noted = Pick<Client, 'version' | 'capabilities' | 'info'> & {
  readonly rights: string;
  /** When it was last said that it is used. */
  readonly at: number;
  /** Which messages of the log it wants, where it said so. */
  readonly level: string | null;
};

const object = z.custom<JsonObject>((value) => isJsonObject(value));

const schema: z.ZodType<Noted> = z.strictObject({
  at: z.number(),
  capabilities: object,
  info: object.nullable(),
  level: z.string().nullable(),
  rights: z.string(),
  version: z.string().refine((version) => LEGACY_VERSIONS.includes(version)),
});

/** The id itself opens the session, so it is not what it is found by. */
export const noteName = (sessionId: string): string => hash('sha256', `client\n${sessionId}`, 'base64url');

/** Whoever has the session, in every process: records name the context, so it must not be what opens the session. */
export const callerWith = (sessionId: string, principal: Principal): Caller => ({
  principal,
  context: `http:${hash('sha256', sessionId, 'base64url').slice(0, 22)}`,
  // a client opens as many sessions as it likes: what it has touched stays with its principal
  authenticated: false,
  transport: 'http',
});

export const clientWith = (
  caller: Caller,
  { version, capabilities, info }: Pick<Client, 'version' | 'capabilities' | 'info'>,
): Client => ({ ...caller, version, capabilities, info, key: caller.context, era: 'legacy', stateful: true });

export const writeNote = (
  { principal, version, capabilities, info }: Client,
  { at, level }: Pick<Noted, 'at' | 'level'>,
): string => {
  const rights = rightsOf(principal);
  const noted: Noted = { at: Math.trunc(at), capabilities, info, level, rights, version };
  return canonical({ ...noted });
};

export const fitsNote = (text: string): boolean => text.length <= MAX_TEXT;

/** Undefined where it cannot be read. */
export const readNote = (text: string): Noted | undefined => schema.safeParse(parsed(text)).data;

/** Undefined where it is not this principal's, with the rights it had. */
export const notedClient = (
  noted: Noted | undefined,
  sessionId: string,
  principal: Principal,
): Client | undefined => {
  if (noted === undefined || noted.rights !== rightsOf(principal)) return undefined;
  return clientWith(callerWith(sessionId, principal), noted);
};

const parsed = (text: string): unknown => {
  try {
    return parseStrict(text, LIMITS);
  } catch {
    return undefined;
  }
};
