import type { ConfigNode } from './config-node.ts';

/** What a value says, without where and how it is written. */
export type PlainValue =
  | string
  | readonly PlainValue[]
  | { readonly raw: string }
  | { readonly map: readonly (readonly [string, PlainValue])[] };

export const plainMap = (pairs: readonly (readonly [string, PlainValue])[]): PlainValue => ({
  map: pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
});

/** What a value says, but for some that are hidden. */
export const toPlainValue = (node: ConfigNode, hidden: ReadonlySet<ConfigNode> = new Set()): PlainValue => {
  if (hidden.has(node)) return '';
  if (node.kind === 'text') return node.value;
  if (node.kind === 'list') return node.items.map((item) => toPlainValue(item, hidden));
  if (node.kind === 'other') return { raw: node.raw };
  return plainMap(node.members.map(({ key, value }) => [key, toPlainValue(value, hidden)]));
};

export const isSamePlainValue = (one: PlainValue, other: PlainValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
