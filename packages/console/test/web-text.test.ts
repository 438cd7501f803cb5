import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { consoleMessages } from '@callgate/messages/console';
import { parseSync } from 'rolldown/experimental';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..', 'web', 'src');

const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name));

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Attributes and members whose text people read. */
const SHOWN = new Set([
  'action',
  'alt',
  'aria-label',
  'before',
  'between',
  'cancel',
  'does',
  'head',
  'help',
  'intro',
  'label',
  'message',
  'none',
  'note',
  'placeholder',
  'text',
  'title',
  'verb',
  'words',
]);

/** Attributes of markup: their values are for the browser. */
const MARKUP = new Set(['className', 'd', 'transform', 'viewBox', 'path']);

/** Words of the policy language. */
const POLICY_TEXTS = new Set(['tool.', 'rules: []\n']);

const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

/** Two words side by side that are not names of classes. */
const isProse = (text: string): boolean =>
  /(?:^|\s)[\p{L}’']+[,.;:]?\s+[\p{L}’']+(?:[\s,.;:?!]|$)/u.test(text);

const nameOf = (node: Node): string => {
  const key = node['name'] ?? node['key'];
  if (!isNode(key)) return '';
  return String(key['name'] ?? key['value'] ?? '');
};

const textOf = (node: Node): string | undefined => {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateElement') return undefined;
  const { cooked } = node['value'] as { readonly cooked?: string };
  return cooked;
};

/** Texts in a file that are not from the catalogue. */
const literalTexts = (code: string): readonly string[] => {
  const found: string[] = [];
  const look = (value: unknown, place: string): void => {
    if (Array.isArray(value)) {
      value.forEach((item: unknown) => look(item, place));
      return;
    }
    if (!isNode(value)) return;
    if (/^(?:Import|Export(?:All|Named))/.test(value.type) && value['declaration'] == null) return;
    if (value.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(value.type)) return;
    if (value.type === 'JSXText' && hasLetter(String(value['value'])))
      found.push(String(value['value']).trim());
    const text = textOf(value);
    if (text !== undefined && hasLetter(text) && !POLICY_TEXTS.has(text)) {
      if (place === 'child' || place === 'shown' || (place === '' && isProse(text))) found.push(text);
      return;
    }
    const isNamed = value.type === 'JSXAttribute' || value.type === 'Property';
    const name = isNamed ? nameOf(value) : '';
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'type' || (isNamed && (key === 'name' || key === 'key'))) continue;
      look(inner, placeOf(value, key, name, place));
    }
  };
  look(parseSync('page.tsx', code).program, '');
  return found;
};

const calleeOf = ({ callee }: Node): string => {
  const property = isNode(callee) ? callee['property'] : undefined;
  return isNode(property) ? String(property['name']) : '';
};

/** `child`: shown as it is. `shown`: in an attribute that people read. `markup`: for the browser. */
const placeOf = (node: Node, key: string, name: string, place: string): string => {
  if (MARKUP.has(name)) return 'markup';
  if (SHOWN.has(name)) return 'shown';
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return key === 'children' ? 'child' : '';
  // what is compared, looked up or thrown at developers is not shown
  if (node.type === 'NewExpression' || /^(?:closest|querySelector)/.test(calleeOf(node))) return 'compared';
  if (node.type === 'BinaryExpression' && /[=<>]/.test(String(node['operator']))) return 'compared';
  if (node.type === 'ConditionalExpression' && key === 'test') return 'compared';
  if (node.type === 'CallExpression' || node.type === 'MemberExpression')
    return place === 'markup' ? place : '';
  if (node.type === 'JSXAttribute' || node.type === 'ArrowFunctionExpression') return '';
  return place;
};

describe('texts of the page', () => {
  it('are all in the catalogue', () => {
    const found = files.flatMap((file) =>
      literalTexts(readFileSync(file, 'utf8')).map((text) => `${relative(SOURCE, file)}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('of the sign-in page are in the catalogue too', () => {
    const { unreachable, signedOut, refused, ...rest } = consoleMessages.shell.signInPage;
    const texts = [rest, unreachable, signedOut, refused].flatMap((group) => Object.values(group));
    const [script = '', html = ''] = ['sign-in.js', 'sign-in.html'].map((file) =>
      readFileSync(join(SOURCE, '..', 'public', 'sign-in', file), 'utf8'),
    );
    const shown = [...html.matchAll(/>([^<>]*\p{L}[^<>]*)</gu)].map(([, text = '']) => text.trim());
    const used = [...literalTexts(script), ...shown];
    expect(used.filter((text) => !texts.some((known) => known === text))).toEqual([]);
    expect(texts.filter((text) => !used.includes(text))).toEqual([]);
  });

  it.each([
    ['<p>Hello</p>', 'Hello'],
    ['<p title="Hello" />', 'Hello'],
    ['<p aria-label={ok ? "Yes" : other} />', 'Yes'],
    ['<p>{ok ? "Yes" : null}</p>', 'Yes'],
    ['<p>{`${count} calls`}</p>', ' calls'],
    ['toast({ text: "Hello" })', 'Hello'],
    ['const name = "two words"', 'two words'],
  ])('are found in %s', (code, text) => {
    expect(literalTexts(code)).toEqual([text]);
  });

  it.each(['<p className="one two" />', '<p>{TEXT.hello}</p>', 'read("inbox.list")', '<p role="alert" />'])(
    'are not found in %s',
    (code) => {
      expect(literalTexts(code)).toEqual([]);
    },
  );
});
