import { dirname } from 'node:path';

/** What a program did to files and sockets, one system call each, in their order. */
export type DiskOperation =
  | { readonly type: 'write'; readonly path: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly type: 'truncate'; readonly path: string; readonly size: number }
  | { readonly type: 'sync'; readonly path: string }
  | { readonly type: 'make'; readonly path: string }
  | { readonly type: 'unlink'; readonly path: string }
  /** To a socket or to the end of a file. */
  | { readonly type: 'say'; readonly to: string; readonly bytes: Buffer };

/** The calls to trace, and how strace has to write them. */
export const RECORDED = ['openat', 'pwrite64', 'write', 'ftruncate', 'fsync', 'fdatasync', 'unlink'];
export const RECORD_OPTIONS = ['-xx', '-y', '-s', '1000000'];

const bytesIn = (text: string): Buffer => Buffer.from(text.replaceAll(String.raw`\x`, ''), 'hex');
const textIn = (text: string): string => bytesIn(text).toString();

const PATTERNS: readonly (readonly [RegExp, (...parts: string[]) => DiskOperation])[] = [
  [
    /^pwrite64\(\d+<([^>]*)>, "([^"]*)", \d+, (\d+)\) = [1-9]/,
    (path = '', bytes = '', offset = '') => ({
      type: 'write',
      path: textIn(path),
      offset: Number(offset),
      bytes: bytesIn(bytes),
    }),
  ],
  [
    /^write\(\d+<([^>]*)>, "([^"]*)", \d+\) = [1-9]/,
    (to = '', bytes = '') => ({ type: 'say', to: textIn(to), bytes: bytesIn(bytes) }),
  ],
  [
    /^ftruncate\(\d+<([^>]*)>, (\d+)\) = 0/,
    (path = '', size = '') => ({ type: 'truncate', path: textIn(path), size: Number(size) }),
  ],
  [/^f(?:data)?sync\(\d+<([^>]*)>\) = 0/, (path = '') => ({ type: 'sync', path: textIn(path) })],
  [
    /^openat\([^"]*"([^"]*)", \S*O_CREAT\S*(?:, \d+)?\) = \d/,
    (path = '') => ({ type: 'make', path: textIn(path) }),
  ],
  [/^unlink\("([^"]*)"\) = 0/, (path = '') => ({ type: 'unlink', path: textIn(path) })],
];

const deedIn = (line: string): DiskOperation | undefined => {
  for (const [pattern, make] of PATTERNS) {
    const match = pattern.exec(line);
    if (match !== null) return make(...match.slice(1));
  }
  return undefined;
};

export const readDeeds = (trace: string): readonly DiskOperation[] =>
  trace.split('\n').flatMap((line) => deedIn(line) ?? []);

type DiskChange = Extract<DiskOperation, { type: 'write' | 'truncate' }>;

interface RecordedFile {
  /** What lasts. */
  bytes: Buffer;
  /** What was done since and may be lost, each by itself. */
  changes: DiskChange[];
  /** Whether the folder lasts with it in it, and whether it is in it now. */
  lasts: boolean;
  there: boolean;
}

/** How much of a change reached the disk before the power went: its first so many bytes. */
export type SurvivingBytes = (change: DiskChange) => number;

/** Disks write whole sectors, in any order. */
const SECTOR = 512;

export const sectors = (bytes: number): number => Math.floor(bytes / SECTOR) * SECTOR;

const applied = (bytes: Buffer, change: DiskChange, lasting: number): Buffer => {
  if (change.type === 'truncate') {
    if (lasting === 0) return bytes;
    const cut = Buffer.alloc(change.size);
    bytes.copy(cut);
    return cut;
  }
  const written = change.bytes.subarray(0, lasting);
  const grown = Buffer.alloc(Math.max(bytes.length, change.offset + written.length));
  bytes.copy(grown);
  written.copy(grown, change.offset);
  return grown;
};

/**
 * A disk that keeps what was synced and nothing else for sure: a write lasts when its file was synced after it, a name
 * when its folder was.
 */
export class RecordedDisk {
  readonly #files: Map<string, RecordedFile> = new Map();

  constructor(before: ReadonlyMap<string, Buffer>) {
    for (const [path, bytes] of before)
      this.#files.set(path, { bytes, changes: [], lasts: true, there: true });
  }

  do(deed: DiskOperation): void {
    switch (deed.type) {
      case 'make': {
        const known = this.#files.get(deed.path);
        if (known?.there === true) return;
        this.#files.set(deed.path, {
          bytes: Buffer.alloc(0),
          changes: [],
          lasts: known?.lasts ?? false,
          there: true,
        });
        return;
      }
      case 'write':
      case 'truncate':
        this.#files.get(deed.path)?.changes.push(deed);
        return;
      case 'unlink': {
        const file = this.#files.get(deed.path);
        if (file !== undefined) file.there = false;
        return;
      }
      case 'sync':
        this.#sync(deed.path);
        return;
      case 'say':
    }
  }

  #sync(path: string): void {
    const file = this.#files.get(path);
    if (file !== undefined) {
      for (const change of file.changes.splice(0)) file.bytes = applied(file.bytes, change, Infinity);
      return;
    }
    for (const [name, each] of this.#files)
      if (dirname(name) === path) {
        each.lasts = each.there;
        if (!each.there) this.#files.delete(name);
      }
  }

  /** What is there after the power went now. `names`: whether names last that nobody synced. */
  after(luck: SurvivingBytes, names: boolean): ReadonlyMap<string, Buffer> {
    const left = new Map<string, Buffer>();
    for (const [path, { bytes, changes, lasts, there }] of this.#files) {
      if (!(names ? there : lasts)) continue;
      let content = bytes;
      for (const change of changes) content = applied(content, change, luck(change));
      left.set(path, content);
    }
    return left;
  }
}
