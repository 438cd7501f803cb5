import type { CallgateError } from '@callgate/core';
import { clientFileErrors } from '@callgate/messages/errors/client-file';
import { TextScanner } from './text-scanner.ts';
import type { TextSpan, TextNode } from './config-node.ts';

const { syntax } = clientFileErrors;

export interface KeyPart extends TextSpan {
  readonly key: string;
}

const BLANK = /[ \t]*/y;
const BARE_KEY = /[A-Za-z0-9_-]+/y;
const ESCAPE = /\\(?:([btnfre"\\])|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2}))/y;
/** A backslash at the end of a line of a text takes away the line end and what is blank after it. */
const JOINED = /\\[ \t]*\r?\n[ \t\r\n]*/y;
const DATE_TIME = /\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}[0-9:.]*(?:[Zz]|[+-]\d{2}:\d{2})?)?(?![\w.:+-])/y;
const DIGITS = String.raw`\d+(?:_\d+)*`;
const LITERAL = new RegExp(
  String.raw`(?:true|false|\d{2}:\d{2}[0-9:.]*|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[+-]?(?:inf|nan|${DIGITS}(?:\.${DIGITS})?(?:[eE][+-]?${DIGITS})?))(?![\w.:+-])`,
  'y',
);

const SHORT: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\u001b',
  '"': '"',
  '\\': '\\',
};

export class TomlScanner extends TextScanner {
  override readonly format = 'TOML';

  override unexpected(wanted: string): CallgateError {
    const found = this.text[this.at];
    return found === '\n' || found === '\r'
      ? this.problem(syntax.lineEndInstead({ format: this.format, wanted }))
      : super.unexpected(wanted);
  }

  blank(): void {
    this.match(BLANK);
  }

  /** Blanks, a comment, and the end of the line; true where a line or the file ended. */
  lineEnd(): boolean {
    this.blank();
    if (this.text[this.at] === '#') {
      const end = this.text.indexOf('\n', this.at);
      this.at = end < 0 ? this.text.length : end;
    }
    return this.at >= this.text.length || this.take('\n') || this.take('\r\n');
  }

  override space(): void {
    while (this.lineEnd() && this.at < this.text.length);
  }

  key(): KeyPart[] {
    const parts: KeyPart[] = [];
    do {
      this.blank();
      parts.push(this.#keyPart());
      this.blank();
    } while (this.take('.'));
    return parts;
  }

  #keyPart(): KeyPart {
    const start = this.at;
    const bare = this.match(BARE_KEY)?.[0];
    if (bare !== undefined) return { key: bare, start, end: this.at };
    const quoted = this.text.startsWith('"""', start) || this.text.startsWith("'''", start);
    const found = quoted ? undefined : this.string();
    if (found === undefined) throw this.unexpected('a key');
    return { key: found.value, start, end: found.end };
  }

  string(): TextNode | undefined {
    const start = this.at;
    const quote = ['"""', "'''", '"', "'"].find((each) => this.text.startsWith(each, start));
    if (quote === undefined) return undefined;
    this.at += quote.length;
    if (quote.length === 3) void (this.take('\n') || this.take('\r\n'));
    let value = '';
    while (!this.take(quote)) value += this.#piece(quote, start);
    // up to two quotes may stand right before the three that end a text
    for (let more = 0; quote.length === 3 && more < 2 && this.take(quote.charAt(0)); more += 1)
      value += quote.charAt(0);
    return { kind: 'text', value, start, end: this.at };
  }

  #piece(quote: string, start: number): string {
    const here = this.text[this.at];
    const isLine = quote.length === 1;
    if (here === undefined || (isLine && (here === '\n' || here === '\r')))
      throw this.problem(syntax.openText({ format: this.format }), start);
    if (here !== '\\' || quote.startsWith("'")) {
      this.at += 1;
      return here;
    }
    if (!isLine && this.match(JOINED) !== undefined) return '';
    const found = this.match(ESCAPE);
    if (found === undefined) throw this.problem(syntax.escapeUnknown({ format: this.format }));
    const [, short, ...hex] = found;
    if (short !== undefined) return SHORT[short] ?? '';
    const code = Number.parseInt(hex.find((each) => each !== undefined) ?? '', 16);
    if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff))
      throw this.problem(syntax.notACharacter({ format: this.format }));
    return String.fromCodePoint(code);
  }

  /** A number, a truth or a date, as it is written. */
  literal(): string {
    const found = this.match(DATE_TIME) ?? this.match(LITERAL);
    if (found === undefined) throw this.unexpected('a value');
    return found[0];
  }
}
