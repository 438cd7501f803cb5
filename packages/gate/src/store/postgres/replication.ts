import { CallgateError } from '@callgate/core';
import { Columns } from '../rows/columns.ts';
import type { Connection } from './connection.ts';

/** How far what is acknowledged outlives the server it was written to. */
export interface ReplicationReport {
  readonly mode: 'none' | 'asynchronous' | 'synchronous';
  /** Standbys that follow now, and those of them that every commit waits for. */
  readonly standbys: number;
  readonly synchronous: number;
}

/** Looks at how the server replicates. Throws where it follows another one: nothing can be written there. */
export const readReplication = async (connection: Connection): Promise<ReplicationReport> => {
  const row = await connection.get(
    `SELECT CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END AS follows,
       current_setting('synchronous_commit') AS commit,
       current_setting('synchronous_standby_names') AS names,
       (SELECT count(*) FROM pg_stat_replication) AS standbys,
       (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) AS waited`,
  );
  const from = new Columns(row ?? {}, 'how the server replicates');
  if (from.flag('follows'))
    throw new CallgateError('STORE_STANDBY', 'this server only follows another one', {
      help: 'give the address of the server that is written to, or promote this one',
    });
  const commit = from.text('commit');
  if (
    commit === 'off' ||
    commit === 'local' ||
    (commit !== 'on' && commit !== 'remote_apply' && commit !== 'remote_write')
  )
    await connection.run("SET synchronous_commit = 'on'");
  const standbys = from.whole('standbys');
  const synchronous = from.whole('waited');
  const mode = from.text('names') !== '' ? 'synchronous' : standbys > 0 ? 'asynchronous' : 'none';
  return { mode, standbys, synchronous };
};
