import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { frameworksHome } from '../suite/frameworks-home.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** Lines of the compiler, as `path(line,column): error …`. */
const problems = async (): Promise<readonly string[]> => {
  const config = join(await frameworksHome(), 'tsconfig.json');
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const run = promisify(execFile);
  try {
    await run(process.execPath, [tsc, '-p', config, '--pretty', 'false'], { cwd: ROOT, maxBuffer: 2 ** 26 });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
    return lines.length === 0 ? [String(error)] : lines;
  }
};

describe('what is written against the vendors’ packages', () => {
  it('compiles: quick starts, examples, drivers and the types that are tested', async () => {
    expect(await problems()).toEqual([]);
  });

  it('has types that are tested, a quick start and an example for every adapter', async () => {
    const home = await frameworksHome();
    const drivers = globSync('*/*driver.ts', { cwd: home }).map((path) => dirname(path));
    const folders = [...new Set(drivers)].toSorted();
    expect(folders).not.toEqual([]);
    const wanted = folders.flatMap((folder) =>
      ['types.ts', 'quick-start.ts', 'example.ts'].map((name) => join(folder, name)),
    );
    expect(wanted.filter((path) => !existsSync(join(home, path)))).toEqual([]);
  });
});
