import { existsSync, readFileSync, statSync } from 'node:fs';

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
export const program = () => (isCurrent() ? '../dist/bundle/main.js' : '../dist/main.js');
