import { realpathSync, statSync } from 'node:fs';

export interface ExistingPath {
  /** Without links. */
  readonly path: string;
  readonly isFolder: boolean;
}

/** Undefined where nothing is at a path, or where nothing can be seen there. At once: hundreds are asked about at a start. */
export const existingPath = (path: string): ExistingPath | undefined => {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && { path: realpathSync(path), isFolder: found.isDirectory() };
  } catch {
    return undefined;
  }
};

/** Those that exist, each once. */
export const existingPaths = (paths: readonly string[]): readonly ExistingPath[] => {
  const found = new Map<string, ExistingPath>();
  for (const path of paths) {
    const each = existingPath(path);
    if (each !== undefined) found.set(each.path, each);
  }
  return [...found.values()];
};
