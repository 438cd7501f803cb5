import { display } from '@callgate/core';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Markup that this program wrote. Only `markup` makes it, so that no text is taken for it. */
export class Markup {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static of(parts: TemplateStringsArray, values: readonly Part[]): Markup {
    let text = parts[0] ?? '';
    for (const [at, value] of values.entries()) text += render(value) + (parts[at + 1] ?? '');
    return new Markup(text);
  }

  toString(): string {
    return this.#text;
  }
}

export type Part = string | number | Markup | readonly Part[];

const MOST = 4000;

const render = (part: Part): string => {
  if (part instanceof Markup) return part.toString();
  if (typeof part === 'number') return String(part);
  return typeof part === 'string' ? escaped(display(part, { max: MOST })) : part.map(render).join('');
};

/** HTML or XML. Every text that is put in goes through `display` and is escaped, in elements and in attributes. */
export const markup = (parts: TemplateStringsArray, ...values: readonly Part[]): Markup =>
  Markup.of(parts, values);

export const NOTHING: Markup = markup``;

/** What somebody else wrote stands alone: its direction does not reach what is around it. */
export const foreign = (text: string, max = 300): Markup => markup`<bdi>${display(text, { max })}</bdi>`;
