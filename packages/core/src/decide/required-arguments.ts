import type { JsonObject } from '../receive/json.ts';
import type { Expression } from '../condition/expression.ts';
import { listSubexpressions } from '../condition/expression.ts';

type ArgumentNames = ReadonlySet<string>;

const NONE: ArgumentNames = new Set();

const union = (sets: readonly ArgumentNames[]): ArgumentNames => new Set(sets.flatMap((set) => [...set]));

const intersection = ([first, ...others]: readonly ArgumentNames[]): ArgumentNames =>
  first === undefined ? NONE : new Set([...first].filter((name) => others.every((set) => set.has(name))));

/** The argument a path of constant keys starts from; a key that is computed could itself be a fault. */
const rootArgument = (node: Expression): string | undefined => {
  if (node.op !== 'get' || node.key.op !== 'value') return undefined;
  if (node.of.op !== 'args') return rootArgument(node.of);
  return typeof node.key.value === 'string' ? node.key.value : undefined;
};

/** Arguments without any one of which the expression is false. */
const falseWithout = (node: Expression): ArgumentNames => {
  if (node.op === 'has' && node.of.op === 'args') return new Set([node.key]);
  if (node.op === 'and') return union(node.of.map(falseWithout));
  return node.op === 'or' ? intersection(node.of.map(falseWithout)) : NONE;
};

/**
 * Arguments without any one of which a rule with this condition does not match: the condition is then false, or
 * reads an argument that is not there. A condition that could still be a fault does not count.
 */
export const findRequiredArguments = (node: Expression): ArgumentNames => {
  if (node.op === 'and') return union([falseWithout(node), intersection(node.of.map(findRequiredArguments))]);
  if (node.op === 'or') return intersection(node.of.map(findRequiredArguments));
  if ('left' in node && node.right.op === 'value') {
    const root = rootArgument(node.left);
    return root === undefined ? NONE : new Set([root]);
  }
  return falseWithout(node);
};

/** Every argument an expression names. */
const namedArguments = (node: Expression): string[] => {
  const root = rootArgument(node) ?? (node.op === 'has' && node.of.op === 'args' ? node.key : undefined);
  return [...(root === undefined ? [] : [root]), ...listSubexpressions(node).flatMap(namedArguments)];
};

const MAX_BITS = 31;
/** Up to so many names, asking for each is quicker than looking through the call. */
const FEW = 8;

/** Gives each argument that conditions name a bit, so that one look at a call tells which rules it can concern. */
export class ArgumentBits {
  readonly #bits: ReadonlyMap<string, number>;

  constructor(conditions: readonly Expression[]) {
    const names = [...new Set(conditions.flatMap(namedArguments))].slice(0, MAX_BITS);
    this.#bits = new Map(names.map((name, at) => [name, 1 << at]));
  }

  /** The bits of these arguments; those that have none do not count. */
  of(names: Iterable<string>): number {
    let bits = 0;
    for (const name of names) bits |= this.#bits.get(name) ?? 0;
    return bits;
  }

  /** Tells which of the arguments with these bits a call has. */
  reader(wanted: number): (args: JsonObject) => number {
    const asked = [...this.#bits].filter(([, bit]) => (bit & wanted) !== 0);
    if (asked.length > FEW) return (args) => this.#lookThrough(args);
    return (args) => {
      let bits = 0;
      for (const [name, bit] of asked) if (Object.hasOwn(args, name)) bits |= bit;
      return bits;
    };
  }

  /** The bits of all names of a call; inherited ones cost a little time, a missing one would skip a rule. */
  #lookThrough(args: JsonObject): number {
    let bits = 0;
    for (const name in args) bits |= this.#bits.get(name) ?? 0;
    return bits;
  }
}
