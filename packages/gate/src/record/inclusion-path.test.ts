import { describe, expect, it } from 'vitest';
import { sha256Into } from './chain-entry.ts';
import { InclusionPath } from './inclusion-path.ts';
import { MerkleTree } from './merkle.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const leafOf = (index: number): Uint8Array => {
  const leaf = new Uint8Array(32);
  sha256Into(Buffer.from(`leaf ${index}`), leaf, 0);
  return leaf;
};

describe('a proof made of leaves that are not kept', () => {
  it('is the one that a whole tree gives, for every leaf of every small tree', () => {
    const leaves = Array.from({ length: 70 }, (_, index) => leafOf(index));
    for (let size = 1; size <= leaves.length; size += 1) {
      const tree = new MerkleTree(leaves.slice(0, size));
      for (let index = 0; index < size; index += 1) {
        const path = new InclusionPath(index, size);
        for (const leaf of leaves.slice(0, size)) path.append(leaf);
        expect(path.proof().map(hex)).toEqual(tree.inclusionProof(index).map(hex));
      }
    }
  });

  it('is not given out before all leaves have come, nor for a leaf that is not there', () => {
    const path = new InclusionPath(1, 3);
    path.append(leafOf(0));
    expect(() => path.proof()).toThrow(RangeError);
    for (const [index, size] of [
      [3, 3],
      [-1, 3],
      [0, 0],
      [0.5, 3],
    ] as const)
      expect(() => new InclusionPath(index, size)).toThrow(RangeError);
  });
});
