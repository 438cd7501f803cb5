import type { Json } from '../receive/json.ts';
import type { Frame } from './evaluate.ts';
import { FAULT, MISSING, compileExpression } from './evaluate.ts';
import type { Expression } from './expression.ts';
import { listSubexpressions } from './expression.ts';

/** Whether an expression needs the call itself: its arguments, its time, its list of unproven values. */
export type DynamicFieldTest = (field: string) => boolean;

const needsCall = (node: Expression, isDynamic: DynamicFieldTest): boolean => {
  if (node.op === 'args' || node.op === 'local' || node.op === 'counter') return true;
  if (node.op === 'field') return isDynamic(node.name);
  return listSubexpressions(node).some((part) => needsCall(part, isDynamic));
};

// what was filled in is not there when the rest is evaluated, so trouble has to stand on its own
const ALWAYS_FAULT: Expression = { op: 'size', of: { op: 'value', value: null } };
const ALWAYS_MISSING: Expression = {
  op: 'get',
  of: { op: 'value', value: [] },
  key: { op: 'value', value: 0 },
};

/** What is kept must not change with what it was read from. */
const copyOf = (value: Json): Json =>
  typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;

const constant = (value: boolean): Expression => ({ op: 'value', value });

const foldConnective = (
  node: Expression & { op: 'and' | 'or' },
  go: (part: Expression) => Expression,
): Expression => {
  const decisive = node.op === 'or';
  const rest: Expression[] = [];
  for (const part of node.of.map(go)) {
    if (part.op === 'value' && part.value === decisive) return part;
    if (part.op === 'value' && part.value === !decisive) continue;
    rest.push(part);
  }
  const [only] = rest;
  if (only === undefined) return constant(!decisive);
  // a lone operand may still come to something that is not true or false: the connective checks that
  return { op: node.op, of: rest };
};

/** Replaces everything already known by its value and drops what it settles; the meaning stays the same. */
export const foldExpression = (
  expression: Expression,
  frame: Frame,
  fieldIndex: ReadonlyMap<string, number>,
  isDynamic: DynamicFieldTest,
): Expression => {
  const go = (node: Expression): Expression => {
    if (!needsCall(node, isDynamic)) {
      const value = compileExpression(node, fieldIndex)(frame);
      if (value === FAULT) return ALWAYS_FAULT;
      return value === MISSING ? ALWAYS_MISSING : { op: 'value', value: copyOf(value) };
    }
    switch (node.op) {
      case 'and':
      case 'or':
        return foldConnective(node, go);
      case 'not':
        return { op: 'not', of: go(node.of) };
      case 'list':
        return { op: 'list', items: node.items.map(go) };
      case 'if': {
        const test = go(node.test);
        if (test.op === 'value' && typeof test.value === 'boolean')
          return go(test.value ? node.yes : node.no);
        return { op: 'if', test, yes: go(node.yes), no: go(node.no) };
      }
      case 'get':
        return { op: 'get', of: go(node.of), key: go(node.key) };
      case 'has':
      case 'size':
      case 'lowerAscii':
      case 'paths':
      case 'namesFile':
      case 'namesHost':
        return { ...node, of: go(node.of) };
      case 'exists':
      case 'all':
        return { ...node, over: go(node.over), test: go(node.test) };
      case 'value':
      case 'field':
      case 'args':
      case 'local':
      case 'counter':
        return node;
      default:
        return { ...node, left: go(node.left), right: go(node.right) };
    }
  };
  return go(expression);
};

/** An expression with the fields that are given filled in, for reasoning about policies. */
export const partialEvaluate = (expression: Expression, given: ReadonlyMap<string, Json>): Expression => {
  const names = [...given.keys()];
  const frame = { fields: names.map((name) => given.get(name) ?? null), args: {}, locals: [] };
  return foldExpression(
    expression,
    frame,
    new Map(names.map((name, at) => [name, at])),
    (field) => !given.has(field),
  );
};
