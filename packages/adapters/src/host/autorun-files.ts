import { delimiter } from 'node:path';
import { pathFolders } from '@callgate/core/host-tools';

let known: { readonly path: string | undefined; readonly folders: readonly string[] } | undefined;

/** The folders of this process's PATH, as one list: patterns are compiled by list. */
const foldersOnPath = (): readonly string[] => {
  const path = process.env['PATH'];
  if (known === undefined || known.path !== path) known = { path, folders: pathFolders(path, delimiter) };
  return known.folders;
};

/** Patterns of files that run later, besides those of the table: the folders of PATH, and what the operator adds. */
export const autorunFiles = (more: readonly string[] = []): readonly string[] =>
  more.length === 0 ? foldersOnPath() : [...foldersOnPath(), ...more];
