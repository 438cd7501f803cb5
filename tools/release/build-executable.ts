/**
 * `npm run executable [-- FILE]`: one file that runs without Node or npm on this platform: Node itself with the bundled
 * program inside. For another platform, run it there.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { installed } from '../../material/install.ts';
import { ROOT } from '../list-pages.ts';

const run = promisify(execFile);

const CALLGATE = join(ROOT, 'packages/callgate');
/** What the bundled program reads. */
const PARTS = [
  'package.json',
  'LICENSE',
  'bin/*.js',
  'dist/bundle/**/*',
  'dist/web/**/*',
  'dist/packs/**/*',
  'templates/**/*',
];
/** Node looks for it in its own file; a blob was put in where the digit behind it is 1. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const listFiles = (): readonly string[] =>
  globSync(PARTS, { cwd: CALLGATE, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(CALLGATE.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted();

/** Builds the executable; the file. */
export const buildExecutable = async (file: string): Promise<string> => {
  const files = listFiles();
  const folder = mkdtempSync(join(tmpdir(), 'cg-exe-'));
  try {
    const hash = createHash('sha256');
    for (const name of files) hash.update(`${name}\n`).update(readFileSync(join(CALLGATE, name)));
    const list = join(folder, 'files.json');
    writeFileSync(list, JSON.stringify({ digest: hash.digest('hex'), files }));
    const blob = join(folder, 'program.blob');
    const config = {
      main: join(ROOT, 'tools/release/executable-main.cjs'),
      output: blob,
      disableExperimentalSEAWarning: true,
      assets: {
        'files.json': list,
        ...Object.fromEntries(files.map((name) => [name, join(CALLGATE, name)])),
      },
    };
    writeFileSync(join(folder, 'sea.json'), JSON.stringify(config));
    await run(process.execPath, ['--experimental-sea-config', join(folder, 'sea.json')]);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(process.execPath, file);
    chmodSync(file, 0o755);
    // macOS runs no file whose signature is broken
    if (process.platform === 'darwin') await run('codesign', ['--remove-signature', file]);
    const postject = join(await installed('release'), 'node_modules/postject/dist/cli.js');
    const macho = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
    await run(process.execPath, [postject, file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE, ...macho]);
    if (process.platform === 'darwin') await run('codesign', ['--sign', '-', file]);
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const name = `callgate-${process.platform}-${process.arch}${suffix}`;
  const file = await buildExecutable(resolve(process.argv[2] ?? join(ROOT, 'dist', name)));
  process.stdout.write(`${file}\n`);
}
