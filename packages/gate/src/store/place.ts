import { existsSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import type { Keys } from '../record/keys.ts';
import { isPostgresUrl, readAddress } from './postgres/address.ts';
import type { PostgresStore } from './postgres/index.ts';
import type { OpenReader } from './reader.ts';
import type { Board } from './board/index.ts';
import { MemoryBoard } from './board/index.ts';
import type { Store } from './store.ts';

export { isPostgresUrl } from './postgres/address.ts';
export type { OpenReader } from './reader.ts';
export type { PostgresStore, ReplicationReport, StoreNews, StoreState } from './postgres/index.ts';
export { MemoryBoard } from './board/index.ts';
export type { Board, Note, NoteKind, NotePut } from './board/index.ts';
export { replicationWords } from './replication-words.ts';
export { copyStore } from './copy/copy-store.ts';
export type { CopiedStore, CopyProgress } from './copy/copy-store.ts';

/** Where a store is: a file, or the address of a database with its password apart, so that the address can be shown. */
export interface StorePlace {
  readonly path: string;
  readonly password?: string;
}

/** An open store, and what there is to know of it besides. */
export interface PlacedStore {
  readonly store: Store;
  /** What everything on this store is timed by. */
  readonly clock: Clock;
  /** What every process that has it open finds again. */
  readonly board: Board;
  /** Where it is in a database: whether it can be reached, and how it is replicated. */
  readonly database: PostgresStore | null;
}

export interface OpenStoreOptions {
  readonly keys: Keys;
  /** For tests. */
  readonly clock?: Clock;
  /** Opens it although rows are gone that were acknowledged, for who is about to accept that. */
  readonly despiteLoss?: boolean;
}

/** The address with its password, for opening and for nobody's eyes. */
export const addressOf = ({ path, password }: StorePlace): string => {
  if (password === undefined || !isPostgresUrl(path)) return path;
  const url = URL.parse(path);
  if (url === null) return path;
  // left to itself, an address keeps a % as it is, and who reads it takes that for the beginning of something else
  url.password = encodeURIComponent(password);
  return url.href;
};

/** The place that was written in one text, its password apart. */
export const placeOf = (written: string): StorePlace => {
  const url = isPostgresUrl(written) ? URL.parse(written) : null;
  if (url === null || url.password === '') return { path: written };
  const password = decoded(url.password);
  url.password = '';
  return { path: url.href, password };
};

const decoded = (password: string): string => {
  try {
    return decodeURIComponent(password);
  } catch {
    throw new CallgateError('STORE_ADDRESS', 'the password in the address of the database cannot be read', {
      help: 'write % as %25 in it, or give the password apart',
    });
  }
};

/** For people: a file, or an address without its password. */
export const shownPlace = (place: string): string => {
  if (!isPostgresUrl(place)) return display(place);
  return URL.canParse(place) ? display(readAddress(place).shown, { max: 300 }) : 'a PostgreSQL database';
};

/** By what name processes of one machine know a store. Nobody need see it. */
export const placeName = (place: string): string => (isPostgresUrl(place) ? readAddress(place).shown : place);

/** Whether there can be a store: of a database nobody knows before asking it. */
export const mayBeStore = (place: string): boolean => isPostgresUrl(place) || existsSync(place);

/** Opens the store in a file or in a database, and makes it where there is none. */
export const openStore = async (
  place: string,
  { keys, clock, despiteLoss = false }: OpenStoreOptions,
): Promise<PlacedStore> => {
  const given = clock === undefined ? {} : { clock };
  if (isPostgresUrl(place)) {
    const { openPostgresStore } = await import('./postgres/index.ts');
    const database = await openPostgresStore({ url: place, keys, despiteLoss, ...given });
    return { store: database, clock: clock ?? database.clock, board: database.board, database };
  }
  refuseOther(place);
  const { openSqliteStore } = await import('./sqlite/index.ts');
  const store = await openSqliteStore({ path: place, keys, ...given });
  const timed = clock ?? systemClock;
  return { store, clock: timed, board: new MemoryBoard(timed), database: null };
};

/** Opens it to be read only: without keys, and without becoming one of its openers. */
export const openStoreReader = async (place: string): Promise<OpenReader> => {
  if (isPostgresUrl(place)) {
    const { openPostgresReader } = await import('./postgres/index.ts');
    return await openPostgresReader(place);
  }
  refuseOther(place);
  const { openSqliteReader } = await import('./sqlite/index.ts');
  return await openSqliteReader(place);
};

/** A file whose name is that of another kind of database was not meant. */
const refuseOther = (place: string): void => {
  const [, scheme] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(place) ?? [];
  if (scheme === undefined) return;
  throw new CallgateError('STORE_ADDRESS', `there are no stores at ${display(scheme, { max: 40 })}://`, {
    help: 'a store is a file or postgres://user@host/database',
  });
};
