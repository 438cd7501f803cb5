import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { Clock, GateOptions, People } from '@callgate/gate';
import { SINGLE_USER, memoryKeys, openKeys } from '@callgate/gate';
import { refuseNewStore } from '@callgate/gate/audit';
import { openMemoryStore } from '@callgate/gate/sqlite';
import { isPostgresUrl } from '@callgate/gate/store';
import { openStore } from '@callgate/gateway/store';
import { homeErrors } from '@callgate/messages/errors/home';
import { findNearestName } from '@callgate/policy';
import { CONFIG_NAME } from '../home/find-config.ts';
import { followHomeAnswers } from '../home/follow-home-answers.ts';
import { homePaths } from '../home/home-paths.ts';
import { locateHomeStore } from '../home/locate-home-store.ts';
import { refuseWritableHome } from '../home/refuse-writable-home.ts';

/** What a gate keeps: its store, its keys, and who may approve. */
export interface StorePlacement extends Pick<GateOptions, 'store' | 'keys' | 'remember'> {
  readonly clock?: Clock;
  readonly people: People;
  close(): Promise<void>;
}

/** In the memory of this process. */
const openMemoryPlace = (clock: Clock | undefined): StorePlacement => {
  const keys = memoryKeys();
  const given = clock === undefined ? {} : { clock };
  const store = openMemoryStore({ keys, ...given });
  return { store, keys, people: SINGLE_USER, ...given, close: () => store.close() };
};

const MEMORY = 'memory';

/** A typo of `memory`, or another kind of address, must not become the name of a folder. */
const refuseStrangePlace = (given: unknown): void => {
  if (given === undefined) return;
  const written = typeof given === 'string' ? given : '';
  const near =
    /[/\\]/.test(written) || existsSync(written)
      ? undefined
      : findNearestName(written.replaceAll(':', ''), [MEMORY]);
  const isAddress = /^[a-z][a-z0-9+.-]+:\/\//i.test(written) && !isPostgresUrl(written);
  if (written !== '' && (written === MEMORY || (near === undefined && !isAddress))) return;
  throw new CallgateError(homeErrors.storeNotPlace({ store: display(String(given), { max: 80 }), near }));
};

/** `memory`, a folder of Callgate, or the address of a database; Callgate's own folder where nothing is given. */
export const openPlace = async (
  given: string | undefined,
  clock: Clock | undefined,
): Promise<StorePlacement> => {
  refuseStrangePlace(given);
  if (given === MEMORY) return openMemoryPlace(clock);
  const database = given !== undefined && isPostgresUrl(given) ? given : undefined;
  const env =
    given === undefined || database !== undefined ? process.env : { ...process.env, CALLGATE_HOME: given };
  const home = homePaths(env);
  refuseWritableHome(home.folder);
  const address =
    given === undefined || database !== undefined ? await locateHomeStore(env, database) : home.database;
  const people = existsSync(join(home.folder, CONFIG_NAME))
    ? (await followHomeAnswers(env)()).people
    : SINGLE_USER;
  const keys = openKeys(home.keys);
  const remember = { path: home.anchors };
  await refuseNewStore(address, remember, keys);
  const placed = await openStore(address, { keys, ...(clock === undefined ? {} : { clock }) });
  return { ...placed, keys, remember, people, close: () => placed.store.close() };
};
