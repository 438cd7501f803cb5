import type { OperatorDecisionStore } from '../../src/disclose/operator-decision-file.ts';
import type { ToolDecisions } from '../../src/disclose/tool-decisions.ts';

/** As long as the process lasts. */
export class MemoryOperatorDecisions implements OperatorDecisionStore {
  #words: readonly ToolDecisions[] = [];
  #version = 0;

  read(): readonly ToolDecisions[] {
    return this.#words;
  }

  change(make: (all: readonly ToolDecisions[]) => readonly ToolDecisions[]): void {
    this.#words = make(this.#words);
    this.#version += 1;
  }

  async together(work: () => void): Promise<void> {
    work();
  }

  print(): string {
    return String(this.#version);
  }

  lost(): string | null {
    return null;
  }
}
