import type { Position } from '@callgate/core';
import type { PolicyProblem } from '@callgate/policy';
import type { Document, ParsedNode } from 'yaml';
import { LineCounter, isScalar, parseDocument } from 'yaml';

export type Path = readonly (string | number)[];

/** Something wrong, or worth a look, in a configuration; it is told like one in a policy. */
export type ConfigProblem = PolicyProblem;

const MAX_BYTES = 1_048_576;

interface Ranged {
  readonly range?: readonly [number, number, number] | null;
}

/** A configuration file that knows where everything in it stands. JSON is YAML. */
export class YamlFile {
  readonly name: string;
  readonly #tooLarge: boolean;
  readonly #lines: LineCounter = new LineCounter();
  readonly #document: Document.Parsed<ParsedNode>;

  constructor(name: string, text: string) {
    this.name = name;
    this.#tooLarge = Buffer.byteLength(text) > MAX_BYTES;
    this.#document = parseDocument(this.#tooLarge ? '' : text, {
      lineCounter: this.#lines,
      uniqueKeys: true,
      version: '1.2',
    });
  }

  syntaxProblems(): ConfigProblem[] {
    if (this.#tooLarge) return [this.#problem('CONFIG_TOO_LARGE', 'larger than 1 MiB', 0)];
    return this.#document.errors.map((error) => {
      const [first = 'not YAML'] = error.message.split('\n');
      return this.#problem('CONFIG_YAML', first.replace(/ at line \d+, column \d+:?$/, ''), error.pos[0]);
    });
  }

  #problem(code: string, message: string, offset: number): ConfigProblem {
    return { severity: 'error', code, message, position: this.at(offset) };
  }

  /** Throws where aliases are nested too deep. */
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
      const range = (this.#document.getIn(path.slice(0, length), true) as Ranged | undefined)?.range;
      if (range !== undefined && range !== null) return this.at(range[0]);
    }
    return this.at(0);
  }

  /** Where a key stands, rather than what it is said to be. */
  positionOfKey(path: Path, key: string): Position {
    const parent = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true);
    const pairs = (parent as { readonly items?: readonly { readonly key?: unknown }[] } | undefined)?.items;
    const found = pairs?.find((pair) => isScalar(pair.key) && pair.key.value === key)?.key;
    const range = (found as Ranged | undefined)?.range;
    return range === undefined || range === null ? this.positionOf(path) : this.at(range[0]);
  }
}
