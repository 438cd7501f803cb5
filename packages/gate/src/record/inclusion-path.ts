import { Frontier } from './merkle.ts';

/** Leaves from `from` up to `to`, whose root stands in a proof. */
interface Sibling {
  readonly from: number;
  readonly to: number;
}

/** The largest power of two below `count`. */
const largestPart = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1);

/** What stands beside the way from a leaf to the root, the lowest first. */
const siblingsOf = (index: number, size: number): readonly Sibling[] => {
  const siblings: Sibling[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + largestPart(to - from);
    if (index < middle) {
      siblings.unshift({ from: middle, to });
      to = middle;
    } else {
      siblings.unshift({ from, to: middle });
      from = middle;
    }
  }
  return siblings;
};

/**
 * The proof that a leaf is in a tree, made of leaves that come in order and are not kept. A tree of any size needs no
 * more memory than its height.
 */
export class InclusionPath {
  readonly size: number;
  readonly #parts: readonly (Sibling & { readonly tree: Frontier })[];
  /** The same in the order of their leaves. */
  readonly #inOrder: readonly (Sibling & { readonly tree: Frontier })[];
  #next = 0;
  #part = 0;

  constructor(index: number, size: number) {
    if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size))
      throw new RangeError(`there is no leaf ${index} among ${size}`);
    this.size = size;
    this.#parts = siblingsOf(index, size).map((sibling) => ({ ...sibling, tree: new Frontier() }));
    this.#inOrder = this.#parts.toSorted((one, other) => one.from - other.from);
  }

  /** How many leaves have come. */
  get seen(): number {
    return this.#next;
  }

  append(leaf: Uint8Array): void {
    const at = this.#next;
    this.#next += 1;
    while ((this.#inOrder[this.#part]?.to ?? Infinity) <= at) this.#part += 1;
    const part = this.#inOrder[this.#part];
    if (part !== undefined && at >= part.from) part.tree.append(leaf);
  }

  /** Once all leaves have come. */
  proof(): readonly Uint8Array[] {
    if (this.#next !== this.size) throw new RangeError(`${this.#next} of ${this.size} leaves have come`);
    return this.#parts.map(({ tree }) => tree.root());
  }
}
