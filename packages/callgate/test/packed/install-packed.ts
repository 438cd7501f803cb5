import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { packPackages } from '../../../../tools/release/pack-packages.ts';

export const ROOT: string = join(import.meta.dirname, '../../../..');

const run = promisify(execFile);

/** The oldest and the newest compiler that programs with these packages may have, by the name under which each is installed. */
export const COMPILERS: Readonly<Record<string, string>> = {
  'typescript-5.6': 'npm:typescript@5.6.3',
  ...(process.env['CALLGATE_DEEP'] === '1' ? { 'typescript-5.9': 'npm:typescript@5.9.3' } : {}),
  'typescript-7': 'npm:typescript@7.0.2',
};

/** Packs every package of the workspace and installs the tarballs into an empty folder; the folder. */
export const installPacked = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-packed-'));
  const tarballs = await packPackages(folder);
  const dependencies = {
    ...Object.fromEntries(tarballs.map(({ name, filename }) => [name, `file:${filename}`])),
    ...COMPILERS,
    '@types/node': '24.19.2',
    '@types/react': '19.3.0',
  };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  const install = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', install, { cwd: folder });
  return folder;
};

const entriesOf = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => join(name, inner)) : [name],
  );

/** Puts the examples and the vendors' packages, as `frameworks` has them, beside what is installed. */
export const addExamples = (folder: string, frameworks: string): void => {
  for (const path of globSync(
    ['ten-lines/**/*.ts', '*/scripted-model.ts', 'loopback/*.ts', 'mcp-client/notes-server.ts'],
    { cwd: frameworks, exclude: ['node_modules'] },
  ))
    cpSync(join(frameworks, path), join(folder, 'frameworks', path));
  for (const name of entriesOf(join(frameworks, 'node_modules'))) {
    const link = join(folder, 'node_modules', name);
    if (name.startsWith('.') || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(frameworks, 'node_modules', name), link);
  }
};

const manifest = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
});

/** Every module of the installed packages that has types. */
export const typedModules = (folder: string): readonly string[] =>
  globSync(['@callgate/*/package.json', 'callgate/package.json'], { cwd: join(folder, 'node_modules') })
    .toSorted()
    .flatMap((path) => {
      const text = readFileSync(join(folder, 'node_modules', path), 'utf8');
      const { name, exports } = manifest.parse(JSON.parse(text));
      return Object.entries(exports).flatMap(([subpath, target]) =>
        typeof target === 'object' && 'types' in target && !subpath.includes('*')
          ? [`${name}${subpath.slice(1)}`]
          : [],
      );
    });
