import type { Keys } from '@callgate/gate';
import { refuseNewStore, signTail } from '@callgate/gate/audit';
import { CallgateError } from '@callgate/core';
import { serveMessages } from '@callgate/messages/cli/serve';
import type { OpenStoreOptions, StoreHandle } from '@callgate/gateway/store';
import { openStore } from '@callgate/gateway/store';
import type { HomePaths } from './home-paths.ts';

const codeOf = (error: unknown): string =>
  error instanceof CallgateError ? error.code : serveMessages.noCode;

/** Signs what a command wrote, and closes the store. What was written stays written where that fails. */
export const signAndClose = async (
  { store }: Pick<StoreHandle, 'store'>,
  keys: Keys,
  { anchors }: Pick<HomePaths, 'anchors'>,
): Promise<void> => {
  try {
    await signTail({ store, keys, path: anchors });
  } catch (error) {
    process.stderr.write(`note: ${serveMessages.notSigned({ code: codeOf(error) })}\n`);
  } finally {
    await store.close();
  }
};

/** Opens a store for one command that writes into it. A store that is remembered and not there is not made anew. */
export const openStoreForWriting = async (
  place: string,
  home: Pick<HomePaths, 'anchors'>,
  options: OpenStoreOptions,
): Promise<StoreHandle & { close(): Promise<void> }> => {
  await refuseNewStore(place, { path: home.anchors }, options.keys);
  const placed = await openStore(place, options);
  return { ...placed, close: () => signAndClose(placed, options.keys, home) };
};
