import type { Json } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import type { Counter } from '@callgate/core/decide';
import { counterText, listSubexpressions } from '@callgate/core/decide';
import { listedTests } from './listed-tests.ts';
import type { TextPredicate, TextTest } from './text-classes.ts';
import type { ValuePredicates } from './value-classes.ts';

/** Something a condition reads that can have more values than can be counted: an argument, or a text or number field. */
export interface Term {
  /** The field's name, or the path of the argument as JSON. */
  readonly key: string;
  /** Of an argument only: names from the root. */
  readonly path?: readonly string[];
  readonly folded: boolean;
}

const COUNTER = 'counter ';

/** How a counter is called, read with the call and what waits (`most`) or as what ran. */
export const counterKey = (counter: Counter, read: 'most' | 'ran'): string =>
  `${COUNTER}${read} ${counterText(counter)}`;

export const isCounterKey = (key: string): boolean => key.startsWith(COUNTER);

/** Fields whose values are told apart only as far as conditions compare them with constants. */
const OPEN_FIELDS: ReadonlySet<string> = new Set([
  'tool.name',
  'server.name',
  'principal.subject',
  'tool.intelligencePriority',
  'time.date',
]);

const pathOf = (node: Expression): readonly string[] | undefined => {
  if (node.op === 'args') return [];
  if (node.op === 'has') {
    const of = pathOf(node.of);
    return of === undefined ? undefined : [...of, node.key];
  }
  if (node.op !== 'get' || node.key.op !== 'value' || typeof node.key.value !== 'string') return undefined;
  const of = pathOf(node.of);
  return of === undefined ? undefined : [...of, node.key.value];
};

/** The term an expression is, if it is nothing but one. */
export const termOf = (node: Expression): Term | undefined => {
  if (node.op === 'lowerAscii') {
    const inner = node.of.op === 'lowerAscii' ? undefined : termOf(node.of);
    return inner === undefined ? undefined : { ...inner, folded: true };
  }
  if (node.op === 'field') return OPEN_FIELDS.has(node.name) ? { key: node.name, folded: false } : undefined;
  if (node.op === 'counter') return { key: counterKey(node.counter, node.read ?? 'ran'), folded: false };
  const path = node.op === 'has' ? undefined : pathOf(node);
  if (path === undefined || path.length === 0) return undefined;
  return { key: JSON.stringify(path), path, folded: false };
};

const TEXT_TESTS: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'contains', 'glob']);
const ORDERS: ReadonlySet<string> = new Set(['lt', 'le', 'gt', 'ge']);

const isTextTest = (op: string): op is TextTest => TEXT_TESTS.has(op);

/** Every constant in an expression, those of lists too. */
const constantsIn = (node: Expression): readonly Json[] => {
  if (node.op === 'value') return Array.isArray(node.value) ? node.value : [node.value];
  return listSubexpressions(node).flatMap(constantsIn);
};

const predicatesOf = (op: string, constants: readonly Json[], folded: boolean): ValuePredicates => {
  const texts = constants.filter((value) => typeof value === 'string');
  const test = isTextTest(op) ? op : ORDERS.has(op) ? 'order' : 'eq';
  return {
    texts: texts.map((constant): TextPredicate => ({ test, constant, folded })),
    numbers: isTextTest(op) ? [] : constants.filter((value) => typeof value === 'number'),
  };
};

interface Comparison {
  readonly term: Term;
  readonly op: string;
  readonly with: Expression;
  /** The term stands on the right. */
  readonly turned: boolean;
}

const comparisonOf = (node: Expression): Comparison | undefined => {
  if (!('left' in node)) return undefined;
  const left = termOf(node.left);
  if (left !== undefined) return { term: left, op: node.op, with: node.right, turned: false };
  const right = termOf(node.right);
  if (right === undefined || isTextTest(node.op) || node.op === 'in') return undefined;
  return { term: right, op: node.op, with: node.left, turned: true };
};

const samePredicate = (a: TextPredicate, b: TextPredicate): boolean =>
  a.test === b.test && a.constant === b.constant && a.folded === b.folded;

const READINGS = ['most', 'ran'] as const;

/** A counter is compared with the same numbers however it is read. */
const keysOf = (key: string): readonly string[] =>
  isCounterKey(key)
    ? READINGS.map((read) => key.replace(/^counter (?:most|ran) /, `${COUNTER}${read} `))
    : [key];

/** What conditions compare each term with. */
export class PredicateCollection {
  readonly #known: Map<string, { texts: TextPredicate[]; numbers: number[] }> = new Map();
  readonly #alike: Map<string, ReadonlySet<string>> = new Map();
  /** Every argument that is read by a path of names. */
  readonly paths: Map<string, readonly string[]> = new Map();
  /** Constants that conditions look for in a list, by the list's field. */
  readonly members: Map<string, Set<string>> = new Map();
  /** Every counter that is read, by both of its keys. */
  readonly counters: Map<string, Counter> = new Map();

  /** Arguments that are compared with each other are told apart by the same comparisons. */
  of(key: string): ValuePredicates {
    const alike = this.#alike.get(key);
    if (alike === undefined) return this.#known.get(key) ?? { texts: [], numbers: [] };
    const joined: { texts: TextPredicate[]; numbers: number[] } = { texts: [], numbers: [] };
    for (const each of alike) {
      const { texts, numbers } = this.#known.get(each) ?? joined;
      for (const text of texts)
        if (!joined.texts.some((other) => samePredicate(other, text))) joined.texts.push(text);
      for (const number of numbers) if (!joined.numbers.includes(number)) joined.numbers.push(number);
    }
    return joined;
  }

  /** The arguments that this one is compared with, as one name. */
  groupOf(key: string): string {
    const [first = key] = this.#alike.get(key) ?? [];
    return first;
  }

  #joinAlike(a: string, b: string): void {
    const alike = new Set([...(this.#alike.get(a) ?? [a]), ...(this.#alike.get(b) ?? [b])]);
    for (const key of alike) this.#alike.set(key, alike);
  }

  add(key: string, { texts, numbers }: ValuePredicates): void {
    const known = this.#known.get(key) ?? { texts: [], numbers: [] };
    for (const predicate of texts)
      if (!known.texts.some((other) => samePredicate(other, predicate))) known.texts.push(predicate);
    for (const number of numbers) if (!known.numbers.includes(number)) known.numbers.push(number);
    this.#known.set(key, known);
  }

  collect(node: Expression): void {
    const path = node.op === 'has' || node.op === 'get' ? pathOf(node) : undefined;
    if (path !== undefined && path.length > 0) this.paths.set(JSON.stringify(path), path);
    if (node.op === 'counter')
      for (const read of READINGS) this.counters.set(counterKey(node.counter, read), node.counter);
    const comparison = comparisonOf(node);
    if (comparison !== undefined) {
      const { term, op } = comparison;
      const predicates = predicatesOf(op, constantsIn(comparison.with), term.folded);
      for (const key of keysOf(term.key)) this.add(key, predicates);
    }
    if ('left' in node) {
      const [left, right] = [termOf(node.left), termOf(node.right)];
      if (left?.path !== undefined && right?.path !== undefined) this.#joinAlike(left.key, right.key);
    }
    if (node.op === 'in' && node.right.op === 'field') {
      const members = this.members.get(node.right.name) ?? new Set();
      for (const constant of constantsIn(node.left)) if (typeof constant === 'string') members.add(constant);
      this.members.set(node.right.name, members);
    }
    const tests = node.op === 'exists' || node.op === 'all' ? listedTests(node) : undefined;
    for (const part of tests ?? listSubexpressions(node)) this.collect(part);
  }

  /** The one term that settles a condition, where values of one class cannot settle it in different ways. */
  settlingTerm(node: Expression): Term | undefined {
    if (node.op === 'has') {
      const path = pathOf(node);
      return path === undefined ? undefined : { key: JSON.stringify(path), path, folded: false };
    }
    const bare = termOf(node);
    if (bare !== undefined) return bare.folded ? undefined : bare;
    const comparison = comparisonOf(node);
    if (comparison === undefined || comparison.with.op !== 'value') return undefined;
    const { value } = comparison.with;
    const isList = comparison.op === 'in';
    if (isList !== Array.isArray(value)) return undefined;
    const constants: readonly Json[] = Array.isArray(value) ? value : [value];
    if (constants.some((constant) => typeof constant === 'object' && constant !== null)) return undefined;
    const needed = predicatesOf(comparison.op, constants, comparison.term.folded);
    // a letter's case and the order of letters do not go together
    if (comparison.term.folded && needed.texts.some(({ test }) => test === 'order')) return undefined;
    const known = this.of(comparison.term.key);
    const isKnown =
      needed.texts.every((predicate) => known.texts.some((other) => samePredicate(other, predicate))) &&
      needed.numbers.every((number) => known.numbers.includes(number));
    return isKnown ? comparison.term : undefined;
  }
}
