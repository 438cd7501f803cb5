import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CallgateError } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import { openKeys } from '@callgate/gate';
import { keysFromMaterial } from '@callgate/gate/host';
import { loginErrors } from '@callgate/messages/errors/login';
import type { SystemKeyring } from './keyring.ts';

/** Where the key of saved sign-ins is. */
export type LoginKeyPlace = 'keyring' | 'file';

export interface LoginKeys {
  readonly place: LoginKeyPlace;
  readonly keys: Keys;
}

const MATERIAL = /^[\w-]{128}$/;

const accountOf = (folder: string): string => `logins-${hash('sha256', folder, 'hex').slice(0, 16)}`;

const keysFrom = (text: string | null): Keys | null => {
  if (text === null || !MATERIAL.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  return keysFromMaterial({
    signing: bytes.subarray(0, 32),
    encryption: bytes.subarray(32, 64),
    fingerprint: bytes.subarray(64, 96),
  });
};

const fileKeys = (folder: string): Keys => openKeys(join(folder, 'logins.key'));

/** The key that a saved sign-in was encrypted with. */
export const openLoginKeys = async (
  folder: string,
  place: LoginKeyPlace,
  keyring: SystemKeyring | null,
): Promise<Keys> => {
  if (place === 'file') return fileKeys(folder);
  const keys = keysFrom((await keyring?.read(accountOf(folder))) ?? null);
  if (keys !== null) return keys;
  throw new CallgateError(loginErrors.keyring());
};

/** The key for a new sign-in: in the keyring if that keeps what it is given, else in a file that only its owner reads. */
export const chooseLoginKeys = async (folder: string, keyring: SystemKeyring | null): Promise<LoginKeys> => {
  if (keyring !== null) {
    const account = accountOf(folder);
    const known = keysFrom(await keyring.read(account));
    if (known !== null) return { place: 'keyring', keys: known };
    if (await keyring.write(account, randomBytes(96).toString('base64url'))) {
      const kept = keysFrom(await keyring.read(account));
      if (kept !== null) return { place: 'keyring', keys: kept };
    }
  }
  return { place: 'file', keys: fileKeys(folder) };
};
