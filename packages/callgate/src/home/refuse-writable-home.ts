import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { refuseWritableByOthers } from '@callgate/gate/host';

/** Files, and folders as deep as Callgate has any. */
const entriesIn = (folder: string, depth = 1): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink() || entry.isDirectory())
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() && depth > 0 ? [path, ...entriesIn(path, depth - 1)] : [path];
      });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};

/** Throws where another user can change Callgate's own folder, or a file or folder in it. */
export const refuseWritableHome = (folder: string): void => {
  for (const path of [folder, ...entriesIn(folder)]) refuseWritableByOthers(path);
};
