import type { MapNode, Node } from './tree.ts';

/** What a value says, without where and how it is written. */
export type Plain =
  | string
  | readonly Plain[]
  | { readonly raw: string }
  | { readonly map: readonly (readonly [string, Plain])[] };

export const plainOf = (node: Node): Plain => {
  if (node.kind === 'text') return node.value;
  if (node.kind === 'list') return node.items.map(plainOf);
  if (node.kind === 'other') return { raw: node.raw };
  return { map: sorted(node.members.map(({ key, value }) => [key, plainOf(value)])) };
};

const sorted = (pairs: readonly (readonly [string, Plain])[]): (readonly [string, Plain])[] =>
  pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** The members of a map, with some set to another value and those that are `undefined` taken out. */
export const plainWith = (node: MapNode, changes: Readonly<Record<string, Plain | undefined>>): Plain => {
  const kept = node.members
    .filter(({ key }) => !Object.hasOwn(changes, key))
    .map(({ key, value }): [string, Plain] => [key, plainOf(value)]);
  const changed = Object.entries(changes).flatMap(([key, value]): [string, Plain][] =>
    value === undefined ? [] : [[key, value]],
  );
  return { map: sorted([...kept, ...changed]) };
};

export const samePlain = (one: Plain, other: Plain): boolean => JSON.stringify(one) === JSON.stringify(other);

/** All that a file says, but for some values in it. */
export const plainWithout = (node: Node, hidden: ReadonlySet<Node>): Plain => {
  if (hidden.has(node)) return '';
  if (node.kind === 'list') return node.items.map((item) => plainWithout(item, hidden));
  if (node.kind === 'map')
    return { map: sorted(node.members.map(({ key, value }) => [key, plainWithout(value, hidden)])) };
  return plainOf(node);
};
