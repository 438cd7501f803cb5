import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Servers write there whatever they do: caches, logs, locks and histories of the programs they are made of. */
const USUAL =
  /(?:^|\/)(?:\.?cache|caches|\.npm|\.bun|\.deno|_logs|logs?|\.?te?mp|\.local\/state|__pycache__)(?:\/|$)|\.(?:log|lock|pid|tmp|pyc)$/i;

export const isUsualWrite = (path: string): boolean => USUAL.test(path);

const MAX_STRAY_WRITES = 100;
const MAX_VISITED = 10_000;

const list = (folder: string): Promise<Dirent[]> => readdir(folder, { withFileTypes: true }).catch(() => []);

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/**
 * What a server changed in a throw-away copy of a folder, outside of what all servers write. A folder that was only
 * copied up, because of what is below it, is no change.
 */
export const findStrayWrites = async (folder: string, upper: string): Promise<readonly string[]> => {
  const found: string[] = [];
  let visited = 0;
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const entry of await list(join(upper, at))) {
      visited += 1;
      if (visited > MAX_VISITED || found.length >= MAX_STRAY_WRITES) return found;
      const path = join(at, entry.name);
      if (isUsualWrite(path)) continue;
      if (entry.isDirectory()) waiting.push(path);
      const isCopied = entry.isDirectory() && (await exists(join(folder, path)));
      if (!isCopied) found.push(join(folder, path));
    }
  return found;
};
