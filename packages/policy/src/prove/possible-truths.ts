import type { Json, JsonObject } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import { FAULT, MISSING, compileExpression, listSubexpressions } from '@callgate/core/decide';
import { termOf } from './collect-predicates.ts';
import type { TruthName } from './situation-space.ts';
import type { ValuePredicates } from './value-classes.ts';

type Exact = Json | typeof MISSING | typeof FAULT;

type ValueType = 'boolean' | 'null' | 'number' | 'string' | 'list' | 'object';

/** What is known of a value. A representative stands for its class among the arguments of one group. */
type KnownValue =
  | { readonly exact: Exact; readonly group?: string }
  | { readonly type: ValueType; readonly representative?: Json; readonly group?: string }
  /** It is there, and may be of any type. */
  | 'present'
  | 'anything';

/** An argument that a condition reads: the class it is in, and the arguments that are told apart in the same way. */
export interface KnownArgument {
  readonly path: readonly string[];
  readonly fragment: JsonObject;
  readonly predicates: ValuePredicates;
  readonly group: string;
}

const typeOf = (value: Json): ValueType => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
};

const isAbsent = (known: KnownValue): boolean =>
  typeof known === 'object' && 'exact' in known && (known.exact === MISSING || known.exact === FAULT);

const typeOfKnown = (known: KnownValue): ValueType | undefined => {
  if (typeof known !== 'object') return undefined;
  if ('type' in known) return known.type;
  return known.exact === MISSING || known.exact === FAULT ? undefined : typeOf(known.exact);
};

const evaluate = (node: Expression, args: JsonObject = {}): Exact =>
  compileExpression(node, new Map())({ fields: [], args, locals: [] });

const fault: KnownValue = { exact: FAULT };
const eitherWay: KnownValue = { type: 'boolean' };

const isSingle = (value: Json, { texts, numbers }: ValuePredicates): boolean =>
  typeof value === 'string'
    ? texts.some(({ test, constant, folded }) => test === 'eq' && !folded && constant === value)
    : typeof value === 'number'
      ? numbers.includes(value)
      : typeof value !== 'object' || value === null;

const literal = (known: KnownValue): Expression | undefined =>
  typeof known === 'object' && 'exact' in known && known.exact !== MISSING && known.exact !== FAULT
    ? { op: 'value', value: known.exact }
    : undefined;

const representativeOf = (known: KnownValue): Json | undefined => {
  if (typeof known !== 'object') return undefined;
  if ('type' in known) return known.representative;
  return known.exact === MISSING || known.exact === FAULT ? undefined : known.exact;
};

/** Values of two arguments in different classes of one group: where they stand to each other is known. */
const representatives = (left: KnownValue, right: KnownValue): readonly [Json, Json] | undefined => {
  if (typeof left !== 'object' || typeof right !== 'object') return undefined;
  if (left.group === undefined || left.group !== right.group) return undefined;
  const [a, b] = [representativeOf(left), representativeOf(right)];
  if (a === undefined || b === undefined || JSON.stringify(a) === JSON.stringify(b)) return undefined;
  return [a, b];
};

const compareEqual = (op: 'eq' | 'ne', left: KnownValue, right: KnownValue): KnownValue => {
  const [a, b] = [typeOfKnown(left), typeOfKnown(right)];
  const isUnequal = (a !== undefined && b !== undefined && a !== b) || representatives(left, right);
  return isUnequal ? { exact: op === 'ne' } : eitherWay;
};

const compareOrder = (op: 'lt' | 'le' | 'gt' | 'ge', left: KnownValue, right: KnownValue): KnownValue => {
  const [a, b] = [typeOfKnown(left), typeOfKnown(right)];
  if (a === undefined || b === undefined) return 'anything';
  if (a !== b || (a !== 'number' && a !== 'string')) return fault;
  const apart = a === 'number' ? representatives(left, right) : undefined;
  if (apart === undefined) return eitherWay;
  const [one, other] = apart.map((value): Expression => ({ op: 'value', value }));
  return one === undefined || other === undefined
    ? eitherWay
    : { exact: evaluate({ op, left: one, right: other }) };
};

const compareMember = (left: KnownValue, right: KnownValue): KnownValue => {
  const [a, b] = [typeOfKnown(left), typeOfKnown(right)];
  if (a === undefined || b === undefined) return 'anything';
  if (b === 'object') return a === 'string' ? eitherWay : fault;
  if (b !== 'list') return fault;
  const items = representativeOf(right);
  const isListed = typeof right === 'object' && 'exact' in right && Array.isArray(items);
  return isListed && items.every((item: Json) => typeOf(item) !== a) ? { exact: false } : eitherWay;
};

const compare = (op: string, left: KnownValue, right: KnownValue): KnownValue => {
  switch (op) {
    case 'eq':
    case 'ne':
      return compareEqual(op, left, right);
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return compareOrder(op, left, right);
    case 'in':
      return compareMember(left, right);
    default: {
      const types = [typeOfKnown(left), typeOfKnown(right)];
      if (types.some((type) => type !== undefined && type !== 'string')) return fault;
      return types.includes(undefined) ? 'anything' : eitherWay;
    }
  }
};

const ALL_TRUTHS: readonly TruthName[] = ['no', 'missing', 'yes', 'fault'];

const truthsOf = (known: KnownValue): readonly TruthName[] => {
  if (known === 'anything') return ALL_TRUTHS;
  if (known === 'present') return ['no', 'yes', 'fault'];
  if ('type' in known) return known.type === 'boolean' ? ['no', 'yes'] : ['fault'];
  if (typeof known.exact === 'boolean') return [known.exact ? 'yes' : 'no'];
  return [known.exact === MISSING ? 'missing' : 'fault'];
};

/**
 * What a condition can come to where its arguments are in these classes: never less than it can, sometimes more.
 * Whatever is not understood can come to anything.
 */
export const possibleTruths = (
  condition: Expression,
  given: readonly KnownArgument[],
): readonly TruthName[] => {
  const argumentOf = (path: readonly string[]): KnownArgument | undefined =>
    given.find((each) => JSON.stringify(each.path) === JSON.stringify(path));
  const readArgument = (node: Expression, { fragment, predicates, group }: KnownArgument): KnownValue => {
    const value = evaluate(node, fragment);
    if (value === MISSING || value === FAULT) return { exact: value };
    return isSingle(value, predicates)
      ? { exact: value, group }
      : { type: typeOf(value), representative: value, group };
  };
  const binary = (node: Extract<Expression, { readonly left: Expression }>): KnownValue => {
    const [left, right] = [go(node.left), go(node.right)];
    if (left === 'anything' || right === 'anything') return 'anything';
    if (isAbsent(left) && isAbsent(right)) {
      const isFault = [left, right].some(
        (side) => typeof side === 'object' && 'exact' in side && side.exact === FAULT,
      );
      return { exact: isFault ? FAULT : MISSING };
    }
    if (isAbsent(left)) return left;
    if (isAbsent(right)) return right;
    const [a, b] = [literal(left), literal(right)];
    return a !== undefined && b !== undefined
      ? { exact: evaluate({ ...node, left: a, right: b }) }
      : compare(node.op, left, right);
  };
  const unary = (
    operand: Expression,
    op: 'not' | 'size' | 'lowerAscii',
    types: readonly ValueType[],
    made: ValueType,
  ): KnownValue => {
    const of = go(operand);
    if (of === 'anything' || isAbsent(of)) return of;
    const value = literal(of);
    if (value !== undefined) return { exact: evaluate({ op, of: value }) };
    const type = typeOfKnown(of);
    if (type === undefined) return 'anything';
    return types.includes(type) ? { type: made } : fault;
  };
  const go = (node: Expression): KnownValue => {
    const path = termOf(node)?.path;
    const argument = path === undefined || node.op === 'lowerAscii' ? undefined : argumentOf(path);
    if (argument !== undefined) return readArgument(node, argument);
    if ('left' in node) return binary(node);
    switch (node.op) {
      case 'value':
        return { exact: node.value };
      case 'field':
        return 'present';
      case 'not':
        return unary(node.of, node.op, ['boolean'], 'boolean');
      case 'size':
        return unary(node.of, node.op, ['string', 'list', 'object'], 'number');
      case 'lowerAscii':
        return unary(node.of, node.op, ['string'], 'string');
      case 'exists':
      case 'all': {
        const over = go(node.over);
        const type = typeOfKnown(over);
        if (isAbsent(over)) return over;
        return type === undefined || type === 'list' || type === 'object' ? 'anything' : fault;
      }
      default:
        return 'anything';
    }
  };
  return truthsOf(go(condition));
};

/** The arguments a condition reads by name. */
export const readArguments = (condition: Expression): readonly (readonly string[])[] => {
  const paths = new Map<string, readonly string[]>();
  const go = (node: Expression): void => {
    const path = termOf(node)?.path;
    if (path !== undefined) paths.set(JSON.stringify(path), path);
    else for (const part of listSubexpressions(node)) go(part);
  };
  go(condition);
  return [...paths.values()];
};

/** One way to write conditions that say the same of the same operands: whether it is said, or its opposite. */
export const plainComparison = (
  node: Expression,
): { readonly of: Expression; readonly isTurned: boolean } => {
  switch (node.op) {
    case 'ne':
    case 'eq': {
      const isSwapped = JSON.stringify(node.left) > JSON.stringify(node.right);
      const [left, right] = isSwapped ? [node.right, node.left] : [node.left, node.right];
      return { of: { op: 'eq', left, right }, isTurned: node.op === 'ne' };
    }
    case 'gt':
    case 'le':
      return { of: { op: 'gt', left: node.left, right: node.right }, isTurned: node.op === 'le' };
    case 'lt':
    case 'ge':
      return { of: { op: 'gt', left: node.right, right: node.left }, isTurned: node.op === 'ge' };
    default:
      return { of: node, isTurned: false };
  }
};
