import { closeSync, fsyncSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { fileChangeErrors } from '@callgate/messages/errors/file-change';
import type { BlobStore } from './blob-store.ts';
import type { FileChange, PathState } from './file-change.ts';
import { Folder, codeOf, inParent, modeOf } from './folder.ts';
import { isSameState, readPathState } from './path-state.ts';

const OWNER_WRITES = 0o300;
const OWNER_ALL = 0o700;

export interface CommitOptions {
  readonly contents: BlobStore;
  /** Names files that are being written, the same for every attempt. */
  readonly id: string;
  /** Called after each step that lasts, for tests that kill the process there. */
  readonly failpoint?: (name: string) => void;
}

/** A folder that has to be opened for writing meanwhile, and its mode. */
export interface OpenedFolder {
  readonly root: string;
  readonly path: string;
  readonly mode: number;
}

const failure = (error: unknown, path: string): CallgateError =>
  error instanceof CallgateError
    ? error
    : new CallgateError(fileChangeErrors.applyFailed({ path: display(path), cause: codeOf(error) }), {
        cause: error,
      });

/** Its owner can write to it as it is. */
export const isOpenFolder = (mode: number): boolean => (mode & OWNER_WRITES) === OWNER_WRITES;

/** The same changes, backwards. */
export const invertChanges = (changes: readonly FileChange[]): readonly FileChange[] =>
  changes.map(({ root, path, before, after }) => ({ root, path, before: after, after: before }));

const conflict = (root: string, path: string): CallgateError =>
  new CallgateError(fileChangeErrors.conflict({ path: display(`${root}/${path}`) }));

const depthOf = ({ path }: FileChange): number => path.split('/').length;

const DEEP_FIRST = (a: FileChange, b: FileChange): number => depthOf(b) - depthOf(a);

const isFolder = (state: PathState | null): boolean => state?.kind === 'folder';

/** What has to go before something else can be there. */
const isRemoved = ({ before, after }: FileChange): boolean =>
  before !== null &&
  (after === null || (before.kind !== after.kind && (isFolder(before) || isFolder(after))));

/** Nobody replaced it since it was looked at. */
const isSameFile = (one: BigIntStats | undefined, other: BigIntStats | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : one.dev === other.dev &&
      one.ino === other.ino &&
      one.size === other.size &&
      one.mtimeNs === other.mtimeNs &&
      // taking away another name of it changes this
      (one.nlink > 1n || one.ctimeNs === other.ctimeNs);

class RootCommit {
  readonly #root: Folder;
  readonly #changes: readonly FileChange[];
  readonly #byPath: ReadonlyMap<string, FileChange>;
  readonly #options: CommitOptions;
  readonly #seen = new Map<string, BigIntStats | undefined>();

  get path(): string {
    return this.#root.path;
  }

  constructor(root: Folder, changes: readonly FileChange[], options: CommitOptions) {
    this.#root = root;
    this.#changes = changes;
    this.#byPath = new Map(changes.map((change) => [change.path, change]));
    this.#options = options;
  }

  #at<T>(path: string, work: (folder: Folder, name: string) => T): T | undefined {
    return inParent(this.#root, path, work);
  }

  /** What is at a path, and the very file. */
  look(path: string): PathState | null {
    const [found, seen] = this.#at(path, (folder, name) => {
      const stats = folder.stat(name);
      return [readPathState(folder, name), stats] as const;
    }) ?? [null, undefined];
    this.#seen.set(path, seen);
    return found;
  }

  /** Everything is as it was when the changes were shown. */
  check(): void {
    for (const change of this.#changes) {
      const { path, before } = change;
      if (!isSameState(this.look(path), before)) throw conflict(this.#root.path, path);
      if (before === null) this.#checkParent(path);
      if (isFolder(before) && !isFolder(change.after)) this.#checkNames(path);
    }
  }

  #checkParent(path: string): void {
    const end = path.lastIndexOf('/');
    const parent = end < 0 ? undefined : path.slice(0, end);
    if (parent === undefined || isFolder(this.#byPath.get(parent)?.after ?? null)) return;
    const stats = this.#byPath.has(parent)
      ? undefined
      : this.#at(parent, (folder, name) => folder.stat(name));
    if (stats?.isDirectory() !== true) throw conflict(this.#root.path, path);
  }

  /** A folder that goes holds nothing but what goes with it. */
  #checkNames(path: string): void {
    const names = this.#at(path, (folder, name) => {
      const own = folder.folder(name);
      try {
        return own.names();
      } finally {
        own.close();
      }
    });
    for (const name of names ?? []) {
      const inside = `${path}/${name}`;
      if (this.#byPath.get(inside)?.after !== null) throw conflict(this.#root.path, inside);
    }
  }

  /** Folders that stay and that their owner may not write to. */
  closedFolders(): readonly OpenedFolder[] {
    if (process.geteuid?.() === 0) return [];
    const parents = new Set(
      this.#changes.flatMap(({ path }) => {
        const end = path.lastIndexOf('/');
        return end < 0 ? [] : [path.slice(0, end)];
      }),
    );
    return [...parents].flatMap((path) => {
      const stats = this.#at(path, (folder, name) => folder.stat(name));
      if (stats?.isDirectory() !== true) return [];
      const mode = modeOf(stats);
      return isOpenFolder(mode) ? [] : [{ root: this.#root.path, path, mode }];
    });
  }

  openFolder({ path, mode }: OpenedFolder): void {
    this.#at(path, (folder, name) => folder.setMode(name, mode | OWNER_ALL));
  }

  /** The mode that a folder opened meanwhile gets back. */
  closeFolder({ path, mode }: OpenedFolder): void {
    const change = this.#byPath.get(path);
    if (change !== undefined && change.after?.kind !== 'folder') return;
    this.#at(path, (folder, name) => {
      if (folder.stat(name)?.isDirectory() === true) folder.setMode(name, change?.after?.mode ?? mode);
    });
  }

  #refuseReplaced(folder: Folder, name: string, path: string): void {
    const seen = this.#seen.get(path);
    const now = folder.stat(name);
    const isSame =
      seen?.isDirectory() === true
        ? now?.isDirectory() === true && now.ino === seen.ino
        : isSameFile(seen, now);
    if (!isSame) throw conflict(this.#root.path, path);
  }

  #step(path: string, work: (folder: Folder, name: string) => void): void {
    const done = this.#at(path, (folder, name) => {
      work(folder, name);
      return true;
    });
    if (done !== true) throw conflict(this.#root.path, path);
    this.#options.failpoint?.(path);
  }

  /** Where `onFailure` is given, what fails is told to it and the rest goes on. */
  apply(onFailure?: (path: string) => void): void {
    const attempt = (change: FileChange, work: () => void): void => {
      try {
        work();
      } catch (error) {
        if (onFailure === undefined) throw failure(error, `${this.#root.path}/${change.path}`);
        onFailure(change.path);
      }
    };
    const deep = this.#changes.toSorted(DEEP_FIRST);
    for (const change of deep) if (isRemoved(change)) attempt(change, () => this.#remove(change));
    for (const change of deep.toReversed()) {
      const { after } = change;
      if (after !== null) attempt(change, () => this.#write(change, after));
    }
    for (const change of deep) attempt(change, () => this.#setFolderMode(change));
  }

  #remove({ path, before }: FileChange): void {
    this.#step(path, (folder, name) => {
      this.#refuseReplaced(folder, name, path);
      if (isFolder(before)) folder.removeFolder(name);
      else folder.removeFile(name);
      folder.sync();
    });
    this.#seen.set(path, undefined);
  }

  #write(change: FileChange, after: PathState): void {
    const { path, before } = change;
    if (after.kind === 'folder') {
      if (!isFolder(before))
        this.#step(path, (folder, name) => {
          this.#refuseReplaced(folder, name, path);
          folder.createFolder(name);
          folder.sync();
        });
      return;
    }
    this.#step(path, (folder, name) => {
      this.#refuseReplaced(folder, name, path);
      const isModeAlone = before?.kind === after.kind && before.digest === after.digest;
      // another name of the same file keeps its mode, as was shown
      if (isModeAlone && folder.stat(name)?.nlink === 1n) folder.setMode(name, after.mode);
      else this.#replace(folder, name, path, after);
    });
  }

  /** A reader sees what was there or what comes, nothing between. */
  #replace(folder: Folder, name: string, path: string, after: PathState): void {
    const draft = draftName(this.#options.id, path);
    const digest = after.digest ?? '';
    const owner = after.owner ?? ownerToKeep(folder.stat(name));
    if (after.kind === 'link')
      folder.createLink(draft, this.#options.contents.read(digest) ?? Buffer.alloc(0));
    else {
      const handle = folder.createFile(draft);
      try {
        this.#options.contents.copyTo(digest, handle);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      if (owner !== undefined) folder.setOwner(draft, owner);
      folder.setMode(draft, after.mode);
    }
    this.#options.failpoint?.(`draft ${path}`);
    this.#refuseReplaced(folder, name, path);
    folder.rename(draft, name);
    folder.sync();
  }

  #setFolderMode({ path, after }: FileChange): void {
    if (after?.kind !== 'folder') return;
    this.#step(path, (folder, name) => folder.setMode(name, after.mode));
  }

  /** Files that were being written when the process ended. */
  removeDrafts(): void {
    for (const { path } of this.#changes)
      this.#at(path, (folder) => {
        const draft = draftName(this.#options.id, path);
        if (folder.stat(draft) !== undefined) folder.removeFile(draft);
      });
  }

  /** Everything is as it should be now; whose content it is was checked while it was written. */
  verify(): void {
    for (const { path, after } of this.#changes) {
      const stats = this.#at(path, (folder, name) => folder.stat(name));
      const isRight =
        after === null
          ? stats === undefined
          : stats !== undefined &&
            (after.kind === 'link' ? stats.isSymbolicLink() : modeOf(stats) === after.mode);
      if (!isRight) throw conflict(this.#root.path, path);
    }
  }
}

const ownerToKeep = (stats: BigIntStats | undefined): readonly [number, number] | undefined => {
  if (stats === undefined) return undefined;
  const [uid, gid] = [Number(stats.uid), Number(stats.gid)];
  return uid === process.geteuid?.() && gid === process.getegid?.() ? undefined : [uid, gid];
};

/** In the folder of the file: a rename is whole only within one file system. */
const draftName = (id: string, path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return `.callgate-${id}-${Buffer.from(name).toString('hex').slice(0, 40)}${Buffer.byteLength(name)}`;
};

const byRoot = (changes: readonly FileChange[]): ReadonlyMap<string, readonly FileChange[]> =>
  Map.groupBy(changes, ({ root }) => root);

type RootFolders = ReadonlyMap<string, { readonly folder: Folder; readonly own: readonly FileChange[] }>;

/** What the path leads to now may be another folder. */
const openRoot = (path: string): Folder => {
  try {
    return Folder.openReal(path);
  } catch (cause) {
    throw new CallgateError(fileChangeErrors.conflict({ path: display(path) }), { cause });
  }
};

const withRoots = <T>(
  changes: readonly FileChange[],
  options: CommitOptions,
  work: (roots: readonly RootCommit[], folders: RootFolders) => T,
): T => {
  const folders = new Map<string, { readonly folder: Folder; readonly own: readonly FileChange[] }>();
  try {
    for (const [path, own] of byRoot(changes)) folders.set(path, { folder: openRoot(path), own });
    const roots = [...folders.values()].map(({ folder, own }) => new RootCommit(folder, own, options));
    return work(roots, folders);
  } finally {
    for (const { folder } of folders.values()) folder.close();
  }
};

/** What may be at a path while its change is being made, by this or by an interrupted attempt. */
const isOwnState = (found: PathState | null, { before, after }: FileChange): boolean =>
  isSameState(found, before) ||
  isSameState(found, after) ||
  (found === null
    ? isRemoved({ root: '', path: '', before, after })
    : isFolder(found) && (isFolder(before) || isFolder(after)));

/**
 * Brings back what was before, as far as nothing else changed it meanwhile. Returns the paths that something else did
 * change; they are left alone. Can be repeated after being interrupted.
 */
export const rollBackChanges = (
  changes: readonly FileChange[],
  opened: readonly OpenedFolder[],
  options: CommitOptions,
): readonly string[] =>
  withRoots(changes, options, (_, folders) => {
    const left: string[] = [];
    for (const [root, { folder, own }] of folders) {
      const looking = new RootCommit(folder, own, options);
      const ownOpened = opened.filter((each) => each.root === root);
      for (const each of ownOpened) looking.openFolder(each);
      looking.removeDrafts();
      const back: FileChange[] = [];
      for (const change of own) {
        const found = looking.look(change.path);
        if (!isOwnState(found, change)) left.push(`${root}/${change.path}`);
        else if (!isSameState(found, change.before))
          back.push({ root, path: change.path, before: found, after: change.before });
      }
      const commit = new RootCommit(folder, back, options);
      for (const { path } of back) commit.look(path);
      commit.apply((path) => left.push(`${root}/${path}`));
      const backwards = new RootCommit(folder, invertChanges(own), options);
      for (const each of ownOpened) backwards.closeFolder(each);
    }
    return [...new Set(left)];
  });

export interface CommitHooks {
  /** Everything is as it was shown; nothing was written yet. */
  readonly begin: (opened: readonly OpenedFolder[]) => void;
}

/**
 * Makes exactly these changes, all or none of them. Everything must be as it was when they were shown. Between the
 * check of a file and its replacement lie microseconds, in which a change of something else would be overwritten.
 */
export const commitChanges = (
  changes: readonly FileChange[],
  options: CommitOptions,
  { begin }: CommitHooks,
): void =>
  withRoots(changes, options, (roots) => {
    for (const root of roots) root.check();
    const opened = roots.flatMap((root) => root.closedFolders());
    const openedOf = (root: RootCommit): readonly OpenedFolder[] =>
      opened.filter((each) => each.root === root.path);
    begin(opened);
    try {
      for (const root of roots) for (const each of openedOf(root)) root.openFolder(each);
      for (const root of roots) root.apply();
      for (const root of roots) for (const each of openedOf(root)) root.closeFolder(each);
      for (const root of roots) root.verify();
    } catch (error) {
      const left = rollBackChanges(changes, opened, options);
      if (left.length === 0) throw error;
      throw new CallgateError(
        fileChangeErrors.notRestored({ paths: left.map((path) => display(path)).join(', ') }),
        {
          cause: error,
        },
      );
    }
  });
