import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { z } from 'zod';

/** The last entry that was delivered. */
export interface StreamPosition {
  readonly seq: number;
  readonly hash: string;
}

const positionSchema = z.strictObject({
  v: z.literal(1),
  seq: z.int().min(0),
  hash: z.string().regex(/^(?:[0-9a-f]{64})?$/),
});

/** Where the position of a target is kept: its address may be a secret, its digest is none. */
export const positionFileOf = (folder: string, target: string, store: string): string =>
  join(
    folder,
    'streams',
    `${createHash('sha256').update(`${target}\n${store}`).digest('hex').slice(0, 16)}.json`,
  );

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** undefined where nothing was delivered yet. What cannot be read is never taken for a beginning. */
export const readPosition = async (path: string): Promise<StreamPosition | undefined> => {
  try {
    const { seq, hash } = positionSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    return { seq, hash };
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw new CallgateError(dataFileErrors.unreadable({ path: display(path) }), { cause });
  }
};

/** All of it or nothing, also where the machine stops. */
export const writePosition = async (path: string, position: StreamPosition): Promise<void> => {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(`${path}.new`, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ v: 1, ...position })}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
  } catch (cause) {
    throw new CallgateError(dataFileErrors.unwritable({ path: display(path) }), { cause });
  }
};
