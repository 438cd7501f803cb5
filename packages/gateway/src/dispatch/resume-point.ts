import { LineReader } from '../wire/lines.ts';

const MAX_ID = 1024;
const MAX_SEEN = 10_000;
const DEFAULT_RETRY_MS = 1000;
const MAX_RETRY_MS = 10_000;

const VISIBLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Where a legacy stream of events can be taken up again: the last id on it, and how long to wait first. */
export class ResumePoint {
  readonly #lines: LineReader;
  readonly #seen = new Set<string>();
  #id: string | null = null;
  #retryMs = DEFAULT_RETRY_MS;

  constructor(maxBytes: number) {
    this.#lines = new LineReader(maxBytes, { line: (bytes) => this.#line(bytes), overflow: () => {} });
  }

  push(chunk: Uint8Array): void {
    this.#lines.push(chunk);
  }

  /** null where the server gave none: then nothing can be taken up. */
  get id(): string | null {
    return this.#id;
  }

  get retryMs(): number {
    return this.#retryMs;
  }

  /** Whether an event of this id was read before; a stream that is taken up may repeat some. */
  isRepeated(id: string): boolean {
    if (this.#seen.has(id)) return true;
    if (this.#seen.size < MAX_SEEN) this.#seen.add(id);
    return false;
  }

  #line(bytes: Uint8Array): void {
    if (bytes.length > MAX_ID + 8) return;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('latin1')
      .replace(/\r$/, '');
    const [, field, value = ''] = /^(id|retry): ?(.*)$/.exec(text) ?? [];
    if (field === 'id' && VISIBLE.test(value)) this.#id = value;
    if (field === 'retry' && /^\d{1,9}$/.test(value)) this.#retryMs = Math.min(Number(value), MAX_RETRY_MS);
  }
}
