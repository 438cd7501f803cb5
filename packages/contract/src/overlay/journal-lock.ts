import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallgateError } from '@callgate/core';
import { fileChangeErrors } from '@callgate/messages/errors/file-change';
import { codeOf } from './folder.ts';

const PAUSE_MS = 50;
const PATIENCE_MS = 30_000;

/** A process and when it began, since numbers of processes come again. Undefined where it has ended. */
const processText = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return undefined;
  }
};

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const isHeld = (holder: string): boolean => processText(Number.parseInt(holder, 10)) === holder;

/** One process at a time changes the files of a journal. */
export class JournalLock {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, 'lock');
  }

  #tryEnter(): boolean {
    const own = `${this.#path}-${randomUUID()}`;
    writeFileSync(own, processText(process.pid) ?? '', { flag: 'wx', mode: 0o600 });
    try {
      linkSync(own, this.#path);
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      return false;
    } finally {
      rmSync(own, { force: true });
    }
  }

  /** Of a process that ended. Who moves it away is the one who looked at it. */
  #removeStale(): void {
    const holder = read(this.#path);
    if (holder === undefined || isHeld(holder)) return;
    const aside = `${this.#path}-${randomUUID()}`;
    try {
      renameSync(this.#path, aside);
      // another one took it between
      if (read(aside) === holder) rmSync(aside, { force: true });
      else linkSync(aside, this.#path);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
    }
    rmSync(aside, { force: true });
  }

  async with<T>(work: () => T): Promise<T> {
    for (let waited = 0; !this.#tryEnter(); waited += PAUSE_MS) {
      this.#removeStale();
      if (waited >= PATIENCE_MS) throw new CallgateError(fileChangeErrors.busy());
      await sleep(PAUSE_MS);
    }
    try {
      return work();
    } finally {
      rmSync(this.#path, { force: true });
    }
  }
}

/** What was renamed in a folder lasts from here on. */
export const syncFolder = (path: string): void => {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};
