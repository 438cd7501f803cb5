import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { CallgateError } from '@callgate/core';
import { keyErrors } from '@callgate/messages/errors/key';

/** What DER puts before the 32 bytes of an Ed25519 public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

const made: WeakMap<Uint8Array, KeyObject> = new WeakMap();

/** Raw keys are taken for what they are when first seen: nobody writes into one. */
const keyObject = (publicKey: Uint8Array): KeyObject => {
  const known =
    made.get(publicKey) ??
    createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  made.set(publicKey, known);
  return known;
};

/** Whether the owner of this key signed these bytes. Never throws. */
export const isSignedBy = (publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean => {
  try {
    return signature.length === 64 && verify(null, bytes, keyObject(publicKey), signature);
  } catch {
    return false;
  }
};

/** The public key as a PEM file, as other programs read it. */
export const publicKeyPem = (publicKey: Uint8Array): string =>
  keyObject(publicKey).export({ format: 'pem', type: 'spki' }).toString();

/** The raw 32 bytes of an Ed25519 public key in a PEM file. A private key is refused: it does not belong there. */
export const readPublicKeyPem = (text: string): Uint8Array => {
  try {
    if (!/^\s*-----BEGIN PUBLIC KEY-----/.test(text)) throw new Error('no public key');
    const key = createPublicKey(text);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('not Ed25519');
    return Uint8Array.from(key.export({ format: 'der', type: 'spki' }).subarray(-32));
  } catch (cause) {
    throw new CallgateError(keyErrors.publicInvalid(), { cause });
  }
};
