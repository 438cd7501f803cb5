import type { CallgateError } from '@callgate/core';
import type { Clock } from '../../environment/clock.ts';
import { systemClock } from '../../environment/clock.ts';
import { mintId } from '../../environment/ids.ts';
import type { Keys } from '../../record/keys.ts';
import { makeStoreClosedError } from '../faults.ts';
import type { StoreReader } from '../store-reader.ts';
import { SqlReader } from '../sql/sql-reader.ts';
import type { Store, Tx } from '../store.ts';
import { hasRecentCalls } from './recent-calls.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { repairEntryIndex } from './entry-index.ts';
import { makeSqliteOpenError } from './faults.ts';
import { migrateTables, openMemory, openReader, openWriter, retryWhileBusy } from './open-database.ts';
import { ReplicaLocks, addReplica } from './replica-locks.ts';
import { prepareStoreFile } from './prepare-store-file.ts';
import { SqliteReadConnection } from './sqlite-read-connection.ts';
import { WalCheckpointer, WalSync, StoreFiles } from './store-files.ts';
import { SqliteTables } from './sqlite-tx.ts';
import { TableCatchUp } from './table-catch-up.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import { WalThread } from './wal-thread.ts';

export interface SqliteOptions {
  /** The file. Its folder is made if it does not exist; it must lie on a disk of this machine. */
  readonly path: string;
  readonly keys: Keys;
  readonly clock?: Clock;
  /** How long another process may hold the store before it counts as busy. 10 s where absent. */
  readonly busyMs?: number;
  /** false: every piece of work has a commit of its own. Only to measure what sharing them saves. */
  readonly groupCommit?: boolean;
  /** false: nothing is durable, and whatever relies on it is lost with the power. For tests and measurements only. */
  readonly durable?: boolean;
  /** Sessions that are kept in memory at most, and the characters of results in all of them. */
  readonly sessions?: { readonly count: number; readonly characters: number };
}

/** A store in one file of this machine. Several processes may have it open. */
export interface SqliteStore extends Store {
  /** The file's one true path. */
  readonly path: string;
}

const BUSY_MS = 10_000;
const MOST_IN_A_BATCH = 256;
const MEMORY = ':memory:';
const SESSIONS = { count: 1000, characters: 32 * 1024 * 1024 };

class OpenSqliteStore implements SqliteStore {
  readonly path: string;
  readonly instance: string;
  readonly read: StoreReader;
  readonly #tables: SqliteTables;
  readonly #writer: SqliteWriter;
  readonly #reading: SqliteReadConnection;
  readonly #changes: SqliteChangeListeners;
  readonly #checkpointer: WalCheckpointer;
  readonly #sync: WalSync;
  readonly #catchUp: TableCatchUp;
  #closing: Promise<void> | undefined;

  constructor(
    path: string,
    instance: string,
    tables: SqliteTables,
    reader: SqliteReadConnection,
    files: StoreFiles,
    options: Pick<SqliteOptions, 'busyMs' | 'groupCommit' | 'durable'>,
  ) {
    const busyMs = options.busyMs ?? BUSY_MS;
    this.path = path;
    this.instance = instance;
    this.#tables = tables;
    this.#reading = reader;
    this.#catchUp = new TableCatchUp(tables, (work) => this.#writer.transact(work, true));
    reader.beforeReading(async () => {
      if (tables.sessions.hasUnwritten || hasRecentCalls(reader.connection)) await this.#catchUp.now();
    });
    this.read = new SqlReader(this.#reading);
    this.#changes = new SqliteChangeListeners(tables.connection, () => this.#writer.check());
    const isDurable = options.durable !== false;
    const onFault = (error: unknown): void => void this.#writer.breakDown(error);
    this.#checkpointer = new WalCheckpointer(
      tables.connection,
      isDurable ? new WalThread(path, onFault) : undefined,
    );
    this.#sync = new WalSync(isDurable ? path : null, onFault);
    // from here on a commit is written, and synced by `#sync`
    if (isDurable) tables.connection.db.exec('PRAGMA synchronous = NORMAL');
    this.#writer = new SqliteWriter(tables, {
      sync: this.#sync,
      busyMs,
      most: options.groupCommit === false ? 1 : MOST_IN_A_BATCH,
      committed: () => this.#committed(),
      between: (changes) => this.#checkpointer.after(changes),
      gone: () => files.gone(),
      brokeDown: () => this.#changes.tell(),
    });
  }

  get broken(): CallgateError | undefined {
    return this.#writer.broken;
  }

  checkPlace(): void {
    if (!this.#writer.check()) throw this.broken ?? makeStoreClosedError();
  }

  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#writer.transact(work);
  }

  onChange(listener: () => void): () => void {
    return this.#changes.listen(listener);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  #committed(): void {
    for (const instance of this.#tables.committed())
      if (instance !== this.instance) this.#tables.openers.clean(instance);
    this.#changes.tell();
    this.#catchUp.committed();
  }

  async #close(): Promise<void> {
    const left = this.#leave();
    this.#catchUp.stop();
    await this.#writer.close();
    const gone = await left;
    // a store that breaks here leaves its log
    await this.#sync.close();
    await this.#checkpointer.close();
    this.#changes.stop();
    this.#reading.close();
    this.#tables.openers.letGo();
    if (gone) this.#tables.openers.clean(this.instance);
    this.#closeFile();
  }

  /** An opener that leaves nothing behind need not be seen to by others. */
  async #leave(): Promise<boolean> {
    try {
      return await this.transact(async (tx) => {
        this.#tables.sessions.write();
        const out = await tx.callsOfInstance(this.instance, ['dispatching'], 1);
        const waiting = await tx.callsOfInstance(this.instance, ['held', 'approved'], 1, true);
        if (out.length + waiting.length > 0) return false;
        await tx.forgetInstance(this.instance);
        return true;
      });
    } catch {
      return false;
    }
  }

  #closeFile(): void {
    const { db } = this.#tables.connection;
    // a store that broke leaves its log as it is, and may have been closed then
    if (this.broken !== undefined) return;
    try {
      this.#checkpointer.run('TRUNCATE');
    } catch {
      // the log keeps what was committed; the next opener moves it
    }
    db.close();
  }
}

/** Inside one transaction: brings the file to this version and tells others of this opener. */
const enter = (connection: SqliteConnection, path: string, instance: string, at: number): void => {
  connection.db.exec('BEGIN IMMEDIATE');
  try {
    migrateTables(connection, path);
    repairEntryIndex(connection);
    addReplica(connection, instance, at);
    connection.db.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.db.exec('ROLLBACK');
    throw error;
  }
};

/** Opens the store in a file, and makes it where there is none. */
export const openSqliteStore = async (options: SqliteOptions): Promise<SqliteStore> => {
  const { keys, clock = systemClock, busyMs = BUSY_MS, durable = true, sessions = SESSIONS } = options;
  const path = prepareStoreFile(options.path);
  const instance = mintId(Math.trunc(clock.now()));
  const openers = new ReplicaLocks(path, instance);
  const opened: SqliteConnection[] = [];
  try {
    openers.hold();
    const [{ connection, reader }, files] = await StoreFiles.around(path, async () => {
      const writing = await openWriter(path, durable, busyMs);
      opened.push(writing);
      await retryWhileBusy(busyMs, () => enter(writing, path, instance, Math.trunc(clock.now())));
      const reading = await openReader(path, busyMs);
      opened.push(reading);
      return { connection: writing, reader: reading };
    });
    const tables = new SqliteTables(connection, openers, clock, keys, {
      sessions: sessions.count,
      characters: sessions.characters,
    });
    const reads = new SqliteReadConnection(reader, busyMs);
    return new OpenSqliteStore(path, instance, tables, reads, files, options);
  } catch (error) {
    for (const { db } of opened) db.close();
    openers.letGo();
    openers.clean(instance);
    throw makeSqliteOpenError(path, error);
  }
};

/** Opens a store in the memory of this process: no file is written, and nothing is left when it is closed. */
export const openMemoryStore = ({
  keys,
  clock = systemClock,
}: Pick<SqliteOptions, 'keys' | 'clock'>): SqliteStore => {
  const at = Math.trunc(clock.now());
  const instance = mintId(at);
  const connection = openMemory();
  enter(connection, MEMORY, instance, at);
  const tables = new SqliteTables(connection, new ReplicaLocks(null, instance), clock, keys, {
    sessions: SESSIONS.count,
    characters: SESSIONS.characters,
  });
  const reads = new SqliteReadConnection(connection, BUSY_MS, true);
  return new OpenSqliteStore(MEMORY, instance, tables, reads, StoreFiles.none(), { durable: false });
};

const LOOK_EVERY_MS = 100;

/** Tells listeners of a commit, here or in another process. */
export class SqliteChangeListeners {
  readonly #connection: SqliteConnection;
  readonly #onLook: () => void;
  readonly #listeners: Set<() => void> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #version: unknown = undefined;
  #told = false;

  /**
   * @param connection The one that writes here, if any: by its version the commits of others are told from its own.
   * @param onLook Called as often as others are looked for.
   */
  constructor(connection: SqliteConnection, onLook: () => void = () => {}) {
    this.#connection = connection;
    this.#onLook = onLook;
  }

  listen(listener: () => void): () => void {
    // the same function twice is two listeners
    const own = (): void => listener();
    this.#listeners.add(own);
    if (this.#timer === undefined) this.#start();
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  /** This process has committed. */
  tell(): void {
    if (this.#told || this.#listeners.size === 0) return;
    this.#told = true;
    setImmediate(() => {
      this.#told = false;
      const listeners = [...this.#listeners];
      for (const listener of listeners) listener();
    });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #start(): void {
    this.#version = this.#look();
    this.#timer = setInterval(() => {
      this.#onLook();
      const version = this.#look();
      if (version === this.#version) return;
      this.#version = version;
      this.tell();
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  #look(): unknown {
    try {
      return this.#connection.query('PRAGMA data_version').get()?.['data_version'];
    } catch {
      // it looks again soon
      return this.#version;
    }
  }
}
