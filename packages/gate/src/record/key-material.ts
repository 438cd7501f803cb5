import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  randomBytes,
  randomFillSync,
  sign,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { CallgateError } from '@callgate/core';
import { keyErrors } from '@callgate/messages/errors/key';
import type { Keys } from './keys.ts';

/** Three secrets of 32 bytes each, made together and kept together. */
export interface KeyMaterial {
  /** Seed of the Ed25519 key. */
  readonly signing: Uint8Array;
  readonly encryption: Uint8Array;
  readonly fingerprint: Uint8Array;
}

export const newKeyMaterial = (): KeyMaterial => ({
  signing: randomBytes(32),
  encryption: randomBytes(32),
  fingerprint: randomBytes(32),
});

/** What DER puts before the 32 bytes of an Ed25519 seed (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const NONCE = 12;
const TAG = 16;
const SEALED = /^s1\.([\w-]+)$/;

/** The short name of a public key. */
export const keyId = (publicKey: Uint8Array): string =>
  hash('sha256', Buffer.concat([Buffer.from('callgate:key-id:v1\n'), publicKey]), 'hex').slice(0, 16);

const wholeText = (text: string): Buffer => {
  // encoding would turn half a pair into U+FFFD, and it could not be restored
  if (text.isWellFormed()) return Buffer.from(text, 'utf8');
  throw new CallgateError(keyErrors.textInvalid());
};

const bound = (about: string): Buffer =>
  Buffer.concat([Buffer.from('callgate:sealed:v1\n'), wholeText(about)]);

const sealed = (cause?: unknown): CallgateError => new CallgateError(keyErrors.sealedUnreadable(), { cause });

const NONCES = Buffer.alloc(NONCE * 256);
let used: number = NONCES.length;

/** Taking many at once is several times as quick; each is given out once. */
const freshNonce = (): Buffer => {
  if (used === NONCES.length) {
    randomFillSync(NONCES);
    used = 0;
  }
  used += NONCE;
  return NONCES.subarray(used - NONCE, used);
};

const seal = (key: KeyObject, text: string, about: string): string => {
  const nonce = freshNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(bound(about));
  const parts = [nonce, cipher.update(wholeText(text)), cipher.final(), cipher.getAuthTag()];
  return `s1.${Buffer.concat(parts).toString('base64url')}`;
};

const unseal = (key: KeyObject, text: string, about: string): string => {
  const encoded = SEALED.exec(text)?.[1] ?? '';
  const bytes = Buffer.from(encoded, 'base64url');
  // one ciphertext has one text: no stray bits in the last digit
  if (bytes.length < NONCE + TAG || bytes.toString('base64url') !== encoded) throw sealed();
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(bound(about));
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw sealed(cause);
  }
};

/** Keys that work with this material. The secrets stay inside. */
export const keysFromMaterial = (material: KeyMaterial): Keys => {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, material.signing]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = Uint8Array.from(
    createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32),
  );
  // made once: taking a key in costs more than sealing a short text
  const encryption = createSecretKey(material.encryption);
  return Object.freeze({
    id: keyId(publicKey),
    publicKey,
    sign: (bytes: Uint8Array) => Uint8Array.from(sign(null, bytes, privateKey)),
    encrypt: (text: string, about: string) => seal(encryption, text, about),
    decrypt: (text: string, about: string) => unseal(encryption, text, about),
    fingerprint: (text: string) => {
      const hmac = createHmac('sha256', material.fingerprint);
      return `hmac:${hmac.update('callgate:fingerprint:v1\n').update(wholeText(text)).digest('hex').slice(0, 32)}`;
    },
  });
};
