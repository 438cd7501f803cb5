import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { display } from '@callgate/core';
import type { StreamTarget } from './stream-target.ts';

const LF = 0x0a;
const TAIL = 64 * 1024;

/** Cuts off a line that a killed process began. */
const dropTornLine = async (file: FileHandle): Promise<void> => {
  let { size } = await file.stat();
  while (size > 0) {
    const length = Math.min(TAIL, size);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const end = buffer.lastIndexOf(LF);
    if (end === length - 1) return;
    size = end < 0 ? size - length : size - length + end + 1;
    await file.truncate(size);
  }
};

/** Appends to a file and syncs it. It is opened anew each time, so that it may be rotated. */
export const fileTarget = (path: string): StreamTarget => ({
  name: display(path),
  deliver: async (lines) => {
    const file = await open(path, 'a+', 0o600);
    try {
      await dropTornLine(file);
      await file.appendFile(lines.map(({ text }) => `${text}\n`).join(''));
      await file.datasync();
    } finally {
      await file.close();
    }
  },
  close: () => Promise.resolve(),
});
