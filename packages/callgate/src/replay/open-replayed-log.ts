import { existsSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import { readKeys } from '@callgate/gate/record';
import type { OpenReader } from '@callgate/gate/store';
import { canBeStore } from '@callgate/gate/store';
import { openStoreReader } from '@callgate/gateway/store';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { pathsBesideDatabase } from '../audit/open-audit-log.ts';

/** Without keys what is sealed stays sealed, and those entries are told of. */
const keysFor = (database: string, given: string | undefined): Keys | undefined => {
  if (given !== undefined) return readKeys(given);
  const beside = pathsBesideDatabase(database).keys;
  return existsSync(beside) ? readKeys(beside) : undefined;
};

/** An audit log whose decisions are made again, with the keys beside it. It is only read. */
export const openReplayedLog = async (
  database: string,
  keys: string | undefined,
): Promise<OpenReader & { readonly keys: Keys | undefined }> => {
  if (!canBeStore(database)) throw new CallgateError(dataFileErrors.unreadable({ path: display(database) }));
  const found = keysFor(database, keys);
  return { ...(await openStoreReader(database)), keys: found };
};
