import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { Checkpoint } from '@callgate/gate/record';
import { formatAnchorLine, publicKeyPem, readKeys } from '@callgate/gate/record';
import { Checkpointer } from '@callgate/gate/audit';
import { finishBackup, removeStoreFile } from '@callgate/gate/sql';
import { displayStoreLocation, isPostgresUrl } from '@callgate/gate/store';
import { systemClock } from '@callgate/gate';
import { openStore, snapshotStore } from '@callgate/gateway/store';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { homeErrors } from '@callgate/messages/errors/home';
import { resolveAnchors, resolvePublicKey } from '../audit/verification-inputs.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import { readSharedSettings } from './carry-settings.ts';
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

/** What a sealed text is about. */
export const BACKUP_SETTINGS = 'backup-settings';

/** What people decided goes with the store that has it: a restored one must not enable what was disabled. */
const sealSettings = async (place: string, home: HomePaths): Promise<string | undefined> => {
  if (!isPostgresUrl(place)) return undefined;
  const shared = await readSharedSettings(place, home);
  if (shared === undefined) note(texts.noSettings);
  return shared === undefined
    ? undefined
    : readKeys(home.keys).encrypt(JSON.stringify(shared), BACKUP_SETTINGS);
};

/** Writes a backup of a store to a file, verified, while gates run. Nothing stands there before it is whole. */
export const backUpStore = async ({ place, to, home, withKey, json }: StoreBackupOptions): Promise<void> => {
  const file = resolve(to);
  if (existsSync(file)) throw new CallgateError(homeErrors.backupExists({ path: display(to) }));
  const publicKey = resolvePublicKey(home, undefined) ?? readKeys(home.keys).publicKey;
  // before the store: what is remembered must be in it
  const anchors = await resolveAnchors(home, undefined, note);
  const settings = await sealSettings(place, home);
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
      settings,
      ...(withKey ? { keyFile: readFileSync(home.keys, 'utf8') } : {}),
    });
    const done = { store: displayStoreLocation(place), file: display(file), withKey };
    if (json) write(asciiJson({ ...done, entries: remembered.at(-1)?.size ?? 0, verified: true }, 2));
    else write([texts.made(done), withKey ? texts.hasKey : texts.keepKey].join('\n'));
  } finally {
    removeStoreFile(draft);
  }
};
