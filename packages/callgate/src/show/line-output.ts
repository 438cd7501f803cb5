import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { CallgateError, display } from '@callgate/core';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import type { DownloadFile } from '@callgate/operations/api';
import { writeAndWait } from './style.ts';

/** Where lines go: to standard output, or to a file for its owner alone. */
export interface LineOutput {
  line(text: string): Promise<void>;
  close(): Promise<void>;
}

const openFile = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'w', 0o600);
  } catch (cause) {
    throw new CallgateError(dataFileErrors.unwritable({ path: display(path) }), { cause });
  }
};

const FULL = 64 * 1024;

/** `end` is what each line ends with. */
export const openLineOutput = async (path: string | undefined, end = '\n'): Promise<LineOutput> => {
  if (path === undefined)
    return {
      line: (text) => writeAndWait(end === '\n' ? text : `${text}${end.slice(0, -1)}`),
      close: () => Promise.resolve(),
    };
  const file = await openFile(path);
  let kept = '';
  const flush = async (): Promise<void> => {
    await file.writeFile(kept);
    kept = '';
  };
  return {
    line: async (text) => {
      kept += `${text}${end}`;
      if (kept.length > FULL) await flush();
    },
    close: async () => {
      try {
        await flush();
      } finally {
        await file.close();
      }
    },
  };
};

/** Writes a file that an operation gave; each of its chunks ends with a line. */
export const writeOutputFile = async (path: string | undefined, { chunks }: DownloadFile): Promise<void> => {
  const output = await openLineOutput(path);
  try {
    for await (const chunk of chunks) await output.line(String(chunk).slice(0, -1));
  } finally {
    await output.close();
  }
};
