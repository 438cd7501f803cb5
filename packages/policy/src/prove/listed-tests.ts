import type { Json } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import { listSubexpressions } from '@callgate/core/decide';

export const hasLocals = (node: Expression): boolean =>
  node.op === 'local' || listSubexpressions(node).some(hasLocals);

/** The element of a list put in its place; a condition binds one name at a time. */
const withElement = (node: Expression, element: Expression): Expression => {
  if (node.op === 'local') return element;
  if (!hasLocals(node)) return node;
  const go = (part: Expression): Expression => withElement(part, element);
  if ('left' in node) return { ...node, left: go(node.left), right: go(node.right) };
  switch (node.op) {
    case 'list':
      return { ...node, items: node.items.map(go) };
    case 'and':
    case 'or':
      return { ...node, of: node.of.map(go) };
    case 'get':
      return { ...node, of: go(node.of), key: go(node.key) };
    case 'if':
      return { ...node, test: go(node.test), yes: go(node.yes), no: go(node.no) };
    default:
      return 'of' in node ? { ...node, of: go(node.of) } : node;
  }
};

const isQuantified = (node: Expression): boolean =>
  node.op === 'exists' || node.op === 'all' || listSubexpressions(node).some(isQuantified);

/** The elements a quantifier goes through, where the condition itself lists them. */
const listedElements = (over: Expression): readonly Expression[] | undefined => {
  // an element that a call does not bring would take the whole list with it
  if (over.op === 'list')
    return over.items.every(({ op }) => op === 'value' || op === 'field') ? over.items : undefined;
  return over.op === 'value' && Array.isArray(over.value)
    ? over.value.map((value: Json): Expression => ({ op: 'value', value }))
    : undefined;
};

/** What a quantifier asks, once for each element that the condition itself lists; undefined where a call brings them. */
export const listedTests = (
  node: Expression & { readonly op: 'exists' | 'all' },
): readonly Expression[] | undefined =>
  isQuantified(node.test)
    ? undefined
    : listedElements(node.over)?.map((element) => withElement(node.test, element));
