import type { CallgateError } from '@callgate/core';
import { display } from '@callgate/core';
import type { Member, Node, TextNode } from './tree.ts';
import { unparsed } from './tree.ts';

const MAX_DEPTH = 200;

const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
const BLANK = /[ \t\r\n]*/y;

class JsoncReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Node {
    this.#space();
    const node = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw this.#problem('something follows after the end of the value');
    return node;
  }

  #problem(message: string): CallgateError {
    return unparsed(
      this.#text,
      this.#at,
      message,
      'mend the file as JSON; comments and a comma at the end of a list are fine',
    );
  }

  #unexpected(wanted: string): CallgateError {
    const found = this.#text[this.#at];
    return this.#problem(
      found === undefined
        ? `the file ends where ${wanted} is expected`
        : `\`${display(found)}\` stands where ${wanted} is expected`,
    );
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #space(): void {
    if (this.#at === 0 && this.#text.startsWith('\ufeff')) this.#at = 1;
    for (;;) {
      this.#match(BLANK);
      const isBlock = this.#text.startsWith('/*', this.#at);
      if (!isBlock && !this.#text.startsWith('//', this.#at)) return;
      const end = this.#text.indexOf(isBlock ? '*/' : '\n', this.#at + 2);
      if (isBlock && end < 0) throw this.#problem('a comment does not end');
      this.#at = end < 0 ? this.#text.length : end + (isBlock ? 2 : 1);
    }
  }

  #string(wanted: string): TextNode {
    const start = this.#at;
    if (this.#text[start] !== '"') throw this.#unexpected(wanted);
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1;
    try {
      const value: string = JSON.parse(this.#text.slice(start, end + 1));
      this.#at = end + 1;
      return { kind: 'text', value, start, end: this.#at };
    } catch {
      throw this.#problem('this text is not valid: it does not end, or holds what must be escaped');
    }
  }

  #value(depth: number): Node {
    if (depth > MAX_DEPTH) throw this.#problem('values are nested too deep');
    const first = this.#text[this.#at];
    if (first === '{') return this.#map(depth);
    if (first === '[') return this.#list(depth);
    if (first === '"') return this.#string('a value');
    const start = this.#at;
    const raw = this.#match(LITERAL);
    if (raw === undefined) throw this.#unexpected('a value');
    return { kind: 'other', raw, start, end: this.#at };
  }

  /** Reads what stands between an opening and a closing bracket; true where the closing one was met. */
  #ends(close: string, isFirst: boolean): boolean {
    this.#space();
    if (!isFirst && this.#text[this.#at] !== close) {
      if (this.#text[this.#at] !== ',') throw this.#unexpected(`\`,\` or \`${close}\``);
      this.#at += 1;
      this.#space();
    }
    if (this.#text[this.#at] !== close) return false;
    this.#at += 1;
    return true;
  }

  #list(depth: number): Node {
    const start = this.#at;
    this.#at += 1;
    const items: Node[] = [];
    while (!this.#ends(']', items.length === 0)) items.push(this.#value(depth + 1));
    return { kind: 'list', style: 'inline', items, start, end: this.#at };
  }

  #map(depth: number): Node {
    const start = this.#at;
    this.#at += 1;
    const members: Member[] = [];
    while (!this.#ends('}', members.length === 0)) {
      const key = this.#string('a key in double quotes');
      this.#space();
      if (this.#text[this.#at] !== ':') throw this.#unexpected('`:`');
      this.#at += 1;
      this.#space();
      members.push({ key: key.value, keys: [key], value: this.#value(depth + 1), style: 'inline' });
    }
    return { kind: 'map', members, start, end: this.#at };
  }
}

/** Reads JSON with comments and trailing commas, and where each part of it stands. */
export const readJsonc = (text: string): Node => new JsoncReader(text).whole();
