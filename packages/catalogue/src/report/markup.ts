import { display } from '@callgate/core';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Markup that this program wrote. Only `markup` makes it, so that no text is taken for it. */
export class Markup {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static of(parts: TemplateStringsArray, values: readonly MarkupPart[]): Markup {
    let text = parts[0] ?? '';
    for (const [at, value] of values.entries()) text += render(value) + (parts[at + 1] ?? '');
    return new Markup(text);
  }

  toString(): string {
    return this.#text;
  }
}

export type MarkupPart = string | number | Markup | readonly MarkupPart[];

const MOST = 4000;

const render = (part: MarkupPart): string => {
  if (part instanceof Markup) return part.toString();
  if (typeof part === 'number') return String(part);
  return typeof part === 'string' ? escapeMarkup(display(part, { max: MOST })) : part.map(render).join('');
};

/** HTML or XML. Every text that is put in goes through `display` and is escaped, in elements and in attributes. */
export const markup = (parts: TemplateStringsArray, ...values: readonly MarkupPart[]): Markup =>
  Markup.of(parts, values);

export const NO_MARKUP: Markup = markup``;

/** Untrusted text is isolated: its direction does not reach what is around it. */
export const isolateForeignText = (text: string, max = 300): Markup =>
  markup`<bdi>${display(text, { max })}</bdi>`;
