import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { isInside } from '../is-inside.ts';

export interface FolderEntry {
  readonly name: string;
  readonly isLink: boolean;
}

/**
 * Places from which everything may be read that is not hidden: rights can be given and not taken back below, so each
 * folder on the way to a hidden place is left out and all its other entries are named. Links are left out; what they
 * lead to is somewhere else in the tree.
 */
export const readablePlaces = (
  hidden: readonly string[],
  list: (folder: string) => readonly FolderEntry[],
  folder = '/',
): readonly string[] => {
  if (hidden.includes(folder)) return [];
  if (!hidden.some((path) => isInside(path, folder))) return [folder];
  return list(folder)
    .filter(({ isLink }) => !isLink)
    .flatMap(({ name }) => readablePlaces(hidden, list, posix.join(folder, name)));
};

const listFolder = (folder: string): readonly FolderEntry[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isLink: entry.isSymbolicLink(),
    }));
  } catch {
    return [];
  }
};

/** The same on this machine. */
export const placesWithout = (hidden: readonly string[], folder = '/'): readonly string[] =>
  readablePlaces(hidden, listFolder, folder);
