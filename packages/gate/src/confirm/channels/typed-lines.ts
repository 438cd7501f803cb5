import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** No answer is longer; the rest of such a line is thrown away. */
const LONGEST = 4096;

export interface TypedLinesListener {
  line(text: string): void;
  /** Nobody will type anything more. */
  end(): void;
}

/** Lines that a person types, until it is stopped. It keeps a process alive only meanwhile. */
export class TypedLines {
  readonly #input: Readable;
  readonly #listener: TypedLinesListener;
  readonly #decoder = new StringDecoder('utf8');
  #begun = '';
  #stopped = false;

  constructor(input: Readable, listener: TypedLinesListener) {
    this.#input = input;
    this.#listener = listener;
    input.on('data', this.#read);
    for (const event of ['end', 'close', 'error']) input.on(event, this.#end);
    if (input.readableEnded || input.destroyed) queueMicrotask(this.#end);
    else input.resume();
  }

  /** Forgets what was typed so far of a line that is not finished. */
  forget(): void {
    this.#begun = '';
  }

  stop(): void {
    this.#stopped = true;
    this.#input.off('data', this.#read);
    for (const event of ['end', 'close', 'error']) this.#input.off(event, this.#end);
    this.#input.pause();
  }

  readonly #read = (chunk: Buffer | string): void => {
    const text = typeof chunk === 'string' ? chunk : this.#decoder.write(chunk);
    const [rest = '', ...lines] = (this.#begun + text).split(/\r\n|\r|\n/).toReversed();
    this.#begun = rest.slice(0, LONGEST);
    for (const line of lines.toReversed()) {
      // what follows an answer in the same breath answers nothing
      if (this.#stopped) return;
      this.#listener.line(line.slice(0, LONGEST));
    }
  };

  readonly #end = (): void => {
    if (!this.#stopped) this.#listener.end();
  };
}
