import type { Position } from '@callgate/core';
import { fileShapeMessages } from '@callgate/messages/file-shape';
import type { Document, ParsedNode } from 'yaml';
import { LineCounter, isMap, isNode, isScalar, parseDocument } from 'yaml';

export type YamlPath = readonly (string | number)[];

/** A part of a file: the value at `path`, the key `key` in it, or character `offset` of its text. */
export interface YamlLocation {
  readonly path: YamlPath;
  readonly key?: string;
  readonly offset?: number;
}

export interface YamlError {
  readonly message: string;
  readonly position: Position;
}

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

/** A YAML text with the position of every part. JSON is YAML. */
export class YamlFile {
  readonly name: string;
  readonly #text: string;
  readonly #strict: boolean;
  readonly #lines: LineCounter = new LineCounter();
  readonly #document: Document.Parsed<ParsedNode>;

  /** Without `strict`, repeated keys and unknown tags are no errors. */
  constructor(name: string, text: string, { strict = true }: { readonly strict?: boolean } = {}) {
    this.name = name;
    this.#text = text;
    this.#strict = strict;
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      resolveKnownTags: !strict,
      uniqueKeys: strict,
      version: '1.2',
    });
  }

  get errors(): readonly YamlError[] {
    const { errors, warnings } = this.#document;
    const tags = this.#strict ? warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED') : [];
    // one for each level that is left on the stack
    const deep = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
    if (deep !== undefined) return [{ message: fileShapeMessages.tooDeep, position: this.at(deep.pos[0]) }];
    return [...errors, ...tags].map(({ message, pos }) => ({
      message: message.split('\n', 1)[0] ?? message,
      position: this.at(pos[0]),
    }));
  }

  get root(): ParsedNode | null {
    return this.#document.contents;
  }

  /** Throws where aliases multiply beyond `maxAliases`. */
  content(maxAliases = 50): unknown {
    return this.#document.toJS({ maxAliasCount: maxAliases });
  }

  at(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.name, line: Math.max(1, line), column: Math.max(1, col) };
  }

  /** The position of the value at `path`, or of the nearest part around it that exists. */
  positionOf(path: YamlPath): Position {
    for (let length = path.length; length > 0; length -= 1) {
      const node = this.#document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return this.at(node.range[0]);
    }
    return this.at(0);
  }

  positionOfKey(path: YamlPath, key: string): Position {
    const parent = this.#document.getIn(path, true);
    const pairs = isMap(parent) ? parent.items : [];
    const found = pairs.find((pair) => isScalar(pair.key) && pair.key.value === key)?.key;
    return isScalar(found) && found.range ? this.at(found.range[0]) : this.positionOf(path);
  }

  /** The position of character `offset` of the text at `path`, as near as quoting and folding let it be known. */
  positionInText(path: YamlPath, offset: number): Position {
    const node = this.#document.getIn(path, true);
    if (!isScalar(node) || !node.range) return this.positionOf(path);
    const [start, end] = node.range;
    const raw = this.#text.slice(start, end);
    return this.at(start + rawOffset(raw, String(node.value), offset));
  }

  locate({ path, key, offset }: YamlLocation): Position {
    if (key !== undefined) return this.positionOfKey(path, key);
    return offset === undefined ? this.positionOf(path) : this.positionInText(path, offset);
  }
}
