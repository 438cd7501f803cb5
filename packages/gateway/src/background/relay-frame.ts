/**
 * Messages of a background gateway to the process whose pipe it serves: a byte for the kind, four for the length, then
 * the bytes. In the other direction there is one request, four bytes for its length before it, then the pipe as it is.
 */
export const FRAME = { ready: 1, output: 2, log: 3, failure: 4, end: 5 } as const;

export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

const HEAD = 5;

export const frameHead = (kind: FrameKind, length: number): Buffer => {
  const head = Buffer.allocUnsafe(HEAD);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(length, 1);
  return head;
};

export interface FrameEvents {
  /** A part of a frame; `isLast` with its end. */
  part(kind: number, bytes: Uint8Array, isLast: boolean): void;
}

/** Reads frames as their bytes arrive, and keeps nothing but a head that is cut. */
export class FrameReader {
  readonly #events: FrameEvents;
  #head: Buffer = Buffer.alloc(0);
  #kind = 0;
  #left = 0;

  constructor(events: FrameEvents) {
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#left > 0) {
        const bytes = rest.subarray(0, this.#left);
        rest = rest.subarray(bytes.length);
        this.#left -= bytes.length;
        this.#events.part(this.#kind, bytes, this.#left === 0);
        continue;
      }
      const missing = HEAD - this.#head.length;
      this.#head = Buffer.concat([this.#head, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      if (this.#head.length < HEAD) return;
      this.#kind = this.#head.readUInt8(0);
      this.#left = this.#head.readUInt32BE(1);
      this.#head = Buffer.alloc(0);
      if (this.#left === 0) this.#events.part(this.#kind, this.#head, true);
    }
  }
}
