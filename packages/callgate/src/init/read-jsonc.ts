import { clientFileErrors } from '@callgate/messages/errors/client-file';
import { TextScanner } from './text-scanner.ts';
import type { ConfigMember, ConfigNode, TextNode } from './config-node.ts';

const { syntax } = clientFileErrors;

const MAX_DEPTH = 200;

const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
const BLANK = /[ \t\r\n]*/y;

class JsoncReader extends TextScanner {
  override readonly format = 'JSON';

  whole(): ConfigNode {
    this.space();
    const node = this.#value(0);
    this.space();
    if (this.at < this.text.length) throw this.problem(syntax.trailingText({ format: this.format }));
    return node;
  }

  override space(): void {
    for (;;) {
      this.match(BLANK);
      const isBlock = this.text.startsWith('/*', this.at);
      if (!isBlock && !this.text.startsWith('//', this.at)) return;
      const end = this.text.indexOf(isBlock ? '*/' : '\n', this.at + 2);
      if (isBlock && end < 0) throw this.problem(syntax.openComment({ format: this.format }));
      this.at = end < 0 ? this.text.length : end + (isBlock ? 2 : 1);
    }
  }

  #string(wanted: string): TextNode {
    const start = this.at;
    if (this.text[start] !== '"') throw this.unexpected(wanted);
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    try {
      const value: string = JSON.parse(this.text.slice(start, end + 1));
      this.at = end + 1;
      return { kind: 'text', value, start, end: this.at };
    } catch {
      throw this.problem(syntax.invalidText({ format: this.format }));
    }
  }

  #value(depth: number): ConfigNode {
    if (depth > MAX_DEPTH) throw this.problem(syntax.tooDeep({ format: this.format }));
    const start = this.at;
    if (this.text[start] === '"') return this.#string('a value');
    if (this.take('[')) {
      const items: ConfigNode[] = [];
      this.items(']', () => items.push(this.#value(depth + 1)));
      return { kind: 'list', style: 'inline', items, start, end: this.at };
    }
    if (this.take('{')) {
      const members: ConfigMember[] = [];
      this.items('}', () => members.push(this.#member(depth)));
      return { kind: 'map', members, start, end: this.at };
    }
    const raw = this.match(LITERAL)?.[0];
    if (raw === undefined) throw this.unexpected('a value');
    return { kind: 'other', raw, start, end: this.at };
  }

  #member(depth: number): ConfigMember {
    const key = this.#string('a key in double quotes');
    this.space();
    if (!this.take(':')) throw this.unexpected('`:`');
    this.space();
    return { key: key.value, keys: [key], value: this.#value(depth + 1), style: 'inline' };
  }
}

/** Reads JSON with comments and trailing commas, and where each part of it stands. */
export const readJsonc = (text: string): ConfigNode => new JsoncReader(text).whole();
