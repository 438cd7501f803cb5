import type { JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { GUARD_KEY } from '../src/calls/keys.ts';

export const acceptAnswer = (): JsonObject => ({ action: 'accept', content: { confirm: true } });

export const textOf = (result: JsonObject): string => {
  const [first] = (result['content'] ?? []) as readonly { readonly text?: string }[];
  return first?.text ?? '';
};

/** Why the guard refused. */
export const codeOf = (result: JsonObject): unknown => {
  const meta = getOwn(result, '_meta');
  const guard = isJsonObject(meta) ? getOwn(meta, GUARD_KEY) : undefined;
  return isJsonObject(guard) ? getOwn(guard, 'code') : undefined;
};
