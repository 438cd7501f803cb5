import { ColumnReader, toStoredJson } from '@callgate/gate/sql';
import type { PostgresConnection } from './postgres-connection.ts';
import { makeNotedLoss, makeStoreLostError } from './faults.ts';

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** Losses that were noticed and not accepted yet. */
export const listOpenLosses = async (asked: Pick<PostgresConnection, 'all'>): Promise<readonly string[]> =>
  (await asked.all('SELECT what FROM losses WHERE accepted_at IS NULL ORDER BY n')).map((row) =>
    new ColumnReader(row, 'a loss').text('what'),
  );

/** Throws where there is any. */
export const refuseLosses = async (asked: Pick<PostgresConnection, 'all'>): Promise<void> => {
  const [what] = await listOpenLosses(asked);
  if (what !== undefined) throw makeNotedLoss(what);
};

const NOTED = `WITH noted AS (
    INSERT INTO losses (found_at, found_by, what)
    SELECT ${NOW}, ?::text, ?::text WHERE NOT EXISTS (SELECT 1 FROM losses WHERE accepted_at IS NULL)
    RETURNING n, found_at)
  INSERT INTO alerts (id, at, code, message, call, told)
  SELECT ?::text || ':' || n, found_at, ?::text, ?::text, NULL, ?::text FROM noted ON CONFLICT (id) DO NOTHING`;

/**
 * Tells every process that has the store open or opens it; people see it among the alerts, since nothing goes into
 * the audit log any more. One note is enough.
 */
export const recordLoss = async (connection: PostgresConnection, by: string, what: string): Promise<void> => {
  const { code, message } = makeStoreLostError(what);
  await connection.run(NOTED, by, what, code, code, message, toStoredJson(['operator']));
};

/**
 * An operator accepts the losses. Returns how many there were. What was removed from the shared state may be back in it,
 * such as a session that had signed out: nothing of it counts.
 */
export const acceptLosses = async (
  connection: PostgresConnection,
  by: string,
  reason: string,
): Promise<number> =>
  await connection.run(
    `WITH emptied AS (DELETE FROM notes) UPDATE losses SET accepted_at = ${NOW}, accepted_by = ?, reason = ? WHERE accepted_at IS NULL`,
    by,
    reason,
  );
