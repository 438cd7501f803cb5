import type { PostgresStore, Replica } from '@callgate/cluster';
import type { Clock, Keys } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import type { CopyResult, CopyProgress, CopyTarget } from '@callgate/gate/sql';
import {
  copyRows,
  openSqliteSource,
  openSqliteTarget,
  removeStoreFile,
  snapshotSqliteStore,
} from '@callgate/gate/sql';
import { openSqliteReader, openSqliteStore } from '@callgate/gate/sqlite';
import type { SharedState, OpenReader, Store } from '@callgate/gate/store';
import type { SettingsFolder } from '../disclose/settings-folder.ts';
import { openSettings } from '../disclose/settings-folder.ts';
import { MemorySharedState, isPostgresUrl, refuseOtherAddress } from '@callgate/gate/store';

/** An open store, and what there is to know of it besides. */
export interface StoreHandle {
  readonly store: Store;
  /** What everything on this store is timed by. */
  readonly clock: Clock;
  /** What every process that has it open finds again. */
  readonly board: SharedState;
  /** Where it is in a database: whether it can be reached, and how it is replicated. */
  readonly database: PostgresStore | null;
  /** This process among those that may have the database open too. */
  readonly replica: Replica | null;
}

export interface OpenStoreOptions {
  readonly keys: Keys;
  /** For tests. */
  readonly clock?: Clock;
  /** Opens it although rows are gone that were acknowledged, for who is about to accept that. */
  readonly despiteLoss?: boolean;
}

/** The cluster package is loaded for a database alone: one process on a file never pays for it. */
const loadCluster = async (place: string): Promise<typeof import('@callgate/cluster') | undefined> => {
  if (isPostgresUrl(place)) return await import('@callgate/cluster');
  refuseOtherAddress(place);
  return undefined;
};

/** Opens the store in a file or in a database, and makes it where there is none. */
export const openStore = async (
  place: string,
  { keys, clock, despiteLoss = false }: OpenStoreOptions,
): Promise<StoreHandle> => {
  const given = clock === undefined ? {} : { clock };
  const cluster = await loadCluster(place);
  if (cluster !== undefined) {
    const database = await cluster.openPostgresStore({ url: place, keys, despiteLoss, ...given });
    const { board } = database;
    const replica = new cluster.Replica(board);
    return { store: database, clock: clock ?? database.clock, board, database, replica };
  }
  const store = await openSqliteStore({ path: place, keys, ...given });
  const timed = clock ?? systemClock;
  return { store, clock: timed, board: new MemorySharedState(timed), database: null, replica: null };
};

/** Opens it to be read only: without keys, and without becoming one of its openers. */
export const openStoreReader = async (place: string): Promise<OpenReader> => {
  const cluster = await loadCluster(place);
  return await (cluster === undefined ? openSqliteReader(place) : cluster.openPostgresReader(place));
};

/** What people decided, for one command: what the replicas on a database share, else a folder of this machine. */
export const openStoreSettings = async (
  place: string,
  folder: string,
  keys: () => Keys,
): Promise<SettingsFolder> => {
  const cluster = await loadCluster(place);
  if (cluster === undefined) return openSettings(folder);
  const settings = await cluster.openPostgresSettings({ url: place, keys: keys() });
  return (await import('../disclose/shared-settings-folder.ts')).makeSharedFolder(settings);
};

/**
 * Copies everything in a store to a place where there is none, all of it or nothing. Nobody can open the copy before
 * `beforeCommit` is done; where that fails there is none.
 */
export const copyStore = async (
  from: string,
  to: string,
  onProgress?: (progress: CopyProgress) => void,
  beforeCommit?: (target: CopyTarget) => Promise<void>,
): Promise<CopyResult> => {
  const [source, target] = [await loadCluster(from), await loadCluster(to)];
  return await copyRows(
    () => (source === undefined ? openSqliteSource(from) : source.openPostgresSource(from)),
    () => (target === undefined ? openSqliteTarget(to) : target.openPostgresTarget(to)),
    onProgress,
    beforeCommit,
  );
};

/** Copies a store as it is at one moment to a file, while others write to it. What stood at `file` is replaced. */
export const snapshotStore = async (
  from: string,
  file: string,
  onProgress?: (progress: CopyProgress) => void,
): Promise<void> => {
  const source = await loadCluster(from);
  if (source === undefined) return await snapshotSqliteStore(from, file);
  removeStoreFile(file);
  await copyRows(
    () => source.openPostgresSnapshot(from),
    () => openSqliteTarget(file),
    onProgress,
  );
};
