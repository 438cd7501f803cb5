import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EMPTY_ROOT, Frontier, MerkleTree } from './merkle.ts';
import { verifyConsistency, verifyInclusion } from './merkle-proof.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const sha = (...parts: Uint8Array[]): Uint8Array => {
  const hasher = createHash('sha256');
  for (const part of parts) hasher.update(part);
  return hasher.digest();
};

const SIZES = 300;
const LEAVES = Array.from({ length: SIZES }, (_, index) => sha(Buffer.from(`row ${index}`)));

/** RFC 6962, 2.1 to the letter, with a memory. */
const known = new Map<string, Uint8Array>();
const split = (count: number): number => {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
};
const naiveRoot = (from: number, to: number): Uint8Array => {
  const key = `${from}-${to}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const k = split(to - from);
  const root =
    to === from
      ? sha()
      : to - from === 1
        ? sha(Buffer.from([0]), LEAVES[from] ?? sha())
        : sha(Buffer.from([1]), naiveRoot(from, from + k), naiveRoot(from + k, to));
  known.set(key, root);
  return root;
};
const naivePath = (index: number, from: number, to: number): Uint8Array[] => {
  if (to - from === 1) return [];
  const k = split(to - from);
  return index < k
    ? [...naivePath(index, from, from + k), naiveRoot(from + k, to)]
    : [...naivePath(index - k, from + k, to), naiveRoot(from, from + k)];
};
const naiveProof = (first: number, from: number, to: number, whole: boolean): Uint8Array[] => {
  if (first === to - from) return whole ? [] : [naiveRoot(from, to)];
  const k = split(to - from);
  return first <= k
    ? [...naiveProof(first, from, from + k, whole), naiveRoot(from + k, to)]
    : [...naiveProof(first - k, from + k, to, false), naiveRoot(from, from + k)];
};

const tree = new MerkleTree(LEAVES);
const flipped = (bytes: Uint8Array, at = 0): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

describe('the tree', () => {
  it('has the roots that certificate transparency publishes', () => {
    const inputs = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const published = new MerkleTree(inputs.map((input) => Buffer.from(input, 'hex')));
    expect(inputs.map((_, index) => hex(published.root(index + 1)))).toEqual([
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ]);
  });

  it('has the root of the specification at every size, grown or built, and can be put down and taken up', () => {
    let frontier = new Frontier();
    expect(frontier.root()).toEqual(EMPTY_ROOT);
    for (const [index, leaf] of LEAVES.entries()) {
      frontier.append(leaf);
      const size = index + 1;
      const root = hex(naiveRoot(0, size));
      expect([hex(frontier.root()), hex(tree.root(size))]).toEqual([root, root]);
      const taken = Frontier.of(size, frontier.parts());
      expect(taken?.size).toBe(size);
      frontier = taken ?? new Frontier();
    }
  });

  it('is not taken up from parts that do not fit', () => {
    const frontier = new Frontier();
    for (const leaf of LEAVES.slice(0, 11)) frontier.append(leaf);
    const parts = frontier.parts();
    expect(parts).toHaveLength(3);
    expect(Frontier.of(11, parts.slice(1))).toBeUndefined();
    expect(Frontier.of(12, parts)).toBeUndefined();
    expect(Frontier.of(11, [...parts.slice(1), new Uint8Array(31)])).toBeUndefined();
    expect(Frontier.of(0, [])?.root()).toEqual(EMPTY_ROOT);
  });

  it('refuses leaves and sizes that it does not have', () => {
    expect(() => tree.root(SIZES + 1)).toThrow(RangeError);
    expect(() => tree.inclusionProof(5, 5)).toThrow(RangeError);
    expect(() => tree.consistencyProof(6, 5)).toThrow(RangeError);
  });
});

describe('an inclusion proof', () => {
  it('is that of the specification for every leaf of every size, and holds', () => {
    for (let size = 1; size <= SIZES; size += 1)
      for (let index = 0; index < size; index += 1) {
        const proof = tree.inclusionProof(index, size);
        if (proof.map(hex).join() !== naivePath(index, 0, size).map(hex).join())
          expect.fail(`proof of ${index} in ${size}`);
        const leaf = LEAVES[index] ?? sha();
        if (!verifyInclusion({ leaf, index, size, proof, root: naiveRoot(0, size) }))
          expect.fail(`${index} in ${size} does not hold`);
      }
    expect(tree.inclusionProof(0, 1)).toEqual([]);
  });

  it('holds for no other leaf, place, size, root or proof', () => {
    for (let size = 1; size <= 40; size += 1)
      for (let index = 0; index < size; index += 1) {
        const right = {
          leaf: LEAVES[index] ?? sha(),
          index,
          size,
          proof: tree.inclusionProof(index, size),
          root: tree.root(size),
        };
        const wrong = [
          { ...right, leaf: flipped(right.leaf) },
          { ...right, root: flipped(right.root, 31) },
          { ...right, index: size },
          { ...right, index: -1 },
          { ...right, index: 0.5 },
          { ...right, index: (index + 1) % size, leaf: size === 1 ? flipped(right.leaf) : right.leaf },
          { ...right, proof: [...right.proof, right.root] },
          { ...right, proof: [right.root, ...right.proof] },
          ...right.proof.map((_, at) => ({
            ...right,
            proof: right.proof.map((node, place) => (place === at ? flipped(node) : node)),
          })),
          ...(size > 1
            ? [
                { ...right, proof: right.proof.slice(1) },
                { ...right, proof: right.proof.slice(0, -1) },
              ]
            : []),
        ];
        for (const claim of wrong) expect(verifyInclusion(claim), `${index} in ${size}`).toBe(false);
      }
  });
});

describe('a consistency proof', () => {
  it('is that of the specification for every two sizes, and holds', () => {
    for (let second = 1; second <= SIZES; second += 1)
      for (let first = 1; first <= second; first += 1) {
        const proof = tree.consistencyProof(first, second);
        if (proof.map(hex).join() !== naiveProof(first, 0, second, true).map(hex).join())
          expect.fail(`proof of ${first} to ${second}`);
        const claim = {
          first,
          second,
          proof,
          firstRoot: naiveRoot(0, first),
          secondRoot: naiveRoot(0, second),
        };
        if (!verifyConsistency(claim)) expect.fail(`${first} to ${second} does not hold`);
      }
    expect(tree.consistencyProof(0, 7)).toEqual([]);
    const none = { first: 0, firstRoot: EMPTY_ROOT, second: 7, secondRoot: tree.root(7), proof: [] };
    expect(verifyConsistency(none)).toBe(true);
  });

  it('holds for no other size, root or proof', () => {
    for (let second = 1; second <= 40; second += 1)
      for (let first = 1; first <= second; first += 1) {
        const right = {
          first,
          second,
          firstRoot: tree.root(first),
          secondRoot: tree.root(second),
          proof: tree.consistencyProof(first, second),
        };
        const wrong = [
          { ...right, firstRoot: flipped(right.firstRoot) },
          { ...right, secondRoot: flipped(right.secondRoot) },
          { ...right, first: second + 1 },
          { ...right, first: -1 },
          { ...right, proof: [...right.proof, right.firstRoot] },
          ...right.proof.map((_, at) => ({
            ...right,
            proof: right.proof.map((node, place) => (place === at ? flipped(node, 7) : node)),
          })),
          ...(right.proof.length > 0
            ? [
                { ...right, proof: right.proof.slice(0, -1) },
                { ...right, proof: [] },
              ]
            : []),
        ];
        for (const claim of wrong) expect(verifyConsistency(claim), `${first} to ${second}`).toBe(false);
      }
  });

  it('does not hold between a record and one that was rewritten', () => {
    const rewritten = new MerkleTree(LEAVES.map((leaf, index) => (index === 17 ? flipped(leaf) : leaf)));
    for (let first = 18; first < 100; first += 1) {
      const proof = rewritten.consistencyProof(first, 100);
      const secondRoot = rewritten.root(100);
      expect(verifyConsistency({ first, firstRoot: tree.root(first), second: 100, secondRoot, proof })).toBe(
        false,
      );
    }
  });
});
