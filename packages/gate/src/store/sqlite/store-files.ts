import { statSync } from 'node:fs';
import type { CallgateError } from '@callgate/core';
import { storeGone } from '../faults.ts';

/** What tells a file from every other one that may stand under its name later. */
interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

const identityOf = (path: string): FileIdentity | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : { device: found.dev, inode: found.ino };
};

const isSame = (one: FileIdentity, other: FileIdentity | undefined): boolean =>
  other !== undefined && one.device === other.device && one.inode === other.inode;

/** The files that an open store writes to. SQLite keeps all three for as long as anybody has the store open. */
export class StoreFiles {
  readonly #files: readonly { readonly path: string; readonly identity: FileIdentity }[];
  #gone: CallgateError | undefined;

  private constructor(files: readonly { readonly path: string; readonly identity: FileIdentity }[]) {
    this.#files = files;
  }

  /**
   * Opens by `open`, which has to commit something, and remembers the files that were opened. Throws STORE_GONE where
   * they are not the same before and after.
   */
  static async around<T>(path: string, open: () => Promise<T>): Promise<readonly [T, StoreFiles]> {
    const before = identityOf(path);
    const opened = await open();
    const files = [path, `${path}-wal`, `${path}-shm`].map((each) => {
      const identity = identityOf(each);
      if (identity === undefined) throw storeGone(each);
      return { path: each, identity };
    });
    const [main] = files;
    if (before === undefined || main === undefined || !isSame(before, main.identity)) throw storeGone(path);
    return [opened, new StoreFiles(files)];
  }

  /** Set once a file was deleted, moved or replaced, for good: what it held is no longer what others see. */
  gone(): CallgateError | undefined {
    if (this.#gone !== undefined) return this.#gone;
    for (const { path, identity } of this.#files)
      if (!isSame(identity, look(path))) return (this.#gone = storeGone(path));
    return undefined;
  }
}

/** A folder that cannot be searched any more hides the file as well as if it were gone. */
const look = (path: string): FileIdentity | undefined => {
  try {
    return identityOf(path);
  } catch {
    return undefined;
  }
};
