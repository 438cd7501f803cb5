import { parseSync } from 'rolldown/experimental';

interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Stands for a value inside a text. */
const VALUE = '…';

const WORD = "(?:\\p{L}[\\p{L}’'-]*|`?…`?)[,;:)]?";
const THREE_WORDS = new RegExp(`(?:^|[\\s("'\`])${WORD}\\s+${WORD}\\s+${WORD}(?=[\\s,.;:?!)]|$)`, 'u');

/** Three words or values side by side, two of them words. */
const isProse = (text: string): boolean =>
  THREE_WORDS.test(text) && (text.match(/\p{L}{2,}/gu) ?? []).length > 1;

const isSql = (text: string): boolean =>
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|WHERE|AND|OR|FROM|JOIN|LIMIT|ORDER|GROUP|VALUES|INTEGER|TEXT|LOCK|SET|NOTIFY|LISTEN|IN|NOT|NULL|IS|WITH|UNION|EXISTS|BY|ON)\b/.test(
    text,
  );

const calleeName = ({ callee }: SyntaxNode): string => {
  if (!isNode(callee)) return '';
  const property = callee['property'];
  return String(isNode(property) ? property['name'] : (callee['name'] ?? ''));
};

/** Calls whose texts only developers and machines read. */
const MACHINE_CALLS = /^(?:Error|TypeError|RangeError|RegExp|Symbol|query|exec|prepare|split|failpoint)$/u;

const templateText = (node: SyntaxNode): string => {
  const quasis = Array.isArray(node['quasis']) ? node['quasis'] : [];
  return quasis
    .map((each: unknown) => (isNode(each) ? ((each['value'] as { cooked?: string }).cooked ?? '') : ''))
    .join(VALUE);
};

const textOf = (node: SyntaxNode): string | undefined => {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  return node.type === 'TemplateLiteral' ? templateText(node) : undefined;
};

const isSkipped = (node: SyntaxNode): boolean => {
  if (/^(?:Import|ExportAll)/u.test(node.type)) return true;
  if (node.type === 'ExportNamedDeclaration' && node['declaration'] == null) return true;
  if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/u.test(node.type)) return true;
  if (node.type === 'TaggedTemplateExpression') return true;
  if (node.type === 'BinaryExpression') return /[=<>]/u.test(String(node['operator']));
  const isCall = node.type === 'CallExpression' || node.type === 'NewExpression';
  return isCall && MACHINE_CALLS.test(calleeName(node));
};

/** Texts in a source that a person may read. */
export const findPersonTexts = (code: string): readonly string[] => {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isNode(value) || isSkipped(value)) return;
    const text = textOf(value);
    if (text !== undefined && isProse(text) && !isSql(text)) found.push(text);
    for (const [key, inner] of Object.entries(value)) if (key !== 'type' && key !== 'quasis') look(inner);
  };
  look(parseSync('source.ts', code).program);
  return found;
};
