import { formatCount, formatPercent, formatInteger } from './format-columns.ts';

/** Where a bar is drawn: standard error, as far as it needs to be known. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const EVERY_MS = 100;
const BAR = 24;

/** A bar on a terminal, drawn over itself; nothing at all elsewhere. */
export class ProgressBar {
  readonly #stream: ProgressStream | undefined;
  readonly #now: () => number;
  readonly #total: number | undefined;
  readonly #started: number;
  #drawn = -Infinity;
  #bytes = 0;
  #sessions = 0;

  /** `total`: bytes to read, where it is known. */
  constructor(stream: ProgressStream, now: () => number, total: number | undefined) {
    this.#stream = stream.isTTY === true ? stream : undefined;
    this.#now = now;
    this.#total = total;
    this.#started = now();
  }

  read(bytes: number): void {
    this.#bytes += bytes;
  }

  session(): void {
    this.#sessions += 1;
    const now = this.#now();
    if (this.#stream === undefined || now - this.#drawn < EVERY_MS) return;
    this.#drawn = now;
    this.#stream.write(`\r\u001B[2K${this.#line(now)}`);
  }

  /** Takes the bar away, so that what is written next stands on a clean line. */
  clear(): void {
    if (this.#drawn === -Infinity) return;
    this.#stream?.write('\r\u001B[2K');
    this.#drawn = -Infinity;
  }

  #line(now: number): string {
    const seconds = (now - this.#started) / 1000;
    const rate = seconds > 0 ? `, ${formatInteger(Math.round(this.#sessions / seconds))} a second` : '';
    const text = `${this.#bar()}${formatCount(this.#sessions, 'session')}${rate}`;
    return text.slice(0, Math.max(0, this.#width() - 1));
  }

  /** Some terminals do not know how wide they are, and say 0. */
  #width(): number {
    const columns = this.#stream?.columns ?? 0;
    return columns > 0 ? columns : 80;
  }

  #bar(): string {
    if (this.#total === undefined || this.#total === 0) return '';
    const done = Math.min(1, this.#bytes / this.#total);
    const full = Math.round(done * BAR);
    return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${formatPercent(done, 1, 0).padStart(5)}  `;
  }
}
