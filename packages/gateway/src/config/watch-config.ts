import { statSync } from 'node:fs';
import type { Clock } from '@callgate/gate';
import { systemClock } from '@callgate/gate';

/** What came of reading; `files` is what to look at from now on. */
export type ReloadResult<T> =
  | { readonly ok: true; readonly value: T; readonly files: readonly string[] }
  | { readonly ok: false; readonly reason: unknown };

export interface WatchConfigOptions<T> {
  /** What to look at until something good was read. */
  readonly files: readonly string[];
  /** Reads everything anew; throwing is the same as not `ok`. */
  load(): ReloadResult<T> | Promise<ReloadResult<T>>;
  /** What it became. If it rejects, that is told by `onBad`, and nothing else is tried until the files change again. */
  onGood(value: T): void | Promise<void>;
  /** It changed into something that cannot be used: what was good last stays in force. */
  onBad(reason: unknown): void;
  /** A reason that may pass while no file changes: it is read again every minute. */
  isPassing?(reason: unknown): boolean;
  readonly clock?: Clock;
  readonly everyMs?: number;
}

export interface ConfigWatch {
  /** Resolves when what was found last has been taken. */
  settled(): Promise<void>;
  close(): void;
}

const AGAIN_MS = 60_000;

/** Follows symlinks, so that a swapped link and a replaced file both look different. */
const fileFingerprint = (path: string): string => {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch {
    return 'absent';
  }
};

/**
 * Watches files by looking at them. Something is read only once it stayed the same from one look to the next: a file
 * that is still being written may well be a good one with half of its servers missing.
 */
class PollingConfigWatch<T> implements ConfigWatch {
  readonly #options: WatchConfigOptions<T>;
  #files: readonly string[];
  /** Undefined: whatever is there is to be read. */
  #known: string | undefined;
  #before: string;
  #stop: () => void = () => {};
  #stopAgain: () => void = () => {};
  #taking: Promise<void> | undefined;
  #closed = false;

  constructor(options: WatchConfigOptions<T>) {
    this.#options = options;
    this.#files = options.files;
    this.#known = this.#print();
    this.#before = this.#known;
    this.#wait();
  }

  #print(): string {
    return this.#files.map(fileFingerprint).join(' ');
  }

  #wait(): void {
    const { clock = systemClock, everyMs = 500 } = this.#options;
    this.#stop = clock.after(
      everyMs,
      () => {
        this.#look();
        if (!this.#closed) this.#wait();
      },
      'idle',
    );
  }

  #look(): void {
    if (this.#taking !== undefined || this.#closed) return;
    const now = this.#print();
    const isSettled = now === this.#before;
    this.#before = now;
    if (now === this.#known || !isSettled) return;
    this.#known = now;
    this.#taking = this.#take().finally(() => {
      this.#taking = undefined;
    });
  }

  #tellBad(reason: unknown): void {
    const { clock = systemClock, onBad, isPassing } = this.#options;
    onBad(reason);
    if (this.#closed || isPassing?.(reason) !== true) return;
    this.#stopAgain = clock.after(
      AGAIN_MS,
      () => {
        this.#known = undefined;
      },
      'idle',
    );
  }

  async #take(): Promise<void> {
    this.#stopAgain();
    try {
      const loaded = await this.#options.load();
      // changed while it was read: what was read may be half of each
      if (this.#print() !== this.#known) return;
      if (!loaded.ok) {
        this.#tellBad(loaded.reason);
        return;
      }
      this.#files = loaded.files;
      this.#known = this.#print();
      this.#before = this.#known;
      await this.#options.onGood(loaded.value);
    } catch (error) {
      this.#tellBad(error);
    }
  }

  async settled(): Promise<void> {
    await this.#taking;
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    this.#stopAgain();
  }
}

/** Keeps a configuration current. It does not keep a process alive. */
export const watchConfig = <T>(options: WatchConfigOptions<T>): ConfigWatch =>
  new PollingConfigWatch(options);
