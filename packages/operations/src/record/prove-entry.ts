import { existsSync } from 'node:fs';
import type { Keys } from '@callgate/gate';
import type { AuditEntryProof } from '@callgate/gate/audit';
import type { Checkpoint } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import { checkEntryProof, proveAuditEntry, readAnchorFile } from '@callgate/gate/audit';
import type { DownloadFile } from '../api/operation.ts';
import type { EntryProof } from '../api/audit.ts';

/** Checkpoints that the file beside the database remembers; none where there is no such file. */
export const readAnchors = async (path: string): Promise<readonly Checkpoint[]> =>
  existsSync(path) ? (await readAnchorFile(path)).checkpoints : [];

const proofText = (proof: AuditEntryProof): string => `${JSON.stringify(proof, null, 2)}\n`;

/** The proof as its receiver will check it. */
export const readEntryProof = async (
  read: StoreReader,
  seq: number,
  { keys, anchors }: { readonly keys: Keys; readonly anchors: string },
): Promise<EntryProof> => {
  const proof = await proveAuditEntry(read, seq);
  const checked = checkEntryProof(proofText(proof), {
    publicKey: keys.publicKey,
    anchors: await readAnchors(anchors),
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
export const proofFile = async (read: StoreReader, seq: number): Promise<DownloadFile> => {
  const text = proofText(await proveAuditEntry(read, seq));
  return {
    name: `callgate-proof-of-row-${seq}.json`,
    type: 'application/json',
    chunks: (async function* chunks() {
      yield text;
    })(),
  };
};
