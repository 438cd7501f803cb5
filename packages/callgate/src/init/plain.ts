import type { Node } from './tree.ts';

/** What a value says, without where and how it is written. */
export type Plain =
  | string
  | readonly Plain[]
  | { readonly raw: string }
  | { readonly map: readonly (readonly [string, Plain])[] };

export const plainMap = (pairs: readonly (readonly [string, Plain])[]): Plain => ({
  map: pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
});

/** What a value says, but for some that are hidden. */
export const plainOf = (node: Node, hidden: ReadonlySet<Node> = new Set()): Plain => {
  if (hidden.has(node)) return '';
  if (node.kind === 'text') return node.value;
  if (node.kind === 'list') return node.items.map((item) => plainOf(item, hidden));
  if (node.kind === 'other') return { raw: node.raw };
  return plainMap(node.members.map(({ key, value }) => [key, plainOf(value, hidden)]));
};

export const samePlain = (one: Plain, other: Plain): boolean => JSON.stringify(one) === JSON.stringify(other);
