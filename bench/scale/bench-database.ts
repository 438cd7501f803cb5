import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { Cluster } from '../../packages/cluster/test/postgres/cluster.ts';
import { parseStat, usageOf } from '../gateway/process-tree.ts';
import type { ConnectionActivity } from './connection-activity.ts';

const STANDBY = 'standby';

const SETTINGS: Readonly<Record<string, string>> = {
  max_connections: '400',
  shared_buffers: "'256MB'",
  // no checkpoint falls into a turn of one set-up and not of another
  max_wal_size: "'16GB'",
  checkpoint_timeout: "'1h'",
  shared_preload_libraries: "'pg_stat_statements'",
  'pg_stat_statements.track': 'none',
};

type Sql = postgres.Sql;

/** The server that a connection is served by: the parent of the process that serves it. */
const serverOf = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  return parseStat(readFileSync(`/proc/${row?.pid ?? 0}/stat`, 'utf8')).parent;
};

/** What was asked of the database, each kind of statement once. */
export interface StatementStats {
  readonly query: string;
  readonly times: number;
  readonly milliseconds: number;
}

/** A real server with everything synced, and what it can be asked about itself. */
export class BenchDatabase {
  readonly #cluster: Cluster;
  readonly #standby: Cluster | undefined;
  readonly #sql: Sql;
  readonly #servers: readonly number[];

  private constructor(cluster: Cluster, standby: Cluster | undefined, sql: Sql, servers: readonly number[]) {
    this.#cluster = cluster;
    this.#standby = standby;
    this.#sql = sql;
    this.#servers = servers;
  }

  /** `followed`: every commit waits until a standby on the same machine has it on its disk. */
  static async start({ followed }: { readonly followed: boolean }): Promise<BenchDatabase> {
    const cluster = await Cluster.start({ durable: true, settings: SETTINGS });
    const sql = postgres(cluster.url(), { max: 1, onnotice: () => {} });
    let standby: Cluster | undefined;
    try {
      await sql`CREATE EXTENSION pg_stat_statements`;
      const servers = process.platform === 'linux' ? [await serverOf(sql)] : [];
      if (followed) {
        standby = await cluster.standby(STANDBY);
        await BenchDatabase.#follow(cluster, sql);
        const other = postgres(standby.url(), { max: 1, onnotice: () => {} });
        if (process.platform === 'linux') servers.push(await serverOf(other));
        await other.end();
      }
      return new BenchDatabase(cluster, standby, sql, servers);
    } catch (error) {
      await sql.end({ timeout: 1 });
      await standby?.remove();
      await cluster.remove();
      throw error;
    }
  }

  static async #follow(cluster: Cluster, sql: Sql): Promise<void> {
    cluster.configure({ synchronous_standby_names: `'${STANDBY}'` });
    await sql`SELECT pg_reload_conf()`;
    for (;;) {
      const rows = await sql`
        SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`;
      if (rows.length > 0) return;
      await sleep(50);
    }
  }

  /** Where a store is, one schema for each. */
  url(schema: string): string {
    return `${this.#cluster.url()}?schema=${schema}`;
  }

  /** Where there is no store. */
  get plainUrl(): string {
    return this.#cluster.url();
  }

  /** Microseconds of processor time so far; 0 where nobody counts them. */
  cpu(): number {
    return this.#servers.reduce((sum, pid) => sum + (usageOf(pid)?.cpuMicroseconds ?? 0), 0);
  }

  async version(): Promise<string> {
    const [row] = await this.#sql<{ version: string }[]>`SELECT current_setting('server_version') AS version`;
    return row?.version ?? 'unknown';
  }

  /** Transactions of the gates that changed something. */
  async commits(schema: string): Promise<number> {
    const [row] = await this.#sql<{ commits: string }[]>`
      SELECT coalesce(sum(commits), 0) AS commits FROM ${this.#sql(schema)}.chains`;
    return Number(row?.commits);
  }

  async walBytes(): Promise<number> {
    const [row] = await this.#sql<{ wal: string }[]>`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS wal`;
    return Number(row?.wal);
  }

  /** Rows of journals that have no number yet. */
  async unnumbered(schema: string): Promise<number> {
    const [row] = await this.#sql<{ rows: string }[]>`
      SELECT (SELECT coalesce(sum(place), 0) FROM ${this.#sql(schema)}.chains)
        - (SELECT coalesce(sum(place), 0) FROM ${this.#sql(schema)}.numbered) AS rows`;
    return Number(row?.rows);
  }

  /** The connections of the gates on a schema: those that write, and the others. */
  async connections(
    schema: string,
  ): Promise<{ readonly lanes: ReadonlySet<number>; readonly others: ReadonlySet<number> }> {
    const rows = await this.#sql<{ pid: number; lane: boolean }[]>`
      SELECT a.pid, EXISTS (SELECT 1 FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory') AS lane
      FROM pg_stat_activity a JOIN ${this.#sql(schema)}.instances i ON a.application_name = 'callgate ' || i.instance`;
    const pids = (lane: boolean): ReadonlySet<number> =>
      new Set(rows.filter((row) => row.lane === lane).map((row) => row.pid));
    return { lanes: pids(true), others: pids(false) };
  }

  async activity(): Promise<readonly ConnectionActivity[]> {
    return await this.#sql<ConnectionActivity[]>`
      SELECT pid, state, wait_event_type AS kind, wait_event AS event FROM pg_stat_activity
      WHERE backend_type = 'client backend'`;
  }

  /** From now on statements are counted, or no more. */
  async countStatements(counted: boolean): Promise<void> {
    await this.#sql.unsafe(`ALTER SYSTEM SET pg_stat_statements.track = '${counted ? 'top' : 'none'}'`);
    await this.#sql`SELECT pg_reload_conf()`;
    await sleep(100);
    if (counted) await this.#sql`SELECT pg_stat_statements_reset()`;
  }

  async statements(): Promise<readonly StatementStats[]> {
    const rows = await this.#sql<{ query: string; calls: string; ms: number }[]>`
      SELECT query, calls, total_exec_time AS ms FROM pg_stat_statements
      WHERE query !~ 'pg_stat|pg_reload|ALTER SYSTEM' ORDER BY calls DESC`;
    return rows.map(({ query, calls, ms }) => ({ query, times: Number(calls), milliseconds: ms }));
  }

  async remove(): Promise<void> {
    await this.#sql.end({ timeout: 1 });
    await this.#standby?.remove();
    await this.#cluster.remove();
  }
}
