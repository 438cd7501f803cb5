import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CallgateError, display } from '@callgate/core';
import { auditErrors } from '@callgate/messages/errors/audit';
import type { StoreReader } from '../store/store-reader.ts';
import { parseAnchorLine } from '../record/checkpoint-anchor.ts';
import { type CheckpointText, readCheckpoint, verifyCheckpoint } from '../record/checkpoint.ts';
import type { Checkpoint } from '../record/audit-entry.ts';

/** The checkpoints in an anchor file, and the lines that are none. */
export interface AnchorFile {
  readonly checkpoints: readonly Checkpoint[];
  /** Lines from 1. */
  readonly unreadable: readonly number[];
}

/** A last line without its end was cut off when a process stopped; it is left out. */
export const parseAnchors = (text: string): AnchorFile => {
  const lines = text.split('\n');
  const torn = lines.pop() ?? '';
  const checkpoints: Checkpoint[] = [];
  const unreadable: number[] = [];
  for (const [index, line] of [...lines, ...(isWhole(torn) ? [torn] : [])].entries()) {
    if (line.trim() === '') continue;
    try {
      checkpoints.push(parseAnchorLine(line));
    } catch {
      unreadable.push(index + 1);
    }
  }
  return { checkpoints, unreadable };
};

const isWhole = (line: string): boolean => {
  try {
    parseAnchorLine(line);
    return true;
  } catch {
    return false;
  }
};

export const readAnchorFile = async (path: string): Promise<AnchorFile> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new CallgateError(auditErrors.anchorUnreadable({ path: display(path) }), { cause });
  }
  return parseAnchors(text);
};

/** The largest checkpoint in an anchor file that these keys signed; undefined where nothing is remembered yet. */
export const findRememberedCheckpoint = async (
  path: string,
  publicKey: Uint8Array,
): Promise<Checkpoint | undefined> => {
  if (!existsSync(path)) return undefined;
  const { checkpoints } = await readAnchorFile(path);
  return checkpoints
    .filter((checkpoint) => verifyCheckpoint(publicKey, checkpoint).ok)
    .toSorted((one, other) => other.size - one.size)[0];
};

export type AnchorComparison =
  | { readonly state: 'same' | 'grown'; readonly by: number }
  /** Rows are missing that were there: an older copy is in its place, or its end was cut off. */
  | { readonly state: 'rolled-back'; readonly missing: number }
  /** Other rows stand where the remembered ones stood. */
  | { readonly state: 'rewritten'; readonly size: number };

/** Holds a record against what was remembered of it. Quick; `verifyAuditLog` is thorough. */
export const compareWithAnchor = async (
  reader: Pick<StoreReader, 'head' | 'hashes'>,
  remembered: Checkpoint,
): Promise<AnchorComparison> => {
  const { size, head }: CheckpointText = readCheckpoint(remembered);
  const { seq } = await reader.head();
  if (seq < size) return { state: 'rolled-back', missing: size - seq };
  const [there] = await reader.hashes(size, 1);
  if (there === undefined || Buffer.compare(there, head) !== 0) return { state: 'rewritten', size };
  return seq === size ? { state: 'same', by: 0 } : { state: 'grown', by: seq - size };
};
