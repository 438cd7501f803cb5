import { hash } from 'node:crypto';
import { sha256Into } from './chain-entry.ts';

/** RFC 6962: what is hashed for a leaf starts with 0, for an inner node with 1. */
const LEAF = 0;
const NODE = 1;
const WIDTH = 32;

const scratch = new Uint8Array(1 + 2 * WIDTH);
const leafScratch = new Uint8Array(1 + WIDTH);

const leafInto = (data: Uint8Array, target: Uint8Array, at: number): void => {
  const bytes = data.length === WIDTH ? leafScratch : new Uint8Array(1 + data.length);
  bytes[0] = LEAF;
  bytes.set(data, 1);
  sha256Into(bytes, target, at);
};

const nodeInto = (left: Uint8Array, right: Uint8Array, target: Uint8Array, at: number): void => {
  scratch[0] = NODE;
  scratch.set(left, 1);
  scratch.set(right, 1 + WIDTH);
  sha256Into(scratch, target, at);
};

export const leafHash = (data: Uint8Array): Uint8Array => {
  const result = Buffer.alloc(WIDTH);
  leafInto(data, result, 0);
  return result;
};

export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  const result = Buffer.alloc(WIDTH);
  nodeInto(left, right, result, 0);
  return result;
};

/** The root of a tree without leaves. */
export const EMPTY_ROOT: Uint8Array = Uint8Array.from(hash('sha256', Buffer.alloc(0), 'buffer'));

const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);

/** A tree that only grows: the roots of its complete parts are all it has to remember. */
export class Frontier {
  #size = 0;
  /** Level k holds the root of a complete part of 2^k leaves, where the size has that bit. */
  readonly #levels: Uint8Array[] = [];
  readonly #carry: Uint8Array = new Uint8Array(WIDTH);

  get size(): number {
    return this.#size;
  }

  #level(level: number): Uint8Array {
    return (this.#levels[level] ??= new Uint8Array(WIDTH));
  }

  append(data: Uint8Array): void {
    leafInto(data, this.#carry, 0);
    let level = 0;
    for (let rest = this.#size; isOdd(rest); rest = half(rest), level += 1)
      nodeInto(this.#level(level), this.#carry, this.#carry, 0);
    this.#level(level).set(this.#carry);
    this.#size += 1;
  }

  root(): Uint8Array {
    let root: Uint8Array | undefined;
    for (let rest = this.#size, level = 0; rest > 0; rest = half(rest), level += 1)
      if (isOdd(rest)) root = root === undefined ? this.#level(level) : nodeHash(this.#level(level), root);
    return Uint8Array.from(root ?? EMPTY_ROOT);
  }

  /** The roots of the complete parts, the largest first: with the size, enough to go on from here. */
  parts(): readonly Uint8Array[] {
    const parts: Uint8Array[] = [];
    for (let rest = this.#size, level = 0; rest > 0; rest = half(rest), level += 1)
      if (isOdd(rest)) parts.unshift(Uint8Array.from(this.#level(level)));
    return parts;
  }

  /** Undefined where there are not as many parts as such a tree has. */
  static of(size: number, parts: readonly Uint8Array[]): Frontier | undefined {
    const frontier = new Frontier();
    const left = [...parts];
    for (let rest = size, level = 0; rest > 0; rest = half(rest), level += 1)
      if (isOdd(rest)) {
        const part = left.pop();
        if (part?.length !== WIDTH) return undefined;
        frontier.#level(level).set(part);
      }
    frontier.#size = size;
    return left.length === 0 ? frontier : undefined;
  }
}

/** A whole tree in memory, for proofs. */
export class MerkleTree {
  /** The hashes of all complete parts, by their height. */
  readonly #levels: (readonly Uint8Array[])[];
  readonly size: number;

  constructor(leaves: readonly Uint8Array[]) {
    this.size = leaves.length;
    this.#levels = [leaves.map(leafHash)];
    for (let below = this.#levels[0] ?? []; below.length > 1;) {
      const above: Uint8Array[] = [];
      for (let at = 0; at + 1 < below.length; at += 2)
        above.push(nodeHash(below[at] ?? EMPTY_ROOT, below[at + 1] ?? EMPTY_ROOT));
      this.#levels.push(above);
      below = above;
    }
  }

  /** The root over the leaves from `from` up to `to`; `from` is where a part of that height may start. */
  #rangeRoot(from: number, to: number): Uint8Array {
    const count = to - from;
    if (count === 0) return EMPTY_ROOT;
    const level = Math.log2(count);
    if (Number.isInteger(level)) return this.#levels[level]?.[from / count] ?? EMPTY_ROOT;
    const split = largestPart(count);
    return nodeHash(this.#rangeRoot(from, from + split), this.#rangeRoot(from + split, to));
  }

  #checkSize(size: number): void {
    if (!Number.isSafeInteger(size) || size < 0 || size > this.size)
      throw new RangeError(`the tree has ${this.size} leaves, not ${size}`);
  }

  root(size: number = this.size): Uint8Array {
    this.#checkSize(size);
    return this.#rangeRoot(0, size);
  }

  /** Shows that the leaf at `index` is in the tree of that size. */
  inclusionProof(index: number, size: number = this.size): readonly Uint8Array[] {
    this.#checkSize(size);
    if (!(index >= 0 && index < size)) throw new RangeError(`there is no leaf ${index} among ${size}`);
    const proof: Uint8Array[] = [];
    let [from, to] = [0, size];
    while (to - from > 1) {
      const middle = from + largestPart(to - from);
      if (index < middle) {
        proof.unshift(this.#rangeRoot(middle, to));
        to = middle;
      } else {
        proof.unshift(this.#rangeRoot(from, middle));
        from = middle;
      }
    }
    return proof;
  }

  /** Shows that the tree of size `first` is the beginning of the tree of size `second`. */
  consistencyProof(first: number, second: number = this.size): readonly Uint8Array[] {
    this.#checkSize(second);
    if (!(first >= 0 && first <= second))
      throw new RangeError(`${first} leaves are no beginning of ${second}`);
    if (first === 0 || first === second) return [];
    const proof: Uint8Array[] = [];
    let [from, to] = [0, second];
    // the part that both trees have whole is known to who checks, if it is all of the first
    let known = true;
    while (first !== to) {
      const middle = from + largestPart(to - from);
      if (first <= middle) {
        proof.unshift(this.#rangeRoot(middle, to));
        to = middle;
      } else {
        proof.unshift(this.#rangeRoot(from, middle));
        from = middle;
        known = false;
      }
    }
    return known ? proof : [this.#rangeRoot(from, to), ...proof];
  }
}

/** The largest power of two below `count`. */
const largestPart = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1);
