import { parseAst } from 'rolldown/parseAst';

/** A text for people that a source file has in itself. */
export interface LiteralText {
  readonly line: number;
  /** With `…` for values. */
  readonly text: string;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const readLiteral = (node: SyntaxNode): string | undefined => {
  const value = memberOf(node, 'value');
  if (node.type === 'Literal') return typeof value === 'string' ? value : undefined;
  const quasis = memberOf(node, 'quasis');
  return node.type === 'TemplateLiteral' && Array.isArray(quasis)
    ? quasis.map((quasi: unknown) => String(memberOf(memberOf(quasi, 'value'), 'cooked'))).join('…')
    : undefined;
};

/** What a browser does not show: styles, tags and rules of styles. */
const MARKUP = /<style>[^]*?<\/style>|<[!/\w][^>]*>|\{[^{}]*:[^{}]*\}/gu;

/** Two words in a row. */
const PROSE =
  /(?<![\p{L}\p{N}./#$@_(-])\p{L}[\p{Ll}’'-]*[,;:]?[`'"]? [`'"(]?\p{L}[\p{Ll}’'-]*(?![\p{L}\p{N}/#$@_(<=-])/u;

const isProse = (text: string): boolean => PROSE.test(text.replaceAll(MARKUP, ' … '));

/** What an editor shows beside a key of a schema: it stands beside the key. */
const DESCRIBING: ReadonlySet<unknown> = new Set(['describe', 'optionalMember']);

const isDescription = (node: SyntaxNode): boolean => {
  const callee = memberOf(node, 'callee');
  return (
    node.type === 'CallExpression' && DESCRIBING.has(memberOf(memberOf(callee, 'property') ?? callee, 'name'))
  );
};

const isWordList = (parent: unknown): boolean => memberOf(memberOf(parent, 'property'), 'name') === 'split';

const lineOf = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** The texts for people in a source file. They belong into packages/messages. */
export const findTexts = (source: string): readonly LiteralText[] => {
  const found: LiteralText[] = [];
  const visit = (node: unknown, parent: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, parent);
    if (!isNode(node)) return;
    const text = readLiteral(node);
    if (text !== undefined && isProse(text) && !isWordList(parent))
      found.push({ line: lineOf(source, node.start), text });
    if (isDescription(node)) visit(memberOf(node, 'callee'), node);
    else for (const child of Object.values(node)) visit(child, node);
  };
  visit(parseAst(source, { lang: 'ts' }), undefined);
  return found;
};
