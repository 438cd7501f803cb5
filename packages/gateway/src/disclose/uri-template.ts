/** Which characters of a uri one expression of a template may stand for. */
type ExpressionScope = 'segment' | 'any' | 'query';

type TemplatePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'hole'; readonly reach: ExpressionScope };

const MAX_TEMPLATE = 2048;
const MAX_URI = 4096;
const MAX_HOLES = 16;

const START = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const EXPRESSION = /^[+#./;?&]?[A-Za-z0-9_.%]+(?:\*|:\d{1,4})?(?:,[A-Za-z0-9_.%]+(?:\*|:\d{1,4})?)*$/;
const PRINTABLE = /^[\x21-\x7e]+$/;

const REACHES: Readonly<Record<string, ExpressionScope>> = {
  '+': 'any',
  '#': 'any',
  '/': 'any',
  '?': 'query',
  '&': 'query',
  ';': 'query',
};

const isAllowedCharacter = (reach: ExpressionScope, character: string): boolean => {
  if (reach === 'any') return true;
  return reach === 'query' ? character !== '/' && character !== '#' : !'/?#'.includes(character);
};

const parseTemplate = (template: string): readonly TemplatePart[] | undefined => {
  const parts: TemplatePart[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{', at);
    const text = template.slice(at, open < 0 ? undefined : open);
    if (text.includes('}')) return undefined;
    if (text !== '') parts.push({ type: 'text', text });
    if (open < 0) break;
    const close = template.indexOf('}', open);
    const expression = template.slice(open + 1, close < 0 ? open + 1 : close);
    if (!EXPRESSION.test(expression)) return undefined;
    parts.push({ type: 'hole', reach: REACHES[expression[0] ?? ''] ?? 'segment' });
    at = close + 1;
  }
  return parts;
};

/**
 * Whether a uri could have been made from a template (RFC 6570). Work grows with uri times expressions at most,
 * whatever both hold: no regular expression is made of them.
 */
export class UriTemplate {
  readonly #parts: readonly TemplatePart[];
  readonly #start: string;

  private constructor(parts: readonly TemplatePart[], start: string) {
    this.#parts = parts;
    this.#start = start;
  }

  /** Undefined where it is no template that can be told apart: it must begin with a scheme. */
  static of(template: string): UriTemplate | undefined {
    if (template.length > MAX_TEMPLATE || !PRINTABLE.test(template) || !START.test(template))
      return undefined;
    const parts = parseTemplate(template);
    const first = parts?.[0];
    if (parts === undefined || first?.type !== 'text') return undefined;
    if (parts.filter((part) => part.type === 'hole').length > MAX_HOLES) return undefined;
    return START.test(first.text) ? new UriTemplate(parts, first.text) : undefined;
  }

  matches(uri: string): boolean {
    if (uri.length > MAX_URI || !uri.startsWith(this.#start)) return false;
    let reached = new Uint8Array(uri.length + 1);
    reached[0] = 1;
    for (const part of this.#parts) {
      const next = new Uint8Array(uri.length + 1);
      let some = false;
      if (part.type === 'text') {
        for (let at = 0; at + part.text.length <= uri.length; at += 1)
          if (reached[at] === 1 && uri.startsWith(part.text, at)) {
            next[at + part.text.length] = 1;
            some = true;
          }
      } else {
        let open = false;
        for (let at = 0; at <= uri.length; at += 1) {
          open = (open && isAllowedCharacter(part.reach, uri.charAt(at - 1))) || reached[at] === 1;
          if (open) {
            next[at] = 1;
            some = true;
          }
        }
      }
      if (!some) return false;
      reached = next;
    }
    return reached[uri.length] === 1;
  }
}
