import { existsSync } from 'node:fs';
import type { Keys } from '@callgate/gate';
import type { RowProof } from '@callgate/gate/audit';
import type { Checkpoint } from '@callgate/gate/record';
import type { Reader } from '@callgate/gate/store';
import { checkProof, proveRow, readAnchorFile } from '@callgate/gate/audit';
import type { FileToSend } from '../api/operation.ts';
import type { ProvenRow } from '../api/record.ts';

/** Checkpoints that the file beside the database remembers; none where there is no such file. */
export const anchorsIn = async (path: string): Promise<readonly Checkpoint[]> =>
  existsSync(path) ? (await readAnchorFile(path)).checkpoints : [];

const asText = (proof: RowProof): string => `${JSON.stringify(proof, null, 2)}\n`;

/** The proof as whoever gets it will check it. */
export const provenRow = async (
  read: Reader,
  seq: number,
  { keys, anchors }: { readonly keys: Keys; readonly anchors: string },
): Promise<ProvenRow> => {
  const proof = await proveRow(read, seq);
  const checked = checkProof(asText(proof), {
    publicKey: keys.publicKey,
    anchors: await anchorsIn(anchors),
  });
  const { checkpoint, signed, anchored } = checked;
  return {
    seq,
    hash: proof.hash,
    checkpoint: checkpoint ?? { size: 0, at: 0, key: '' },
    steps: proof.proof.length,
    signed: checked.ok && signed === true,
    anchored,
  };
};

/** The same as a file. What stands in it is made before the first byte is sent, so that a refusal is one. */
export const proofFile = async (read: Reader, seq: number): Promise<FileToSend> => {
  const text = asText(await proveRow(read, seq));
  return {
    name: `callgate-proof-of-row-${seq}.json`,
    type: 'application/json',
    chunks: (async function* chunks() {
      yield text;
    })(),
  };
};
