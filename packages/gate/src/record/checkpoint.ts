import { CallgateError, canonical } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { auditErrors } from '@callgate/messages/errors/audit';
import { z } from 'zod';
import type { Checkpoint } from './audit-entry.ts';
import type { Keys } from './keys.ts';
import { keyId } from './key-material.ts';
import { Frontier } from './merkle.ts';
import { isSignedBy } from './public-key.ts';

/** What a checkpoint says. */
export interface CheckpointText {
  /** A name that tells this record from others of the same owner. */
  readonly origin?: string | undefined;
  readonly size: number;
  /** Merkle root over the hashes of rows 1 to `size`. */
  readonly root: Uint8Array;
  /** Hash of row `size`. */
  readonly head: Uint8Array;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly key: string;
  /** Roots of the complete parts of the tree, the largest first: enough to continue from here. */
  readonly parts: readonly Uint8Array[];
}

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .transform((text) => Uint8Array.from(Buffer.from(text, 'hex')));

const textSchema = z.strictObject({
  v: z.literal(1),
  origin: z.string().optional(),
  size: z.int().min(1),
  root: hash,
  head: hash,
  at: z.int().min(0),
  key: z.string().regex(/^[0-9a-f]{16}$/),
  parts: z.array(hash).max(53),
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What is signed starts with this: nothing else that these keys sign can pass for a checkpoint. */
const DOMAIN = Buffer.from('callgate:checkpoint:v1\n');

const signedBytes = (bytes: Uint8Array): Uint8Array => Buffer.concat([DOMAIN, bytes]);

/** Signs the record as it stands after the last row of `frontier`, whose hash is `head`. */
export const makeCheckpoint = (
  keys: Keys,
  frontier: Frontier,
  head: Uint8Array,
  at: number,
  origin?: string,
): Checkpoint => {
  const text = canonical({
    v: 1,
    ...(origin === undefined ? {} : { origin }),
    size: frontier.size,
    root: hex(frontier.root()),
    head: hex(head),
    at,
    key: keys.id,
    parts: frontier.parts().map(hex),
  });
  const bytes = Buffer.from(text, 'ascii');
  return { size: frontier.size, bytes, signature: keys.sign(signedBytes(bytes)) };
};

/** What its bytes say. Throws CHECKPOINT where they are not a checkpoint, or say another size than stands beside them. */
export const readCheckpoint = ({ size, bytes }: Pick<Checkpoint, 'size' | 'bytes'>): CheckpointText => {
  try {
    const value = parseStrict(bytes);
    if (canonical(value) !== Buffer.from(bytes).toString('latin1')) throw new Error('not canonical');
    const text = textSchema.parse(value);
    if (text.size !== size) throw new Error('another size');
    const frontier = Frontier.of(text.size, text.parts);
    if (frontier === undefined || hex(frontier.root()) !== hex(text.root))
      throw new Error('parts without their root');
    return text;
  } catch (cause) {
    throw new CallgateError(auditErrors.checkpointInvalid(), { cause });
  }
};

/** The tree as it was at a checkpoint, ready to grow. */
export const restoreFrontier = ({ size, parts }: CheckpointText): Frontier =>
  Frontier.of(size, parts) ?? new Frontier();

export type CheckpointVerdict =
  | { readonly ok: true; readonly text: CheckpointText }
  | { readonly ok: false; readonly why: 'unreadable' | 'other-key' | 'signature' };

/** Whether the owner of the key signed it. That the record still says the same is for `verifyAuditLog`. */
export const verifyCheckpoint = (publicKey: Uint8Array, checkpoint: Checkpoint): CheckpointVerdict => {
  let text: CheckpointText;
  try {
    text = readCheckpoint(checkpoint);
  } catch {
    return { ok: false, why: 'unreadable' };
  }
  if (text.key !== keyId(publicKey)) return { ok: false, why: 'other-key' };
  return isSignedBy(publicKey, signedBytes(checkpoint.bytes), checkpoint.signature)
    ? { ok: true, text }
    : { ok: false, why: 'signature' };
};
