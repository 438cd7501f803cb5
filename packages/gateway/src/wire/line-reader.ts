const LF = 0x0a;

export interface LineEvents {
  /** Without its LF. The bytes may be a view into the chunk: read them before returning. */
  line(bytes: Uint8Array): void;
  /** A line is longer than allowed. The rest of it is skipped and what follows its LF is read again. */
  overflow(): void;
}

/** Splits a stream of bytes on LF and on nothing else. */
export class LineReader {
  private readonly maxBytes: number;
  private readonly events: LineEvents;
  private parts: Uint8Array[] = [];
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
      this.parts.push(rest);
      const line = Buffer.concat(this.parts, this.length + rest.length);
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
    this.parts.push(part);
    this.length += part.length;
  }

  private drop(): void {
    this.parts = [];
    this.length = 0;
  }
}
