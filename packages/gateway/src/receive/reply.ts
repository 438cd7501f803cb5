import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { RpcError } from '../wire/json-rpc.ts';
import { INVALID_PARAMS } from '../wire/json-rpc.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';
import type { Client, Reply } from './exchange.ts';

/** How long a client may keep a list: short, whatever the server said. */
const LIST_TTL_MS = 30_000;

/** Keys that only clients of the modern era know. */
const MODERN_KEYS = ['resultType', 'ttlMs', 'cacheScope'] as const;

const withoutModernKeys = (result: JsonObject): JsonObject => {
  if (!MODERN_KEYS.some((key) => Object.hasOwn(result, key))) return result;
  const rest: Record<string, Json> = { ...result };
  for (const key of MODERN_KEYS) delete rest[key];
  return rest;
};

/** A result that is final, as clients of that era expect it. */
export const complete = (client: Pick<Client, 'era'>, result: JsonObject): Reply => ({
  type: 'result',
  result: client.era === 'legacy' ? withoutModernKeys(result) : { ...result, resultType: 'complete' },
});

/** The same for what clients may keep: never for others, and never for as long as a server would like. */
export const cacheable = (client: Pick<Client, 'era'>, result: JsonObject, noCaching: boolean): Reply =>
  complete(client, client.era === 'legacy' ? result : { ...result, ...caching(noCaching ? 0 : LIST_TTL_MS) });

const caching = (ttlMs: number): JsonObject => ({ ttlMs, cacheScope: 'private' });

export const failed = (error: RpcError): Reply => ({ type: 'error', error });

export const invalid = (message: string, data?: Json): RpcFailure =>
  new RpcFailure({ code: INVALID_PARAMS, message, ...(data === undefined ? {} : { data }) });

/** The members a request may have. Any other is refused: a server might read it where we do not. */
export const onlyMembers = (params: JsonObject, known: readonly string[]): void => {
  for (const key of Object.keys(params))
    if (!known.includes(key)) throw invalid(`params has a member that is not known here`);
};

export const textMember = (params: JsonObject, key: string): string => {
  const value = own(params, key);
  if (typeof value === 'string') return value;
  throw invalid(`params.${key} is missing or no text`);
};

export const objectMember = (params: JsonObject, key: string): JsonObject | undefined => {
  const value = own(params, key);
  if (value === undefined || isJsonObject(value)) return value;
  throw invalid(`params.${key} is no object`);
};
