import { CallgateError, canonical, display } from '@callgate/core';
import type { Checkpoint, Keys, Reader, RecordRow } from '@callgate/gate';
import {
  MerkleTree,
  anchorLine,
  decidedDetail,
  openArguments,
  readCheckpoint,
  readKeys,
  readRow,
  rowProblems,
  secretsOf,
} from '@callgate/gate';
import type { ArgsDef } from 'citty';
import { withRecord } from '../audit/open-record.ts';
import { RECORD_PLACE } from '../audit/record-place.ts';
import { type ShownRow, rowBlock } from '../audit/row-text.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write, writeInTurn } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  what: { type: 'positional', required: true, description: 'The id of a call, or the number of a row' },
  ...RECORD_PLACE,
  secrets: { type: 'boolean', description: 'Open sealed arguments with the key file beside the database' },
  json: {
    type: 'boolean',
    description: 'As JSON, each row with the proof that the last checkpoint covers it',
  },
} as const satisfies ArgsDef;

const findRows = async (read: Reader, what: string): Promise<readonly RecordRow[]> => {
  const rows = /^\d{1,15}$/.test(what)
    ? (await read.rows(Number(what), 1)).filter(({ seq }) => seq === Number(what))
    : await read.rowsOfCall(what);
  if (rows.length > 0) return rows;
  throw new CallgateError('ROW_UNKNOWN', `no row tells of \`${display(what, { max: 128 })}\``, {
    help: 'callgate audit tail shows the last rows with their numbers and calls',
  });
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const shown = (row: RecordRow, keys: Keys | undefined): ShownRow => {
  const read = readRow(row.bytes);
  const request = decidedDetail(read.detail)?.request;
  const opened =
    keys === undefined || request === undefined || read.call === null
      ? {}
      : { opened: openArguments(keys, canonical(request.arguments), secretsOf(read.call)) };
  return { row: read, hash: hex(row.hash), ...opened };
};

const BATCH = 10_000;

/** The tree up to the last checkpoint, if there is one. */
const treeOf = async (read: Reader): Promise<SignedTree | undefined> => {
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
  if (hex(tree.root()) === hex(root)) return { tree, checkpoint };
  differs(`the rows are not those that the checkpoint of ${size} rows was signed for`);
  return undefined;
};

interface SignedTree {
  readonly tree: MerkleTree;
  readonly checkpoint: Checkpoint;
}

const proofOf = (signed: SignedTree | undefined, seq: number): object | null =>
  signed === undefined || seq > signed.tree.size
    ? null
    : {
        index: seq - 1,
        size: signed.tree.size,
        root: hex(signed.tree.root()),
        proof: signed.tree.inclusionProof(seq - 1).map(hex),
        ...JSON.parse(anchorLine(signed.checkpoint)),
      };

const differs = (what: string): void => {
  process.exitCode = 1;
  process.stderr.write(`note: ${what}; run callgate audit verify\n`);
};

/** Says on the side what of the rows is not as it was recorded. What is shown is what is there. */
const checkRows = async (read: Reader, rows: readonly RecordRow[]): Promise<void> => {
  for (const { seq, what } of await rowProblems(read, rows))
    differs(`row ${seq} is not what was recorded: ${what}`);
};

/** `callgate audit show CALL|SEQ` */
export const auditShowCommand: CommandEntry = commandEntry(
  'audit show',
  'One row, or everything that is recorded of one call',
  args,
  async ({ args: given }) => {
    await withRecord(given, async ({ read, home }) => {
      const keys = given.secrets === true ? readKeys(home.keys) : undefined;
      const found = await findRows(read, given.what);
      await checkRows(read, found);
      const rows = found.map((row) => shown(row, keys));
      if (given.json !== true) {
        for (const each of rows) await writeInTurn(`${rowBlock(each)}\n`);
        return;
      }
      const tree = await treeOf(read);
      write(
        asciiJson(
          rows.map(({ row, hash, opened }) => ({
            ...row,
            hash,
            ...(opened === undefined ? {} : { arguments: opened }),
            proof: proofOf(tree, row.seq),
          })),
          2,
        ),
      );
    });
  },
);
