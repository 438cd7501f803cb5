import { CallgateError, display } from '@callgate/core';
import { clientFileErrors } from '@callgate/messages/errors/client-file';
import { YamlFile } from '@callgate/policy/yaml';
import { isMap, isPair, isScalar, isSeq } from 'yaml';
import type { ConfigMember, ConfigNode, TextSpan } from './config-node.ts';

const spanOf = (node: unknown, fallback: number): TextSpan => {
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

const convert = (text: string, node: unknown, fallback: number): ConfigNode => {
  const span = spanOf(node, fallback);
  const other: ConfigNode = { kind: 'other', raw: text.slice(span.start, span.end), ...span };
  if (isScalar(node)) {
    if (typeof node.value !== 'string' || isMarked(node)) return other;
    return PLAIN_FORMS.has(node.type) ? { kind: 'text', value: node.value, ...span } : other;
  }
  if (isSeq(node) && !isMarked(node)) {
    const items = node.items.map((item) => convert(text, item, span.start));
    return { kind: 'list', style: node.flow === true ? 'inline' : 'lines', items, ...span };
  }
  if (isMap(node) && !isMarked(node)) {
    const members = node.items.filter(isPair).map((pair): ConfigMember => {
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

export const readYaml = (text: string): ConfigNode => {
  const file = new YamlFile('', text, { strict: false });
  const [error] = file.errors;
  if (error !== undefined)
    throw new CallgateError(clientFileErrors.syntax.yaml({ problem: display(error.message, { max: 200 }) }), {
      position: error.position,
    });
  return convert(text, file.root, 0);
};
