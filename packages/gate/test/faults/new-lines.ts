import { closeSync, openSync, readSync } from 'node:fs';
import type { JournalLine } from './journal.ts';
import { linesIn } from './journal.ts';

const LINE_FEED = 10;

/** A journal that grows while it is read: every line once. */
export class NewLines {
  readonly #file: number;
  #place = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'a+');
  }

  next(): readonly JournalLine[] {
    const pieces: Buffer[] = [];
    for (let at = this.#place; ;) {
      const piece = Buffer.alloc(65_536);
      const read = readSync(this.#file, piece, 0, piece.length, at);
      if (read === 0) break;
      pieces.push(piece.subarray(0, read));
      at += read;
    }
    const all = Buffer.concat(pieces);
    const whole = all.subarray(0, all.lastIndexOf(LINE_FEED) + 1);
    this.#place += whole.length;
    return linesIn(whole.toString());
  }

  close(): void {
    closeSync(this.#file);
  }
}
