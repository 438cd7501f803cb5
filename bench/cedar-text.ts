import type { Json } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';

const literal = (value: Json): string => {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isInteger(value))
    return JSON.stringify(value);
  throw new TypeError(`Cedar has no literal for ${JSON.stringify(value)}`);
};

const ORDER: Readonly<Record<string, string>> = { eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' };

/** A Cedar pattern that matches a text with `before` and `after` any run of characters around it. */
const pattern = (text: Expression, before: string, after: string): string => {
  if (text.op !== 'value' || typeof text.value !== 'string')
    throw new TypeError('Cedar compares texts with literal patterns only');
  return `"${before}${JSON.stringify(text.value).slice(1, -1).replaceAll('*', '\\*')}${after}"`;
};

/** A glob of a rule's `tools`; Cedar's `like` knows `*` alone. */
export const cedarToolPattern = (glob: string): string => {
  if (/[?/]/.test(glob)) throw new TypeError(`Cedar has no pattern for ${glob}`);
  return `context.tool.name like ${JSON.stringify(glob)}`;
};

/** The condition of a rule in Cedar, its fields read from the context. */
export const cedarText = (node: Expression): string => {
  switch (node.op) {
    case 'value':
      return literal(node.value);
    case 'list':
      return `[${node.items.map(cedarText).join(', ')}]`;
    case 'field':
      return `context.${node.name}`;
    case 'args':
      return 'context.args';
    case 'get':
      return `${cedarText(node.of)}[${cedarText(node.key)}]`;
    case 'has':
      return `(${cedarText(node.of)} has ${JSON.stringify(node.key)})`;
    case 'not':
      return `!(${cedarText(node.of)})`;
    case 'and':
      return `(${node.of.map(cedarText).join(' && ')})`;
    case 'or':
      return `(${node.of.map(cedarText).join(' || ')})`;
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return `(${cedarText(node.left)} ${ORDER[node.op] ?? ''} ${cedarText(node.right)})`;
    case 'in':
      return `${cedarText(node.right)}.contains(${cedarText(node.left)})`;
    case 'startsWith':
      return `(${cedarText(node.left)} like ${pattern(node.right, '', '*')})`;
    case 'endsWith':
      return `(${cedarText(node.left)} like ${pattern(node.right, '*', '')})`;
    case 'contains':
      return `(${cedarText(node.left)} like ${pattern(node.right, '*', '*')})`;
    default:
      throw new TypeError(`Cedar has no \`${node.op}\``);
  }
};
