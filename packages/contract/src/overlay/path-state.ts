import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { fileChangeErrors } from '@callgate/messages/errors/file-change';
import type { PathState } from './file-change.ts';
import type { Folder } from './folder.ts';
import { codeOf, modeOf } from './folder.ts';

const CHUNK = 1 << 20;
/** Links have no permissions of their own. */
const LINK_MODE = 0o777;

/** Takes the content of a file or the target of a link, piece by piece. */
export type ContentSink = (piece: Uint8Array) => void;

const ownerOf = ({ uid, gid }: BigIntStats): Pick<PathState, 'owner'> => {
  const owner = [Number(uid), Number(gid)] as const;
  return owner[0] === process.geteuid?.() && owner[1] === process.getegid?.() ? {} : { owner };
};

/** Reads a file whole, at most so many bytes of it. */
const readContent = (folder: Folder, name: string, take: ContentSink): void => {
  const handle = folder.openFile(name);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const count = readSync(handle, buffer, 0, CHUNK, null);
      if (count === 0) return;
      take(buffer.subarray(0, count));
    }
  } finally {
    closeSync(handle);
  }
};

const withDigest = (
  read: (take: ContentSink) => void,
  sink?: ContentSink,
): { digest: string; size: number } => {
  const hash = createHash('sha256');
  let size = 0;
  read((piece) => {
    hash.update(piece);
    size += piece.length;
    sink?.(piece);
  });
  return { digest: hash.digest('hex'), size };
};

const stateOf = (folder: Folder, name: string, stats: BigIntStats, sink?: ContentSink): PathState => {
  const owner = ownerOf(stats);
  if (stats.isDirectory()) return { kind: 'folder', mode: modeOf(stats), ...owner };
  if (stats.isSymbolicLink()) {
    const target = folder.readLink(name);
    return { kind: 'link', mode: LINK_MODE, ...withDigest((take) => take(target), sink), ...owner };
  }
  if (!stats.isFile())
    throw new CallgateError(fileChangeErrors.specialFile({ path: display(folder.pathOf(name)) }));
  const read = (take: ContentSink): void => readContent(folder, name, take);
  return { kind: 'file', mode: modeOf(stats), ...withDigest(read, sink), ...owner };
};

/** What is at a name of a folder; its content goes to `sink`. Null where nothing is. */
export const readPathState = (folder: Folder, name: string, sink?: ContentSink): PathState | null => {
  try {
    const stats = folder.stat(name);
    return stats === undefined ? null : stateOf(folder, name, stats, sink);
  } catch (error) {
    if (error instanceof CallgateError) throw error;
    if (codeOf(error) === 'ENOENT') return null;
    const path = display(folder.pathOf(name));
    throw new CallgateError(fileChangeErrors.unreadable({ path, cause: codeOf(error) }), { cause: error });
  }
};

const hasSameContent = (one: PathState, other: PathState): boolean =>
  one.kind === other.kind && one.digest === other.digest;

/** Whose they are is for the file system to say. */
export const isSameState = (one: PathState | null, other: PathState | null): boolean =>
  one === null || other === null ? one === other : hasSameContent(one, other) && one.mode === other.mode;
