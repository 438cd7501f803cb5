import { dirname } from 'node:path';
import { CallgateError } from '@callgate/core';
import type { Reader } from '@callgate/gate/store';
import { systemClock } from '@callgate/gate';
import type { OperationsClient } from '@callgate/operations/socket';
import { readerOperations } from '@callgate/operations/record';
import { LOCAL_CALLER, localClient } from '@callgate/operations/socket';
import { isPostgresUrl, mayBeStore, shownPlace } from '@callgate/gate/store';
import { openStoreReader } from '@callgate/gateway/store';
import type { HomePaths } from '../home/home-paths.ts';
import { homePaths } from '../home/home-paths.ts';
import { homeStore } from '../home/home-store.ts';
import type { RecordPlace } from '../options/record-place.ts';

/** A record that is only looked at. */
export interface OpenRecord {
  readonly read: Reader;
  /** What can be asked of it. */
  readonly operations: OperationsClient;
  /** Where it was opened: a file, or an address that may have a password in it. */
  readonly database: string;
  /** Where its keys and anchors lie. */
  readonly home: HomePaths;
  close(): Promise<void>;
}

/** Where things lie beside a file; those of a database lie in Callgate's folder. */
export const besideOf = (database: string): HomePaths =>
  homePaths(isPostgresUrl(database) ? process.env : { CALLGATE_HOME: dirname(database) });

/** Opens the record in a database, or in the user's own where none is named. Nothing is changed. */
export const openRecord = async ({ db, config }: RecordPlace = {}): Promise<OpenRecord> => {
  const database = await homeStore(process.env, db, config);
  if (!mayBeStore(database))
    throw new CallgateError('RECORD_MISSING', `there is no record at ${shownPlace(database)}`, {
      help: 'give the database with --db, or the configuration with -c; or set CALLGATE_HOME to the folder of one',
    });
  const { read, close } = await openStoreReader(database);
  // a configuration may keep the store elsewhere: keys and anchors stay in Callgate's folder
  const home = db === undefined ? homePaths(process.env) : besideOf(database);
  const operations = localClient(readerOperations(read, systemClock), LOCAL_CALLER);
  return { read, operations, database, home, close };
};

/** Does something with a record and closes it, whatever happens. */
export const withRecord = async (
  place: RecordPlace,
  work: (record: OpenRecord) => Promise<void>,
): Promise<void> => {
  const record = await openRecord(place);
  try {
    await work(record);
  } finally {
    await record.close();
  }
};

const BATCH = 500;

/** Rows from one on, one after the other. */
export async function* rowsFrom(
  read: Pick<Reader, 'rows'>,
  from = 1,
): AsyncGenerator<Awaited<ReturnType<Reader['rows']>>[number]> {
  for (let next = from; ;) {
    const rows = await read.rows(next, BATCH);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    next = last.seq + 1;
  }
}
