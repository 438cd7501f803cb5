import { closeSync, constants, fdatasync, fdatasyncSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CallgateError } from '@callgate/core';
import { systemClock } from '../../environment/clock.ts';
import { makeStoreGoneError } from '../faults.ts';
import { canCheckpointLater } from './faults.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { WalThread } from './wal-thread.ts';

/** What tells a file from every other one that may stand under its name later. */
interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

const identityOf = (path: string): FileIdentity | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : { device: found.dev, inode: found.ino };
};

const isSame = (one: FileIdentity, other: FileIdentity | undefined): boolean =>
  other !== undefined && one.device === other.device && one.inode === other.inode;

/** A folder as it was when its files were looked at. Where nothing came, went or was renamed in it, it is the same. */
interface FolderState extends FileIdentity {
  readonly changedNs: bigint;
}

/** Systems whose folders say when something in them came, went or was renamed. */
const TELLS_CHANGES = process.platform === 'linux' || process.platform === 'darwin';
/** File systems round times, some to two seconds: a change so soon after another may bear the same time. */
const TICK_NS = 3_000_000_000n;

const readFolder = (folder: string): FolderState | undefined => {
  try {
    const { dev, ino, ctimeNs } = statSync(folder, { bigint: true });
    return { device: dev, inode: ino, changedNs: ctimeNs };
  } catch {
    return undefined;
  }
};

/** The files that an open store writes to. SQLite keeps all three for as long as anybody has the store open. */
export class StoreFiles {
  readonly #files: readonly { readonly path: string; readonly identity: FileIdentity }[];
  /** Undefined where every file must be looked at. */
  #folder: FolderState | undefined;
  #gone: CallgateError | undefined;

  readonly #place: string;

  private constructor(files: readonly { readonly path: string; readonly identity: FileIdentity }[]) {
    this.#files = files;
    this.#place = dirname(files[0]?.path ?? '');
  }

  /** A store in memory has none. */
  static none(): StoreFiles {
    return new StoreFiles([]);
  }

  /**
   * Opens by `open`, which has to commit something, and remembers the files that were opened. Throws STORE_GONE where
   * they are not the same before and after.
   */
  static async around<T>(path: string, open: () => Promise<T>): Promise<readonly [T, StoreFiles]> {
    const before = identityOf(path);
    const opened = await open();
    const files = [path, `${path}-wal`, `${path}-shm`].map((each) => {
      const identity = identityOf(each);
      if (identity === undefined) throw makeStoreGoneError(each);
      return { path: each, identity };
    });
    const [main] = files;
    if (before === undefined || main === undefined || !isSame(before, main.identity))
      throw makeStoreGoneError(path);
    return [opened, new StoreFiles(files)];
  }

  /** Set once a file was deleted, moved or replaced, for good: what it held is no longer what others see. */
  gone(): CallgateError | undefined {
    if (this.#gone !== undefined) return this.#gone;
    if (this.#files.length === 0 || this.#isUntouched()) return undefined;
    for (const { path, identity } of this.#files)
      if (!isSame(identity, look(path))) return (this.#gone = makeStoreGoneError(path));
    return undefined;
  }

  /** Whether nothing has happened in the folder since the files were last found there. Else they are looked at next. */
  #isUntouched(): boolean {
    if (!TELLS_CHANGES) return false;
    const before = this.#folder;
    this.#folder = undefined;
    const now = readFolder(this.#place);
    if (now === undefined) return false;
    const isOld = BigInt(Math.trunc(systemClock.now())) * 1_000_000n - now.changedNs > TICK_NS;
    if (isOld) this.#folder = now;
    return before !== undefined && isSame(before, now) && before.changedNs === now.changedNs;
  }
}

/** A folder that cannot be searched any more hides the file as well as if it were gone. */
const look = (path: string): FileIdentity | undefined => {
  try {
    return identityOf(path);
  } catch {
    return undefined;
  }
};

/** Pages that the log may have before they are moved into the file. */
const PAGES = 2500;
/** A log that readers keep from starting anew is cut as soon as one moment allows it. */
const TOO_MANY = 20_000;
/** A store that fills its log within this time has it moved by a thread. One that is seldom used needs none. */
export const OFTEN_MS = 5000;

/**
 * Moves what was committed from the log into the file. Done here and not by SQLite itself, which would not say that
 * it failed: after a failed sync of the file the log must not be thrown away.
 *
 * Where it happens often, a thread moves most of it while calls go on, and the event loop moves what was committed
 * meanwhile: the log begins anew only when nothing is left in it.
 */
export class WalCheckpointer {
  readonly #connection: SqliteConnection;
  readonly #thread: Pick<WalThread, 'move' | 'close'> | undefined;
  #every = 1000;
  #since = 0;
  #pages = 0;
  #emptiedAt = -Infinity;
  /** Of the log. Once the thread has moved it, the rest is moved here. */
  #state: 'filling' | 'moving' | 'moved' = 'filling';

  /** @param thread Undefined for a store that syncs nothing. */
  constructor(connection: SqliteConnection, thread: Pick<WalThread, 'move' | 'close'> | undefined) {
    this.#connection = connection;
    this.#thread = thread;
  }

  /** So many more rows were changed. Throws if the storage fails. */
  after(changes: number): void {
    this.#since += changes;
    if (this.#state === 'moving') return;
    if (this.#state === 'filling') {
      if (this.#since < this.#every) return;
      const isOften = performance.now() - this.#emptiedAt < OFTEN_MS;
      if (isOften && this.#thread?.move(this.#onMoved) === true) {
        this.#state = 'moving';
        return;
      }
    }
    this.run(this.#pages > TOO_MANY ? 'TRUNCATE' : 'PASSIVE');
    const pagesPerChange = this.#pages / this.#since;
    this.#every = Math.min(20_000, Math.max(50, Math.round(PAGES / Math.max(pagesPerChange, 0.1))));
    this.#since = 0;
    this.#emptiedAt = performance.now();
    this.#state = 'filling';
  }

  run(mode: 'PASSIVE' | 'TRUNCATE'): void {
    try {
      const row = this.#connection.query(`PRAGMA wal_checkpoint(${mode})`).get();
      this.#pages = Number(row?.['log'] ?? 0);
    } catch (error) {
      if (!canCheckpointLater(error)) throw error;
    }
  }

  /** Only `run` moves the log after this. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }

  readonly #onMoved = (): void => {
    this.#state = 'moved';
  };
}

/** How long something that may be lost with the power stays unsynced at most. */
export const SYNC_WITHIN_MS = 50;

/** The log, opened twice. What was committed before is on disk after this. */
const openLog = (path: string): readonly number[] => {
  const files: number[] = [];
  try {
    while (files.length < 2) files.push(openSync(`${path}-wal`, constants.O_RDWR));
    for (const file of files.slice(1)) fdatasyncSync(file);
    return files;
  } catch (error) {
    for (const file of files) closeSync(file);
    throw error;
  }
};

/**
 * Syncs the log beside the database file. A commit alone only writes it, which survives a kill and not a loss of power;
 * one sync covers every commit before it.
 */
export class WalSync {
  /** One to sync at once and one to sync beside: the system tells each open file of a fault once, and both must hear. */
  readonly #files: readonly number[];
  readonly #onFault: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  /** The sync that goes on beside the event loop. */
  #running: Promise<void> | undefined;

  /** @param path Of the database; null where there is nothing to sync. */
  constructor(path: string | null, onFault: (error: unknown) => void) {
    this.#files = path === null ? [] : openLog(path);
    this.#onFault = onFault;
  }

  /** Throws where the storage fails: nobody knows then what of the log lasts. */
  now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [file] = this.#files;
    if (file !== undefined) fdatasyncSync(file);
  }

  /** With the next sync, and soon in any case. */
  later(): void {
    const [, file] = this.#files;
    if (file === undefined) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // one that began before the commit may not cover it
      if (this.#running === undefined) this.#running = this.#syncBeside(file);
      else this.later();
    }, SYNC_WITHIN_MS).unref();
  }

  /** Syncs what is left. Nothing is committed any more. */
  async close(): Promise<void> {
    await this.#running;
    try {
      this.now();
    } catch (error) {
      this.#onFault(error);
    }
    for (const file of this.#files) closeSync(file);
  }

  async #syncBeside(file: number): Promise<void> {
    const error = await new Promise<unknown>((resolve) => fdatasync(file, resolve));
    this.#running = undefined;
    if (error !== null) this.#onFault(error);
  }
}
