import { existsSync } from 'node:fs';
import { readKeys } from '@callgate/gate/record';
import { isPostgresUrl } from '@callgate/gate/store';
import type { SettingsFolder } from '@callgate/gateway/tools';
import { openSettings } from '@callgate/gateway/tools';
import type { HomePaths } from './home-paths.ts';

/**
 * What people decided, for one command: what the replicas share where the store is a database, else Callgate's folder.
 * Without its key nothing can be read that replicas share, and only this machine's own counts.
 */
export const openHomeSettings = async (
  place: string,
  { folder, keys }: Pick<HomePaths, 'folder' | 'keys'>,
): Promise<SettingsFolder> => {
  if (!isPostgresUrl(place) || !existsSync(keys)) return openSettings(folder);
  const { openStoreSettings } = await import('@callgate/gateway/store');
  return await openStoreSettings(place, folder, () => readKeys(keys));
};
