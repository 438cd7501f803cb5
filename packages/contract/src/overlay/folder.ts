import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { fileChangeErrors } from '@callgate/messages/errors/file-change';

/** Of Linux, which Node does not name: a handle on a place that needs no right to read it. */
const O_PATH = 0x200000;
const HANDLE = O_PATH | constants.O_NOFOLLOW;
const MODE_BITS = 0o7777n;

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';

export const modeOf = ({ mode }: BigIntStats): number => Number(mode & MODE_BITS);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const nameOf = (bytes: Uint8Array, folder: string): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new CallgateError(fileChangeErrors.nameUnreadable({ folder: display(folder) }));
  }
};

/**
 * A folder by its handle: what is done in it is done there, whatever its path leads to meanwhile, and no link is
 * followed. Names are single components.
 */
export class Folder {
  readonly #handle: number;
  /** For people. */
  readonly path: string;
  readonly device: bigint;

  constructor(handle: number, path: string) {
    this.#handle = handle;
    this.path = path;
    this.device = fstatSync(handle, { bigint: true }).dev;
  }

  static open(path: string): Folder {
    return new Folder(openSync(path, O_PATH | constants.O_DIRECTORY), path);
  }

  /** The folder of an absolute path without links: a link on the way there is refused. */
  static openReal(path: string): Folder {
    let folder = new Folder(openSync('/', O_PATH | constants.O_DIRECTORY), '');
    for (const name of path.split('/').filter((part) => part !== '')) {
      const above = folder;
      try {
        folder = above.folder(name);
      } finally {
        above.close();
      }
    }
    return folder;
  }

  #at(name: string): string {
    if (name === '' || name === '.' || name === '..' || name.includes('/') || name.includes('\0'))
      throw new CallgateError(fileChangeErrors.pathUnsafe({ path: display(name) }));
    return `/proc/self/fd/${this.#handle}/${name}`;
  }

  get #self(): string {
    return `/proc/self/fd/${this.#handle}`;
  }

  pathOf(name: string): string {
    return `${this.path}/${name}`;
  }

  names(): readonly string[] {
    return readdirSync(this.#self, { encoding: 'buffer' }).map((bytes) => nameOf(bytes, this.path));
  }

  stat(name: string): BigIntStats | undefined {
    return lstatSync(this.#at(name), { bigint: true, throwIfNoEntry: false });
  }

  mode(): number {
    return modeOf(fstatSync(this.#handle, { bigint: true }));
  }

  /** In nanoseconds since 1970. */
  changedAt(): bigint {
    return fstatSync(this.#handle, { bigint: true }).ctimeNs;
  }

  folder(name: string): Folder {
    return new Folder(openSync(this.#at(name), HANDLE | constants.O_DIRECTORY), this.pathOf(name));
  }

  /** A file that is a file. */
  openFile(name: string): number {
    const handle = openSync(
      this.#at(name),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY,
    );
    if (fstatSync(handle).isFile()) return handle;
    closeSync(handle);
    throw new CallgateError(fileChangeErrors.specialFile({ path: display(this.pathOf(name)) }));
  }

  /** Only where nothing is there. */
  createFile(name: string): number {
    const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
    return openSync(this.#at(name), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600);
  }

  readLink(name: string): Buffer {
    return readlinkSync(this.#at(name), { encoding: 'buffer' });
  }

  createLink(name: string, target: Buffer): void {
    symlinkSync(target, this.#at(name));
  }

  createFolder(name: string): void {
    mkdirSync(this.#at(name), 0o700);
  }

  rename(from: string, to: string): void {
    renameSync(this.#at(from), this.#at(to));
  }

  removeFile(name: string): void {
    unlinkSync(this.#at(name));
  }

  removeFolder(name: string): void {
    rmdirSync(this.#at(name));
  }

  /** Of what is there itself, never of where it leads. */
  #withHandle(name: string, work: (path: string) => void): void {
    const handle = openSync(this.#at(name), HANDLE);
    try {
      if (!fstatSync(handle).isSymbolicLink()) work(`/proc/self/fd/${handle}`);
    } finally {
      closeSync(handle);
    }
  }

  setMode(name: string, mode: number): void {
    this.#withHandle(name, (path) => chmodSync(path, mode));
  }

  setOwner(name: string, [uid, gid]: readonly [number, number]): void {
    this.#withHandle(name, (path) => chownSync(path, uid, gid));
  }

  /** What was renamed in it lasts from here on. */
  sync(): void {
    const handle = openSync(this.#self, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }

  close(): void {
    closeSync(this.#handle);
  }
}

/** The components of a path inside a root. Throws on every other path. */
export const componentsOf = (path: string): readonly string[] => {
  const parts = path.split('/');
  const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));
  if (!isSafe || !path.isWellFormed())
    throw new CallgateError(fileChangeErrors.pathUnsafe({ path: display(path) }));
  return parts;
};

/** Does something in the folder of a path; undefined where a component of it is missing or no folder. */
export const inParent = <T>(
  root: Folder,
  path: string,
  work: (folder: Folder, name: string) => T,
): T | undefined => {
  const parts = componentsOf(path);
  const opened: Folder[] = [];
  try {
    let folder = root;
    for (const part of parts.slice(0, -1)) {
      try {
        folder = folder.folder(part);
      } catch (error) {
        if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return undefined;
        throw error;
      }
      opened.push(folder);
    }
    return work(folder, parts.at(-1) ?? '');
  } finally {
    for (const each of opened) each.close();
  }
};
