import { jsonErrors } from '@callgate/messages/errors/json';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { CallgateError } from '../callgate-error.ts';
import { canonical } from './canonical.ts';
import type { Json } from './json.ts';
import { encodeUtf8 } from './utf8.ts';

/** SHA-256 of the UTF-8 bytes of a well-formed text, in hexadecimal digits. */
export type Sha256 = (text: string) => string;

const portableSha256: Sha256 = (text) => bytesToHex(sha256(encodeUtf8(text)));

let currentSha256 = portableSha256;

/** Lends the core a quicker SHA-256, as runtimes have one. One that does not agree with the core's own is not taken. */
export const useSha256 = (lent: Sha256): void => {
  const agrees = ['', 'é😀'.repeat(99)].every((text) => lent(text) === portableSha256(text));
  if (agrees) currentSha256 = lent;
};

/** The digest of a value in its canonical form. Equal values in different domains have different digests. */
export const digest = (domain: string, value: Json): string => digestCanonical(domain, canonical(value));

/** The same, for a text that `canonical` made. */
export const digestCanonical = (domain: string, text: string): string =>
  // canonical text is ASCII, so that a character is a byte
  hash(`4:json${withLength(domain)}`, `${text.length}:${text}`);

/** The digest of a text as it stands; never equal to a `digest` of anything. */
export const digestText = (domain: string, text: string): string =>
  hash(`4:text${withLength(domain)}`, withLength(text));

const ASCII = /^[\0-\x7f]*$/;

/** In bytes. */
const lengthOf = (text: string): number => (ASCII.test(text) ? text.length : encodeUtf8(text).length);

const withLength = (part: string): string => {
  // Encoding would turn every lone surrogate into U+FFFD, and two texts would share a digest.
  if (!part.isWellFormed()) {
    throw new CallgateError(jsonErrors.digestSurrogate());
  }
  return `${lengthOf(part)}:${part}`;
};

const hash = (domain: string, content: string): string =>
  `sha256:${currentSha256(`callgate:v1:${domain}${content}`)}`;
