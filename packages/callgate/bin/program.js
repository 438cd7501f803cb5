import { compiledFolder } from './compiled-folder.js';
import { loadBundle } from './load-bundle.js';

const { existsSync, readFileSync, statSync } = process.getBuiltinModule('node:fs');
const { fileURLToPath } = process.getBuiltinModule('node:url');

const BUNDLE = new URL('../dist/bundle/', import.meta.url);

/** In a working tree it counts only as long as nothing was built anew; a package that was installed does not change. */
const isCurrent = () => {
  try {
    const builtFrom = JSON.parse(readFileSync(new URL('built-from.json', BUNDLE), 'utf8'));
    if (!existsSync(new URL('../src/main.ts', import.meta.url))) return true;
    return Object.entries(builtFrom).every(([part, at]) => statSync(new URL(part, BUNDLE)).mtimeMs === at);
  } catch {
    return false;
  }
};

/** The module to run: the same program in few files where it is there, or as it was built. */
export const program = () => (isCurrent() ? '../dist/bundle/main.cjs' : '../dist/main.js');

/** Loads it for this command. */
export const load = async (command) => {
  const file = new URL(program(), import.meta.url);
  const folder = compiledFolder();
  if (file.pathname.endsWith('.cjs')) return loadBundle(fileURLToPath(file), folder, command);
  // without it everything is only slower
  if (folder !== undefined) process.getBuiltinModule('node:module').enableCompileCache(folder);
  return await import(file);
};
