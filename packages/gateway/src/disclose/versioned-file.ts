import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { refuseWritableByOthers } from '@callgate/gate/host';
import type { ErrorText } from '@callgate/messages/text/error-text';
import { toolStateErrors } from '@callgate/messages/errors/tool-state';
import type { SettingsFile } from './settings-folder.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';

const MAX_TRIES = 100;

export interface FileState {
  /** 0 where there is no file yet. */
  readonly version: number;
  readonly text: string | null;
}

/**
 * A file that several processes change without losing each other's changes. Every change is a new file `NAME.N.json`,
 * put in place by a hard link, which fails where another process was first; older ones are then removed. So there is nothing
 * to lock, and a half-written file is never seen.
 */
export class VersionedFile implements SettingsFile {
  readonly #folder: string;
  readonly #name: string;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  get path(): string {
    return join(this.#folder, this.#name);
  }

  read(): FileState {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const version = this.#versions().at(-1);
      if (version === undefined) return { version: 0, text: null };
      try {
        refuseWritableByOthers(this.#file(version));
        return { version, text: readFileSync(this.#file(version), 'utf8') };
      } catch (cause) {
        if (cause instanceof CallgateError) throw cause;
        // a newer one has taken its place in the meantime
        if (codeOf(cause) !== 'ENOENT') throw this.#failed(toolStateErrors.unreadable, cause);
      }
    }
    throw new CallgateError(toolStateErrors.unreadableFast({ file: display(this.path) }));
  }

  /** Different whenever another text would be read; the text itself is not. */
  print(): string {
    try {
      const version = this.#versions().at(-1);
      if (version === undefined) return 'none';
      const { ino, size, mtimeNs } = statSync(this.#file(version), { bigint: true });
      return `${version}:${ino}:${size}:${mtimeNs}`;
    } catch {
      return 'unreadable';
    }
  }

  /**
   * Writes what `make` returns, or nothing where that is null. `make` is called again where another process wrote at the
   * same moment, maybe on top of what it made already: doing it twice must be the same as doing it once.
   */
  change(make: (text: string | null, version: number) => string | null): void {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const { version, text } = this.read();
      const after = make(text, version);
      if (after === null || after === text || this.#place(version + 1, after)) return;
    }
    throw new CallgateError(toolStateErrors.unwritableFast({ file: display(this.path) }));
  }

  #file(version: number): string {
    return join(this.#folder, `${this.#name}.${version}.json`);
  }

  #failed(text: (parameters: { file: string; code: string }) => ErrorText, cause: unknown): CallgateError {
    return new CallgateError(text({ file: display(this.path), code: codeOf(cause) }), { cause });
  }

  /** In rising order. */
  #versions(): number[] {
    let names: readonly string[];
    try {
      names = readdirSync(this.#folder);
    } catch (cause) {
      if (codeOf(cause) === 'ENOENT') return [];
      throw this.#failed(toolStateErrors.notListed, cause);
    }
    const prefix = `${this.#name}.`;
    return names
      .filter((name) => name.startsWith(prefix) && /^[1-9]\d{0,14}\.json$/.test(name.slice(prefix.length)))
      .map((name) => Number.parseInt(name.slice(prefix.length), 10))
      .toSorted((a, b) => a - b);
  }

  /** False where another process was first. */
  #place(version: number, text: string): boolean {
    const draft = join(this.#folder, `${this.#name}.${randomBytes(8).toString('hex')}.draft`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const descriptor = openSync(draft, 'wx', 0o600);
      try {
        try {
          writeFileSync(descriptor, text);
          fsyncSync(descriptor);
        } finally {
          closeSync(descriptor);
        }
        linkSync(draft, this.#file(version));
      } finally {
        unlinkSync(draft);
      }
      this.#syncFolder();
    } catch (cause) {
      if (codeOf(cause) === 'EEXIST') return false;
      throw this.#failed(toolStateErrors.unwritable, cause);
    }
    const versions = this.#versions();
    // Either others went on from here, or they were ahead and this number was free again: then it would be lost.
    const overtaken = versions.at(-1) !== version;
    for (const old of versions) if (old < version || (overtaken && old === version)) this.#remove(old);
    return !overtaken;
  }

  #remove(version: number): void {
    try {
      unlinkSync(this.#file(version));
    } catch {
      // another process did, or the next change will
    }
  }

  #syncFolder(): void {
    if (process.platform === 'win32') return;
    const descriptor = openSync(this.#folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}
