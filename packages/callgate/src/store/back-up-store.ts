import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { Checkpoint } from '@callgate/gate/record';
import { formatAnchorLine, publicKeyPem, readKeys } from '@callgate/gate/record';
import { Checkpointer } from '@callgate/gate/audit';
import { finishBackup, removeStoreFile } from '@callgate/gate/sql';
import { displayStoreLocation } from '@callgate/gate/store';
import { systemClock } from '@callgate/gate';
import { openStore, snapshotStore } from '@callgate/gateway/store';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { homeErrors } from '@callgate/messages/errors/home';
import { resolveAnchors, resolvePublicKey } from '../audit/verification-inputs.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import { checkStore } from './check-store.ts';
import { withCopyProgress } from './copy-progress.ts';

const { backup: texts } = setUpMessages;

export interface StoreBackupOptions {
  readonly place: string;
  readonly to: string;
  readonly home: HomePaths;
  readonly withKey: boolean;
  readonly json: boolean;
}

const note = (text: string): void => {
  process.stderr.write(`note: ${text}\n`);
};

/** Signs the copy to its end, so that nothing of it can be changed unseen. Where only the public key is here, it stays as it is. */
const signCopy = async (draft: string, { keys: path }: HomePaths): Promise<readonly Checkpoint[]> => {
  if (!existsSync(path)) return [];
  const keys = readKeys(path);
  const { store } = await openStore(draft, { keys });
  try {
    const signed = await new Checkpointer({ store, keys, everyRows: 1 }).catchUp('now');
    return signed === undefined ? [] : [signed];
  } finally {
    await store.close();
  }
};

/** Writes a backup of a store to a file, verified, while gates run. Nothing stands there before it is whole. */
export const backUpStore = async ({ place, to, home, withKey, json }: StoreBackupOptions): Promise<void> => {
  const file = resolve(to);
  if (existsSync(file)) throw new CallgateError(homeErrors.backupExists({ path: display(to) }));
  const publicKey = resolvePublicKey(home, undefined) ?? readKeys(home.keys).publicKey;
  // before the store: what is remembered must be in it
  const anchors = await resolveAnchors(home, undefined, note);
  const draft = `${file}.partial`;
  try {
    await withCopyProgress((onProgress) => snapshotStore(place, draft, onProgress));
    const signed = await signCopy(draft, home);
    const remembered = [...anchors, ...signed];
    await checkStore(draft, { publicKey, anchors: remembered }, homeErrors.backupUnverified);
    finishBackup(draft, file, {
      madeAt: Math.trunc(systemClock.now()),
      publicKey: publicKeyPem(publicKey),
      anchors: remembered.map((checkpoint) => `${formatAnchorLine(checkpoint)}\n`).join(''),
      ...(withKey ? { keyFile: readFileSync(home.keys, 'utf8') } : {}),
    });
    const done = { store: displayStoreLocation(place), file: display(file), withKey };
    if (json) write(asciiJson({ ...done, entries: remembered.at(-1)?.size ?? 0, verified: true }, 2));
    else write([texts.made(done), withKey ? texts.hasKey : texts.keepKey].join('\n'));
  } finally {
    removeStoreFile(draft);
  }
};
