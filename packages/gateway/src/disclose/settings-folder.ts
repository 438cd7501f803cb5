import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileState } from './versioned-file.ts';
import { VersionedFile } from './versioned-file.ts';

/** A text that several processes change without losing each other's changes. */
export interface SettingsFile {
  /** For messages. */
  readonly path: string;
  /** Throws a CallgateError where it is there and cannot be read. */
  read(): FileState;
  /** Different whenever another text would be read; the text itself is not. */
  print(): string;
  /**
   * Writes what `make` returns, or nothing where that is null. `make` is called again where another process wrote
   * meanwhile, maybe on top of what it made already: doing it twice must be the same as doing it once.
   */
  change(make: (text: string | null, version: number) => string | null): void;
}

/** Where it is kept what people decided and what was seen of servers: on this machine, or for every replica. */
export interface SettingsFolder {
  /** Every replica on the database goes by it. */
  readonly isShared: boolean;
  file(name: string): SettingsFile;
  folder(name: string): SettingsFolder;
  /** Of the files in it. */
  names(): readonly string[];
  /** Different whenever something else would be read. */
  print(): string;
  /** What `work` changes counts as a whole, and for everybody, once this resolves. */
  together(work: () => void): Promise<void>;
  /** Writes what only counts here so far. Rejects where that cannot be done now. */
  save(): Promise<void>;
  /** Calls `listener` where something counts that was changed elsewhere, before anything is decided by it: it may not wait. Never for files of this machine. */
  onChange(listener: () => void): () => void;
}

/** In files of this machine. */
class LocalSettings implements SettingsFolder {
  readonly isShared = false;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  file(name: string): SettingsFile {
    return new VersionedFile(this.#path, name);
  }

  folder(name: string): SettingsFolder {
    return new LocalSettings(join(this.#path, name));
  }

  names(): readonly string[] {
    return [...new Set(this.#entries().flatMap((name) => /^(.+)\.\d+\.json$/.exec(name)?.[1] ?? []))];
  }

  /** Every version has a file name of its own, so that the names tell. */
  print(): string {
    return this.#entries().join('\n');
  }

  async together(work: () => void): Promise<void> {
    work();
  }

  async save(): Promise<void> {}

  onChange(): () => void {
    return () => {};
  }

  #entries(): readonly string[] {
    try {
      return readdirSync(this.#path).toSorted();
    } catch {
      return [];
    }
  }
}

/** @param place The path of a folder, or one that is open. */
export const openSettings = (place: string | SettingsFolder): SettingsFolder =>
  typeof place === 'string' ? new LocalSettings(place) : place;
