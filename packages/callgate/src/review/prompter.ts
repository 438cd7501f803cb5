import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface PrompterOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** What is typed so soon after a question appeared was meant for something else. */
  readonly ignoreMs?: number;
}

/** Asks one question after the other. What is typed while nothing is asked is not an answer. */
export class Prompter {
  readonly #lines: Interface;
  readonly #output: Writable;
  readonly #ignoreMs: number;
  #answer: ((line: string | null) => void) | undefined;
  #closed = false;

  constructor({ input, output, ignoreMs = 300 }: PrompterOptions) {
    this.#output = output;
    this.#ignoreMs = ignoreMs;
    this.#lines = createInterface({ input, output, terminal: false });
    this.#lines.on('line', (line) => this.#answer?.(line.trim()));
    this.#lines.on('close', () => {
      this.#closed = true;
      this.#answer?.(null);
    });
  }

  /** null where nobody answers any more. */
  ask(question: string): Promise<string | null> {
    if (this.#closed) return Promise.resolve(null);
    return new Promise((resolve) => {
      let soon = this.#ignoreMs > 0;
      const timer = setTimeout(() => {
        soon = false;
        this.#output.write(question);
      }, this.#ignoreMs);
      this.#answer = (line) => {
        if (soon && line !== null) return;
        clearTimeout(timer);
        this.#answer = undefined;
        resolve(line);
      };
    });
  }

  close(): void {
    this.#lines.close();
  }
}
