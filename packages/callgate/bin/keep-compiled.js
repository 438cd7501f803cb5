import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

const cacheFolder = () => {
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local } = process.env;
  if (isAbsolute(xdg)) return xdg;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
};

/** Keeps compiled modules in the user's cache folder, which nobody else may write to: whoever does runs code here. */
export const keepCompiled = () => {
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return;
  try {
    const folder = join(cacheFolder(), 'callgate', 'compiled');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enableCompileCache(folder);
  } catch {
    // without it everything is only slower
  }
};
