import { CallgateError, display } from '@callgate/core';
import { fileChangeErrors } from '@callgate/messages/errors/file-change';
import type { FileChange, PathState } from './file-change.ts';
import { Folder, codeOf } from './folder.ts';
import type { Layer } from './merged-view.ts';
import { openMergedView } from './merged-view.ts';
import type { ContentSink } from './path-state.ts';
import { isSameState, readPathState } from './path-state.ts';

export interface ChangeLimits {
  readonly paths: number;
  /** Of old and new contents together. */
  readonly bytes: number;
}

export const DEFAULT_CHANGE_LIMITS: ChangeLimits = { paths: 2000, bytes: 64 << 20 };

export interface ReadChangesOptions {
  readonly limits?: ChangeLimits;
  /** When the call began, in milliseconds since 1970. What changed in a root since then is a conflict. */
  readonly since: number;
  /** Is given every content before and after. */
  readonly keep?: () => ContentKeeper;
}

/** Takes one content, and is told what it was. */
export interface ContentKeeper {
  readonly take: ContentSink;
  end(state: PathState | null): void;
}

/** The three sides of one folder. Undefined where there is none on that side. */
interface Sides {
  readonly lower: Folder | undefined;
  readonly upper: Folder | undefined;
  readonly merged: Folder | undefined;
}

const MILLISECOND = 1_000_000n;

class ChangeReader {
  readonly #root: string;
  readonly #limits: ChangeLimits;
  readonly #since: bigint;
  readonly #keep: (() => ContentKeeper) | undefined;
  readonly #found: FileChange[];
  readonly #used: { bytes: number };

  constructor(root: string, options: ReadChangesOptions, found: FileChange[], used: { bytes: number }) {
    this.#root = root;
    this.#limits = options.limits ?? DEFAULT_CHANGE_LIMITS;
    this.#since = BigInt(Math.floor(options.since)) * MILLISECOND;
    this.#keep = options.keep;
    this.#found = found;
    this.#used = used;
  }

  #count(bytes: number): void {
    this.#used.bytes += bytes;
    const { bytes: most } = this.#limits;
    if (this.#used.bytes > most) throw new CallgateError(fileChangeErrors.tooManyBytes({ most }));
  }

  #state(folder: Folder | undefined, name: string): PathState | null {
    if (folder === undefined) return null;
    const keeper = this.#keep?.();
    const state = readPathState(folder, name, (piece) => {
      this.#count(piece.length);
      keeper?.take(piece);
    });
    keeper?.end(state);
    return state;
  }

  /** What the root holds now must be what the call saw; a path that is new must have been free. */
  #refuseChanged(lower: Folder | undefined, name: string): void {
    if (lower === undefined) return;
    const changedAt = lower.stat(name)?.ctimeNs ?? lower.changedAt();
    if (changedAt >= this.#since)
      throw new CallgateError(fileChangeErrors.conflict({ path: display(lower.pathOf(name)) }));
  }

  #add(path: string, before: PathState | null, after: PathState | null): void {
    if (isSameState(before, after)) return;
    const { paths: most } = this.#limits;
    if (this.#found.length >= most) throw new CallgateError(fileChangeErrors.tooManyChanges({ most }));
    this.#found.push({ root: this.#root, path, before, after });
  }

  /** Paths of a folder that the call touched. */
  folder({ lower, upper, merged }: Sides, under: string): void {
    const before = new Set(lower?.names());
    const after = new Set(merged?.names());
    const touched = new Set(upper?.names());
    const names = new Set([...before, ...after]);
    for (const name of [...names].toSorted()) {
      const isDeleted = before.has(name) && !after.has(name);
      const isNew = after.has(name) && (touched.has(name) || upper === undefined);
      if (isDeleted || isNew) this.#path({ lower, upper, merged }, name, under + name);
    }
  }

  #path({ lower, upper, merged }: Sides, name: string, path: string): void {
    const [before, after] = [this.#state(lower, name), this.#state(merged, name)];
    if (!isSameState(before, after)) this.#refuseChanged(lower, name);
    this.#add(path, before, after);
    if (before?.kind !== 'folder' && after?.kind !== 'folder') return;
    const opened: Folder[] = [];
    const open = (side: Folder | undefined, state: PathState | null): Folder | undefined => {
      if (side === undefined || state?.kind !== 'folder') return undefined;
      const folder = side.folder(name);
      opened.push(folder);
      if (folder.device !== side.device)
        throw new CallgateError(fileChangeErrors.mountInside({ path: display(folder.path) }));
      return folder;
    };
    try {
      const below = {
        lower: open(lower, before),
        merged: open(merged, after),
        upper: upper?.stat(name)?.isDirectory() === true ? open(upper, after) : undefined,
      };
      this.folder(below, `${path}/`);
    } finally {
      for (const each of opened) each.close();
    }
  }
}

const contentKey = (root: string, { kind, digest }: PathState): string => `${kind} ${digest} ${root}`;

/** Pairs what was created with what was deleted with the same content. Empty files say nothing. */
const withMoves = (changes: readonly FileChange[]): readonly FileChange[] => {
  const gone = new Map<string, FileChange[]>();
  for (const change of changes) {
    const { root, before, after } = change;
    if (before === null || after !== null || (before.size ?? 0) === 0) continue;
    const key = contentKey(root, before);
    gone.set(key, [...(gone.get(key) ?? []), change]);
  }
  return changes.map((change) => {
    const { root, before, after } = change;
    if (before !== null || after === null || (after.size ?? 0) === 0) return change;
    const from = gone.get(contentKey(root, after))?.shift();
    return from === undefined ? change : { ...change, from: from.path };
  });
};

const readLayer = async (
  { root, upper }: Layer,
  options: ReadChangesOptions,
  found: FileChange[],
  used: { bytes: number },
): Promise<void> => {
  const view = await openMergedView({ root, upper });
  const opened: Folder[] = [];
  const open = (folder: Folder): Folder => {
    opened.push(folder);
    return folder;
  };
  try {
    const sides = {
      lower: open(Folder.openReal(root)),
      upper: open(Folder.open(upper)),
      merged: open(Folder.open(view.path)),
    };
    const reader = new ChangeReader(root, options, found, used);
    reader.folder(sides, '');
  } catch (error) {
    if (error instanceof CallgateError) throw error;
    const cause = codeOf(error);
    throw new CallgateError(fileChangeErrors.unreadable({ path: display(root), cause }), { cause: error });
  } finally {
    for (const each of opened) each.close();
    await view.close();
  }
};

/**
 * Exactly what a call left of each root, by the folders that collected it. The server must have ended: what still
 * changes cannot be shown. Touched files that say the same are no change, and neither are times.
 */
export const readChanges = async (
  layers: readonly Layer[],
  options: ReadChangesOptions,
): Promise<readonly FileChange[]> => {
  const found: FileChange[] = [];
  const used = { bytes: 0 };
  for (const layer of layers) await readLayer(layer, options, found, used);
  return withMoves(found);
};
