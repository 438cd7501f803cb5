import type { ViewAnchor, DecodedView } from './decoded-view.ts';
import { createPieceView } from './decoded-view.ts';

const BACKSLASH = 0x5c;
const WRITTEN = String.raw`\n`;
const WRITTEN_RETURN = String.raw`\r`;

const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** Runs of characters that a line break parts, put together again. Its places are plain numbers: this is a hot path. */
class WrappedRuns {
  readonly #text: string;
  readonly #shortest: number;
  readonly #anchors: ViewAnchor[] = [];
  readonly #places: number[] = [];
  #view = '';
  #count = 0;
  #length = 0;

  constructor(text: string, shortest: number) {
    this.#text = text;
    this.#shortest = shortest;
  }

  /** A line without the blanks around it: its first word goes with the line before, its last with the line after. */
  addLine(from: number, to: number): void {
    const text = this.#text;
    let start = from;
    let end = to;
    while (start < end && isBlank(text.charCodeAt(start))) start += 1;
    while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
    if (start === end) return;
    let first = start;
    while (first < end && !isBlank(text.charCodeAt(first))) first += 1;
    this.#add(start, first);
    if (first === end) return;
    this.#part();
    let last = end;
    while (!isBlank(text.charCodeAt(last - 1))) last -= 1;
    this.#add(last, end);
  }

  view(): DecodedView | undefined {
    this.#part();
    return this.#view === '' ? undefined : createPieceView(this.#view, this.#anchors);
  }

  #add(start: number, end: number): void {
    this.#places[this.#count] = start;
    this.#places[this.#count + 1] = end;
    this.#count += 2;
    this.#length += end - start;
  }

  /** What follows does not go with what was added. */
  #part(): void {
    if (this.#count > 2 && this.#length >= this.#shortest) this.#keep();
    this.#count = 0;
    this.#length = 0;
  }

  #keep(): void {
    for (let place = 0; place < this.#count; place += 2) {
      const start = this.#places[place] ?? 0;
      this.#anchors.push({ inView: this.#view.length, inText: start });
      this.#view += this.#text.slice(start, this.#places[place + 1]);
    }
    this.#anchors.push({ inView: this.#view.length, inText: this.#places[this.#count - 1] ?? 0 });
    this.#view += '\n';
  }
}

/**
 * What stands at the end of each line with what stands at the beginning of the next, lines of one word whole: a text
 * that was wrapped, at any width, with line breaks or as JSON writes them. Undefined where none of it is as long as
 * `shortest`.
 */
export const wrappedView = (text: string, shortest: number): DecodedView | undefined => {
  let real = text.indexOf('\n');
  let written = text.indexOf(WRITTEN);
  if (real === -1 && written === -1) return undefined;
  const joined = new WrappedRuns(text, shortest);
  let start = 0;
  while (real !== -1 || written !== -1) {
    const at = written === -1 || (real !== -1 && real < written) ? real : written;
    const isWritten = text.charCodeAt(at) === BACKSLASH;
    const end = text.startsWith(WRITTEN_RETURN, at - 2) ? at - 2 : at;
    if (end > start) joined.addLine(start, end);
    start = isWritten ? at + 2 : at + 1;
    if (isWritten) written = text.indexOf(WRITTEN, start);
    else real = text.indexOf('\n', start);
  }
  joined.addLine(start, text.length);
  return joined.view();
};
