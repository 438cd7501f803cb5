import { dirname } from 'node:path';
import { CallgateError } from '@callgate/core';
import { homeErrors } from '@callgate/messages/errors/home';
import type { StoreReader } from '@callgate/gate/store';
import { systemClock } from '@callgate/gate';
import type { OperationsClient } from '@callgate/operations/socket';
import type { PolicyInventory } from '@callgate/operations/record';
import { readerOperations } from '@callgate/operations/record';
import { LOCAL_CALLER, localClient } from '@callgate/operations/socket';
import { isPostgresUrl, canBeStore, displayStoreLocation } from '@callgate/gate/store';
import { openStoreReader } from '@callgate/gateway/store';
import type { HomePaths } from '../home/home-paths.ts';
import { homePaths } from '../home/home-paths.ts';
import { locateHomeStore } from '../home/locate-home-store.ts';
import type { AuditLogLocation } from '../options/audit-log-location.ts';

/** A record that is only looked at. */
export interface OpenAuditLog {
  readonly read: StoreReader;
  /** What can be asked of it. */
  readonly operations: OperationsClient;
  /** Where it was opened: a file, or an address that may have a password in it. */
  readonly database: string;
  /** Where its keys and anchors lie. */
  readonly home: HomePaths;
  close(): Promise<void>;
}

/** Where things lie beside a file; those of a database lie in Callgate's folder. */
export const pathsBesideDatabase = (database: string): HomePaths =>
  homePaths(isPostgresUrl(database) ? process.env : { CALLGATE_HOME: dirname(database) });

/** Opens the record in a database, or in the user's own where none is named. Nothing is changed. */
export const openAuditLog = async (
  { db, config }: AuditLogLocation = {},
  inventory?: () => PolicyInventory | undefined,
): Promise<OpenAuditLog> => {
  const database = await locateHomeStore(process.env, db, config);
  if (!canBeStore(database))
    throw new CallgateError(homeErrors.auditLogAbsent({ store: displayStoreLocation(database) }));
  const { read, close } = await openStoreReader(database);
  // a configuration may keep the store elsewhere: keys and anchors stay in Callgate's folder
  const home = db === undefined ? homePaths(process.env) : pathsBesideDatabase(database);
  const operations = localClient(readerOperations(read, systemClock, inventory), LOCAL_CALLER);
  return { read, operations, database, home, close };
};

/** Does something with a record and closes it, whatever happens. */
export const withAuditLog = async (
  place: AuditLogLocation,
  work: (record: OpenAuditLog) => Promise<void>,
  inventory?: () => PolicyInventory | undefined,
): Promise<void> => {
  const record = await openAuditLog(place, inventory);
  try {
    await work(record);
  } finally {
    await record.close();
  }
};
