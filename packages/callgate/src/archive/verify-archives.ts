import type { VerifyReport } from '@callgate/gate/audit';
import { ArchivedLog, verifyAuditLog } from '@callgate/gate/audit';
import type { ArchiveReader } from '@callgate/gate/sql';
import { openArchive } from '@callgate/gate/sql';
import type { Checkpoint } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';

/** What verifies them. */
export interface TrustedKeys {
  readonly publicKey: Uint8Array | undefined;
  readonly anchors: readonly Checkpoint[];
}

/** What was found in one archive, or in archives and store together. */
export interface ArchiveVerification {
  readonly name: string;
  readonly report: VerifyReport;
}

const verifyPart = async (
  { path, from, to, read }: ArchiveReader,
  { publicKey, anchors }: TrustedKeys,
): Promise<ArchiveVerification> => {
  const start = (await read.checkpoints()).find(({ size }) => size === from - 1);
  const report = await verifyAuditLog(read, {
    anchors,
    part: { start, to },
    ...(publicKey === undefined ? {} : { publicKey }),
  });
  return { name: path, report };
};

/** Whether nothing is missing between them, from the first entry on. */
const isChain = (archives: readonly ArchiveReader[]): boolean =>
  archives.every(({ from }, at) => from === (archives[at - 1]?.to ?? 0) + 1);

/**
 * Verifies archives: with the store as one audit log where they are all there is before it, else each by itself. The
 * store is given where there is one.
 */
export const verifyArchives = async (
  paths: readonly string[],
  store: StoreReader | undefined,
  trusted: TrustedKeys,
): Promise<readonly ArchiveVerification[]> => {
  const opened: ArchiveReader[] = [];
  try {
    for (const path of paths) opened.push(await openArchive(path));
    const archives = opened.toSorted((one, other) => one.from - other.from);
    const { publicKey, anchors } = trusted;
    if (store !== undefined && isChain(archives)) {
      const report = await verifyAuditLog(new ArchivedLog(store, archives), {
        anchors,
        ...(publicKey === undefined ? {} : { publicKey }),
      });
      return [{ name: '', report }];
    }
    const parts: ArchiveVerification[] = [];
    for (const archive of archives) parts.push(await verifyPart(archive, trusted));
    return parts;
  } finally {
    for (const { close } of opened) await close();
  }
};
