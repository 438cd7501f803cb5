import { writeSync } from 'node:fs';
import type { ReadStream, WriteStream } from 'node:tty';

/** A terminal to write to. */
export type TerminalOutput = WriteStream & { readonly fd: number };

const CLEAR = '\u001B[0m\u001B[2J';
const ENTER = '\u001B[?1049h\u001B[?25l\u001B[2J\u001B[H';
const LEAVE = '\u001B[0m\u001B[?25h\u001B[?1049l';

const SIGNALS: Readonly<Record<string, number>> = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 };

/**
 * The terminal as a screen of its own. However the process ends, by a key, a signal or an error, the terminal is as
 * it was before.
 */
export class FullScreen {
  readonly #input: ReadStream;
  readonly #output: TerminalOutput;
  readonly #undo: (() => void)[] = [];
  #drawn: readonly string[] = [];
  #open = false;

  constructor(input: ReadStream, output: TerminalOutput) {
    this.#input = input;
    this.#output = output;
  }

  get columns(): number {
    return this.#output.columns > 0 ? this.#output.columns : 80;
  }

  get rows(): number {
    return this.#output.rows > 0 ? this.#output.rows : 24;
  }

  open(typed: (text: string) => void, resized: () => void, failed: (error: unknown) => void): void {
    this.#open = true;
    this.#listen(process, 'exit', () => this.close());
    for (const [signal, code] of Object.entries(SIGNALS))
      this.#listen(process, signal, () => {
        this.close();
        process.exit(code);
      });
    this.#listen(process, 'uncaughtException', failed);
    this.#listen(process, 'unhandledRejection', failed);
    // continued after a stop: the terminal may have been used meanwhile
    this.#listen(process, 'SIGCONT', () => {
      this.#take();
      resized();
    });
    this.#listen(this.#output, 'resize', () => {
      this.#drawn = [];
      this.#output.write(CLEAR);
      resized();
    });
    this.#input.setEncoding('utf8');
    this.#listen(this.#input, 'data', (text: unknown) => typed(String(text)));
    this.#listen(this.#input, 'end', () => typed('\u0003'));
    this.#input.resume();
    this.#take();
  }

  #listen(of: NodeJS.EventEmitter, event: string, listener: (value: unknown) => void): void {
    of.on(event, listener);
    this.#undo.push(() => of.off(event, listener));
  }

  #take(): void {
    this.#input.setRawMode(true);
    this.#drawn = [];
    this.#output.write(ENTER);
  }

  /** Writes the rows that are not on the screen already. */
  draw(rows: readonly string[]): void {
    if (!this.#open) return;
    let out = '';
    for (const [at, row] of rows.entries())
      if (this.#drawn[at] !== row) out += `\u001B[${at + 1};1H\u001B[0m\u001B[2K${row}`;
    if (rows.length < this.#drawn.length) out += `\u001B[${rows.length + 1};1H\u001B[0J`;
    this.#drawn = rows;
    if (out !== '') this.#output.write(out);
  }

  /** At once, and as often as anybody likes. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const undo of this.#undo.splice(0)) undo();
    try {
      this.#input.setRawMode(false);
    } catch {
      // the terminal is gone
    }
    this.#input.pause();
    try {
      // not through the stream: the process may be about to end
      writeSync(this.#output.fd, LEAVE);
    } catch {
      // the terminal is gone
    }
  }
}
