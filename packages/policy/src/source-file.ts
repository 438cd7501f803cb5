import type { Position } from '@callgate/core';
import type { Document, ParsedNode } from 'yaml';
import { LineCounter, isScalar, parseDocument } from 'yaml';
import type { PolicyProblem } from './problem.ts';

export type Path = readonly (string | number)[];

const MAX_BYTES = 1_048_576;

const isTooLarge = (text: string): boolean =>
  text.length > MAX_BYTES || new TextEncoder().encode(text).length > MAX_BYTES;

const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/.test(character);

/** How many characters of the raw text one character of the value takes. */
const rawWidth = (raw: string, at: number, quote: string | undefined): number => {
  if (quote === '"' && raw[at] === '\\') return { x: 4, u: 6, U: 10 }[raw[at + 1] ?? ''] ?? 2;
  return quote === "'" && raw[at] === "'" ? 2 : 1;
};

/** Walks the raw text of a scalar and its value together; white space may be folded, so runs of it count as one. */
const rawOffset = (raw: string, value: string, offset: number): number => {
  const header = /^[|>][^\n]*\n/.exec(raw)?.[0].length;
  const quote = header === undefined && /^["']/.test(raw) ? raw[0] : undefined;
  let at = header ?? (quote === undefined ? 0 : 1);
  for (let i = 0; i < value.length; i += 1) {
    if (!isSpace(value[i])) while (isSpace(raw[at])) at += 1;
    if (i >= offset) return at;
    if (isSpace(value[i])) while (isSpace(raw[at])) at += 1;
    else at += rawWidth(raw, at, quote);
  }
  return at;
};

/** A YAML file that knows where everything in it stands. */
export class SourceFile {
  readonly name: string;
  readonly #text: string;
  readonly #tooLarge: boolean;
  readonly #lines: LineCounter = new LineCounter();
  readonly #document: Document.Parsed<ParsedNode>;

  constructor(name: string, text: string) {
    this.name = name;
    this.#tooLarge = isTooLarge(text);
    this.#text = this.#tooLarge ? '' : text;
    this.#document = parseDocument(this.#text, {
      lineCounter: this.#lines,
      uniqueKeys: true,
      version: '1.2',
    });
  }

  /** What keeps it from being YAML. */
  syntaxProblems(): PolicyProblem[] {
    if (this.#tooLarge)
      return [
        { severity: 'error', code: 'POLICY_TOO_LARGE', message: 'larger than 1 MiB', position: this.at(0) },
      ];
    return this.#document.errors.map((error) => ({
      severity: 'error',
      code: 'POLICY_YAML',
      message: error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? 'not YAML',
      position: this.at(error.pos[0]),
    }));
  }

  content(): unknown {
    return this.#document.toJS({ maxAliasCount: 50 });
  }

  at(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.name, line: Math.max(1, line), column: Math.max(1, col) };
  }

  /** Where the value at `path` stands, or the nearest thing around it that exists. */
  positionOf(path: Path): Position {
    for (let length = path.length; length > 0; length -= 1) {
      const node = this.#document.getIn(path.slice(0, length), true);
      const range = (node as { range?: [number, number, number] | null } | undefined)?.range;
      if (range !== undefined && range !== null) return this.at(range[0]);
    }
    return this.at(0);
  }

  /** Where the key itself stands, for a key that should not be there. */
  positionOfKey(path: Path, key: string): Position {
    const parent = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true);
    const pairs = (
      parent as { items?: { key?: { value?: unknown; range?: [number, number, number] } }[] } | undefined
    )?.items;
    const range = pairs?.find((pair) => pair.key?.value === key)?.key?.range;
    return range === undefined ? this.positionOf(path) : this.at(range[0]);
  }

  /** Where character `offset` of the text at `path` stands, as near as quoting and folding let it be known. */
  positionInText(path: Path, offset: number): Position {
    const node = this.#document.getIn(path, true);
    if (!isScalar(node) || node.range === null || node.range === undefined) return this.positionOf(path);
    const [start, end] = node.range;
    const raw = this.#text.slice(start, end);
    return this.at(start + rawOffset(raw, String(node.value), offset));
  }
}
