import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { CallgateError, canonical } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { z } from 'zod';

/** What a client carries for us between a question and its answer. */
export interface Carried {
  readonly nonce: string;
  readonly tool: string;
  /** Digest of the canonical arguments. */
  readonly arguments: string;
  readonly principal: string;
  /** What told the caller from others. */
  readonly proof: string;
  /** Digest of the server, the definition, the class of the call and why it was asked about. */
  readonly about: string;
  /** In milliseconds. */
  readonly endsAt: number;
  /** A person agreed already; the handler asked for more after that. */
  readonly agreed: boolean;
  /** The handler's own state. */
  readonly inner?: string;
}

const carriedSchema: z.ZodType<Carried> = z.strictObject({
  nonce: z.string(),
  tool: z.string(),
  arguments: z.string(),
  principal: z.string(),
  proof: z.string(),
  about: z.string(),
  endsAt: z.number(),
  agreed: z.boolean(),
  inner: z.string().exactOptional(),
});

const PREFIX = 'cg1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

let ownKey: Buffer | undefined;

const MIN_KEY_BYTES = 32;

/** A key of this process; an author who runs several processes gives one. Servers of other names have other keys. */
export const sealingKey = (given: string | Uint8Array | undefined, server: string): Buffer => {
  if (given !== undefined && Buffer.from(given).length < MIN_KEY_BYTES)
    throw new CallgateError('GUARD_KEY', `the key is shorter than ${MIN_KEY_BYTES} bytes`, {
      help: 'give 32 random bytes, such as `openssl rand -base64 32` makes',
    });
  ownKey ??= randomBytes(MIN_KEY_BYTES);
  return createHmac('sha256', given ?? ownKey)
    .update(`callgate-server:request-state:${server}`)
    .digest();
};

export const seal = (key: Buffer, carried: Carried): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(canonical({ ...carried }), 'utf8'), cipher.final()]);
  return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
};

/** It has the form of a state of ours; whether it is one, `unseal` knows. */
export const looksSealed = (state: string): boolean => state.startsWith(PREFIX);

/** Undefined where it is not ours or was changed. */
export const unseal = (key: Buffer, state: string): Carried | undefined => {
  if (!looksSealed(state)) return undefined;
  try {
    const bytes = Buffer.from(state.slice(PREFIX.length), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return carriedSchema.parse(parseStrict(body.toString('utf8')));
  } catch {
    return undefined;
  }
};
