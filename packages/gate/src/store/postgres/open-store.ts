import { CallgateError } from '@callgate/core';
import type { Clock } from '../../clock.ts';
import { systemClock } from '../../clock.ts';
import { mintId } from '../../ids.ts';
import { NO_ROWS } from '../../record/chain.ts';
import type { RecordHead } from '../../record/entry.ts';
import type { Keys } from '../../record/keys.ts';
import { storeClosed } from '../faults.ts';
import type { Board } from '../board/board.ts';
import type { Reader } from '../reader.ts';
import { Columns } from '../rows/columns.ts';
import type { Row } from '../rows/row.ts';
import { SqlReader } from '../sql/reader.ts';
import type { Store, Tx } from '../store.ts';
import { readAddress } from './address.ts';
import { PostgresBoard } from './board.ts';
import { Changes } from './changes.ts';
import type { ConnectionOptions } from './connection.ts';
import { Connection } from './connection.ts';
import { DatabaseClock } from './database-clock.ts';
import { cannotOpen, faultKind, storeAway, storeLost } from './faults.ts';
import { Journal } from './journal.ts';
import { LOCKS, lockNumber } from './locks.ts';
import { migrate } from './migrate.ts';
import { Numbering, refuseLostRecord } from './numbering.ts';
import { PostgresReading } from './reading.ts';
import type { ReplicationReport } from './replication.ts';
import { readReplication } from './replication.ts';
import type { SessionMemory } from './session-table.ts';
import { RememberedSessions } from './session-table.ts';
import type { Doubt, Job } from './writer.ts';
import { Writer, tell } from './writer.ts';

export interface PostgresOptions {
  /** `postgres://user@host:port/database?schema=callgate`. */
  readonly url: string;
  readonly keys: Keys;
  /** For tests. The database's own time where absent. */
  readonly clock?: Clock;
  /** How long somebody else may hold what is wanted before it counts as busy. 10 s where absent. */
  readonly busyMs?: number;
  readonly sessions?: SessionMemory;
}

/** `away`: the database cannot be reached just now. `lost`: it has lost what it had acknowledged; nothing more is written. */
export type StoreState = 'ready' | 'away' | 'lost';

/** A store in a PostgreSQL database. Any number of processes on any number of machines may have it open. */
export interface PostgresStore extends Store {
  readonly state: StoreState;
  /** Since when, in milliseconds since 1970. */
  readonly stateSince: number;
  onState(listener: (state: StoreState) => void): () => void;
  readonly replication: ReplicationReport;
  /** The database's time, whatever this machine's clock says. */
  readonly clock: Clock;
  readonly board: Board;
}

const BUSY_MS = 10_000;
const MOST_IN_A_BATCH = 64;
const SESSIONS: SessionMemory = { count: 1000, characters: 32 * 1024 * 1024 };
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2000;

/** Rows get their numbers this long after somebody committed them. */
const NUMBERED_AFTER_MS = 100;
/** After the database was lost, others are given this long to come back before they count as dead. */
const PATIENCE_MS = 3 * LONGEST_PAUSE_MS;

const DATABASE_TIME = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What an opener has while it is connected. */
interface Lane {
  readonly connection: Connection;
  readonly writer: Writer;
  readonly journal: Journal;
  readonly instance: string;
}

interface Chain {
  readonly id: number;
  readonly head: RecordHead;
  readonly commits: number;
}

/** True until so much time has passed. */
const within = (ms: number): (() => boolean) => {
  const end = performance.now() + ms;
  return () => performance.now() < end;
};

const readChain = (row: Row): Chain => {
  const from = new Columns(row, 'a chain');
  return {
    id: from.whole('id'),
    head: { seq: from.whole('place'), at: from.whole('at'), hash: from.bytes('hash') },
    commits: from.whole('commits'),
  };
};

class OpenStore implements PostgresStore {
  readonly read: Reader;
  readonly board: Board;
  readonly clock: DatabaseClock;
  readonly #options: PostgresOptions;
  readonly #connecting: ConnectionOptions;
  readonly #reading: PostgresReading;
  readonly #numbering: Numbering;
  readonly #changes: Changes;
  readonly #sessions: RememberedSessions;
  readonly #listeners: Set<(state: StoreState) => void> = new Set();
  readonly #queue: Job[] = [];
  #lane: Lane;
  #replication: ReplicationReport;
  #turning: Promise<void> | undefined;
  #rejoining: Promise<void> | undefined;
  #closed = false;
  #closing: Promise<void> | undefined;
  #numberLater: NodeJS.Timeout | undefined;
  #state: StoreState = 'ready';
  #stateSince: number;
  broken: CallgateError | undefined;

  private constructor(
    options: PostgresOptions,
    connecting: ConnectionOptions,
    lane: Lane,
    sessions: RememberedSessions,
    clock: DatabaseClock,
    numbering: Numbering,
    replication: ReplicationReport,
  ) {
    this.#options = options;
    this.#connecting = connecting;
    this.#lane = lane;
    this.#sessions = sessions;
    this.clock = clock;
    this.#numbering = numbering;
    this.#replication = replication;
    this.#stateSince = clock.now();
    // what has lost rows is not written to, not even to number what is left
    this.#reading = new PostgresReading(connecting, async () => {
      if (this.#state !== 'lost') await numbering.catchUp();
    });
    this.read = new SqlReader(this.#reading);
    this.board = new PostgresBoard(connecting, options.keys, options.clock);
    this.#changes = new Changes(connecting);
    this.#changes.listen(() => this.#numberSoon());
    this.#watch(lane);
  }

  static async open(options: PostgresOptions): Promise<OpenStore> {
    const address = readAddress(options.url);
    const instance = mintId(Math.trunc(systemClock.now()));
    const connecting: ConnectionOptions = {
      address,
      busyMs: options.busyMs ?? BUSY_MS,
      name: `callgate ${instance}`,
    };
    const connection = await Connection.open(connecting);
    try {
      const replication = await readReplication(connection);
      await migrate(connection, address);
      const time = new Columns((await connection.get(DATABASE_TIME)) ?? {}, 'the time of the database');
      const clock = new DatabaseClock(time.whole('now'));
      const sessions = new RememberedSessions(options.sessions ?? SESSIONS);
      const numbering = new Numbering(connecting);
      const entering = new Entering(options, connecting, sessions, clock, numbering);
      const lane = await entering.enter(connection, instance, undefined);
      return new OpenStore(options, connecting, lane, sessions, clock, numbering, replication);
    } catch (error) {
      connection.end();
      throw error;
    }
  }

  get instance(): string {
    return this.#lane.instance;
  }

  get state(): StoreState {
    return this.#state;
  }

  get stateSince(): number {
    return this.#stateSince;
  }

  get replication(): ReplicationReport {
    return this.#replication;
  }

  onState(listener: (state: StoreState) => void): () => void {
    const own = (state: StoreState): void => listener(state);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(storeClosed());
    if (this.broken !== undefined) return Promise.reject(this.broken);
    if (this.#state === 'away') return Promise.reject(storeAway(this.#lane.connection.cause));
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#turning ??= this.#turn();
    });
  }

  onChange(listener: () => void): () => void {
    return this.#changes.listen(listener);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #turn(): Promise<void> {
    while (this.#queue.length > 0 && this.#state === 'ready') {
      // whatever else is ready in this turn of the event loop shares the commit
      await new Promise((resolve) => setImmediate(resolve));
      const jobs = this.#queue.splice(0, MOST_IN_A_BATCH);
      try {
        const { changed, left } = await this.#lane.writer.batch(jobs);
        if (changed) this.#changes.committed();
        if (this.#state === 'ready') this.#queue.unshift(...left);
        else for (const { reject } of left) reject(storeAway(this.#lane.connection.cause));
      } catch {
        // whatever it was, this connection is not used any more: a new one tells what counts
        this.#lane.connection.end();
        await this.#lane.connection.untilEnded();
        this.#setState('away');
      }
    }
    this.#turning = undefined;
  }

  /** Rows that have their number are seen to be lost if they are, whoever wrote them. */
  #numberSoon(): void {
    this.#numberLater ??= setTimeout(() => {
      this.#numberLater = undefined;
      if (!this.#closed && this.#state === 'ready') this.#numbering.catchUp().catch(() => {});
    }, NUMBERED_AFTER_MS).unref();
  }

  #watch(lane: Lane): void {
    void lane.connection.untilEnded().then(async (cause) => {
      if (this.#closed || lane !== this.#lane) return;
      this.#setState('away');
      for (const { reject } of this.#queue.splice(0)) reject(storeAway(cause));
      await this.#turning;
      this.#rejoining ??= this.#rejoin().finally(() => {
        this.#rejoining = undefined;
      });
    });
  }

  async #rejoin(): Promise<void> {
    const { doubt } = this.#lane.writer;
    const entering = new Entering(
      this.#options,
      this.#connecting,
      this.#sessions,
      this.clock,
      this.#numbering,
    );
    for (let ms = FIRST_PAUSE_MS; !this.#closed; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
      let connection: Connection | undefined;
      try {
        connection = await Connection.open(this.#connecting);
        this.#replication = await readReplication(connection);
        const lane = await entering.enter(connection, this.#lane.instance, {
          acknowledged: this.#lane.journal.acknowledged,
          chain: this.#lane.journal.chain,
          commits: this.#lane.writer.commits,
          doubt,
        });
        this.#lane = lane;
        this.#watch(lane);
        this.#setState('ready');
        this.#changes.committed();
        return;
      } catch (error) {
        connection?.end();
        if (error instanceof CallgateError && error.code === 'STORE_LOST') {
          this.broken = error;
          for (const { job } of doubt?.done ?? []) job.reject(error);
          this.#setState('lost');
          return;
        }
      }
      await pause(ms);
    }
    for (const { job } of doubt?.done ?? []) job.reject(storeClosed());
  }

  #setState(state: StoreState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#stateSince = this.clock.now();
    for (const listener of this.#listeners) listener(state);
  }

  async #close(): Promise<void> {
    const left = this.#state === 'ready' ? this.#leave() : Promise.resolve();
    this.#closed = true;
    clearTimeout(this.#numberLater);
    await left;
    await this.#turning;
    await this.#rejoining;
    await this.#changes.stop();
    await this.board.close();
    await this.#reading.close();
    await this.#numbering.close();
    // whoever looks for the dead need not wait for the server to notice
    await this.#lane.connection.run('SELECT pg_advisory_unlock_all()').catch(() => {});
    this.#lane.connection.end();
  }

  /** An opener that leaves nothing behind need not be seen to by others. */
  async #leave(): Promise<void> {
    const { instance } = this;
    try {
      await this.transact(async (tx) => {
        const out = await tx.callsOfInstance(instance, ['dispatching'], 1);
        const waiting = await tx.callsOfInstance(instance, ['held', 'approved'], 1, true);
        if (out.length + waiting.length === 0) await tx.forgetInstance(instance);
      });
    } catch {
      // others see to it
    }
  }
}

interface Before {
  readonly acknowledged: RecordHead;
  readonly chain: number;
  readonly commits: number;
  readonly doubt: Doubt | undefined;
}

/** Becomes an opener on a new connection, for the first time or again. */
class Entering {
  readonly #options: PostgresOptions;
  readonly #connecting: ConnectionOptions;
  readonly #sessions: RememberedSessions;
  readonly #clock: DatabaseClock;
  readonly #numbering: Numbering;

  constructor(
    options: PostgresOptions,
    connecting: ConnectionOptions,
    sessions: RememberedSessions,
    clock: DatabaseClock,
    numbering: Numbering,
  ) {
    this.#options = options;
    this.#connecting = connecting;
    this.#sessions = sessions;
    this.#clock = clock;
    this.#numbering = numbering;
  }

  async enter(connection: Connection, name: string, before: Before | undefined): Promise<Lane> {
    const { schema } = this.#connecting.address;
    this.#sessions.clear();
    if (before === undefined) {
      await this.#hold(connection, name);
      return this.#lane(connection, name, await this.#begin(connection, name));
    }
    // the server may still hold the lock for the connection that has ended
    await this.#hold(connection, name);
    await refuseLostRecord(connection, this.#numbering.seen);
    const chain = await this.#chainAt(connection, before.chain);
    const tellDoubt = this.#compare(chain, before);
    const isEarly = within(PATIENCE_MS);
    const still = await connection.get('SELECT instance FROM instances WHERE instance = ?', name);
    if (still !== undefined) {
      tellDoubt();
      return this.#lane(connection, name, chain, isEarly);
    }
    // others took it for dead and saw to its calls: it comes back as somebody else
    await connection.get('SELECT pg_advisory_unlock(?) AS done', lockNumber(schema, LOCKS.instance(name)));
    const other = mintId(Math.trunc(systemClock.now()));
    await this.#hold(connection, other);
    const begun = await this.#begin(connection, other);
    tellDoubt();
    return this.#lane(connection, other, begun, isEarly);
  }

  async #hold(connection: Connection, instance: string): Promise<void> {
    await connection.get(
      'SELECT 1 AS held FROM pg_advisory_lock(?)',
      lockNumber(this.#connecting.address.schema, LOCKS.instance(instance)),
    );
  }

  async #begin(connection: Connection, instance: string): Promise<Chain> {
    await connection.run('BEGIN');
    await connection.run(
      'INSERT INTO instances (instance, opened_at) VALUES (?, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)',
      instance,
    );
    const row = await connection.get(
      'INSERT INTO chains (name, place, at, hash, commits) VALUES (?, 0, 0, ?, 0) RETURNING *',
      instance,
      NO_ROWS.hash,
    );
    await connection.run('COMMIT');
    return readChain(row ?? {});
  }

  async #chainAt(connection: Connection, id: number): Promise<Chain> {
    const row = await connection.get('SELECT * FROM chains WHERE id = ?', id);
    if (row === undefined) throw storeLost('this opener’s whole journal is gone');
    return readChain(row);
  }

  /** What was acknowledged must be there. The function it returns tells those in doubt: once nothing can fail any more. */
  #compare(chain: Chain, { acknowledged, commits, doubt }: Before): () => void {
    const behind = chain.commits < commits || chain.head.seq < acknowledged.seq;
    if (behind)
      throw storeLost(`rows after ${chain.head.seq} of this opener’s journal, which had ${acknowledged.seq}`);
    if (doubt === undefined) {
      if (chain.commits !== commits || Buffer.compare(chain.head.hash, acknowledged.hash) !== 0)
        throw storeLost('another row stands at the end of this opener’s journal');
      return () => {};
    }
    return () => {
      if (chain.commits === commits + 1) tell(doubt.done);
      else for (const { job } of doubt.done) job.reject(storeAway(new Error('the commit did not count')));
    };
  }

  #lane(
    connection: Connection,
    instance: string,
    { id, head, commits }: Chain,
    isEarly: () => boolean = () => false,
  ): Lane {
    const journal = new Journal(id, head);
    const { keys, clock } = this.#options;
    const { schema } = this.#connecting.address;
    const writer = new Writer(
      connection,
      {
        journal,
        keys,
        sessions: this.#sessions,
        schema,
        instance,
        head: () => this.#numbering.head(),
        isEarly,
      },
      commits,
      {
        busyMs: this.#connecting.busyMs,
        clock,
        timeHeard: (now) => this.#clock.heard(now),
      },
    );
    return { connection, writer, journal, instance };
  }
}

/** Opens the store in a database, and makes its tables where there are none. */
export const openPostgresStore = async (options: PostgresOptions): Promise<PostgresStore> => {
  try {
    return await OpenStore.open(options);
  } catch (error) {
    throw faultKind(error) === 'other' ? error : cannotOpen(error);
  }
};
