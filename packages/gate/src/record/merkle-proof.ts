import { EMPTY_ROOT, leafHash, nodeHash } from './merkle.ts';

const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);
const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** Where the climb from a leaf stands: its index and the last index, on one level. */
interface Climb {
  index: number;
  last: number;
}

const up = (climb: Climb): void => {
  climb.index = half(climb.index);
  climb.last = half(climb.last);
};

/** At the right border a part has no partner on some levels: they are passed by. */
const passSingle = (climb: Climb): void => {
  while (!isOdd(climb.index) && climb.index !== 0) up(climb);
};

const isOnTheRight = ({ index, last }: Climb): boolean => isOdd(index) || index === last;

export interface Inclusion {
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** RFC 9162, 2.1.3.2. */
export const verifyInclusion = ({ leaf, index, size, proof, root }: Inclusion): boolean => {
  if (!isSize(size) || !isSize(index) || index >= size) return false;
  const climb: Climb = { index, last: size - 1 };
  let found = leafHash(leaf);
  for (const node of proof) {
    if (climb.last === 0 || node.length !== 32) return false;
    if (isOnTheRight(climb)) {
      found = nodeHash(node, found);
      passSingle(climb);
    } else {
      found = nodeHash(found, node);
    }
    up(climb);
  }
  return climb.last === 0 && sameBytes(found, root);
};

export interface Consistency {
  readonly first: number;
  readonly firstRoot: Uint8Array;
  readonly second: number;
  readonly secondRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** Trees whose consistency needs no proof, or cannot have one. */
const verifyPlain = ({ first, firstRoot, second, secondRoot, proof }: Consistency): boolean =>
  proof.length === 0 &&
  ((first === 0 && sameBytes(firstRoot, EMPTY_ROOT)) ||
    (first === second && sameBytes(firstRoot, secondRoot)));

/** RFC 9162, 2.1.4.2. */
export const verifyConsistency = (claim: Consistency): boolean => {
  const { first, firstRoot, second, secondRoot, proof } = claim;
  if (!isSize(first) || !isSize(second) || first > second) return false;
  if (first === 0 || first === second) return verifyPlain(claim);
  const nodes = Number.isInteger(Math.log2(first)) ? [firstRoot, ...proof] : [...proof];
  const start = nodes.shift();
  if (start === undefined || ![start, ...nodes].every(({ length }) => length === 32)) return false;
  const climb: Climb = { index: first - 1, last: second - 1 };
  while (isOdd(climb.index)) up(climb);
  let [one, other] = [start, start];
  for (const node of nodes) {
    if (climb.last === 0) return false;
    if (isOnTheRight(climb)) {
      one = nodeHash(node, one);
      other = nodeHash(node, other);
      passSingle(climb);
    } else {
      other = nodeHash(other, node);
    }
    up(climb);
  }
  return climb.last === 0 && sameBytes(one, firstRoot) && sameBytes(other, secondRoot);
};
