import type { Writable } from 'node:stream';

/** Bytes waiting for a reader who does not read; above that, what may be lost is not written. */
const CHOKED = 8 * 1024 * 1024;

/** Writes lines of ASCII. Those of one turn of the event loop leave in one write. */
export class TextWriter {
  private readonly output: Writable;
  private readonly onBlocked: (blocked: boolean) => void;
  private text = '';
  private blocked = false;

  constructor(output: Writable, onBlocked: (blocked: boolean) => void) {
    this.output = output;
    this.onBlocked = onBlocked;
    output.on('drain', () => {
      this.blocked = false;
      onBlocked(false);
    });
  }

  get choked(): boolean {
    return this.output.writableLength > CHOKED;
  }

  /** `line` must be printable ASCII. */
  write(line: string): void {
    if (this.text === '') process.nextTick(this.flush);
    this.text += `${line}\n`;
  }

  readonly flush = (): void => {
    const { text, output } = this;
    if (text === '') return;
    this.text = '';
    if (!output.writable) return;
    if (output.write(text, 'latin1') || this.blocked) return;
    this.blocked = true;
    this.onBlocked(true);
  };
}
