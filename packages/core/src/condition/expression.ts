import type { Json } from '../receive/json.ts';
import type { Counter } from './counter.ts';

/**
 * The condition of a rule, as data: what policy files write in CEL, checked and translated when they are loaded.
 * It is total and has no loops but over a list that is there.
 */
export type Expression =
  | { readonly op: 'value'; readonly value: Json }
  | { readonly op: 'list'; readonly items: readonly Expression[] }
  | { readonly op: 'field'; readonly name: string }
  | { readonly op: 'args' }
  | { readonly op: 'local'; readonly depth: number }
  | { readonly op: 'get'; readonly of: Expression; readonly key: Expression }
  | { readonly op: 'has'; readonly of: Expression; readonly key: string }
  | { readonly op: 'not'; readonly of: Expression }
  | { readonly op: 'and' | 'or'; readonly of: readonly Expression[] }
  | { readonly op: CompareOp; readonly left: Expression; readonly right: Expression }
  | { readonly op: TextOp; readonly left: Expression; readonly right: Expression }
  | { readonly op: 'size' | 'lowerAscii' | 'paths'; readonly of: Expression }
  /** Whether a path, or a patch, names a file that one of the patterns means; of all arguments, whether one of them does. */
  | {
      readonly op: 'namesFile';
      readonly of: Expression;
      readonly files: readonly string[];
      readonly patch: boolean;
    }
  /** Whether a path, one of a list, or a file of a patch is on another machine. */
  | { readonly op: 'namesHost'; readonly of: Expression; readonly patch: boolean }
  | { readonly op: 'exists' | 'all'; readonly over: Expression; readonly test: Expression }
  | { readonly op: 'if'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  /** What earlier calls come to. `most`: with those that wait and the call itself; without it only those that ran. */
  | { readonly op: 'counter'; readonly counter: Counter; readonly read?: 'most' };

export type CompareOp = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'in';
export type TextOp = 'startsWith' | 'endsWith' | 'contains' | 'glob';

/** The parts of an expression, for anything that walks one. */
export const listSubexpressions = (expression: Expression): readonly Expression[] => {
  switch (expression.op) {
    case 'value':
    case 'field':
    case 'args':
    case 'local':
    case 'counter':
      return [];
    case 'list':
      return expression.items;
    case 'get':
      return [expression.of, expression.key];
    case 'has':
    case 'not':
    case 'size':
    case 'lowerAscii':
    case 'paths':
    case 'namesFile':
    case 'namesHost':
      return [expression.of];
    case 'and':
    case 'or':
      return expression.of;
    case 'exists':
    case 'all':
      return [expression.over, expression.test];
    case 'if':
      return [expression.test, expression.yes, expression.no];
    default:
      return [expression.left, expression.right];
  }
};

/** Names of the fields an expression reads, and whether it reads arguments. */
export const listReferences = (expression: Expression): { fields: ReadonlySet<string>; args: boolean } => {
  const fields = new Set<string>();
  let args = false;
  const walk = (node: Expression): void => {
    if (node.op === 'field') fields.add(node.name);
    if (node.op === 'args') args = true;
    for (const part of listSubexpressions(node)) walk(part);
  };
  walk(expression);
  return { fields, args };
};
