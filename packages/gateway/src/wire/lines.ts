import type { Writable } from 'node:stream';

const LF = 0x0a;

const NOTHING = Buffer.alloc(0);
/** Bytes that are kept for the next line that comes in parts. */
const MOST_KEPT = 256 * 1024;

export interface LineEvents {
  /** Without its LF. The bytes are a view into what is written over later: read them before returning. */
  line(bytes: Uint8Array): void;
  /** A line is longer than allowed. The rest of it is skipped and what follows its LF is read again. */
  overflow(): void;
}

/** Splits a stream of bytes on LF and on nothing else. */
export class LineReader {
  private readonly maxBytes: number;
  private readonly events: LineEvents;
  /** What has come of a line that is not whole yet stands at its beginning. */
  private kept: Buffer = NOTHING;
  private length = 0;
  private skipping = false;

  constructor(maxBytes: number, events: LineEvents) {
    this.maxBytes = maxBytes;
    this.events = events;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(LF, from);
      if (end === -1) break;
      this.finish(chunk.subarray(from, end));
      from = end + 1;
    }
    if (from < chunk.length) this.keep(from === 0 ? chunk : chunk.subarray(from));
  }

  /** Bytes of a last line without LF. It is not a line: who sent it was cut off. */
  get pending(): number {
    return this.length;
  }

  private finish(rest: Uint8Array): void {
    if (this.skipping) {
      this.skipping = false;
      return;
    }
    if (this.length + rest.length > this.maxBytes) {
      this.drop();
      this.events.overflow();
    } else if (this.length === 0) {
      this.events.line(rest);
    } else {
      this.append(rest);
      const line = this.kept.subarray(0, this.length);
      this.drop();
      this.events.line(line);
    }
  }

  private keep(part: Uint8Array): void {
    if (this.skipping) return;
    if (this.length + part.length > this.maxBytes) {
      this.drop();
      this.skipping = true;
      this.events.overflow();
      return;
    }
    this.append(part);
  }

  private append(part: Uint8Array): void {
    const length = this.length + part.length;
    if (length > this.kept.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(length, 2 * this.kept.length), this.maxBytes));
      this.kept.copy(larger, 0, 0, this.length);
      this.kept = larger;
    }
    this.kept.set(part, this.length);
    this.length = length;
  }

  private drop(): void {
    if (this.kept.length > MOST_KEPT) this.kept = NOTHING;
    this.length = 0;
  }
}

/** Writes lines of ASCII. Those of one turn of the event loop leave in one write. */
export class LineWriter {
  readonly #output: Writable;
  readonly #onBlocked: (blocked: boolean) => void;
  #text = '';
  #isBlocked = false;

  constructor(output: Writable, onBlocked: (blocked: boolean) => void = () => {}) {
    this.#output = output;
    this.#onBlocked = onBlocked;
    output.on('drain', () => {
      this.#isBlocked = false;
      onBlocked(false);
    });
  }

  /** Bytes that the reader has not taken yet. */
  get unread(): number {
    return this.#output.writableLength + this.#text.length;
  }

  /** `line` must be printable ASCII. */
  write(line: string): void {
    if (this.#text === '') process.nextTick(this.flush);
    this.#text += `${line}\n`;
  }

  readonly flush = (): void => {
    const text = this.#text;
    const output = this.#output;
    if (text === '') return;
    this.#text = '';
    if (!output.writable) return;
    if (output.write(text, 'latin1') || this.#isBlocked) return;
    this.#isBlocked = true;
    this.#onBlocked(true);
  };
}
