import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
  statfsSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import { storedRecordMessages } from '@callgate/messages/stored-record';

/** File systems whose locks do not hold between processes, or whose syncs say too much, by the number Linux gives them. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x01021997, '9P'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x564c, 'NCP'],
  [0x013111a8, 'iBRIX'],
  [0x19830326, 'BeeGFS'],
  [0xaad7aaea, 'PanFS'],
]);

/** The name of a network file system; undefined for a local one. */
export const findNetworkFileSystem = (type: number): string | undefined => NETWORK.get(type >>> 0);

const refuseNetwork = (folder: string): void => {
  const name = folder.startsWith('\\\\')
    ? storedRecordMessages.networkShare
    : findNetworkFileSystem(statfsSync(folder).type);
  if (name === undefined) return;
  throw new CallgateError(storeErrors.onNetwork({ folder, fileSystem: name }));
};

const syncFolder = (folder: string): void => {
  // Windows opens no folders
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) syncFolder(dirname(made));
};

/**
 * Makes the file for its owner alone. A file that exists is never opened here: closing it again would end the locks
 * that SQLite holds on it in this process.
 */
const makeFile = (file: string): void => {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
};

const ownerOnly = (file: string): void => {
  if (process.platform === 'win32' || !existsSync(file)) return;
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
};

/** Sees to it that the place of a store exists, is local and its owner's alone. Returns the file's one true path. */
export const prepareStoreFile = (path: string): string => {
  const whole = resolve(path);
  try {
    makeFolder(dirname(whole));
    const folder = realpathSync(dirname(whole));
    refuseNetwork(folder);
    makeFile(join(folder, basename(whole)));
    const file = realpathSync(join(folder, basename(whole)));
    for (const each of [file, `${file}-wal`, `${file}-shm`]) ownerOnly(each);
    return file;
  } catch (error) {
    if (error instanceof CallgateError) throw error;
    const cause = display(error instanceof Error ? error.message : String(error), { max: 300 });
    throw new CallgateError(storeErrors.placeUnusable({ path: display(whole), cause }), { cause: error });
  }
};
