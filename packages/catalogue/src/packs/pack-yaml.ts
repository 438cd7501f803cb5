import type { Position } from '@callgate/core';
import type { PolicyProblem } from '@callgate/policy';
import type { Document, ParsedNode } from 'yaml';
import { LineCounter, isMap, isNode, isScalar, parseDocument } from 'yaml';

export type Path = readonly (string | number)[];

/** Something wrong in a pack; it is told like one in a policy. */
export type PackProblem = PolicyProblem;

export const MAX_BYTES = 1_048_576;

/** The text of a pack, with the place of everything in it. */
export class PackYaml {
  readonly #name: string;
  readonly #tooLarge: boolean;
  readonly #lines: LineCounter = new LineCounter();
  readonly #document: Document.Parsed<ParsedNode>;

  constructor(name: string, text: string) {
    this.#name = name;
    this.#tooLarge = Buffer.byteLength(text) > MAX_BYTES;
    this.#document = parseDocument(this.#tooLarge ? '' : text, {
      lineCounter: this.#lines,
      uniqueKeys: true,
      version: '1.2',
    });
  }

  syntaxProblems(): readonly PackProblem[] {
    if (this.#tooLarge) return [this.problem('PACK_TOO_LARGE', 'larger than 1 MiB', this.at(0))];
    return this.#document.errors.map((error) => {
      const [first = 'not YAML'] = error.message.split('\n');
      const message = first.replace(/ at line \d+, column \d+:?$/, '');
      return this.problem('PACK_YAML', message, this.at(error.pos[0]));
    });
  }

  problem(code: string, message: string, position: Position, help?: string): PackProblem {
    return { severity: 'error', code, message, position, ...(help === undefined ? {} : { help }) };
  }

  /** Throws where aliases are nested too deep. */
  content(): unknown {
    return this.#document.toJS({ maxAliasCount: 50 });
  }

  at(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.#name, line: Math.max(1, line), column: Math.max(1, col) };
  }

  /** Where what stands at `path` begins, or the nearest thing around it that exists. */
  positionOf(path: Path): Position {
    for (let length = path.length; length > 0; length -= 1) {
      const node = this.#document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return this.at(node.range[0]);
    }
    return this.at(0);
  }

  positionOfKey(path: Path, key: string): Position {
    const parent = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true);
    const found = isMap(parent)
      ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.key
      : undefined;
    return isScalar(found) && found.range ? this.at(found.range[0]) : this.positionOf(path);
  }
}
