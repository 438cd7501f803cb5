import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { StoreReader } from '@callgate/gate/store';
import type { ToolArguments } from './read-examples.ts';

/** Stands in arguments where a secret is encrypted. */
const SEALED = '"$sealed"';
const PAGE = 500;
/** So many calls of the server are looked at, the newest first. */
const MAX_CALLS = 5000;

/** Different arguments that the tools of a server were called with, the newest first. Calls with sealed secrets are left out. */
export const readRecordedArguments = async (
  read: Pick<StoreReader, 'search'>,
  server: string,
  most: number,
): Promise<ToolArguments> => {
  const found = new Map<string, Map<string, JsonObject>>();
  let after: string | undefined;
  for (let seen = 0; seen < MAX_CALLS; seen += PAGE) {
    const page = await read.search({ server }, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const { kind, target, sealedArguments } of page.items) {
      if (kind !== 'tool' || sealedArguments.includes(SEALED)) continue;
      const args = parseStrict(sealedArguments);
      const known = found.get(target) ?? new Map<string, JsonObject>();
      if (isJsonObject(args) && known.size < most) known.set(sealedArguments, args);
      found.set(target, known);
    }
    if (page.next === null) break;
    after = page.next;
  }
  return new Map([...found].map(([tool, calls]) => [tool, [...calls.values()]]));
};
