import { display } from '@callgate/core';
import { isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import type { Member, Node, Span } from './tree.ts';
import { unparsed } from './tree.ts';

const HELP = 'mend the file as YAML';

const spanOf = (node: unknown, fallback: number): Span => {
  if (node === null || typeof node !== 'object' || !('range' in node) || !Array.isArray(node.range))
    return { start: fallback, end: fallback };
  const [start, end]: unknown[] = node.range;
  return typeof start === 'number' && typeof end === 'number'
    ? { start, end }
    : { start: fallback, end: fallback };
};

const PLAIN_FORMS = new Set<string | undefined>(['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE']);

/** What carries an anchor or a tag means something elsewhere too, and is not edited. */
const isMarked = (node: { anchor?: unknown; tag?: unknown }): boolean =>
  node.anchor !== undefined || node.tag !== undefined;

const convert = (text: string, node: unknown, fallback: number): Node => {
  const span = spanOf(node, fallback);
  const other: Node = { kind: 'other', raw: text.slice(span.start, span.end), ...span };
  if (isScalar(node)) {
    if (typeof node.value !== 'string' || isMarked(node)) return other;
    return PLAIN_FORMS.has(node.type) ? { kind: 'text', value: node.value, ...span } : other;
  }
  if (isSeq(node) && !isMarked(node)) {
    const items = node.items.map((item) => convert(text, item, span.start));
    return { kind: 'list', style: node.flow === true ? 'inline' : 'lines', items, ...span };
  }
  if (isMap(node) && !isMarked(node)) {
    const members = node.items.filter(isPair).map((pair): Member => {
      const key = spanOf(pair.key, span.start);
      return {
        key: isScalar(pair.key) ? String(pair.key.value) : text.slice(key.start, key.end),
        keys: [key],
        value: convert(text, pair.value, key.end),
        style: node.flow === true ? 'inline' : 'lines',
      };
    });
    return { kind: 'map', members, ...span };
  }
  return other;
};

/** Where it is stands in the position already. */
const sentence = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');

/** Reads one YAML document, and where each part of it stands. */
export const readYaml = (text: string): Node => {
  const document = parseDocument(text, { uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined)
    throw unparsed(text, error.pos[0], display(sentence(error.message), { max: 200 }), HELP);
  return convert(text, document.contents, 0);
};
