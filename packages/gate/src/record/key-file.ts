import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CallgateError, canonical, display } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { keyErrors } from '@callgate/messages/errors/key';
import { z } from 'zod';
import { refuseWritableByOthers } from '../environment/refuse-writable-by-others.ts';
import { type KeyMaterial, keysFromMaterial, newKeyMaterial } from './key-material.ts';
import type { Keys } from './keys.ts';
import { publicKeyPem } from './public-key.ts';

const secret = z
  .string()
  .regex(/^[\w-]{43}$/)
  .transform((text) => Buffer.from(text, 'base64url'));

const fileSchema = z.strictObject({
  v: z.literal(1),
  signing: secret,
  encryption: secret,
  fingerprint: secret,
});

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';

/** Nobody but its owner may have seen the secrets, and the owner is who uses them. */
const refuseShared = (file: string, descriptor: number): void => {
  const path = display(file);
  const { mode, uid, size } = fstatSync(descriptor);
  if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw new CallgateError(keyErrors.notFile({ path }));
  if (size > 4096) throw new CallgateError(keyErrors.tooLarge({ path }));
  if (process.getuid === undefined) return;
  if ((mode & 0o077) !== 0)
    throw new CallgateError(keyErrors.readableByOthers({ path, mode: (mode & 0o777).toString(8) }));
  const own = process.getuid();
  if (own !== 0 && uid !== own) throw new CallgateError(keyErrors.ofAnotherUser({ path }));
};

const parseMaterial = (path: string, text: string): KeyMaterial => {
  try {
    return fileSchema.parse(parseStrict(text));
  } catch (cause) {
    throw new CallgateError(keyErrors.invalid({ path: display(path) }), { cause });
  }
};

/** Undefined where there is no such file. */
const readMaterial = (path: string): KeyMaterial | undefined => {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw new CallgateError(keyErrors.unreadable({ path: display(path), cause: codeOf(cause) }), { cause });
  }
  try {
    refuseShared(path, descriptor);
    refuseWritableByOthers(path);
    return parseMaterial(path, readFileSync(descriptor, 'utf8'));
  } finally {
    closeSync(descriptor);
  }
};

const syncFolder = (folder: string): void => {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** Puts a whole file where none is. A half-written one is never seen; false if another process was first. */
const placeFile = (path: string, text: string, mode: number): boolean => {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', mode);
  try {
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    // a hard link is refused where something is already; a rename would replace it
    linkSync(draft, path);
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw cause;
  } finally {
    unlinkSync(draft);
  }
  syncFolder(dirname(path));
  return true;
};

const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const keyFileText = (material: KeyMaterial): string =>
  `${canonical({
    v: 1,
    signing: encoded(material.signing),
    encryption: encoded(material.encryption),
    fingerprint: encoded(material.fingerprint),
  })}\n`;

/** The public half beside the key file, for those who only verify. */
const placePublicKey = (path: string, keys: Keys): void => {
  try {
    placeFile(`${path}.pub`, publicKeyPem(keys.publicKey), 0o644);
  } catch {
    // nothing depends on it
  }
};

const createMaterial = (path: string): KeyMaterial => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const material = newKeyMaterial();
    if (placeFile(path, keyFileText(material), 0o600)) return material;
  } catch (cause) {
    throw new CallgateError(keyErrors.notCreated({ path: display(path), cause: codeOf(cause) }), { cause });
  }
  const theirs = readMaterial(path);
  if (theirs === undefined) throw new CallgateError(keyErrors.removed({ path: display(path) }));
  return theirs;
};

/** The keys in this file. */
export const readKeys = (path: string): Keys => {
  const material = readMaterial(path);
  if (material !== undefined) return keysFromMaterial(material);
  throw new CallgateError(keyErrors.missing({ path: display(path) }));
};

/** The keys in a copy of this file's text. */
export const parseKeys = (path: string, text: string): Keys => keysFromMaterial(parseMaterial(path, text));

/** Puts a key file where none is, from a copy of its text. */
export const restoreKeys = (path: string, text: string): Keys => {
  const keys = parseKeys(path, text);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!placeFile(path, text, 0o600)) return readKeys(path);
  placePublicKey(path, keys);
  return keys;
};

/**
 * The keys in this file, made on first use with mode 0600. Without the file one can verify what was signed, with
 * the public key, but never again open what was sealed.
 */
export const openKeys = (path: string): Keys => {
  const material = readMaterial(path);
  const keys = keysFromMaterial(material ?? createMaterial(path));
  if (material === undefined) placePublicKey(path, keys);
  return keys;
};
