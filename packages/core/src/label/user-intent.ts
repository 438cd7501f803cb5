import type { Json } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import { AI_INVOCATION_KEY } from '../vocabulary/claim-keys.ts';

/** What a client says the person wants, out of the `_meta` of a call; undefined where it says nothing. */
export const readUserIntent = (meta: Json | undefined): string | undefined => {
  const invocation = meta !== undefined && isJsonObject(meta) ? getOwn(meta, AI_INVOCATION_KEY) : undefined;
  const intent =
    invocation !== undefined && isJsonObject(invocation) ? getOwn(invocation, 'userIntent') : undefined;
  return typeof intent === 'string' && intent.trim() !== '' ? intent : undefined;
};
