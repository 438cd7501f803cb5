import type { Json } from '../../receive/json.ts';
import {
  UnsupportedYaml,
  checkPlainLine,
  foldFlow,
  hasLineContinuation,
  parseYamlKey,
  parsePlainScalar,
  unescapeYaml,
} from './yaml-scalar.ts';

const KEY =
  /^([\p{L}\p{N}_](?:[\p{L}\p{N}_ .@+/-]{0,126}[\p{L}\p{N}_.@+/-])?|'[^'\n]{1,128}'|"[^"\\\n]{1,128}"):(?: +|$)/u;
const BLOCK = /^[|>][+-]?$/;
/** Tabs, other line breaks and what a YAML document may not hold: readers differ in what they make of them. */
const UNREADABLE = /(?!\n)[\p{Cc}\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;
const MAX_LINES = 20_000;
const MAX_DEPTH = 32;

interface YamlLine {
  readonly indent: number;
  readonly text: string;
  readonly raw: string;
}

const spacesIn = (line: string): number => {
  let count = 0;
  while (line[count] === ' ') count++;
  return count;
};

const lineOf = (raw: string): YamlLine => {
  let end = raw.length;
  while (raw[end - 1] === ' ') end--;
  const indent = Math.min(spacesIn(raw), end);
  return { indent, text: raw.slice(indent, end), raw };
};

const isItem = (text: string): boolean => text === '-' || text.startsWith('- ');

const closingOf = (text: string, mark: string): number => {
  for (let at = 0; at < text.length; at++) {
    if (mark === '"' && text[at] === '\\') at++;
    else if (text[at] === mark) {
      if (mark === '"' || text[at + 1] !== "'") return at;
      at++;
    }
  }
  return -1;
};

/** Lines of a folded block as one text: what is indented further keeps its line breaks. */
const foldBlock = (lines: readonly string[]): string => {
  let result = '';
  let breaks = 0;
  let further = true;
  for (const line of lines) {
    if (line !== '') {
      const stays = further || line.startsWith(' ');
      result += (stays ? '\n'.repeat(breaks) : breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)) + line;
      further = line.startsWith(' ');
      breaks = 0;
    }
    breaks++;
  }
  return result;
};

/** Reads the block style that programs write when they dump data as YAML. Flow style, anchors and tags are refused. */
class BlockYamlReader {
  readonly #lines: readonly YamlLine[];
  readonly #ended: boolean;
  #at = 0;

  constructor(text: string) {
    if (UNREADABLE.test(text)) throw new UnsupportedYaml();
    this.#ended = text.endsWith('\n');
    const lines = (this.#ended ? text.slice(0, -1) : text).split('\n', MAX_LINES + 1);
    if (lines.length > MAX_LINES) throw new UnsupportedYaml();
    this.#lines = lines.map(lineOf);
  }

  document(): Json {
    const first = this.#next();
    if (first === undefined || first.indent !== 0) throw new UnsupportedYaml();
    const value = isItem(first.text) ? this.#sequence(0, 0) : this.#mapping(0, 0);
    if (this.#next() !== undefined) throw new UnsupportedYaml();
    return value;
  }

  #next(): YamlLine | undefined {
    while (this.#lines[this.#at]?.text === '') this.#at++;
    return this.#lines[this.#at];
  }

  #sequence(indent: number, depth: number, first?: string): Json {
    if (depth > MAX_DEPTH) throw new UnsupportedYaml();
    const items: Json[] = [];
    let head = first;
    for (;;) {
      if (head === undefined) {
        const line = this.#next();
        if (line === undefined || line.indent < indent) return items;
        if (line.indent > indent) throw new UnsupportedYaml();
        // Whether this may follow here is for the mapping around it to say.
        if (!isItem(line.text)) return items;
        head = line.text;
      }
      const rest = head.slice(1 + spacesIn(head.slice(1)));
      const inner = indent + head.length - rest.length;
      if (rest === '') throw new UnsupportedYaml();
      if (isItem(rest)) items.push(this.#sequence(inner, depth + 1, rest));
      else if (KEY.test(rest)) items.push(this.#mapping(inner, depth + 1, rest));
      else {
        this.#at++;
        items.push(this.#scalar(rest, indent));
      }
      head = undefined;
    }
  }

  #mapping(indent: number, depth: number, first?: string): Json {
    if (depth > MAX_DEPTH) throw new UnsupportedYaml();
    const object: Record<string, Json> = Object.create(null);
    let head = first;
    for (;;) {
      if (head === undefined) {
        const line = this.#next();
        if (line === undefined || line.indent < indent) return object;
        if (line.indent > indent) throw new UnsupportedYaml();
        head = line.text;
      }
      const found = KEY.exec(head);
      if (found === null) throw new UnsupportedYaml();
      const key = parseYamlKey(found[1] ?? '');
      if (Object.hasOwn(object, key)) throw new UnsupportedYaml();
      const rest = head.slice(found[0].length);
      this.#at++;
      object[key] = rest === '' ? this.#below(indent, depth) : this.#scalar(rest, indent);
      head = undefined;
    }
  }

  /** The value of a key that has nothing on its own line. */
  #below(indent: number, depth: number): Json {
    const line = this.#next();
    if (line === undefined || line.indent < indent) return null;
    // A list may stand at the same level as the key it belongs to.
    if (line.indent === indent) return isItem(line.text) ? this.#sequence(indent, depth + 1) : null;
    if (isItem(line.text)) return this.#sequence(line.indent, depth + 1);
    if (KEY.test(line.text)) return this.#mapping(line.indent, depth + 1);
    this.#at++;
    return this.#flow(line.text, indent);
  }

  #scalar(rest: string, indent: number): Json {
    return BLOCK.test(rest) ? this.#block(rest, indent) : this.#flow(rest, indent);
  }

  #flow(rest: string, indent: number): Json {
    if (rest.startsWith("'") || rest.startsWith('"')) return this.#quoted(rest, indent);
    const lines = [rest];
    for (;;) {
      const mark = this.#at;
      const line = this.#next();
      if (line === undefined || line.indent <= indent) break;
      for (let at = mark; at < this.#at; at++) lines.push('');
      lines.push(checkPlainLine(line.text, false));
      this.#at++;
    }
    return lines.length === 1
      ? parsePlainScalar(rest)
      : foldFlow([checkPlainLine(rest, true), ...lines.slice(1)], false);
  }

  #block(header: string, indent: number): string {
    const from = this.#at;
    let content: number | undefined;
    let end = from;
    for (;;) {
      const line = this.#lines[this.#at];
      if (line === undefined || (line.text !== '' && line.indent <= indent)) break;
      this.#at++;
      if (line.text === '') continue;
      end = this.#at;
      content ??= line.indent;
      if (line.indent < content) throw new UnsupportedYaml();
    }
    const all = this.#lines.slice(from, this.#at).map(({ raw }) => raw);
    if (content === undefined || all.some((raw) => spacesIn(raw) === raw.length && raw.length > content))
      throw new UnsupportedYaml();
    // Whether a text that ends here ends in a line break depends on the reader.
    if (!this.#ended && this.#at === this.#lines.length) throw new UnsupportedYaml();
    const lines = all.slice(0, end - from).map((raw) => raw.slice(content));
    const body = header.startsWith('|') ? lines.join('\n') : foldBlock(lines);
    if (header.endsWith('-')) return body;
    return body + '\n'.repeat(header.endsWith('+') ? 1 + this.#at - end : 1);
  }

  /** A quoted text, which may go on over lines that look like anything. */
  #quoted(rest: string, indent: number): string {
    const mark = rest.slice(0, 1);
    const lines: string[] = [];
    let text = rest.slice(1);
    for (;;) {
      const end = closingOf(text, mark);
      if (end !== -1) {
        if (end !== text.length - 1) throw new UnsupportedYaml();
        const whole = foldFlow([...lines, text.slice(0, end)], mark === '"');
        return mark === '"' ? unescapeYaml(whole) : whole.replaceAll("''", "'");
      }
      // A space after the last backslash would be the escaped character.
      if (hasLineContinuation(text) && this.#lines[this.#at - 1]?.raw.endsWith(' ') === true)
        throw new UnsupportedYaml();
      const line = this.#lines[this.#at];
      if (line === undefined || (line.text !== '' && line.indent <= indent)) throw new UnsupportedYaml();
      lines.push(text);
      text = line.text;
      this.#at++;
    }
  }
}

/** The data in a text that is one YAML document in block style, or undefined. */
export const readBlockYaml = (text: string): Json | undefined => {
  try {
    return new BlockYamlReader(text).document();
  } catch (error) {
    if (!(error instanceof UnsupportedYaml)) throw error;
    return undefined;
  }
};
