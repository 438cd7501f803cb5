import type { AuditProblem, VerifyReport } from '@callgate/gate/audit';
import { ArchivedLog, readArchiveNotes, verifyAuditLog } from '@callgate/gate/audit';
import type { ArchiveReader } from '@callgate/gate/sql';
import { openArchive } from '@callgate/gate/sql';
import type { Checkpoint } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import { auditMessages } from '@callgate/messages/cli/audit';
import { digestFile } from './digest-file.ts';

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

/** Whether the first or the last entry of an archive was one of the store: the rest is for its verification. */
const isOfStore = async ({ from, to, read }: ArchiveReader, store: StoreReader): Promise<boolean> => {
  for (const seq of [from, to]) {
    const [[archived], [stored]] = [await read.hashes(seq, 1), await store.hashes(seq, 1)];
    if (archived !== undefined && stored !== undefined && Buffer.compare(archived, stored) === 0) return true;
  }
  return false;
};

/** Problems of archives that are not the files of which the audit log tells. */
const compareDigests = async (
  archives: readonly ArchiveReader[],
  store: StoreReader,
  { publicKey }: TrustedKeys,
): Promise<readonly AuditProblem[]> => {
  const notes = (await readArchiveNotes(store, publicKey)).archives;
  const problems: AuditProblem[] = [];
  for (const { path, from, to } of archives) {
    const digests = notes.filter((note) => note.from <= to && from <= note.to).map(({ digest }) => digest);
    if (digests.length > 0 && !digests.includes(await digestFile(path)))
      problems.push({ code: 'ARCHIVE_DIGEST', seq: from, what: auditMessages.archive.digestDiffers });
  }
  return problems;
};

const withProblems = (report: VerifyReport, problems: readonly AuditProblem[]): VerifyReport =>
  problems.length === 0
    ? report
    : { ...report, ok: false, verdict: 'broken', problems: [...problems, ...report.problems] };

/**
 * Verifies archives: with the store as one audit log where they are all there is of it before, else each by itself. The
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
    const own: ArchiveReader[] = [];
    for (const each of archives) if (store !== undefined && (await isOfStore(each, store))) own.push(each);
    const { publicKey, anchors } = trusted;
    if (store !== undefined && own.length === archives.length && isChain(archives)) {
      const report = await verifyAuditLog(new ArchivedLog(store, archives), {
        anchors,
        givenTo: archives.at(-1)?.to ?? 0,
        ...(publicKey === undefined ? {} : { publicKey }),
      });
      return [{ name: '', report: withProblems(report, await compareDigests(archives, store, trusted)) }];
    }
    const parts: ArchiveVerification[] = [];
    for (const archive of archives) {
      const { name, report } = await verifyPart(archive, trusted);
      const problems =
        store !== undefined && own.includes(archive) ? await compareDigests([archive], store, trusted) : [];
      parts.push({ name, report: withProblems(report, problems) });
    }
    return parts;
  } finally {
    for (const { close } of opened) await close();
  }
};
