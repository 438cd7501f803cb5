import type { JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import { GUARD_KEY } from '../src/desk/keys.ts';

export const yes = (): JsonObject => ({ action: 'accept', content: { confirm: true } });

export const textOf = (result: JsonObject): string => {
  const [first] = (result['content'] ?? []) as readonly { readonly text?: string }[];
  return first?.text ?? '';
};

/** Why the guard refused. */
export const codeOf = (result: JsonObject): unknown => {
  const meta = own(result, '_meta');
  const guard = isJsonObject(meta) ? own(meta, GUARD_KEY) : undefined;
  return isJsonObject(guard) ? own(guard, 'code') : undefined;
};
