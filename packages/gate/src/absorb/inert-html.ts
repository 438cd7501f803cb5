import type { AllowedHosts } from './remote-host.ts';
import { hasRemoteHost } from './remote-host.ts';

interface Attribute {
  readonly name: string;
  readonly value: string;
}

const TAG_NAME = /[^>/\t\n\f\r ]*/y;
const BETWEEN = /[/\t\n\f\r ]*/y;
const SPACE = /[\t\n\f\r ]*/y;
// the first character may be anything, even `=`
const ATTRIBUTE_NAME = /[^>][^>/=\t\n\f\r ]*/y;
const UNQUOTED = /[^>\t\n\f\r ]*/y;
const QUOTED = /"([^"]*)"?|'([^']*)'?/y;

/** Reads the attributes of a tag as the HTML standard does; a quote opens a value only after `=`. */
class TagReader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  #read(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  name(): string {
    return (this.#read(TAG_NAME)?.[0] ?? '').toLowerCase();
  }

  /** undefined at the end of the tag, or of the text. */
  attribute(): Attribute | undefined {
    this.#read(BETWEEN);
    const name = this.#read(ATTRIBUTE_NAME)?.[0].toLowerCase();
    if (name === undefined) return undefined;
    const after = this.at;
    this.#read(SPACE);
    if (this.#text.charAt(this.at) !== '=') {
      this.at = after;
      return { name, value: '' };
    }
    this.at += 1;
    this.#read(SPACE);
    const quoted = this.#read(QUOTED);
    const value = quoted === null ? this.#read(UNQUOTED)?.[0] : (quoted[1] ?? quoted[2]);
    return { name, value: value ?? '' };
  }
}

/** Attributes that are only words. */
const WORDS = /^(?:alt|title|aria-.*|class|id|lang|dir|width|height|datetime)$/;

const loads = (tag: string, { name, value }: Attribute, allowed: AllowedHosts): boolean => {
  if (WORDS.test(name)) return false;
  if (name.startsWith('on') || name === 'srcdoc') return true;
  // an address that a person has to choose
  if (name === 'href' && (tag === 'a' || tag === 'area')) return false;
  // style sheets have escapes of their own
  if (name === 'style' && value.includes('\\')) return true;
  return hasRemoteHost(value, allowed);
};

const MAX_NAME = 64;

/** How much of a text may be read again: tags that do not end would otherwise be read to the end, each of them. */
const budgetFor = (text: string): number => 2 * text.length + 65_536;

/** One tag, from its name on: whether it loads something by itself, and how far it was read. */
const readTag = (
  text: string,
  start: number,
  allowed: AllowedHosts,
): { readonly loads: boolean; readonly end: number } => {
  const reader = new TagReader(text, start);
  const tag = reader.name();
  if (tag.length > MAX_NAME || tag === 'script') return { loads: true, end: reader.at };
  for (let attribute = reader.attribute(); attribute !== undefined; attribute = reader.attribute())
    if (loads(tag, attribute, allowed)) return { loads: true, end: reader.at };
  if (tag !== 'style') return { loads: false, end: reader.at };
  const close = text.slice(reader.at).search(/<\/style/i);
  const end = close === -1 ? text.length : reader.at + close;
  const sheet = text.slice(reader.at, end);
  return { loads: sheet.includes('\\') || hasRemoteHost(sheet, allowed), end };
};

/** A declaration or instruction, which XML readers follow to where it points. */
const readDeclaration = (
  text: string,
  start: number,
  allowed: AllowedHosts,
): { readonly loads: boolean; readonly end: number } => {
  const close = text.indexOf('>', start);
  const end = close === -1 ? text.length : close;
  return { loads: hasRemoteHost(text.slice(start, end), allowed), end };
};

/**
 * Takes the `<` from every tag that would load something from elsewhere by itself, or run. Every `<` counts, also one
 * inside a value: readers disagree about where a value ends.
 */
export const inertHtml = (text: string, allowed: AllowedHosts): string => {
  if (!text.includes('<')) return text;
  let budget = budgetFor(text);
  return text.replace(/<(?=([a-z])|[!?][a-z])/gi, (open, letter: string | undefined, at: number) => {
    if (budget <= 0) return '&lt;';
    const read = letter === undefined ? readDeclaration : readTag;
    const tag = read(text, at + 1, allowed);
    budget -= tag.end - at;
    return tag.loads ? '&lt;' : open;
  });
};
