const { homedir } = process.getBuiltinModule('node:os');
const { isAbsolute, join } = process.getBuiltinModule('node:path');

const cacheFolder = () => {
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local } = process.env;
  if (isAbsolute(xdg)) return xdg;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
};

/**
 * Where compiled code is kept, in the user's cache folder: a program that can write to it runs code here. Undefined where
 * nothing is to be kept.
 */
export const compiledFolder = () => {
  const { NODE_DISABLE_COMPILE_CACHE: off, NODE_COMPILE_CACHE: named = '' } = process.env;
  if (off !== undefined) return undefined;
  return isAbsolute(named) ? named : join(cacheFolder(), 'callgate', 'compiled');
};
