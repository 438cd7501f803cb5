import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What one sandbox keeps on this machine while it lives. Not there for the server. */
export interface ScratchFolder {
  readonly path: string;
  readonly emptyFile: string;
  /** Makes the parts of a copy: `lower`, `upper`, `work` and `merged`. */
  addCopy(name: string): Promise<string>;
  addFile(name: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

export const createScratchFolder = async (parent: string): Promise<ScratchFolder> => {
  const path = await mkdtemp(join(parent, 'callgate-sandbox-'));
  const emptyFile = join(path, 'empty');
  await writeFile(emptyFile, '', { mode: 0o444 });
  return {
    path,
    emptyFile,
    addCopy: async (name) => {
      const folder = join(path, name);
      for (const part of ['lower', 'upper', 'work', 'merged'])
        await mkdir(join(folder, part), { recursive: true });
      return folder;
    },
    addFile: async (name, text) => {
      const file = join(path, name);
      await writeFile(file, text, { mode: 0o444 });
      return file;
    },
    remove: async () => {
      await openFolders(path);
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};

/** The kernel's own folder in a `work` has no permissions, not even for its owner; a server can make some like it. */
const openFolders = async (folder: string): Promise<void> => {
  await chmod(folder, 0o700).catch(() => undefined);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await openFolders(join(folder, entry.name));
};
