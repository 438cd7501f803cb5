import { CallgateError, canonical, isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { auditErrors } from '@callgate/messages/errors/audit';
import { auditLogMessages } from '@callgate/messages/audit-log';
import { z } from 'zod';
import type { StoreReader } from '../store/store-reader.ts';
import { formatAnchorLine, parseAnchorLine } from '../record/checkpoint-anchor.ts';
import { hashEntry } from '../record/chain-entry.ts';
import type { CheckpointText } from '../record/checkpoint.ts';
import { readCheckpoint, verifyCheckpoint } from '../record/checkpoint.ts';
import type { Checkpoint, StoredEntry } from '../record/audit-entry.ts';
import { InclusionPath } from '../record/inclusion-path.ts';
import { verifyInclusion } from '../record/merkle-proof.ts';
import type { ParsedEntry } from '../record/entry-schema.ts';
import { ENTRY_LIMITS, parseEntry } from '../record/entry-schema.ts';

const texts = auditLogMessages.proof;

/** Proves that one entry is in a signed audit log. Checking it needs only the proof and the public key. */
export interface AuditEntryProof {
  readonly v: 1;
  /** The stored bytes of the row, which are ASCII. */
  readonly row: string;
  readonly hash: string;
  /** Hashes beside the way from the row to the root (RFC 9162), the lowest first. */
  readonly proof: readonly string[];
  readonly checkpoint: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

const BATCH = 5000;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const unsigned = (seq: number): CallgateError => new CallgateError(auditErrors.entryUnsigned({ seq }));

const changed = (size: number): CallgateError => new CallgateError(auditErrors.entriesDiffer({ size }));

const rowAt = async (read: Pick<StoreReader, 'rows'>, seq: number): Promise<StoredEntry> => {
  const [row] = Number.isSafeInteger(seq) && seq > 0 ? await read.rows(seq, 1) : [];
  if (row?.seq === seq) return row;
  throw new CallgateError(auditErrors.entryUnknown({ seq }));
};

/** The proof of one row against the last checkpoint. Reads the hashes of all rows before it, a few at a time. */
export const proveAuditEntry = async (
  read: Pick<StoreReader, 'rows' | 'hashes' | 'checkpoints'>,
  seq: number,
): Promise<AuditEntryProof> => {
  const row = await rowAt(read, seq);
  const checkpoint = (await read.checkpoints()).at(-1);
  if (checkpoint === undefined || checkpoint.size < seq) throw unsigned(seq);
  const { size, root } = readCheckpoint(checkpoint);
  const path = new InclusionPath(seq - 1, size);
  while (path.seen < size) {
    const hashes = await read.hashes(path.seen + 1, Math.min(BATCH, size - path.seen));
    if (hashes.length === 0) throw changed(size);
    for (const hash of hashes) path.append(hash);
  }
  const proof = path.proof();
  if (!verifyInclusion({ leaf: row.hash, index: seq - 1, size, proof, root })) throw changed(size);
  const line = parseStrict(formatAnchorLine(checkpoint));
  if (!isJsonObject(line) || !isJsonObject(line['checkpoint'] ?? null)) throw changed(size);
  return {
    v: 1,
    row: Buffer.from(row.bytes).toString('latin1'),
    hash: hex(row.hash),
    proof: proof.map(hex),
    checkpoint: line['checkpoint'] as AuditEntryProof['checkpoint'],
    signature: String(line['signature']),
  };
};

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const proofSchema = z.strictObject({
  v: z.literal(1),
  row: z.string(),
  hash,
  proof: z.array(hash).max(64),
  checkpoint: z.record(z.string(), z.unknown()),
  signature: z.string(),
});

export interface ProofCheck {
  readonly ok: boolean;
  /** In words; empty where it holds. */
  readonly problems: readonly string[];
  readonly row: ParsedEntry | null;
  readonly checkpoint: Pick<CheckpointText, 'size' | 'at' | 'key'> | null;
  /** null: no key was given, so nobody knows who signed. */
  readonly signed: boolean | null;
  /** This very checkpoint was remembered outside the database. */
  readonly anchored: boolean;
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'hex');

const notOne = (): ProofCheck => ({
  ok: false,
  problems: [texts.unreadable],
  row: null,
  checkpoint: null,
  signed: null,
  anchored: false,
});

const sameCheckpoint = (one: Checkpoint, other: Checkpoint): boolean =>
  one.size === other.size && Buffer.compare(one.bytes, other.bytes) === 0;

const readable = (bytes: Uint8Array): ParsedEntry | null => {
  try {
    return parseEntry(bytes);
  } catch {
    return null;
  }
};

const parsed = (
  text: string,
): { readonly proof: z.infer<typeof proofSchema>; readonly at: Checkpoint } | null => {
  try {
    const value = parseStrict(text, ENTRY_LIMITS);
    const proof = proofSchema.parse(value);
    const line = isJsonObject(value)
      ? { checkpoint: value['checkpoint'] ?? null, signature: value['signature'] ?? null }
      : {};
    return { proof, at: parseAnchorLine(canonical(line)) };
  } catch {
    return null;
  }
};

/** Checks a proof with nothing but itself, the public key of the signer, and checkpoints that were remembered. */
export const checkEntryProof = (
  text: string,
  {
    publicKey,
    anchors = [],
  }: { readonly publicKey?: Uint8Array; readonly anchors?: readonly Checkpoint[] } = {},
): ProofCheck => {
  const read = parsed(text);
  if (read === null) return notOne();
  const { proof, at } = read;
  const { size, root, at: time, key } = readCheckpoint(at);
  const bytes = Buffer.from(proof.row, 'latin1');
  const row = readable(bytes);
  const problems: string[] = [];
  const wrong = (is: boolean, what: string): void => {
    if (is) problems.push(what);
  };
  wrong(row === null, texts.entry);
  if (row !== null) {
    const computed = hex(hashEntry(row.seq, bytesOf(row.previousHash), bytes));
    wrong(computed !== proof.hash, texts.hash);
    const inTree = verifyInclusion({
      leaf: bytesOf(proof.hash),
      index: row.seq - 1,
      size,
      proof: proof.proof.map(bytesOf),
      root,
    });
    wrong(!inTree, texts.tree);
  }
  const verdict = publicKey === undefined ? undefined : verifyCheckpoint(publicKey, at);
  wrong(verdict?.ok === false, texts.key);
  return {
    ok: problems.length === 0,
    problems,
    row,
    checkpoint: { size, at: time, key },
    signed: verdict === undefined ? null : verdict.ok,
    anchored: anchors.some((anchor) => sameCheckpoint(anchor, at)),
  };
};
