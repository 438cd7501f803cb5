import type { Connection } from './connection.ts';

const LOOK_EVERY_MS = 100;

/** Tells listeners that somebody has committed, here or in another process. */
export class Changes {
  readonly #reader: Connection;
  readonly #onLook: () => void;
  readonly #listeners: Set<() => void> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #version: unknown = undefined;
  #told = false;

  /** @param onLook Called as often as others are looked for. */
  constructor(reader: Connection, onLook: () => void = () => {}) {
    this.#reader = reader;
    this.#onLook = onLook;
  }

  listen(listener: () => void): () => void {
    // the same function twice is two listeners
    const own = (): void => listener();
    this.#listeners.add(own);
    if (this.#timer === undefined) this.#start();
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  /** Somebody here has committed. */
  tell(): void {
    if (this.#told || this.#listeners.size === 0) return;
    this.#told = true;
    setImmediate(() => {
      this.#told = false;
      // what is told now is not told again by the next look
      this.#version = this.#look();
      const listeners = [...this.#listeners];
      for (const listener of listeners) listener();
    });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #start(): void {
    this.#version = this.#look();
    this.#timer = setInterval(() => {
      this.#onLook();
      const version = this.#look();
      if (version === this.#version) return;
      this.#version = version;
      this.tell();
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  #look(): unknown {
    try {
      return this.#reader.query('PRAGMA data_version').get()?.['data_version'];
    } catch {
      // whoever cannot look now looks again soon
      return this.#version;
    }
  }
}
