import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** A file system in memory: to write a thousand files to a disk takes ten times the work. */
const MEMORY = '/dev/shm';
/** Several times what a run has there at once; and what its processes need besides. */
const NEEDED_SPACE = 4 * 1024 ** 3;
const NEEDED_MEMORY = 8 * 1024 ** 3;

/** The process that a folder belongs to. */
const OWNER = 'run.pid';

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Whether it belongs to a process that has ended. One that nobody has signed yet belongs to a run that begins. */
const isLeft = (folder: string): boolean => {
  try {
    process.kill(Number(readFileSync(join(folder, OWNER), 'utf8')), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
};

const makeIn = (place: string): string => {
  // short: the names of sockets in it have a limit
  const folder = mkdtempSync(join(place, 'cg-'));
  writeFileSync(join(folder, OWNER), String(process.pid));
  // as the folder it stands for: a database does not run as root
  chmodSync(folder, 0o1777);
  return folder;
};

/** Tests write programs and run them. */
const canRunPrograms = (folder: string): boolean => {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  try {
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program);
  }
};

const hasRoom = (): boolean => {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_SPACE && process.availableMemory() >= NEEDED_MEMORY;
};

/** The folder of temporary files of a run: in memory where there is enough of it. */
export interface RunFolder {
  readonly path: string;
  /** Nobody looks into it. */
  remove(): void;
  /** For people to look into; where it is then. */
  keep(): string;
}

export const makeRunFolder = (): RunFolder => {
  // memory that a run left behind when it was killed
  for (const folder of globSync(join(MEMORY, 'cg-*'))) if (isLeft(folder)) remove(folder);
  const inMemory = hasRoom() ? makeIn(MEMORY) : undefined;
  if (inMemory !== undefined && canRunPrograms(inMemory)) {
    process.once('exit', () => remove(inMemory));
    return {
      path: inMemory,
      remove: () => remove(inMemory),
      keep: () => {
        const kept = join(tmpdir(), basename(inMemory));
        // sockets too
        execFileSync('cp', ['-a', inMemory, kept]);
        return kept;
      },
    };
  }
  if (inMemory !== undefined) remove(inMemory);
  const path = makeIn(tmpdir());
  return { path, remove: () => remove(path), keep: () => path };
};
