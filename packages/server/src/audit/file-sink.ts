import { closeSync, openSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { isJsonObject, getOwn } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { guardMessages } from '@callgate/messages/guard';
import type { AuditSink } from './audit-chain.ts';
import { takeLock } from './file-lock.ts';

const FIRST_LOOK = 65_536;
const LONGEST_LOOK = 268_435_456;

const readEventHash = (line: string): string | undefined => {
  try {
    const value = parseStrict(line);
    const hash = isJsonObject(value) ? getOwn(value, 'event_hash') : undefined;
    return typeof hash === 'string' ? hash : undefined;
  } catch {
    return undefined;
  }
};

const readTail = async (
  path: string,
  bytes: number,
): Promise<{ readonly text: string; readonly whole: boolean }> => {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, bytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return { text: buffer.toString('utf8', 0, bytesRead), whole: length === size };
  } finally {
    await file.close();
  }
};

/** The last line that is an event, however much comes before it. */
const lastHashIn = async (path: string): Promise<string | undefined> => {
  for (let bytes = FIRST_LOOK; bytes <= LONGEST_LOOK; bytes *= 4) {
    const { text, whole } = await readTail(path, bytes);
    const [first = '', ...lines] = text.split('\n');
    for (const line of [...(whole ? [first] : []), ...lines].toReversed()) {
      const hash = readEventHash(line);
      if (hash !== undefined) return hash;
    }
    if (whole) return undefined;
  }
  throw new Error(guardMessages.audit.noEvent);
};

/** A record in one file, one line an event. A half line that a crash left stays where it is, and the chain goes on after it. */
export const fileSink = (path: string): AuditSink => {
  let file: Promise<FileHandle> | undefined;
  const opened = async (): Promise<FileHandle> => {
    takeLock(path);
    closeSync(openSync(path, 'a', 0o600));
    const handle = await open(path, 'a');
    const { text } = await readTail(path, 1);
    if (text !== '' && text !== '\n') await handle.appendFile('\n');
    return handle;
  };
  return {
    lastHash: async () => {
      file ??= opened();
      await file;
      return await lastHashIn(path);
    },
    append: async (line) => {
      file ??= opened();
      const handle = await file;
      await handle.appendFile(`${line}\n`);
      await handle.datasync();
    },
  };
};
