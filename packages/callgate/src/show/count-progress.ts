import { formatCount } from './format-columns.ts';
import type { ProgressStream } from './progress-bar.ts';

const EVERY_MS = 100;

/** How many there were so far, on a terminal, drawn over itself; nothing at all elsewhere. */
export class CountProgress {
  readonly #stream: ProgressStream | undefined;
  readonly #now: () => number;
  readonly #thing: string;
  #drawn = -Infinity;

  constructor(stream: ProgressStream, now: () => number, thing: string) {
    this.#stream = stream.isTTY === true ? stream : undefined;
    this.#now = now;
    this.#thing = thing;
  }

  at(count: number): void {
    const now = this.#now();
    if (this.#stream === undefined || now - this.#drawn < EVERY_MS) return;
    this.#drawn = now;
    this.#stream.write(`\r\u001B[2K${formatCount(count, this.#thing)}`);
  }

  /** Takes it away, so that what is written next stands on a clean line. */
  clear(): void {
    if (this.#drawn === -Infinity) return;
    this.#stream?.write('\r\u001B[2K');
    this.#drawn = -Infinity;
  }
}
