import { clusterMessages } from '@callgate/messages/cluster';
import postgres from 'postgres';
import type { SqlRow, SqlValue } from '@callgate/gate/sql';
import type { DatabaseAddress } from '@callgate/gate/store';
import { UNREPLICATED, makeStoreAwayError } from './faults.ts';
import { decodeRow, encodeValue, toPostgresSql } from './to-postgres-sql.ts';

export interface ConnectionOptions {
  readonly address: DatabaseAddress;
  /** How long another process may hold what is wanted. */
  readonly busyMs: number;
  /** What the server shows to its operators. */
  readonly name: string;
}

const CONNECT_MS = 5000;

type ConnectionSettings = postgres.Options<{ bigint: postgres.PostgresType<number> }>;

/** Whole numbers beyond what JavaScript holds were not written by a store; readers refuse them. */
const NUMBERS: postgres.PostgresType<number> = {
  to: 20,
  from: [20],
  serialize: (value: unknown) => String(value),
  parse: Number,
};

/** How every connection of ours is set up. */
export const makeConnectionSettings = ({ address, busyMs, name }: ConnectionOptions): ConnectionSettings => ({
  connect_timeout: CONNECT_MS / 1000,
  idle_timeout: 0,
  max_lifetime: null,
  // a server that turns everybody away, because it starts or has no room, is not asked all the time
  backoff: (tries) => Math.min(0.1 * 2 ** tries, 2),
  onnotice: () => {},
  // nobody would hear of it if a connection ended while they are fetched, and the process would end
  fetch_types: false,
  types: { bigint: NUMBERS },
  connection: {
    application_name: name,
    search_path: address.schema,
    // a waiter for a lock sees what was done meanwhile, whatever the administrator set
    default_transaction_isolation: 'read committed',
    lock_timeout: busyMs,
    // it would also end the wait of a commit for a standby; the client leaves a mere 0 out
    options: '-c statement_timeout=0',
    // a process that stopped in the middle of it does not block the others for ever
    idle_in_transaction_session_timeout: busyMs,
    // a process that is gone does not wait for locks
    client_connection_check_interval: 500,
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
  },
});

const ended = (message: string, code: string): Error => Object.assign(new Error(message), { code });

/** Where a commit of ours would not wait for anybody, it waits. */
const SET_UP = `SELECT set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
  THEN 'on' ELSE current_setting('synchronous_commit') END, false)`;

/** Plans by index, made once: tables grow after their plans were made, and nothing here reads a table from end to end. */
const PLANS = `SELECT set_config('enable_seqscan', 'off', false), set_config('enable_hashjoin', 'off', false),
  set_config('enable_mergejoin', 'off', false), set_config('plan_cache_mode', 'force_generic_plan', false),
  set_config('jit', 'off', false)`;

/** A commit that was to wait for a standby, and an administrator told the server not to wait: it counts there and nowhere else. */
const isUnreplicated = ({ routine }: postgres.Notice): boolean => routine === 'SyncRepWaitForLSN';

const LOOK_EVERY_MS = 1000;

/**
 * One connection, for as long as it lives. What was sent and not answered when it ends fails, and so does everything
 * after: nothing is ever sent again on another one.
 */
export class PostgresConnection {
  readonly #client: postgres.Sql<{ bigint: number }>;
  readonly #sql: postgres.ReservedSql<{ bigint: number }>;
  readonly #ended: PromiseWithResolvers<Error> = Promise.withResolvers();
  /** Those who wait for an answer, each told by itself: what waits on the end for ever is never forgotten. */
  readonly #waiting: Set<(error: Error) => void> = new Set();
  #cause: Error | undefined;
  #looking: NodeJS.Timeout | undefined;
  #looksAtMost = Infinity;
  #looks = 0;

  private constructor(
    client: postgres.Sql<{ bigint: number }>,
    sql: postgres.ReservedSql<{ bigint: number }>,
  ) {
    this.#client = client;
    this.#sql = sql;
  }

  static async open(options: ConnectionOptions): Promise<PostgresConnection> {
    const early = Promise.withResolvers<never>();
    early.promise.catch(() => {});
    let over = (cause: Error): void => early.reject(cause);
    const late = setTimeout(
      () => over(ended(clusterMessages.connection.unanswered, 'CONNECT_TIMEOUT')),
      2 * CONNECT_MS,
    );
    const client = postgres(options.address.url, {
      ...makeConnectionSettings(options),
      max: 1,
      backoff: false,
      onclose: () => over(ended(clusterMessages.connection.ended, 'CONNECTION_CLOSED')),
      onnotice: (notice) => {
        if (isUnreplicated(notice)) over(ended(String(notice['message']), UNREPLICATED));
      },
    });
    try {
      // a connection that is open already: the client never gives out one that opens only now and fetches no types
      await Promise.race([client.unsafe(SET_UP), early.promise]);
      const connection = new PostgresConnection(
        client,
        await Promise.race([client.reserve(), early.promise]),
      );
      over = (cause) => connection.#over(cause);
      return connection;
    } catch (error) {
      void client.end({ timeout: 0 }).catch(() => {});
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  /** Why it ended; undefined while it lives. */
  get cause(): Error | undefined {
    return this.#cause;
  }

  /** From now on a server that answers nothing for so long counts as gone: nobody would notice for a quarter of an hour. */
  expectAnswers(withinMs: number): void {
    this.#looksAtMost = Math.ceil(withinMs / LOOK_EVERY_MS);
  }

  /** Settles when the connection ends, however it ends. */
  async untilEnded(): Promise<Error> {
    return await this.#ended.promise;
  }

  async all(sql: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return (await this.#ask(sql, values)).map(decodeRow);
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined> {
    return (await this.all(sql, ...values))[0];
  }

  /** How many rows it changed. */
  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    return (await this.#ask(sql, values)).count;
  }

  /** Whether it counts: a transaction in which something failed is undone instead. */
  async commit(): Promise<boolean> {
    return (await this.#ask('COMMIT', [])).command === 'COMMIT';
  }

  /** From now on plans are made for tables that grow. */
  async expectGrowth(): Promise<void> {
    await this.run(PLANS);
  }

  /** Several statements without values. */
  async script(sql: string): Promise<void> {
    if (this.#cause !== undefined) throw makeStoreAwayError(this.#cause);
    await this.#orEnd(this.#sql.unsafe(sql).simple());
  }

  end(): void {
    this.#over(ended(clusterMessages.connection.closed, 'CONNECTION_ENDED'));
  }

  #over(cause: Error): void {
    if (this.#cause !== undefined) return;
    this.#cause = cause;
    clearInterval(this.#looking);
    for (const fail of this.#waiting) fail(cause);
    this.#waiting.clear();
    this.#ended.resolve(cause);
    void this.#client.end({ timeout: 0 }).catch(() => {});
  }

  async #ask(sql: string, values: readonly SqlValue[]): Promise<postgres.RowList<SqlRow[]>> {
    if (this.#cause !== undefined) throw makeStoreAwayError(this.#cause);
    const asked = this.#sql.unsafe<SqlRow[]>(toPostgresSql(sql), values.map(encodeValue), { prepare: true });
    return await this.#orEnd(asked);
  }

  #orEnd<T>(asked: PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) this.#looks = 0;
      this.#waiting.add(reject);
      this.#looking ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
      const heard = (): void => {
        this.#looks = 0;
        this.#waiting.delete(reject);
      };
      asked.then(
        (value) => {
          heard();
          resolve(value);
        },
        (error: unknown) => {
          heard();
          reject(error);
        },
      );
    });
  }

  /** Counts, instead of asking a clock: a process that was stopped for a while has heard nothing, and hears it now. */
  #look(): void {
    if (this.#waiting.size === 0) {
      clearInterval(this.#looking);
      this.#looking = undefined;
      return;
    }
    this.#looks += 1;
    if (this.#looks > this.#looksAtMost)
      this.#over(ended(clusterMessages.connection.unanswered, 'ETIMEDOUT'));
  }
}
