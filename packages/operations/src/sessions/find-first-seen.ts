import type { Json, Session } from '@callgate/core';
import { isJsonObject } from '@callgate/core';

type SessionResult = Session['seen'][number];
type ResultPath = readonly (string | number)[];

const MAX_NODES = 5000;

const pathIn = (result: Json, text: string): ResultPath | undefined => {
  const queue: { readonly value: Json; readonly path: ResultPath }[] = [{ value: result, path: [] }];
  for (let at = 0; at < queue.length && at < MAX_NODES; at += 1) {
    const { value, path } = queue[at] ?? { value: null, path: [] };
    if (
      typeof value === 'string' ? value.includes(text) : typeof value === 'number' && String(value) === text
    )
      return path;
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) queue.push({ value: item, path: [...path, index] });
    else if (isJsonObject(value))
      for (const [key, item] of Object.entries(value)) queue.push({ value: item, path: [...path, key] });
  }
  return undefined;
};

/** The earliest of these results that holds a text, and where. */
export const findFirstSeen = (
  seen: readonly SessionResult[],
  text: string,
): { readonly call: string; readonly path: ResultPath } | undefined => {
  for (const { call, result } of seen) {
    const path = text === '' ? undefined : pathIn(result, text);
    if (path !== undefined) return { call, path };
  }
  return undefined;
};
