import { realpath, stat } from 'node:fs/promises';

export interface ExistingPath {
  /** Without links. */
  readonly path: string;
  readonly isFolder: boolean;
}

/** Undefined where nothing is at a path, or where nothing can be seen there. */
export const existingPath = async (path: string): Promise<ExistingPath | undefined> => {
  try {
    const real = await realpath(path);
    return { path: real, isFolder: (await stat(real)).isDirectory() };
  } catch {
    return undefined;
  }
};

/** Those that exist, each once. */
export const existingPaths = async (paths: readonly string[]): Promise<readonly ExistingPath[]> => {
  const found = new Map<string, ExistingPath>();
  for (const each of await Promise.all(paths.map(existingPath)))
    if (each !== undefined) found.set(each.path, each);
  return [...found.values()];
};
