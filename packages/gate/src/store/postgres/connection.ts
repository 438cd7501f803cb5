import postgres from 'postgres';
import type { Row, Value } from '../rows/row.ts';
import type { Address } from './address.ts';
import { storeAway } from './faults.ts';
import { decode, encode, statement } from './statement.ts';

export interface ConnectionOptions {
  readonly address: Address;
  /** How long somebody else may hold what is wanted. */
  readonly busyMs: number;
  /** What the server shows to its operators. */
  readonly name: string;
}

type Settings = postgres.Options<{ bigint: postgres.PostgresType<number> }>;

/** Whole numbers beyond what JavaScript holds were not written by a store; whoever reads them refuses them. */
const NUMBERS: postgres.PostgresType<number> = {
  to: 20,
  from: [20],
  serialize: (value: unknown) => String(value),
  parse: Number,
};

/** How every connection of ours is set up. */
export const settingsOf = ({ address, busyMs, name }: ConnectionOptions): Settings => ({
  connect_timeout: 5,
  idle_timeout: 0,
  max_lifetime: null,
  onnotice: () => {},
  // nobody would hear of it if a connection ended while they are fetched, and the process would end
  fetch_types: false,
  types: { bigint: NUMBERS },
  connection: {
    application_name: name,
    search_path: address.schema,
    lock_timeout: busyMs,
    // whoever was stopped in the middle of it does not keep the others out for ever
    idle_in_transaction_session_timeout: busyMs,
    // whoever is gone does not wait for locks in the name of nobody
    client_connection_check_interval: 500,
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
  },
});

/**
 * One connection, for as long as it lives. What was sent and not answered when it ends fails, and so does everything
 * after: nothing is ever sent again on another one.
 */
export class Connection {
  readonly #client: postgres.Sql<{ bigint: number }>;
  readonly #sql: postgres.ReservedSql<{ bigint: number }>;
  readonly #ended: PromiseWithResolvers<never>;
  /** Those who wait for an answer, each told by itself: what waits on the end for ever is never forgotten. */
  readonly #waiting: Set<(error: Error) => void> = new Set();
  #cause: Error | undefined;

  private constructor(
    client: postgres.Sql<{ bigint: number }>,
    sql: postgres.ReservedSql<{ bigint: number }>,
    ended: PromiseWithResolvers<never>,
  ) {
    this.#client = client;
    this.#sql = sql;
    this.#ended = ended;
    ended.promise.catch((error: unknown) => {
      const cause = error instanceof Error ? error : new Error(String(error));
      this.#cause = cause;
      for (const fail of this.#waiting) fail(cause);
      this.#waiting.clear();
    });
  }

  static async open(options: ConnectionOptions): Promise<Connection> {
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => {});
    const client = postgres(options.address.url, {
      ...settingsOf(options),
      max: 1,
      backoff: false,
      onclose: () =>
        ended.reject(Object.assign(new Error('the connection has ended'), { code: 'CONNECTION_CLOSED' })),
    });
    try {
      // a connection that is open already: the client never gives out one that opens only now and fetches no types
      await client.unsafe('SELECT 1');
      return new Connection(client, await Promise.race([client.reserve(), ended.promise]), ended);
    } catch (error) {
      await client.end({ timeout: 0 });
      throw error;
    }
  }

  /** Why it ended; undefined while it lives. */
  get cause(): Error | undefined {
    return this.#cause;
  }

  /** Settles when the connection ends, however it ends. */
  async untilEnded(): Promise<Error> {
    try {
      return await this.#ended.promise;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]> {
    return (await this.#ask(sql, values)).map(decode);
  }

  async get(sql: string, ...values: readonly Value[]): Promise<Row | undefined> {
    return (await this.all(sql, ...values))[0];
  }

  /** How many rows it changed. */
  async run(sql: string, ...values: readonly Value[]): Promise<number> {
    return (await this.#ask(sql, values)).count;
  }

  /** Several statements without values. */
  async script(sql: string): Promise<void> {
    if (this.#cause !== undefined) throw storeAway(this.#cause);
    await this.#orEnd(this.#sql.unsafe(sql).simple());
  }

  end(): void {
    this.#ended.reject(Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_ENDED' }));
    void this.#client.end({ timeout: 0 }).catch(() => {});
  }

  async #ask(sql: string, values: readonly Value[]): Promise<postgres.RowList<Row[]>> {
    if (this.#cause !== undefined) throw storeAway(this.#cause);
    const asked = this.#sql.unsafe<Row[]>(statement(sql), values.map(encode), { prepare: true });
    return await this.#orEnd(asked);
  }

  #orEnd<T>(asked: PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      asked.then(
        (value) => {
          this.#waiting.delete(reject);
          resolve(value);
        },
        (error: unknown) => {
          this.#waiting.delete(reject);
          reject(error);
        },
      );
    });
  }
}
