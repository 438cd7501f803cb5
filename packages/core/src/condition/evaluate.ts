import type { Json, JsonObject } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import type { Counter } from './counter.ts';
import type { Expression } from './expression.ts';
import { globMatches } from './glob.ts';
import { compileFilePatterns, listFileTexts } from './file-patterns.ts';
import { isRemotePath } from './remote-path.ts';
import { findWrittenPaths } from './written-paths.ts';
import { normalisePaths } from './normalise-paths.ts';

/** An argument the call does not have. A rule whose condition comes to this does not match. */
export const MISSING: unique symbol = Symbol('missing argument');
/** A type error. A rule whose condition comes to this counts at least as confirm. */
export const FAULT: unique symbol = Symbol('type error');

export type EvaluatedValue = Json | typeof MISSING | typeof FAULT;

export interface Frame {
  readonly fields: readonly Json[];
  readonly args: JsonObject;
  /** Elements bound by `exists` and `all`, innermost last. */
  readonly locals: Json[];
  /** What was read of a counter: with what waits and the call itself, or only what ran. A fault without it. */
  readonly history?: (counter: Counter, isMost: boolean) => Json | typeof FAULT;
}

export type Evaluator = (frame: Frame) => EvaluatedValue;

const isAbsent = (value: EvaluatedValue): value is typeof MISSING | typeof FAULT =>
  value === MISSING || value === FAULT;

const worse = (
  a: typeof MISSING | typeof FAULT,
  b: typeof MISSING | typeof FAULT,
): typeof MISSING | typeof FAULT => (a === FAULT ? a : b);

const binary =
  (left: Evaluator, right: Evaluator, apply: (a: Json, b: Json) => EvaluatedValue): Evaluator =>
  (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (isAbsent(a)) return isAbsent(b) ? worse(a, b) : a;
    return isAbsent(b) ? b : apply(a, b);
  };

const unary =
  (of: Evaluator, apply: (value: Json) => EvaluatedValue): Evaluator =>
  (frame) => {
    const value = of(frame);
    return isAbsent(value) ? value : apply(value);
  };

/** Values of different types are unequal, never an error. */
export const isSameJson = (a: Json, b: Json): boolean => {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isSameJson(item, b[i] as Json));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => {
      const other = getOwn(b, key);
      return other !== undefined && isSameJson(a[key] as Json, other);
    })
  );
};

const ordered =
  (test: (order: number) => boolean) =>
  (a: Json, b: Json): EvaluatedValue => {
    if (typeof a === 'number' && typeof b === 'number') return test(a - b);
    if (typeof a === 'string' && typeof b === 'string') return test(a < b ? -1 : a > b ? 1 : 0);
    return FAULT;
  };

const isMember = (a: Json, b: Json): EvaluatedValue => {
  if (Array.isArray(b)) return b.some((item: Json) => isSameJson(a, item));
  if (isJsonObject(b)) return typeof a === 'string' ? Object.hasOwn(b, a) : FAULT;
  return FAULT;
};

const onTexts =
  (test: (a: string, b: string) => boolean) =>
  (a: Json, b: Json): EvaluatedValue =>
    typeof a === 'string' && typeof b === 'string' ? test(a, b) : FAULT;

type BinaryOperator = (a: Json, b: Json) => EvaluatedValue;

const BINARY: Readonly<Record<string, BinaryOperator>> = {
  eq: isSameJson,
  ne: (a, b) => !isSameJson(a, b),
  lt: ordered((order) => order < 0),
  le: ordered((order) => order <= 0),
  gt: ordered((order) => order > 0),
  ge: ordered((order) => order >= 0),
  in: isMember,
  startsWith: onTexts((a, b) => a.startsWith(b)),
  endsWith: onTexts((a, b) => a.endsWith(b)),
  contains: onTexts((a, b) => a.includes(b)),
  glob: onTexts((a, b) => globMatches(b, a)),
};

const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

const sizeOf = (value: Json): EvaluatedValue => {
  if (typeof value === 'string') return codePoints(value);
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : FAULT;
};

const lowerAscii = (value: Json): EvaluatedValue =>
  typeof value === 'string' ? value.replaceAll(/[A-Z]+/g, (run) => run.toLowerCase()) : FAULT;

const memberOf = (of: Json, key: Json): EvaluatedValue => {
  if (Array.isArray(of)) {
    if (typeof key !== 'number') return FAULT;
    const item: Json | undefined = of[key];
    return item === undefined ? MISSING : item;
  }
  if (!isJsonObject(of) || typeof key !== 'string') return FAULT;
  return getOwn(of, key) ?? (Object.hasOwn(of, key) ? null : MISSING);
};

/**
 * `and` ends at the first false, `or` at the first true, wherever it stands: an operand that cannot be evaluated
 * counts only if no other settles the matter.
 */
const connective =
  (operands: readonly Evaluator[], decisive: boolean): Evaluator =>
  (frame) => {
    let trouble: typeof MISSING | typeof FAULT | undefined;
    for (const operand of operands) {
      const value = operand(frame);
      if (value === decisive) return decisive;
      if (value === !decisive) continue;
      const absent = isAbsent(value) ? value : FAULT;
      trouble = trouble === undefined ? absent : worse(trouble, absent);
    }
    return trouble ?? !decisive;
  };

const quantifier =
  (over: Evaluator, test: Evaluator, decisive: boolean): Evaluator =>
  (frame) => {
    const range = over(frame);
    if (isAbsent(range)) return range;
    const items: readonly Json[] | undefined = Array.isArray(range)
      ? range
      : isJsonObject(range)
        ? Object.keys(range)
        : undefined;
    if (items === undefined) return FAULT;
    const operands = items.map((item): Evaluator => (outer) => {
      outer.locals.push(item);
      const value = test(outer);
      outer.locals.pop();
      return value;
    });
    return connective(operands, decisive)(frame);
  };

/** What a comparison with a constant comes to, worked out as far as it can be. */
const withConstant = (
  op: string,
  constant: Json,
  apply: BinaryOperator,
): ((value: Json) => EvaluatedValue) => {
  const primitive = typeof constant !== 'object' || constant === null;
  if (op === 'eq' && primitive) return (value) => value === constant;
  if (op === 'ne' && primitive) return (value) => value !== constant;
  if (op === 'in' && Array.isArray(constant) && constant.every((item) => typeof item !== 'object')) {
    const members: ReadonlySet<Json> = new Set(constant);
    return (value) => members.has(value);
  }
  return (value) => apply(value, constant);
};

/** An argument by its name. Arguments come in so many shapes that asking first is much quicker than reading. */
const argument =
  (key: string): Evaluator =>
  ({ args }) =>
    Object.hasOwn(args, key) ? (args[key] ?? null) : MISSING;

const hasArgument =
  (key: string): Evaluator =>
  ({ args }) =>
    Object.hasOwn(args, key);

/** Turns an expression into a function. `fieldIndex` says where each field stands in a frame. */
export const compileExpression = (
  expression: Expression,
  fieldIndex: ReadonlyMap<string, number>,
): Evaluator => {
  const go = (node: Expression): Evaluator => {
    switch (node.op) {
      case 'value': {
        const { value } = node;
        return () => value;
      }
      case 'list': {
        const items = node.items.map(go);
        return (frame) => {
          const values: Json[] = [];
          for (const item of items) {
            const value = item(frame);
            if (isAbsent(value)) return value;
            values.push(value);
          }
          return values;
        };
      }
      case 'field': {
        const index = fieldIndex.get(node.name);
        if (index === undefined) return () => FAULT;
        return (frame) => frame.fields[index] ?? null;
      }
      case 'args':
        return (frame) => frame.args;
      case 'local': {
        const { depth } = node;
        return (frame) => frame.locals[frame.locals.length - 1 - depth] ?? null;
      }
      case 'get': {
        const key = node.key.op === 'value' ? node.key.value : undefined;
        if (node.of.op === 'args' && typeof key === 'string') return argument(key);
        return binary(go(node.of), go(node.key), memberOf);
      }
      case 'has': {
        const { key } = node;
        if (node.of.op === 'args') return hasArgument(key);
        return unary(go(node.of), (value) => (isJsonObject(value) ? Object.hasOwn(value, key) : FAULT));
      }
      case 'not':
        return unary(go(node.of), (value) => (typeof value === 'boolean' ? !value : FAULT));
      case 'and':
        return connective(node.of.map(go), false);
      case 'or':
        return connective(node.of.map(go), true);
      case 'size':
        return unary(go(node.of), sizeOf);
      case 'lowerAscii':
        return unary(go(node.of), lowerAscii);
      case 'paths':
        return unary(go(node.of), (value) => (typeof value === 'string' ? normalisePaths(value) : FAULT));
      case 'namesFile': {
        const names = compileFilePatterns(node.files);
        const kind = node.patch ? 'patch' : 'path';
        if (node.of.op === 'args')
          return ({ args }) => {
            const written = findWrittenPaths(args);
            return (
              written === undefined ||
              written.paths.some((text) => names(text, 'path')) ||
              written.words.some((text) => names(text, 'word')) ||
              written.patches.some((text) => names(text, 'patch'))
            );
          };
        return unary(go(node.of), (value) => {
          const texts: readonly Json[] = Array.isArray(value) ? value : [value];
          return texts.every((text) => typeof text === 'string')
            ? texts.some((text) => names(text, kind))
            : FAULT;
        });
      }
      case 'namesHost': {
        const kind = node.patch ? 'patch' : 'path';
        return unary(go(node.of), (value) => {
          const texts: readonly Json[] = Array.isArray(value) ? value : [value];
          return texts.some(
            (text) =>
              typeof text === 'string' &&
              (listFileTexts(text, kind) ?? []).some((part) => part.split('\n').some(isRemotePath)),
          );
        });
      }
      case 'exists':
        return quantifier(go(node.over), go(node.test), true);
      case 'all':
        return quantifier(go(node.over), go(node.test), false);
      case 'counter': {
        const { counter, read } = node;
        return ({ history }) => (history === undefined ? FAULT : history(counter, read === 'most'));
      }
      case 'if': {
        const [test, yes, no] = [go(node.test), go(node.yes), go(node.no)];
        return (frame) => {
          const value = test(frame);
          if (isAbsent(value)) return value;
          return typeof value === 'boolean' ? (value ? yes : no)(frame) : FAULT;
        };
      }
      default: {
        const apply = BINARY[node.op];
        if (apply === undefined) return () => FAULT;
        if (node.right.op === 'value')
          return unary(go(node.left), withConstant(node.op, node.right.value, apply));
        return binary(go(node.left), go(node.right), apply);
      }
    }
  };
  return go(expression);
};
