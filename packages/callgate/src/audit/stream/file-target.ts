import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { display } from '@callgate/core';
import type { StreamTarget } from './stream-target.ts';

const LF = 0x0a;

/** Whether a killed process, or another program, left a line without its end. */
const endsInsideLine = async (file: FileHandle): Promise<boolean> => {
  const found = await file.stat();
  if (!found.isFile() || found.size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, found.size - 1);
  return buffer[0] !== LF;
};

/** Appends to a file and syncs it. It is opened anew each time, so that it may be rotated. */
export const fileTarget = (path: string): StreamTarget => ({
  name: display(path),
  deliver: async (lines) => {
    const file = await open(path, 'a+', 0o600);
    try {
      const before = (await endsInsideLine(file)) ? '\n' : '';
      await file.appendFile(before + lines.map(({ text }) => `${text}\n`).join(''));
      await file.datasync();
    } finally {
      await file.close();
    }
  },
});
