import { ColumnReader } from '@callgate/gate/sql';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { PostgresConnection } from './postgres-connection.ts';
import { LOCKS, lockNumber } from './locks.ts';

/** How many have the store open and can write to it now. Who has lost the database, or what it had, is none of them. */
export const countLiveReplicas = async (
  connection: PostgresConnection,
  schema: string,
  except?: string,
): Promise<number> => {
  let live = 0;
  for (const row of await connection.all('SELECT instance FROM instances ORDER BY instance')) {
    const instance = new ColumnReader(row, storedRecordMessages.replica).text('instance');
    if (instance === except) continue;
    const taken = await connection.get(
      'SELECT CASE WHEN pg_try_advisory_xact_lock(?) THEN 1 ELSE 0 END AS dead',
      lockNumber(schema, LOCKS.instance(instance)),
    );
    if (!new ColumnReader(taken ?? {}, storedRecordMessages.replica).flag('dead')) live += 1;
  }
  return live;
};
