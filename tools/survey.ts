/** Prints how large the workspace is: lines and files of source, and what each package exports, by package. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exportedNames } from './survey/exported-names.ts';
import { ROOT } from './list-pages.ts';

const SOURCES = ['src', 'web/src', 'bin'];

interface PackageSize {
  readonly files: number;
  readonly lines: number;
  readonly rootExports: number;
  readonly subpaths: number;
}

const filesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  } catch {
    return [];
  }
};

const sizeOf = (name: string): PackageSize => {
  const at = join(ROOT, 'packages', name);
  const files = SOURCES.flatMap((folder) => filesIn(join(at, folder))).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  const { exports = {} } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as {
    exports?: Record<string, unknown>;
  };
  const index = join(at, 'src/index.ts');
  return {
    files: files.length,
    lines: files.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0),
    rootExports: existsSync(index) ? exportedNames(index).length : 0,
    subpaths: Object.keys(exports).filter((path) => path !== '.').length,
  };
};

const sizes = readdirSync(join(ROOT, 'packages')).map((name) => ({ name, ...sizeOf(name) }));
const total = (key: keyof PackageSize): number => sizes.reduce((sum, size) => sum + size[key], 0);

console.log('package       lines  files  root exports  subpaths');
for (const { name, lines, files, rootExports, subpaths } of [
  ...sizes,
  {
    name: 'all',
    lines: total('lines'),
    files: total('files'),
    rootExports: total('rootExports'),
    subpaths: total('subpaths'),
  },
])
  console.log(
    `${name.padEnd(12)}${String(lines).padStart(7)}${String(files).padStart(7)}${String(rootExports).padStart(14)}${String(subpaths).padStart(10)}`,
  );
