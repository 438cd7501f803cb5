import { canonical, isJsonObject } from '@callgate/core';
import { digestText } from '@callgate/core/receive';

const textOf = (auth: unknown): string | undefined => {
  try {
    const text = JSON.stringify(auth);
    return text === undefined ? undefined : canonical(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** Names that an authenticated caller is commonly known by. */
const NAMES = ['clientId', 'sub', 'userId', 'id'] as const;

const nameIn = (auth: unknown): string | undefined =>
  NAMES.map((key) => (isJsonObject(auth) && Object.hasOwn(auth, key) ? auth[key] : undefined)).find(
    (name) => typeof name === 'string' && name !== '',
  ) as string | undefined;

const digestOf = (...parts: readonly string[]): string => digestText('server-caller', JSON.stringify(parts));

/** What to call whoever was authenticated. Callers without a name of their own are told apart by a digest. */
export const clientName = (auth: unknown, connection: string | undefined): string | undefined => {
  if (auth === undefined || auth === null) return undefined;
  return nameIn(auth) ?? `authenticated:${digestOf(textOf(auth) ?? '', connection ?? '').slice(7, 23)}`;
};

/**
 * What tells an authenticated caller from others. A client's name is not enough, because many people use one client:
 * the token counts, or all that was authenticated. Undefined where nothing does.
 */
export const proofOf = (auth: unknown, connection: string | undefined): string | undefined => {
  if (auth === undefined || auth === null) return undefined;
  const token = isJsonObject(auth) && Object.hasOwn(auth, 'token') ? auth['token'] : undefined;
  if (typeof token === 'string' && token !== '') return digestOf('token', token);
  const text = textOf(auth);
  if (text !== undefined && nameIn(auth) !== undefined) return digestOf('auth', text);
  return connection === undefined ? undefined : digestOf('auth', text ?? '', connection);
};
