import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock, Keys } from '@callgate/gate';
import type { OpenReader, Store } from '@callgate/gate/store';
import { openSqliteReader, openSqliteStore } from '@callgate/gate/sqlite';

/** A database for one place where several processes live. */
export interface PlaceDatabase {
  readonly url: string;
  /** Resolves when the server knows that nobody has it open. */
  untilLeft(): Promise<void>;
  remove(): Promise<void>;
}

/** A kind of store that tests of gates run on. */
export interface Stores {
  readonly name: 'sqlite' | 'postgres';
  /** A place where nothing is yet. */
  fresh(): string;
  open(place: string, parts: { readonly keys: Keys; readonly clock?: Clock }): Promise<Store>;
  read(place: string): Promise<OpenReader>;
  /** What somebody does who can write the database. Says how many rows it touched. Nobody may have it open. */
  edit(place: string, sql: string): Promise<number>;
  /** Another place with all of it. Nobody may have it open. */
  copy(place: string): Promise<string>;
  /** A copy takes the place of what it was made of. */
  putBack(copy: string, place: string): Promise<void>;
  /** Everything that lies there, as it lies there. */
  everything(place: string): Promise<string>;
  destroy(place: string): Promise<void>;
  /** For processes, where a file is not what they share. */
  readonly database?: () => Promise<PlaceDatabase>;
}

const ENDS = ['', '-wal', '-shm'] as const;

const inFiles: Stores = {
  name: 'sqlite',
  fresh: () => join(mkdtempSync(join(tmpdir(), 'callgate-')), 'callgate.db'),
  open: (path, parts) => openSqliteStore({ path, durable: false, ...parts }),
  read: (path) => openSqliteReader(path),
  edit: async (path, sql) => {
    const database = new DatabaseSync(path);
    try {
      const changes = (): number => Number(database.prepare('SELECT total_changes() AS n').get()?.['n']);
      const before = changes();
      database.exec(sql);
      return changes() - before;
    } finally {
      database.close();
    }
  },
  copy: async (path) => {
    const copy = inFiles.fresh();
    for (const end of ENDS) if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
    return copy;
  },
  putBack: async (copy, path) => {
    for (const end of ENDS) {
      rmSync(`${path}${end}`, { force: true });
      if (existsSync(`${copy}${end}`)) copyFileSync(`${copy}${end}`, `${path}${end}`);
    }
  },
  everything: async (path) =>
    readdirSync(dirname(path), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => readFileSync(join(dirname(path), name), 'latin1'))
      .join('\n'),
  destroy: async (path) => rmSync(dirname(path), { recursive: true, force: true }),
};

let chosen: Stores = inFiles;

/** Whatever is imported after this runs on these stores. */
export const runOn = (stores: Stores): void => {
  chosen = stores;
};

/** The stores that these tests run on: files, unless others were chosen. */
export const stores = (): Stores => chosen;
