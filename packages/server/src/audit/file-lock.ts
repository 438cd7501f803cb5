import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { guardErrors } from '@callgate/messages/errors/guard';

/** What this process writes to. In a container every process has the same number as the one before it. */
const heldLocks = new Map<string, string>();

const releaseAll = (): void => {
  for (const [lock, mine] of heldLocks) if (textOf(lock) === mine) rmSync(lock, { force: true });
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

/** What is no number of a process was left by a crash. */
const isHolderAlive = (lock: string, text: string): boolean => {
  const holder = Number(/^([1-9]\d*)(?:\s|$)/.exec(text)?.[1] ?? 0);
  if (holder === 0) return false;
  if (holder === process.pid) return heldLocks.has(lock);
  try {
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
};

/** What filesystems answer that have no links. */
const LINKLESS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'] as const;

const placeUnlinked = (lock: string, text: string): boolean => {
  try {
    writeFileSync(lock, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
};

/** Puts a lock with its whole text in place, or says that there is one. */
const placeLock = (lock: string, text: string): boolean => {
  const ready = `${lock}.${randomUUID()}`;
  writeFileSync(ready, text, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(ready, lock);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    if (!LINKLESS.some((code) => hasCode(error, code))) throw error;
    return placeUnlinked(lock, text);
  } finally {
    rmSync(ready, { force: true });
  }
};

/** Removes a dead lock. A lock that another process placed meanwhile goes back. */
const clearDeadLock = (lock: string, dead: string): void => {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const text = textOf(aside);
  if (text !== undefined && text !== dead) placeLock(lock, text);
  rmSync(aside, { force: true });
};

/** Two processes in one file would break its chain. */
export const takeLock = (path: string): void => {
  const lock = `${resolve(path)}.lock`;
  const mine = `${process.pid} ${randomUUID()}`;
  for (let tries = 0; tries < 3; tries += 1) {
    if (placeLock(lock, mine) && textOf(lock) === mine) {
      if (heldLocks.size === 0) process.once('exit', releaseAll);
      heldLocks.set(lock, mine);
      return;
    }
    const other = textOf(lock);
    if (other === undefined) continue;
    if (isHolderAlive(lock, other)) break;
    clearDeadLock(lock, other);
  }
  throw new CallgateError(guardErrors.auditInUse({ file: display(path) }));
};
