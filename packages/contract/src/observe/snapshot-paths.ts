import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';

const MAX_BYTES = 64 * 1024 * 1024;

const contentOf = async (path: string, size: number): Promise<string> => {
  if (size > MAX_BYTES) return String(size);
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return createHash('sha256')
      .update(await file.readFile())
      .digest('hex');
  } finally {
    await file.close();
  }
};

const stateOf = async (path: string): Promise<string> => {
  try {
    const entry = await lstat(path);
    const mode = `${entry.mode} ${entry.uid} ${entry.gid}`;
    if (entry.isSymbolicLink()) return `${mode} ${await readlink(path)}`;
    return entry.isFile() ? `${mode} ${await contentOf(path, entry.size)}` : mode;
  } catch {
    return '';
  }
};

/** What is at each path below `root`: kind, rights and content, without times. Empty where there is nothing. */
export const snapshotPaths = async (
  root: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const states = new Map<string, string>();
  for (const path of paths) states.set(path, await stateOf(`${root}${path}`));
  return states;
};
