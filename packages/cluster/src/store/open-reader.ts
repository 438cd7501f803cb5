import { CallgateError } from '@callgate/core';
import type { OpenReader } from '@callgate/gate/store';
import { SqlReader } from '@callgate/gate/sql';
import { parseDatabaseAddress } from '@callgate/gate/store';
import { databaseErrors } from '@callgate/messages/errors/database';
import type { ConnectionOptions } from './postgres-connection.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { makePostgresOpenError, classifyPostgresFault } from './faults.ts';
import { listOpenLosses } from './losses.ts';
import { readSchemaVersion } from './migrate.ts';
import { EntryNumbering } from './entry-numbering.ts';
import { PostgresReadConnection } from './postgres-read-connection.ts';
import { MIGRATIONS } from './schema.ts';

const BUSY_MS = 10_000;

/** A server that follows another, or a user who may only look. */
const MAY_NOT_WRITE = new Set(['25006', '42501']);

/** The database's own word for it, under whatever we said of it. */
const codeOf = (error: unknown): unknown =>
  error instanceof CallgateError
    ? codeOf(error.cause)
    : error instanceof Error && 'code' in error
      ? error.code
      : undefined;

/** Rows without a number are shown once a writer has numbered them. */
const numbered = async (numbering: EntryNumbering): Promise<void> => {
  try {
    await numbering.catchUp();
  } catch (error) {
    if (!MAY_NOT_WRITE.has(String(codeOf(error)))) throw error;
  }
};

const checkTables = async (options: ConnectionOptions): Promise<void> => {
  const { address } = options;
  const connection = await PostgresConnection.open(options);
  try {
    const version = await readSchemaVersion(connection, address);
    if (version >= MIGRATIONS.length) return;
    if (version === 0) throw new CallgateError(databaseErrors.schemaEmpty({ schema: address.schema }));
    throw new CallgateError(databaseErrors.older({ version }));
  } finally {
    connection.end();
  }
};

/** Throws where there are no tables that this version can use as they are. */
export const refuseOtherTables = async (options: ConnectionOptions): Promise<void> => {
  try {
    await checkTables(options);
  } catch (error) {
    throw classifyPostgresFault(error) === 'other' ? error : makePostgresOpenError(error);
  }
};

/** Opens the store in a database to read it: no keys and no opener. */
export const openPostgresReader = async (url: string): Promise<OpenReader> => {
  const options: ConnectionOptions = {
    address: parseDatabaseAddress(url),
    busyMs: BUSY_MS,
    name: 'callgate reader',
  };
  await refuseOtherTables(options);
  const numbering = new EntryNumbering(options);
  const reading: PostgresReadConnection = new PostgresReadConnection(options, async () => {
    // what has lost rows is not written to, not even to number what is left
    if ((await listOpenLosses(reading)).length === 0) await numbered(numbering);
  });
  return {
    read: new SqlReader(reading),
    close: async () => {
      await reading.close();
      await numbering.close();
    },
  };
};
