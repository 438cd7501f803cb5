import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CallgateError, display, isJsonObject, own, parseStrict } from '@callgate/core';
import type { AuditSink } from './sink.ts';

const hashIn = (line: string): string | undefined => {
  try {
    const value = parseStrict(line);
    const hash = isJsonObject(value) ? own(value, 'event_hash') : undefined;
    return typeof hash === 'string' ? hash : undefined;
  } catch {
    return undefined;
  }
};

/** What this process writes to. In a container every process has the same number as the one before it. */
const held = new Set<string>();

const holderLives = (lock: string): boolean => {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    if (holder === process.pid) return held.has(lock);
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Two processes in one file would break its chain. */
const takeLock = (path: string): void => {
  const lock = `${resolve(path)}.lock`;
  for (let tries = 0; tries < 2; tries += 1)
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      held.add(lock);
      process.once('exit', () => rmSync(lock, { force: true }));
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      if (holderLives(lock)) break;
      rmSync(lock, { force: true });
    }
  throw new CallgateError('AUDIT_IN_USE', `another process writes to ${display(path)}`, {
    help: 'give every process a record of its own',
  });
};

/** A record in one file, one line an event. A half line that a crash left stays where it is, and the chain goes on after it. */
export const fileSink = (path: string): AuditSink => {
  let file: Promise<FileHandle> | undefined;
  const opened = async (): Promise<FileHandle> => {
    takeLock(path);
    closeSync(openSync(path, 'a', 0o600));
    const handle = await open(path, 'a');
    const text = readFileSync(path, 'utf8');
    if (text !== '' && !text.endsWith('\n')) await handle.appendFile('\n');
    return handle;
  };
  return {
    lastHash: async () => {
      file ??= opened();
      await file;
      const lines = readFileSync(path, 'utf8').split('\n').toReversed();
      for (const line of lines) {
        const hash = hashIn(line);
        if (hash !== undefined) return hash;
      }
      return undefined;
    },
    append: async (line) => {
      file ??= opened();
      const handle = await file;
      await handle.appendFile(`${line}\n`);
      await handle.datasync();
    },
  };
};
