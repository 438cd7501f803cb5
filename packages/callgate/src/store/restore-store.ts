import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import { acceptRestored, signTail } from '@callgate/gate/audit';
import { keyId, parseKeys, readKeys, readPublicKeyPem, restoreKeys } from '@callgate/gate/record';
import type { BackupNotes, CopyTarget } from '@callgate/gate/sql';
import { openBackup } from '@callgate/gate/sql';
import { displayStoreLocation, isPostgresUrl } from '@callgate/gate/store';
import { copyStore, openStore } from '@callgate/gateway/store';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { homeErrors } from '@callgate/messages/errors/home';
import { readPublicKey, resolveAnchors } from '../audit/verification-inputs.ts';
import { z } from 'zod';
import type { HomePaths } from '../home/home-paths.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import { momentText } from '../show/time-text.ts';
import { BACKUP_SETTINGS } from './back-up-store.ts';
import type { SettingTexts } from './carry-settings.ts';
import { writeSettings } from './carry-settings.ts';
import { checkStore } from './check-store.ts';
import { withCopyProgress } from './copy-progress.ts';

const { restore: texts } = setUpMessages;

export interface StoreRestoreOptions {
  readonly from: string;
  readonly place: string;
  readonly home: HomePaths;
  /** Gates that have this home have the store at `place`; else what they remember of theirs stays. */
  readonly isOwn: boolean;
  readonly reason: string;
  /** A public key to verify the backup with. */
  readonly key: string | undefined;
  readonly json: boolean;
}

/** Whose word it is on this machine. */
const SUBJECT = 'local';

const note = (text: string): void => {
  process.stderr.write(`note: ${text}\n`);
};

/** The keys that the backup was written with: those of this machine, or those in it, which are nowhere yet. */
const findKeys = (home: HomePaths, notes: BackupNotes, named: string | undefined): Keys => {
  const theirs = readPublicKeyPem(notes.publicKey);
  if (named !== undefined && keyId(readPublicKey(named)) !== keyId(theirs))
    throw new CallgateError(homeErrors.backupOtherKey({ key: keyId(theirs) }));
  if (!existsSync(home.keys) && notes.keyFile === undefined)
    throw new CallgateError(homeErrors.backupKeyMissing({ path: display(home.keys), key: keyId(theirs) }));
  const keys =
    existsSync(home.keys) || notes.keyFile === undefined
      ? readKeys(home.keys)
      : parseKeys(home.keys, notes.keyFile);
  if (keys.id !== keyId(theirs)) throw new CallgateError(homeErrors.backupOtherKey({ key: keyId(theirs) }));
  return keys;
};

/** Voids in the copy what must not come back, before it is a store that anyone could open. */
const voidCopy = async (
  copy: string,
  keys: Keys,
  anchors: string,
  reason: string,
  madeAt: number,
): Promise<void> => {
  const { store } = await openStore(copy, { keys });
  try {
    await acceptRestored({ store }, { by: SUBJECT, reason }, momentText(madeAt));
    await signTail({ store, keys, path: anchors });
  } finally {
    await store.close();
  }
};

const settingsSchema = z.record(z.string(), z.string());

const readSettings = ({ settings }: BackupNotes, keys: Keys, from: string): SettingTexts | undefined => {
  if (settings === undefined) return undefined;
  try {
    return settingsSchema.parse(JSON.parse(keys.decrypt(settings, BACKUP_SETTINGS)));
  } catch (cause) {
    throw new CallgateError(homeErrors.backupSettings({ path: display(from) }), { cause });
  }
};

/** Puts the key in a backup where there is none. */
const placeKeys = (home: HomePaths, { keyFile }: BackupNotes, { id }: Keys): void => {
  if (keyFile === undefined || existsSync(home.keys)) return;
  if (restoreKeys(home.keys, keyFile).id !== id)
    throw new CallgateError(homeErrors.backupOtherKey({ key: id }));
};

/** Keeps what was remembered of the lost entries. At no moment is nothing remembered: a gate would make a new store. */
const replaceAnchors = (home: HomePaths, anchors: string): void => {
  if (existsSync(home.anchors))
    copyFileSync(home.anchors, `${home.anchors}.${Math.trunc(systemClock.now())}`);
  renameSync(anchors, home.anchors);
};

/** Restores a store from a backup to a place where there is none, all of it or nothing. */
export const restoreStore = async (wish: StoreRestoreOptions): Promise<void> => {
  const { from, place, home, isOwn, reason, key, json } = wish;
  if (reason.trim() === '') throw new CallgateError(homeErrors.reasonMissing());
  if (!existsSync(from)) throw new CallgateError(homeErrors.backupAbsent({ path: display(from) }));
  mkdirSync(home.folder, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(home.folder, 'restoring-'));
  try {
    const [copy, anchors] = [join(folder, 'callgate.db'), join(folder, 'callgate.anchors')];
    copyFileSync(from, copy);
    const notes = openBackup(copy, from);
    writeFileSync(anchors, notes.anchors, { mode: 0o600 });
    const keys = findKeys(home, notes, key);
    const remembered = notes.anchors === '' ? [] : await resolveAnchors({ anchors }, undefined, note);
    await checkStore(copy, { publicKey: keys.publicKey, anchors: remembered }, homeErrors.backupBroken);
    const found = readSettings(notes, keys, from);
    // a folder has those of its own store
    const settings = isOwn || isPostgresUrl(place) ? found : undefined;
    await voidCopy(copy, keys, anchors, reason, notes.madeAt);
    const beside = `${home.anchors}.restored-${Math.trunc(systemClock.now())}`;
    // no gate can open the store before all of this is done
    const beforeCommit = async (target: CopyTarget): Promise<void> => {
      placeKeys(home, notes, keys);
      if (settings !== undefined)
        await (isPostgresUrl(place)
          ? target.useSettings(settings, keys)
          : writeSettings(place, home, settings));
      if (isOwn) replaceAnchors(home, anchors);
      else renameSync(anchors, beside);
    };
    const { rows } = await withCopyProgress((onProgress) => copyStore(copy, place, onProgress, beforeCommit));
    if (!isOwn) note(texts.anchorsBeside({ kept: display(home.anchors), written: display(beside) }));
    if (settings === undefined) note(texts.noSettings);
    const done = { store: displayStoreLocation(place), madeAt: momentText(notes.madeAt) };
    if (json) write(asciiJson({ ...done, entries: rows['record'] ?? 0, calls: rows['calls'] ?? 0 }, 2));
    else
      write(
        [
          texts.restored({ ...done, entries: rows['record'] ?? 0, calls: rows['calls'] ?? 0 }),
          texts.voided,
        ].join('\n'),
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
