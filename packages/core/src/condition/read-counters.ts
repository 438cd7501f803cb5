import type { Counter } from './counter.ts';
import { counterText } from './counter.ts';
import type { Expression } from './expression.ts';
import { listSubexpressions } from './expression.ts';

/** The counters an expression reads, each once. */
export const listCounters = (expressions: readonly Expression[]): readonly Counter[] => {
  const found = new Map<string, Counter>();
  const walk = (node: Expression): void => {
    if (node.op === 'counter') found.set(counterText(node.counter), node.counter);
    for (const part of listSubexpressions(node)) walk(part);
  };
  for (const expression of expressions) walk(expression);
  return [...found.values()];
};

export const readsCounters = (expression: Expression): boolean =>
  expression.op === 'counter' || listSubexpressions(expression).some(readsCounters);

const ORDERS: ReadonlySet<string> = new Set(['lt', 'le', 'gt', 'ge']);

/** Whether a longer history makes it larger, or true. Time since the last call only shrinks. */
const isGrowing = ({ measure }: Counter): boolean => measure !== 'since';

const nothing = ({ measure }: Counter): Expression => ({
  op: 'value',
  value: measure === 'count' || measure === 'sum' ? 0 : measure === 'since' ? NEVER : false,
});

const FAULTY: Expression = { op: 'size', of: { op: 'value', value: null } };

/** Seconds since a call that never was. */
export const NEVER: number = Number.MAX_VALUE;

/**
 * The condition with each counter read so that it is met as early as possible (`met`), or as late: where a longer
 * history makes it more likely to be met, as it is or as if nothing had happened. What is met earliest is met by every
 * longer history too, and what is met latest by every shorter one.
 */
export const readAtBound = (expression: Expression, met: boolean): Expression => {
  const go = (node: Expression, wanted: boolean): Expression => {
    if (!readsCounters(node)) return node;
    switch (node.op) {
      case 'counter':
        return isGrowing(node.counter) === wanted ? { ...node, read: 'most' } : nothing(node.counter);
      case 'not':
        return { op: 'not', of: go(node.of, !wanted) };
      case 'and':
      case 'or':
        return { op: node.op, of: node.of.map((part) => go(part, wanted)) };
      case 'exists':
      case 'all':
        return readsCounters(node.over) ? FAULTY : { ...node, test: go(node.test, wanted) };
      case 'if':
        if (readsCounters(node.test)) return FAULTY;
        return { ...node, yes: go(node.yes, wanted), no: go(node.no, wanted) };
      case 'lt':
      case 'le':
        return { ...node, left: go(node.left, !wanted), right: go(node.right, wanted) };
      case 'gt':
      case 'ge':
        return { ...node, left: go(node.left, wanted), right: go(node.right, !wanted) };
      default:
        // nobody can tell what a longer history does here
        return FAULTY;
    }
  };
  return go(expression, met);
};

/** The expression with each counter read with what waits and the call itself. */
export const readWhole = (expression: Expression): Expression =>
  readsCounters(expression)
    ? (JSON.parse(JSON.stringify(expression), (_, node: Expression | undefined) =>
        node?.op === 'counter' ? { ...node, read: 'most' } : node,
      ) as Expression)
    : expression;

/** Whether every counter stands where `readAtBound` can tell what a longer history does: in a comparison by size, or alone. */
export const findMisplacedCounter = (expression: Expression): Counter | undefined => {
  const go = (node: Expression): Counter | undefined => {
    if (node.op === 'counter') return undefined;
    const isPlain = ORDERS.has(node.op) || ['and', 'or', 'not', 'exists', 'all', 'if'].includes(node.op);
    for (const part of listSubexpressions(node)) {
      const isOpen =
        isPlain && !(node.op === 'if' && part === node.test) && !('over' in node && part === node.over);
      const [misplaced] = isOpen ? [] : listCounters([part]);
      const found = misplaced ?? go(part);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return go(expression);
};
