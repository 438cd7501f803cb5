import { CallgateError, display } from '@callgate/core';
import { findEntryProblems, formatEntryJson, tryParseEntry } from '@callgate/gate/audit';
import type { Checkpoint, StoredEntry } from '@callgate/gate/record';
import { MerkleTree, formatAnchorLine, parseEntry, readCheckpoint } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import { operationErrors } from '@callgate/messages/errors/operation';
import type { AuditEntryLine, WholeEntries } from '../api/audit.ts';

export const readEntryLines = async (
  read: StoreReader,
  from: number,
  limit: number,
): Promise<readonly AuditEntryLine[]> =>
  (await read.rows(from, limit)).map((row) => ({
    seq: row.seq,
    json: formatEntryJson(row),
    entry: tryParseEntry(row) ?? null,
  }));

const findRows = async (read: StoreReader, what: string): Promise<readonly StoredEntry[]> => {
  const rows = /^\d{1,15}$/.test(what)
    ? (await read.rows(Number(what), 1)).filter(({ seq }) => seq === Number(what))
    : await read.rowsOfCall(what);
  if (rows.length > 0) return rows;
  throw new CallgateError(operationErrors.entryUnknown({ what: display(what, { max: 128 }) }));
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const BATCH = 10_000;

interface SignedTree {
  readonly tree: MerkleTree;
  readonly checkpoint: Checkpoint;
}

/** The tree up to the last checkpoint; its size where the entries there are not those that were signed. */
const readSignedTree = async (read: StoreReader): Promise<SignedTree | number | undefined> => {
  const checkpoint = (await read.checkpoints()).at(-1);
  if (checkpoint === undefined) return undefined;
  const { size, root } = readCheckpoint(checkpoint);
  const hashes: Uint8Array[] = [];
  while (hashes.length < size) {
    const some = await read.hashes(hashes.length + 1, Math.min(BATCH, size - hashes.length));
    if (some.length === 0) return undefined;
    hashes.push(...some);
  }
  const tree = new MerkleTree(hashes);
  return hex(tree.root()) === hex(root) ? { tree, checkpoint } : size;
};

const proofOf = ({ tree, checkpoint }: SignedTree, seq: number): object | null =>
  seq > tree.size
    ? null
    : {
        index: seq - 1,
        size: tree.size,
        root: hex(tree.root()),
        proof: tree.inclusionProof(seq - 1).map(hex),
        ...JSON.parse(formatAnchorLine(checkpoint)),
      };

/** Entries by their number or by their call. What is not as it was recorded is told beside what is there. */
export const readWholeEntries = async (
  read: StoreReader,
  what: string,
  withProofs: boolean,
): Promise<WholeEntries> => {
  const rows = await findRows(read, what);
  const signed = withProofs ? await readSignedTree(read) : undefined;
  return {
    problems: await findEntryProblems(read, rows),
    otherThanSigned: typeof signed === 'number' ? signed : null,
    entries: rows.map((row) => ({
      entry: parseEntry(row.bytes),
      hash: hex(row.hash),
      proof: typeof signed === 'object' ? proofOf(signed, row.seq) : null,
    })),
  };
};
