import type { Position } from '@callgate/core';
import type { Document, ParsedNode } from 'yaml';
import { LineCounter, isScalar, parseDocument } from 'yaml';
import type { PolicyProblem } from './problem.ts';

export type Path = readonly (string | number)[];

const MAX_BYTES = 1_048_576;

/** A YAML file that knows where everything in it stands. */
export class SourceFile {
  readonly name: string;
  readonly #text: string;
  readonly #lines: LineCounter = new LineCounter();
  readonly #document: Document.Parsed<ParsedNode>;

  constructor(name: string, text: string) {
    this.name = name;
    this.#text = text.length > MAX_BYTES ? '' : text;
    this.#document = parseDocument(this.#text, {
      lineCounter: this.#lines,
      uniqueKeys: true,
      version: '1.2',
    });
  }

  /** What keeps it from being YAML. */
  syntaxProblems(tooLarge: boolean): PolicyProblem[] {
    if (tooLarge)
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

  static isTooLarge(text: string): boolean {
    return text.length > MAX_BYTES;
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
    const value = String(node.value);
    // walk the raw text and the value together; white space may be folded, so it is not compared
    let from = /^[|>][^\n]*\n/.exec(raw)?.[0].length ?? (/^["']/.test(raw) ? 1 : 0);
    for (let i = 0; i <= offset && from < raw.length; i += 1) {
      while (
        i < value.length &&
        !/\s/.test(value[i] ?? '') &&
        from < raw.length &&
        /\s/.test(raw[from] ?? '')
      )
        from += 1;
      if (i === offset) return this.at(start + from);
      if (/\s/.test(value[i] ?? '')) while (from < raw.length && /\s/.test(raw[from] ?? '')) from += 1;
      else from += 1;
    }
    return this.at(start);
  }
}
