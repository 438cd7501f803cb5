import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT: string = join(import.meta.dirname, '..');

const IGNORED = new Set(['node_modules', 'dist', 'coverage', 'reports', '.git', '.stryker-tmp']);

/** The site is built from copies. */
const COPIES = 'site/pages';

/** Every Markdown page of the repository, as paths from its root. */
export const listPages = (folder = ''): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED.has(entry.name) || path === COPIES ? [] : listPages(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
