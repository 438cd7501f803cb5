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
  types: { bigint: NUMBERS },
  connection: {
    application_name: name,
    search_path: address.schema,
    lock_timeout: busyMs,
    idle_in_transaction_session_timeout: 4 * busyMs,
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
      this.#cause = error instanceof Error ? error : new Error(String(error));
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
      return new Connection(client, await client.reserve(), ended);
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
    await Promise.race([this.#sql.unsafe(sql).simple(), this.#ended.promise]);
  }

  end(): void {
    this.#ended.reject(Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_ENDED' }));
    void this.#client.end({ timeout: 0 }).catch(() => {});
  }

  async #ask(sql: string, values: readonly Value[]): Promise<postgres.RowList<Row[]>> {
    if (this.#cause !== undefined) throw storeAway(this.#cause);
    const asked = this.#sql.unsafe<Row[]>(statement(sql), values.map(encode), { prepare: true });
    return await Promise.race([asked, this.#ended.promise]);
  }
}
