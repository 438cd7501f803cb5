import { CallgateError } from '@callgate/core';
import type { OpenReader } from '@callgate/gate/store';
import { SqlReader } from '@callgate/gate/sql';
import { readAddress } from '@callgate/gate/store';
import type { ConnectionOptions } from './connection.ts';
import { Connection } from './connection.ts';
import { cannotOpen, faultKind } from './faults.ts';
import { openLosses } from './losses.ts';
import { versionOf } from './migrate.ts';
import { Numbering } from './numbering.ts';
import { PostgresReading } from './reading.ts';
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

/** Rows without a number are shown once somebody who may write has given them theirs. */
const numbered = async (numbering: Numbering): Promise<void> => {
  try {
    await numbering.catchUp();
  } catch (error) {
    if (!MAY_NOT_WRITE.has(String(codeOf(error)))) throw error;
  }
};

const check = async (options: ConnectionOptions): Promise<void> => {
  const { address } = options;
  const connection = await Connection.open(options);
  try {
    const version = await versionOf(connection, address);
    if (version === MIGRATIONS.length) return;
    if (version === 0)
      throw new CallgateError('STORE_FOREIGN', `there is no store in the schema ${address.schema}`, {
        help: 'check the address; ?schema=name where it is not `callgate`',
      });
    throw new CallgateError('STORE_OLDER', `the tables were made by an older version (${version})`, {
      help: 'open it once for writing; that brings it up to date',
    });
  } finally {
    connection.end();
  }
};

/** Opens the store in a database to read it: no keys and no opener. */
export const openPostgresReader = async (url: string): Promise<OpenReader> => {
  const options: ConnectionOptions = { address: readAddress(url), busyMs: BUSY_MS, name: 'callgate reader' };
  try {
    await check(options);
  } catch (error) {
    throw faultKind(error) === 'other' ? error : cannotOpen(error);
  }
  const numbering = new Numbering(options);
  const reading: PostgresReading = new PostgresReading(options, async () => {
    // what has lost rows is not written to, not even to number what is left
    if ((await openLosses(reading)).length === 0) await numbered(numbering);
  });
  return {
    read: new SqlReader(reading),
    close: async () => {
      await reading.close();
      await numbering.close();
    },
  };
};
