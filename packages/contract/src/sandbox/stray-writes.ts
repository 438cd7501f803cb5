import type { Dirent } from 'node:fs';
import { statSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Servers write there whatever they do: caches, logs, locks and histories of the programs they are made of. */
const USUAL =
  /(?:^|\/)(?:\.?cache|caches|\.npm|\.bun|\.deno|_logs|logs?|\.?te?mp|\.local\/state|__pycache__)(?:\/|$)|\.(?:log|lock|pid|tmp|pyc)$/i;

export const isUsualWrite = (path: string): boolean => USUAL.test(path);

const MAX_STRAY_WRITES = 100;
const MAX_VISITED = 10_000;

/** A copy of a folder that takes all changes and is thrown away. */
interface ThrowAwayCopy {
  readonly path: string;
  readonly upper: string;
}

const list = (folder: string): Promise<Dirent[]> => readdir(folder, { withFileTypes: true }).catch(() => []);

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Looked at again, whatever its time is. */
const UNSETTLED = -1n;
/** Two changes within one tick of the kernel's clock have the same time. */
const TICK_NS = 20_000_000n;

/** When something was made, moved or deleted in it. The kernel keeps this time: a server cannot set it. */
const changedAt = (folder: string): bigint =>
  statSync(folder, { bigint: true, throwIfNoEntry: false })?.ctimeNs ?? UNSETTLED;

const settledAt = (folder: string): bigint => {
  const at = changedAt(folder);
  return BigInt(Date.now()) * 1_000_000n - at < TICK_NS ? UNSETTLED : at;
};

/** What a server changed in throw-away copies of folders, outside of what all servers write. */
export class StrayWrites {
  readonly #copies: readonly ThrowAwayCopy[];
  /** Folders of the copies and their times at the last look. */
  #looked: Map<string, bigint>;

  constructor(copies: readonly ThrowAwayCopy[]) {
    this.#copies = copies;
    this.#looked = new Map(copies.map(({ upper }) => [upper, UNSETTLED]));
  }

  /** One look at the time of each folder that took a change, after every call: mostly there is one, and it is empty. */
  #isQuiet(): boolean {
    for (const [folder, at] of this.#looked) if (at === UNSETTLED || changedAt(folder) !== at) return false;
    return true;
  }

  /**
   * All there are, and nothing where nothing happened since the last look. A folder that was only copied up, because of
   * what is below it, is no change.
   */
  async find(): Promise<readonly string[]> {
    if (this.#isQuiet()) return [];
    const looked = new Map<string, bigint>();
    this.#looked = looked;
    const found: string[] = [];
    let visited = 0;
    for (const { path: folder, upper } of this.#copies) {
      const waiting = [''];
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
        const own = join(upper, at);
        // before its names: what comes meanwhile changes it again
        looked.set(own, settledAt(own));
        for (const entry of await list(own)) {
          visited += 1;
          if (visited > MAX_VISITED || found.length >= MAX_STRAY_WRITES) {
            looked.set(own, UNSETTLED);
            return found;
          }
          const path = join(at, entry.name);
          if (isUsualWrite(path)) continue;
          if (entry.isDirectory()) waiting.push(path);
          const isCopied = entry.isDirectory() && (await exists(join(folder, path)));
          if (!isCopied) found.push(join(folder, path));
        }
      }
    }
    return found;
  }
}
