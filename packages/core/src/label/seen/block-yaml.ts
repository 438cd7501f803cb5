import type { Json } from '../../receive/json.ts';

/** What this reader does not know, it refuses: a record read wrongly would vouch for a thing nobody named. */
class Unreadable extends Error {}

const KEY = /^([\p{L}\p{N}_][\p{L}\p{N}_ .@+/-]{0,127}|'[^'\n]{1,128}'|"[^"\\\n]{1,128}"):(?: +|$)/u;
const MAX_LINES = 20_000;
const MAX_DEPTH = 32;

interface Line {
  readonly indent: number;
  readonly text: string;
}

const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,17})?$/;
/** At the beginning of a plain scalar these mean something this reader does not know. */
const SPECIAL = /^[[\]{}&*!|>%@`#?]|^- /;

const plain = (text: string): Json => {
  if (text === '' || text === '~' || text === 'null') return null;
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === '[]') return [];
  if (text === '{}') return Object.create(null);
  if (SPECIAL.test(text)) throw new Unreadable();
  return NUMBER.test(text) ? Number(text) : text;
};

const unquoteKey = (key: string): string => (/^['"]/.test(key) ? key.slice(1, -1) : key);

/** Reads the block style that programs write when they dump data as YAML. Flow style, anchors and tags are refused. */
class Reader {
  readonly #lines: readonly Line[];
  #at = 0;

  constructor(text: string) {
    const lines = text.split('\n');
    if (lines.length > MAX_LINES) throw new Unreadable();
    this.#lines = lines.map((line) => {
      if (line.includes('\t') || line.includes('\r')) throw new Unreadable();
      const body = line.trimStart();
      return { indent: line.length - body.length, text: body.trimEnd() };
    });
  }

  document(): Json {
    this.#skipBlank();
    const first = this.#peek();
    if (first === undefined || first.indent !== 0) throw new Unreadable();
    const value = this.#node(0, 0);
    this.#skipBlank();
    if (this.#peek() !== undefined) throw new Unreadable();
    return value;
  }

  #peek(): Line | undefined {
    return this.#lines[this.#at];
  }

  #skipBlank(): void {
    while (this.#lines[this.#at]?.text === '') this.#at++;
  }

  #node(indent: number, depth: number): Json {
    if (depth > MAX_DEPTH) throw new Unreadable();
    const line = this.#peek();
    if (line === undefined || line.indent !== indent) throw new Unreadable();
    if (line.text === '-' || line.text.startsWith('- ')) return this.#sequence(indent, depth);
    if (KEY.test(line.text)) return this.#mapping(indent, depth, undefined);
    throw new Unreadable();
  }

  #sequence(indent: number, depth: number): Json {
    const items: Json[] = [];
    for (;;) {
      this.#skipBlank();
      const line = this.#peek();
      if (line === undefined || line.indent < indent) return items;
      if (line.indent > indent || !(line.text === '-' || line.text.startsWith('- '))) {
        if (line.indent === indent) return items;
        throw new Unreadable();
      }
      const rest = line.text.slice(2).trimStart();
      const inner = indent + line.text.length - rest.length;
      if (rest === '') throw new Unreadable();
      if (rest === '-' || rest.startsWith('- ')) throw new Unreadable();
      if (KEY.test(rest)) items.push(this.#mapping(inner, depth + 1, rest));
      else {
        this.#at++;
        items.push(this.#scalar(rest, indent));
      }
    }
  }

  #mapping(indent: number, depth: number, first: string | undefined): Json {
    const object: Record<string, Json> = Object.create(null);
    let head = first;
    for (;;) {
      if (head === undefined) {
        this.#skipBlank();
        const line = this.#peek();
        if (line === undefined || line.indent < indent) return object;
        if (line.indent > indent) throw new Unreadable();
        head = line.text;
      }
      const found = KEY.exec(head);
      if (found === null) {
        // A list item at the level of the mapping that holds it ends the mapping.
        if (head.startsWith('-')) return object;
        throw new Unreadable();
      }
      const key = unquoteKey(found[1] ?? '');
      if (Object.hasOwn(object, key)) throw new Unreadable();
      const rest = head.slice(found[0].length);
      this.#at++;
      object[key] = rest === '' ? this.#below(indent, depth) : this.#scalar(rest, indent);
      head = undefined;
    }
  }

  /** The value of a key that has nothing on its own line. */
  #below(indent: number, depth: number): Json {
    this.#skipBlank();
    const line = this.#peek();
    if (line === undefined || line.indent < indent) return null;
    // A list may stand at the same level as the key it belongs to.
    if (line.indent === indent) return line.text.startsWith('- ') ? this.#sequence(indent, depth + 1) : null;
    return this.#node(line.indent, depth + 1);
  }

  #scalar(rest: string, indent: number): Json {
    if (rest.startsWith("'")) return this.#quoted(rest, "'", indent);
    if (rest.startsWith('"')) return this.#quoted(rest, '"', indent);
    if (/^[|>][+-]?$/.test(rest)) return this.#literal(indent);
    if (KEY.test(rest)) throw new Unreadable();
    const lines = [rest];
    for (;;) {
      const mark = this.#at;
      this.#skipBlank();
      const line = this.#peek();
      if (line === undefined || line.indent <= indent) {
        this.#at = mark;
        break;
      }
      if (/(?:^|\s)#/.test(line.text) || KEY.test(line.text)) throw new Unreadable();
      lines.push(line.text);
      this.#at++;
    }
    return lines.length === 1 ? plain(rest) : lines.join(' ');
  }

  #literal(indent: number): string {
    const lines: string[] = [];
    for (;;) {
      const line = this.#peek();
      if (line === undefined || (line.text !== '' && line.indent <= indent)) return lines.join('\n');
      lines.push(line.text);
      this.#at++;
    }
  }

  /** A quoted text, which may go on over lines that look like anything. */
  #quoted(rest: string, mark: string, indent: number): string {
    let text = rest.slice(1);
    let result = '';
    for (;;) {
      const end = this.#closing(text, mark);
      if (end !== -1) {
        if (text.slice(end + 1).trim() !== '') throw new Unreadable();
        result += text.slice(0, end);
        return mark === "'" ? result.replaceAll("''", "'") : this.#unescape(result);
      }
      result += `${text} `;
      const line = this.#peek();
      if (line === undefined || (line.text !== '' && line.indent < indent)) throw new Unreadable();
      text = line.text;
      this.#at++;
    }
  }

  #closing(text: string, mark: string): number {
    for (let at = 0; at < text.length; at++) {
      if (mark === '"' && text[at] === '\\') at++;
      else if (text[at] === mark) {
        if (mark === '"' || text[at + 1] !== "'") return at;
        at++;
      }
    }
    return -1;
  }

  #unescape(text: string): string {
    return text.replace(/\\ *(.)/gs, (_, mark: string) => (mark === 'n' ? '\n' : mark));
  }
}

/** The data in a text that is one YAML document in block style, or undefined. */
export const readBlockYaml = (text: string): Json | undefined => {
  try {
    return new Reader(text).document();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
};
