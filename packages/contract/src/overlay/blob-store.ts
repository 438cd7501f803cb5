import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { fileChangeErrors } from '@callgate/messages/errors/file-change';
import type { ContentKeeper } from './read-changes.ts';

const CHUNK = 1 << 20;
const DIGEST = /^[0-9a-f]{64}$/;

/** A single write may stop before the end. */
export const writeAll = (handle: number, bytes: Uint8Array): void => {
  for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done, bytes.length - done);
};

/** Contents by their digests, in a folder of their own. What is read is checked. */
export class BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  #path(digest: string): string {
    const path = join(this.#folder, digest);
    if (!DIGEST.test(digest)) throw new CallgateError(fileChangeErrors.damaged({ path: display(path) }));
    return path;
  }

  /** Keeps a content while it is read. */
  keeper(): ContentKeeper {
    const path = join(this.#folder, `new-${randomUUID()}`);
    const { O_CREAT, O_EXCL, O_WRONLY } = constants;
    let handle: number | undefined;
    return {
      take: (piece) => {
        handle ??= openSync(path, O_CREAT | O_EXCL | O_WRONLY, 0o600);
        writeAll(handle, piece);
      },
      end: (state) => {
        const digest = state?.digest;
        if (digest !== undefined) handle ??= openSync(path, O_CREAT | O_EXCL | O_WRONLY, 0o600);
        if (handle === undefined) return;
        const isKept = digest !== undefined && !existsSync(this.#path(digest));
        if (isKept) fsyncSync(handle);
        closeSync(handle);
        if (isKept) renameSync(path, this.#path(digest));
        else rmSync(path);
      },
    };
  }

  /** Writes a content to an open file. */
  copyTo(digest: string, target: number): void {
    const path = this.#path(digest);
    const hash = createHash('sha256');
    const source = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const buffer = Buffer.allocUnsafe(CHUNK);
      for (;;) {
        const count = readSync(source, buffer, 0, CHUNK, null);
        if (count === 0) break;
        hash.update(buffer.subarray(0, count));
        writeAll(target, buffer.subarray(0, count));
      }
    } finally {
      closeSync(source);
    }
    if (hash.digest('hex') !== digest)
      throw new CallgateError(fileChangeErrors.damaged({ path: display(path) }));
  }

  /** A whole content. Undefined where it is larger than `most` or not there. */
  read(digest: string, most = Infinity): Buffer | undefined {
    const path = this.#path(digest);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.size > most) return undefined;
    const bytes = readFileSync(path);
    if (createHash('sha256').update(bytes).digest('hex') !== digest)
      throw new CallgateError(fileChangeErrors.damaged({ path: display(path) }));
    return bytes;
  }

  has(digest: string): boolean {
    return existsSync(this.#path(digest));
  }
}
