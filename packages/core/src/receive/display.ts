import { canonical } from './canonical.ts';
import { isJsonObject, type Json } from './json.ts';

export interface DisplayOptions {
  /** Let line feeds through. */
  readonly lines?: boolean;
  /** Show at most this many UTF-16 units of the text: its head and its tail, and how much is between. */
  readonly max?: number;
  /** The text stands between “ and ”: those in it come out as code points. */
  readonly quoted?: boolean;
}

/**
 * The only way untrusted text reaches a person. Whatever is not plainly visible comes out as its code point,
 * `⟦U+202E⟧`, so what a person sees is what is there. Sinks still have to isolate direction: letters that run
 * from right to left are visible and pass.
 */
export const display = (text: string, options: DisplayOptions = {}): string => {
  const { max = Infinity } = options;
  if (text.length <= max) return reveal(text, options);
  const shown = Math.max(0, Math.trunc(max));
  const head = text.slice(0, Math.ceil(shown / 2)).replace(HIGH_AT_END, '');
  const tail = text.slice(text.length - Math.floor(shown / 2)).replace(LOW_AT_START, '');
  const between = text.length - head.length - tail.length;
  return `${reveal(head, options)}⟦… ${between} characters …⟧${reveal(tail, options)}`;
};

/** The text that `display` was given, provided that nothing was cut out of it. */
export const parseDisplayed = (shown: string): string =>
  shown.replace(/⟦U\+((?:10|[0-9A-F])?[0-9A-F]{4})⟧/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );

/**
 * A value for people: keys in canonical order, indented, every string through `display`. `max` holds for each
 * string value; keys are always whole. With `lines`, a line inside a string starts with a `│` that no line of the
 * structure has, so a string cannot imitate a key.
 */
export const displayJson = (value: Json, options: DisplayOptions = {}): string => {
  // Refuses cycles and whatever else has no single reading, before anything is shown.
  canonical(value);
  return render(value, '', options);
};

// A cut through a pair leaves half of it behind; a half that was alone before goes too, and is counted.
const HIGH_AT_END = /[\ud800-\udbff]$/;
const LOW_AT_START = /^[\udc00-\udfff]/;

const NOT_PLAIN = /[^ -~]/;

/**
 * Either something a person can see (printable ASCII, or a base with at most three marks), or one code point.
 * Taken out although they count as letters, marks or symbols: what renderers ignore by default (fillers,
 * variation selectors, joiners), what they draw as nothing (Tifinagh joiner, Braille blank, object replacement,
 * Brahmi joiner, Egyptian blanks, Khitan filler, null notehead), and the brackets that would imitate ours.
 * Runs are bounded because the engine keeps a stack entry for each step it could take back.
 */
const PIECES =
  /([ -~]{1,99}(?!\p{M})| |[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u{27e6}\u{2800}\u{301a}\u{fffc}\u{13441}\u{13442}\u{1d159}]][\p{M}--[\p{Default_Ignorable_Code_Point}\u{2d7f}\u{1107f}\u{16fe4}]]{0,3})|./gsv;

const QUOTE = /^[“”]/;

const reveal = (text: string, { lines = false, quoted: isQuoted = false }: DisplayOptions): string =>
  NOT_PLAIN.test(text)
    ? text.replace(PIECES, (piece: string, visible: string | undefined) => {
        if (isQuoted && QUOTE.test(piece)) return Array.from(piece, codePoint).join('');
        return visible !== undefined || (lines && piece === '\n') ? piece : codePoint(piece);
      })
    : text;

const codePoint = (character: string): string =>
  `⟦U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}⟧`;

const render = (value: Json, indent: string, options: DisplayOptions): string => {
  const inner = `${indent}  `;
  if (typeof value === 'string') {
    return quoted(display(value, options)).replaceAll('\n', `\n${inner}│ `);
  }
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => `${inner}${render(item, inner, options)}`);
    return block('[', items, ']', indent);
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const members = entries.map(
      ([key, item]) => `${inner}${quoted(display(key))}: ${render(item, inner, options)}`,
    );
    return block('{', members, '}', indent);
  }
  return canonical(value);
};

const block = (open: string, items: readonly string[], close: string, indent: string): string =>
  items.length === 0 ? open + close : `${open}\n${items.join(',\n')}\n${indent}${close}`;

// After `display`, so that a cut never falls between a backslash and its quote.
const quoted = (shown: string): string => `"${shown.replace(/["\\]/g, String.raw`\$&`)}"`;
