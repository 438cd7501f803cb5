import { hash } from 'node:crypto';
import { canonical } from '@callgate/core';
import type { AuditEntry, AuditLogHead, StoredEntry } from './audit-entry.ts';

/** Writes the hash of `bytes` at a place of `target`. Measured: a Latin-1 text is the quickest way Node hands out a hash. */
export const sha256Into = (bytes: Uint8Array, target: Uint8Array, at: number): void => {
  const text = hash('sha256', bytes, 'binary');
  for (let index = 0; index < 32; index += 1) target[at + index] = text.charCodeAt(index);
};

/** Our part of a row's `extensions`. */
export const EXTENSION = 'dev.callgate';

/** The end of a record with no rows. */
export const EMPTY_LOG_HEAD: AuditLogHead = Object.freeze({ seq: 0, at: 0, hash: new Uint8Array(32) });

const DOMAIN = Buffer.from('callgate:record:v1\n');

// grown and used again: rows are hashed by the hundred thousand
let scratch = Buffer.alloc(0);

/** 64 bits, the most significant first. */
const writeLength = (at: number, value: number): void => {
  scratch.writeUInt32BE(Math.floor(value / 2 ** 32), at);
  scratch.writeUInt32BE(value % 2 ** 32, at + 4);
};

/**
 * The hash of a row: its place, the hash before it and its bytes, each with its length, so that no two different
 * rows give the same text to hash.
 */
export const hashEntry = (seq: number, previous: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const digest = new Uint8Array(32);
  hashEntryInto(seq, previous, bytes, digest);
  return digest;
};

/** The same, without making anything. */
export const hashEntryInto = (
  seq: number,
  previous: Uint8Array,
  bytes: Uint8Array,
  target: Uint8Array,
): void => {
  const at = DOMAIN.length;
  const from = at + 24 + previous.length;
  const length = from + bytes.length;
  if (scratch.length < length) {
    scratch = Buffer.alloc(Math.max(4096, length * 2));
    scratch.set(DOMAIN);
  }
  writeLength(at, seq);
  writeLength(at + 8, previous.length);
  writeLength(at + 16, bytes.length);
  scratch.set(previous, at + 24);
  scratch.set(bytes, from);
  sha256Into(scratch.subarray(0, length), target, 0);
  // one huge row does not hold its memory for ever
  if (scratch.length > LARGEST_KEPT) scratch = Buffer.alloc(0);
};

const LARGEST_KEPT = 1024 * 1024;

/** Gives an entry its place after `head`: the canonical bytes of a SEP-3004 event with our extension, and its hash. */
export const chainEntry = (head: AuditLogHead, entry: AuditEntry, at: number, id: string): StoredEntry => {
  const seq = head.seq + 1;
  const text = canonical({
    event_id: id,
    event_type: entry.event,
    extensions: { [EXTENSION]: { ...entry.detail, v: 1, seq, call: entry.call } },
    occurred_at: new Date(at).toISOString(),
    outcome: entry.outcome,
    previous_hash: Buffer.from(head.hash).toString('hex'),
    principal_id: entry.principal,
    tool_name: entry.tool,
  });
  const bytes = Buffer.from(text, 'ascii');
  return { seq, at, event: entry.event, call: entry.call, bytes, hash: hashEntry(seq, head.hash, bytes) };
};
