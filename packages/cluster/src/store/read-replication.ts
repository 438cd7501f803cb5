import { storedRecordMessages } from '@callgate/messages/stored-record';
import { CallgateError } from '@callgate/core';
import { ColumnReader } from '@callgate/gate/sql';
import type { ReplicationReport } from '@callgate/gate/store';
import { databaseErrors } from '@callgate/messages/errors/database';
import type { PostgresConnection } from './postgres-connection.ts';

/** The administrator, or who runs the server for them, lets nobody write: some do when a disk is almost full. */
export const makeReadOnlyError = (): CallgateError => new CallgateError(databaseErrors.readOnly());

/** Looks at how the server replicates. Throws where it follows another one: nothing can be written there. */
export const readReplication = async (asked: Pick<PostgresConnection, 'get'>): Promise<ReplicationReport> => {
  const row = await asked.get(
    `SELECT CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END AS follows,
       CASE WHEN current_setting('transaction_read_only') = 'on' THEN 1 ELSE 0 END AS shut,
       current_setting('synchronous_standby_names') AS names,
       (SELECT count(*) FROM pg_stat_replication) AS standbys,
       (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) AS waited`,
  );
  const from = new ColumnReader(row ?? {}, storedRecordMessages.replication);
  if (from.flag('follows')) throw new CallgateError(databaseErrors.standby());
  if (from.flag('shut')) throw makeReadOnlyError();
  const standbys = from.whole('standbys');
  const synchronous = from.whole('waited');
  // that our own commits wait is seen to where each connection is opened
  const mode = from.text('names') !== '' ? 'synchronous' : standbys > 0 ? 'asynchronous' : 'none';
  return { mode, standbys, synchronous };
};
