import type { OperatorBook } from '../../src/disclose/operator-file.ts';
import type { ToolWords } from '../../src/disclose/operator-words.ts';

/** As long as the process lasts. */
export class MemoryOperator implements OperatorBook {
  #words: readonly ToolWords[] = [];
  #version = 0;

  read(): readonly ToolWords[] {
    return this.#words;
  }

  change(make: (all: readonly ToolWords[]) => readonly ToolWords[]): void {
    this.#words = make(this.#words);
    this.#version += 1;
  }

  print(): string {
    return String(this.#version);
  }

  lost(): string | null {
    return null;
  }
}
