import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { makeRunFolder } from './make-run-folder.ts';

const MODULE = JSON.stringify(new URL('make-run-folder.ts', import.meta.url).href);

/** Runs it in a process of its own, which ends. */
const inProcess = (what: string): { readonly path: string; readonly kept: string | null } => {
  const program = `
    const { makeRunFolder } = await import(${MODULE});
    const { writeFileSync } = await import('node:fs');
    const folder = makeRunFolder();
    writeFileSync(folder.path + '/written', 'by a test');
    const kept = ${what};
    console.log(JSON.stringify({ path: folder.path, kept }));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return z.object({ path: z.string(), kept: z.string().nullable() }).parse(JSON.parse(said));
};

it('is a folder that everybody can write to and that runs programs, until it is removed', () => {
  const folder = makeRunFolder();
  expect(statSync(folder.path).mode & 0o7777).toBe(0o1777);
  const program = join(folder.path, 'program');
  writeFileSync(program, '#!/bin/sh\necho ran\n', { mode: 0o755 });
  expect(execFileSync(program, { encoding: 'utf8' })).toBe('ran\n');
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});

it('what is kept for people outlives the process', () => {
  const { kept } = inProcess('folder.keep()');
  expect(readFileSync(join(kept ?? '', 'written'), 'utf8')).toBe('by a test');
  rmSync(kept ?? '', { recursive: true });
});

it.runIf(existsSync('/dev/shm'))('no memory is held after the process, nor by one that was killed', () => {
  const { path } = inProcess('null');
  if (path.startsWith('/dev/shm/')) expect(existsSync(path)).toBe(false);
  const left = `/dev/shm/cg-left${process.pid}`;
  mkdirSync(left);
  // no process has this number
  writeFileSync(join(left, 'run.pid'), '4194305');
  makeRunFolder().remove();
  expect(existsSync(left)).toBe(false);
});
