import type { Keys } from '@callgate/gate';
import type { Store } from '@callgate/gate/store';
import { openPostgresStore } from '@callgate/cluster';
import { openSqliteStore } from '@callgate/gate/sqlite';

/** Where somebody lives who does not live in a file. */
export const ADDRESS = 'CALLGATE_LIFE_STORE';

/** Opens the store of a place: the file, unless the environment names a database. */
export const openHere = async (path: string, keys: Keys, durable: boolean = true): Promise<Store> => {
  const url = process.env[ADDRESS] ?? '';
  return url === ''
    ? await openSqliteStore({ path, keys, durable })
    : await openPostgresStore({ url, keys, busyMs: 3000 });
};
