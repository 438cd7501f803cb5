import { storedRecordMessages } from '@callgate/messages/stored-record';
import { clusterMessages } from '@callgate/messages/cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallgateError } from '@callgate/core';
import type { Clock, Keys } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import { mintId } from '@callgate/gate/record';
import type {
  ReplicationReport,
  SharedSettings,
  SharedState,
  Store,
  StoreReader,
  Tx,
} from '@callgate/gate/store';
import { ColumnReader, SqlReader, makeStoreClosedError, makeStoreUnknownError } from '@callgate/gate/sql';
import { parseDatabaseAddress, describeReplication } from '@callgate/gate/store';
import { databaseErrors } from '@callgate/messages/errors/database';
import { logMessages } from '@callgate/messages/log';
import { PostgresSharedState } from './postgres-shared-state.ts';
import { PostgresChangeListeners } from './postgres-change-listeners.ts';
import type { ConnectionOptions } from './postgres-connection.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { DatabaseClock } from './database-clock.ts';
import type { ReplicaConnection } from './replica-registration.ts';
import { ReplicaRegistration } from './replica-registration.ts';
import {
  StoreLostError,
  toStoreFault,
  UNREPLICATED,
  makePostgresOpenError,
  classifyPostgresFault,
  makeStoreAwayError,
} from './faults.ts';
import { countLiveReplicas } from './count-live-replicas.ts';
import { acceptLosses, recordLoss, listOpenLosses, refuseLosses } from './losses.ts';
import { migrateTables, readSchemaVersion } from './migrate.ts';
import { EntryNumbering } from './entry-numbering.ts';
import { PostgresReadConnection } from './postgres-read-connection.ts';
import { refuseOtherTables } from './open-reader.ts';
import { readReplication } from './read-replication.ts';
import { PostgresSettings } from './postgres-settings.ts';
import type { PostgresSessionMemory } from './session-table.ts';
import { SessionCache } from './session-table.ts';
import type { UnconfirmedCommit, PostgresWriteJob } from './postgres-writer.ts';

export interface PostgresOptions {
  /** `postgres://user@host:port/database?schema=callgate`. */
  readonly url: string;
  readonly keys: Keys;
  /** For tests. The database's own time where absent. */
  readonly clock?: Clock;
  /** How long another process may hold what is wanted before it counts as busy. 10 s where absent. */
  readonly busyMs?: number;
  readonly sessions?: PostgresSessionMemory;
  /** Opens it although rows are gone that were acknowledged, for who is about to accept that. */
  readonly despiteLoss?: boolean;
}

/** Something about the database that the operator should know. */
export interface StoreNotice {
  readonly level: 'info' | 'warning' | 'error';
  readonly code: string;
  readonly message: string;
}

/** `away`: the database cannot be reached just now. `lost`: it has lost what it had acknowledged; nothing more is written. */
export type StoreState = 'ready' | 'away' | 'lost';

/** A store in a PostgreSQL database. Any number of processes on any number of machines may have it open. */
export interface PostgresStore extends Store {
  readonly state: StoreState;
  /** Since when, in milliseconds since 1970. */
  readonly stateSince: number;
  onState(listener: (state: StoreState) => void): () => void;
  /** As it was seen last; it is looked at again and again. */
  readonly replication: ReplicationReport;
  onNews(listener: (news: StoreNotice) => void): () => void;
  /** What it has lost and nobody has accepted, in words. */
  losses(): Promise<readonly string[]>;
  /**
   * Says that this is gone, where nobody has said anything, so that nobody else writes to the store or opens it until
   * that is accepted. Throws where others go on writing.
   */
  stopOthers(what: string): Promise<void>;
  /** An operator accepts the losses. Calls that wait must be void by then. Returns how many losses there were. */
  acceptLosses(by: string, reason: string): Promise<number>;
  /** The database's time, whatever this machine's clock says. */
  readonly clock: Clock;
  readonly board: SharedState;
  readonly settings: SharedSettings;
}

const BUSY_MS = 10_000;
const MOST_IN_A_BATCH = 64;
const SESSIONS: PostgresSessionMemory = { count: 1000, characters: 32 * 1024 * 1024 };
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2000;

/** Rows get their numbers this long after their commit. */
const NUMBERED_AFTER_MS = 100;
const DATABASE_TIME = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now';

/** So often the database is asked whether it is still there, and how it is replicated. */
const PULSE_MS = 5000;
/** A process that decides nothing looks so often whether people decided something elsewhere. */
const SETTINGS_EVERY_MS = 1000;
/** A busy process need not ask so often. */
const PULSE_WHEN_BUSY_MS = 30_000;

/** So long others may take to notice that the database has lost something. */
const STOPPED_WITHIN_MS = 20_000;
const LOOKED_EVERY_MS = 200;
/** So often a store that lost something looks whether that was accepted. */
const ACCEPTED_LOOK_MS = 2000;

const inUse = (others: number): CallgateError => new CallgateError(databaseErrors.inUse({ others }));

const isLost = (error: unknown): error is StoreLostError => error instanceof StoreLostError;

const isUnwritable = (error: unknown): boolean =>
  error instanceof CallgateError && (error.code === 'STORE_READ_ONLY' || error.code === 'STORE_STANDBY');

const codeOf = (error: Error | undefined): unknown =>
  error !== undefined && 'code' in error ? error.code : undefined;

/** So long, or until nobody waits any more. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});

/** On a connection of its own. */
const workApart = async <T>(
  connecting: ConnectionOptions,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> => {
  const connection = await PostgresConnection.open(connecting);
  try {
    return await work(connection);
  } finally {
    connection.end();
  }
};

class OpenPostgresStore implements PostgresStore {
  readonly read: StoreReader;
  readonly board: SharedState;
  readonly settings: PostgresSettings;
  readonly clock: DatabaseClock;
  readonly #options: PostgresOptions;
  readonly #connecting: ConnectionOptions;
  readonly #reading: PostgresReadConnection;
  readonly #numbering: EntryNumbering;
  readonly #changes: PostgresChangeListeners;
  readonly #sessions: SessionCache;
  readonly #listeners: Set<(state: StoreState) => void> = new Set();
  readonly #hearers: Set<(news: StoreNotice) => void> = new Set();
  readonly #queue: PostgresWriteJob[] = [];
  #lane: ReplicaConnection;
  #replication: ReplicationReport;
  #turning: Promise<void> | undefined;
  #rejoining: Promise<void> | undefined;
  #returning: Promise<void> | undefined;
  #closed = false;
  #closing: Promise<void> | undefined;
  readonly #leaving = new AbortController();
  /** A connection on which it tries to come back. */
  #joining: PostgresConnection | undefined;
  /** Nothing more is told of it. */
  #over = false;
  #numberLater: NodeJS.Timeout | undefined;
  readonly #pulse: NodeJS.Timeout;
  readonly #following: NodeJS.Timeout;
  #pulsing = false;
  #pulsedAt = performance.now();
  /** Why it could not come back yet. */
  #because: unknown;
  #state: StoreState = 'ready';
  #stateSince: number;
  broken: CallgateError | undefined;

  private constructor(
    options: PostgresOptions,
    connecting: ConnectionOptions,
    lane: ReplicaConnection,
    sessions: SessionCache,
    clock: DatabaseClock,
    numbering: EntryNumbering,
    settings: PostgresSettings,
    replication: ReplicationReport,
  ) {
    this.settings = settings;
    this.#options = options;
    this.#connecting = connecting;
    this.#lane = lane;
    this.#sessions = sessions;
    this.clock = clock;
    this.#numbering = numbering;
    this.#replication = replication;
    this.#stateSince = clock.now();
    // what has lost rows is not written to, not even to number what is left
    this.#reading = new PostgresReadConnection(connecting, async () => {
      if (this.#state !== 'lost') await this.#number();
    });
    this.read = new SqlReader(this.#reading);
    this.board = new PostgresSharedState(connecting, options.keys, options.clock);
    this.#changes = new PostgresChangeListeners(connecting);
    this.#changes.listen(() => this.#numberSoon());
    this.#following = setInterval(() => void this.#followSettings(), SETTINGS_EVERY_MS).unref();
    this.#watch(lane);
    this.#pulse = setInterval(() => void this.#look(), PULSE_MS).unref();
  }

  static async open(options: PostgresOptions): Promise<OpenPostgresStore> {
    const address = parseDatabaseAddress(options.url);
    const instance = mintId(Math.trunc(systemClock.now()));
    const connecting: ConnectionOptions = {
      address,
      busyMs: options.busyMs ?? BUSY_MS,
      name: `callgate ${instance}`,
    };
    const connection = await PostgresConnection.open(connecting);
    try {
      const replication = await readReplication(connection);
      await migrateTables(connection, address);
      const time = new ColumnReader(
        (await connection.get(DATABASE_TIME)) ?? {},
        storedRecordMessages.databaseTime,
      );
      const clock = new DatabaseClock(time.whole('now'));
      const sessions = new SessionCache(options.sessions ?? SESSIONS);
      const numbering = new EntryNumbering(connecting);
      const settings = makeSettings(connecting, options.keys);
      const entering = new ReplicaRegistration(options, connecting, sessions, clock, numbering, settings);
      const lane = await entering.enter(connection, instance, undefined);
      await settings.catchUp(connection);
      return new OpenPostgresStore(
        options,
        connecting,
        lane,
        sessions,
        clock,
        numbering,
        settings,
        replication,
      );
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

  onNews(listener: (news: StoreNotice) => void): () => void {
    const own = (news: StoreNotice): void => listener(news);
    this.#hearers.add(own);
    return () => void this.#hearers.delete(own);
  }

  checkPlace(): void {
    // the database itself is looked at by every commit and every pulse
    if (this.broken !== undefined) throw this.broken;
  }

  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(makeStoreClosedError());
    if (this.broken !== undefined) return Promise.reject(this.broken);
    if (this.#state === 'away') return Promise.reject(this.#away());
    return new Promise<T>((resolve, reject) => {
      const before = { alone: new Set<string>(), collisions: 0, asks: false, isSingle: false };
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject, before });
      this.#turning ??= this.#turn();
    });
  }

  async losses(): Promise<readonly string[]> {
    return await listOpenLosses(this.#reading);
  }

  async stopOthers(what: string): Promise<void> {
    await this.#apart(async (connection) => {
      const others = (): Promise<number> =>
        countLiveReplicas(connection, this.#connecting.address.schema, this.instance);
      // where something is gone they stop by themselves; otherwise it is not for this to stop them
      if ((await listOpenLosses(connection)).length === 0) {
        const live = await others();
        if (live > 0) throw inUse(live);
      }
      await recordLoss(connection, this.instance, what);
      const until = performance.now() + STOPPED_WITHIN_MS;
      for (let live = await others(); live > 0; live = await others()) {
        if (performance.now() > until) throw inUse(live);
        await pause(LOOKED_EVERY_MS, this.#leaving.signal);
      }
    });
  }

  async acceptLosses(by: string, reason: string): Promise<number> {
    return await this.#apart((connection) => acceptLosses(connection, by, reason));
  }

  onChange(listener: () => void): () => void {
    return this.#changes.listen(listener);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  #apart<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return workApart(this.#connecting, work);
  }

  #away(): CallgateError {
    return makeStoreAwayError(this.#because ?? this.#lane.connection.cause);
  }

  async #turn(): Promise<void> {
    while (this.#queue.length > 0 && this.#state === 'ready') {
      // whatever else is ready in this turn of the event loop shares the commit
      await new Promise((resolve) => setImmediate(resolve));
      const jobs = this.#takeJobs();
      try {
        const { changed, left } = await this.#lane.writer.batch(jobs);
        if (changed) this.#changes.committed();
        if (this.#state === 'ready') this.#queue.unshift(...left);
        else for (const { reject } of left) reject(this.broken ?? this.#away());
      } catch (error) {
        // whatever it was, this connection is not used any more: a new one tells what counts
        if (isLost(error)) this.#lose(error);
        else if (this.broken === undefined) this.#setState('away');
        this.#lane.connection.end();
      }
    }
    this.#turning = undefined;
  }

  /** The next ones that can be done in one transaction. */
  #takeJobs(): readonly PostgresWriteJob[] {
    const isSingle = this.#queue[0]?.before.isSingle;
    const jobs: PostgresWriteJob[] = [];
    const others: PostgresWriteJob[] = [];
    for (const job of this.#queue.splice(0))
      if (job.before.isSingle === isSingle && jobs.length < MOST_IN_A_BATCH) jobs.push(job);
      else others.push(job);
    this.#queue.push(...others);
    return jobs;
  }

  async #number(): Promise<void> {
    try {
      await this.#numbering.catchUp();
    } catch (error) {
      // what is behind the address now is not what this connection is with
      if (isLost(error)) this.#lane.connection.end();
      throw error;
    }
  }

  /** Rows that have their number are seen to be lost if they are, also those of other replicas. */
  #numberSoon(): void {
    this.#numberLater ??= setTimeout(() => {
      this.#numberLater = undefined;
      if (!this.#closed && this.#state === 'ready') this.#number().catch(() => {});
    }, NUMBERED_AFTER_MS).unref();
  }

  /** Whether the database still answers, what others found out, and how it is replicated now. */
  async #look(): Promise<void> {
    if (this.#state !== 'ready' || this.#closed || this.#pulsing) return;
    const busy = this.#turning !== undefined;
    if (busy && performance.now() - this.#pulsedAt < PULSE_WHEN_BUSY_MS) return;
    this.#pulsing = true;
    this.#pulsedAt = performance.now();
    // never between the statements of one transaction
    const asked = busy ? this.#reading : this.#lane.connection;
    try {
      const [replication] = await Promise.all([
        readReplication(asked),
        this.#options.despiteLoss === true ? undefined : refuseLosses(asked),
      ]);
      this.#setReplication(replication);
    } catch (error) {
      if (isLost(error) && !this.#closed) this.#lose(error);
      // nothing can be written to it: it is away, and nobody need find that out by a call
      else if (isUnwritable(error)) this.#lane.connection.end();
    } finally {
      this.#pulsing = false;
    }
  }

  /** A busy one looks with every transaction. */
  async #followSettings(): Promise<void> {
    if (this.#state !== 'ready' || this.#closed || this.#turning !== undefined) return;
    try {
      await this.settings.catchUp(this.#lane.connection);
    } catch {
      // it looks again soon
    }
  }

  #watch(lane: ReplicaConnection): void {
    void lane.connection.untilEnded().then(async (cause) => {
      if (this.#over || lane !== this.#lane) return;
      if (this.#state === 'lost') {
        await this.#turning;
        this.#giveUp(lane.writer.doubt, cause);
        return;
      }
      if (codeOf(cause) === UNREPLICATED)
        this.#tell({
          level: 'error',
          code: 'STORE_UNREPLICATED',
          message: clusterMessages.unreplicated,
        });
      this.#because = undefined;
      this.#setState('away');
      for (const { reject } of this.#queue.splice(0)) reject(makeStoreAwayError(cause));
      if (codeOf(cause) === 'ETIMEDOUT') this.#cut();
      await this.#turning;
      if (this.#closed) this.#giveUp(lane.writer.doubt, cause);
      else
        this.#rejoining ??= this.#rejoin().finally(() => {
          this.#rejoining = undefined;
        });
    });
  }

  /** The server does not answer: requests on other connections wait for nothing. */
  #cut(): void {
    this.#numbering.cut();
    this.#reading.cut();
    this.#changes.cut();
  }

  #newRegistration(): ReplicaRegistration {
    return new ReplicaRegistration(
      this.#options,
      this.#connecting,
      this.#sessions,
      this.clock,
      this.#numbering,
      this.settings,
    );
  }

  async #rejoin(): Promise<void> {
    const { doubt } = this.#lane.writer;
    const entering = this.#newRegistration();
    for (let ms = FIRST_PAUSE_MS; !this.#closed; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
      let connection: PostgresConnection | undefined;
      try {
        connection = await PostgresConnection.open(this.#connecting);
        this.#joining = connection;
        const replication = await readReplication(connection);
        await readSchemaVersion(connection, this.#connecting.address);
        const lane = await entering.enter(connection, this.#lane.instance, {
          acknowledged: this.#lane.journal.acknowledged,
          chain: this.#lane.journal.chain,
          commits: this.#lane.writer.commits,
          doubt,
        });
        this.#joining = undefined;
        this.#lane = lane;
        this.#watch(lane);
        this.#setState('ready');
        this.#setReplication(replication);
        this.#changes.committed();
        return;
      } catch (error) {
        connection?.end();
        this.#because = error;
        if (isLost(error)) {
          for (const { job } of doubt?.done ?? []) job.reject(error);
          this.#lose(error);
          return;
        }
      }
      await pause(ms, this.#leaving.signal);
    }
    this.#giveUp(doubt, this.#because);
  }

  /** Nobody will tell whether the last commit counts. */
  #giveUp(doubt: UnconfirmedCommit | undefined, cause: unknown): void {
    for (const { job } of doubt?.done ?? []) job.reject(makeStoreUnknownError(cause));
  }

  #lose(error: StoreLostError): void {
    if (this.broken !== undefined) return;
    this.broken = error;
    for (const { reject } of this.#queue.splice(0)) reject(error);
    this.#setState('lost');
    this.#lane.connection.end();
    this.#returning ??= this.#comeBack(error).finally(() => {
      this.#returning = undefined;
    });
  }

  /** Waits until an operator has accepted what is gone, and comes back as a new replica that remembers nothing. */
  async #comeBack(error: StoreLostError): Promise<void> {
    if (!error.isNoted) await this.#noteLoss(error.loss);
    await this.#turning;
    await this.#rejoining;
    while (!this.#closed) {
      await pause(ACCEPTED_LOOK_MS, this.#leaving.signal);
      if (!this.#closed && (await this.#tryComingBack())) return;
    }
  }

  async #tryComingBack(): Promise<boolean> {
    let connection: PostgresConnection | undefined;
    try {
      connection = await PostgresConnection.open(this.#connecting);
      this.#joining = connection;
      await refuseLosses(connection);
      await readSchemaVersion(connection, this.#connecting.address);
      // what was disabled and is lost goes on to count here, and nowhere else: a restart reads what there is
      if (!(await this.settings.isKept(connection))) {
        connection.end();
        return false;
      }
      const replication = await readReplication(connection);
      await this.#numbering.forget();
      const entering = this.#newRegistration();
      const lane = await entering.enter(connection, mintId(Math.trunc(systemClock.now())), undefined);
      this.#joining = undefined;
      await this.settings.catchUp(lane.connection);
      this.#lane = lane;
      this.broken = undefined;
      this.#watch(lane);
      this.#setState('ready');
      this.#setReplication(replication);
      this.#changes.committed();
      return true;
    } catch {
      connection?.end();
      return false;
    }
  }

  /** Others may not have seen what is gone, and would decide by what is left. */
  async #noteLoss(what: string): Promise<void> {
    for (let ms = FIRST_PAUSE_MS; !this.#closed; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
      let connection: PostgresConnection | undefined;
      try {
        connection = await PostgresConnection.open(this.#connecting);
        await recordLoss(connection, this.#lane.instance, what);
        return;
      } catch {
        await pause(ms, this.#leaving.signal);
      } finally {
        connection?.end();
      }
    }
  }

  #setState(state: StoreState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#stateSince = this.clock.now();
    for (const listener of this.#listeners) listener(state);
  }

  #setReplication(now: ReplicationReport): void {
    const before = this.#replication;
    this.#replication = now;
    const isSame =
      now.mode === before.mode && now.standbys === before.standbys && now.synchronous === before.synchronous;
    if (isSame) return;
    this.#tell({
      level: now.mode === 'synchronous' && now.synchronous > 0 ? 'info' : 'warning',
      code: 'STORE_REPLICATION',
      message: logMessages.replication.changed({ replication: describeReplication(now) }),
    });
  }

  #tell(news: StoreNotice): void {
    for (const hear of this.#hearers) hear(news);
  }

  async #close(): Promise<void> {
    const left = this.#state === 'ready' ? this.#leave() : Promise.resolve();
    this.#closed = true;
    clearTimeout(this.#numberLater);
    clearInterval(this.#pulse);
    clearInterval(this.#following);
    await left;
    await this.#turning;
    this.#leaving.abort();
    this.#joining?.end();
    await this.#rejoining;
    await this.#returning;
    await this.board.close();
    await this.#changes.stop();
    await this.#reading.close();
    await this.#numbering.close();
    this.#over = true;
    // other replicas need not wait for the server to notice
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

/** Settings on connections of their own, which turn what the database says into a fault of the store. */
const makeSettings = (connecting: ConnectionOptions, keys: Keys): PostgresSettings =>
  new PostgresSettings(keys, connecting.address.schema, (work) =>
    workApart(connecting, work).catch((error: unknown) => {
      throw toStoreFault(error, connecting.busyMs);
    }),
  );

/** What people decided, for one command: it becomes no replica. */
export const openPostgresSettings = async ({
  url,
  keys,
}: Pick<PostgresOptions, 'url' | 'keys'>): Promise<SharedSettings> => {
  const connecting: ConnectionOptions = {
    address: parseDatabaseAddress(url),
    busyMs: BUSY_MS,
    name: 'callgate settings',
  };
  await refuseOtherTables(connecting);
  const settings = makeSettings(connecting, keys);
  await workApart(connecting, (connection) => settings.catchUp(connection));
  return settings;
};

/** Opens the store in a database, and makes its tables where there are none. */
export const openPostgresStore = async (options: PostgresOptions): Promise<PostgresStore> => {
  try {
    return await OpenPostgresStore.open(options);
  } catch (error) {
    throw classifyPostgresFault(error) === 'other' ? error : makePostgresOpenError(error);
  }
};
