import type { JournalLine } from './journal.ts';
import { NewLines } from './new-lines.ts';

/** All lines of a journal that grows. Each is read once, however often they are asked for. */
export class FollowedJournal {
  readonly #fresh: NewLines;
  readonly #lines: JournalLine[] = [];

  constructor(path: string) {
    this.#fresh = new NewLines(path);
  }

  get lines(): readonly JournalLine[] {
    this.#lines.push(...this.#fresh.next());
    return this.#lines;
  }

  close(): void {
    this.#fresh.close();
  }
}
