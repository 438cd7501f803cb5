import { display } from '@callgate/core';

/** What Node writes below an error that ends it: where it was, and its own version. */
const BELOW_ERROR = /^(?:\s+at .*|Node\.js v[\d.]+|)$/;

/** The last that a server wrote to its standard error, however much it writes. */
export class StderrTail {
  readonly #keep: number;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(keep = 8192) {
    this.#keep = keep;
  }

  push(chunk: Buffer): void {
    // A copy: the chunk may be a view into a much larger piece of memory.
    const part = Buffer.from(chunk.subarray(Math.max(0, chunk.length - this.#keep)));
    this.#chunks.push(part);
    this.#length += part.length;
    if (this.#length > 2 * this.#keep || this.#chunks.length > 256) this.#shrink();
  }

  #shrink(): void {
    const all = Buffer.concat(this.#chunks, this.#length);
    const last = Buffer.from(all.subarray(Math.max(0, all.length - this.#keep)));
    this.#chunks = [last];
    this.#length = last.length;
  }

  /** Safe to show; empty where nothing was written. `hide` sees all that is kept: what is cut cannot be recognised. */
  text(hide: (text: string) => string, max = 400): string {
    this.#shrink();
    const [last = Buffer.alloc(0)] = this.#chunks;
    return display(hide(last.toString('utf8')).trim().slice(-max));
  }

  /** The last line that says something, safe to show. `hide` sees all lines: a secret may have several. */
  lastLine(hide: (text: string) => string, max = 200): string {
    this.#shrink();
    const [last = Buffer.alloc(0)] = this.#chunks;
    const lines = hide(last.toString('utf8'))
      .trimEnd()
      .split(/[\r\n]/);
    const line = lines.findLast((each) => !BELOW_ERROR.test(each)) ?? lines.at(-1) ?? '';
    return display(line.trim(), { max });
  }
}
