import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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

const PREFIX = 'callgate-sandbox-';
const DAY_MS = 86_400_000;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Of processes that were killed. Other containers may share the folder and number theirs differently: only old ones. */
const removeAbandoned = async (parent: string): Promise<void> => {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    const found = await lstat(join(parent, name)).catch(() => undefined);
    const isOwn = found?.isDirectory() === true && found.uid === process.getuid?.();
    if (isOwn && Date.now() - found.mtimeMs > DAY_MS) await removeScratch(join(parent, name));
  }
};

const removeScratch = async (path: string): Promise<void> => {
  await openFolders(path);
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
};

export const createScratchFolder = async (parent: string): Promise<ScratchFolder> => {
  await removeAbandoned(parent);
  const path = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
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
    remove: () => removeScratch(path),
  };
};

/** The kernel's own folder in a `work` has no permissions, not even for its owner; a server can make some like it. */
const openFolders = async (folder: string): Promise<void> => {
  await chmod(folder, 0o700).catch(() => undefined);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await openFolders(join(folder, entry.name));
};
