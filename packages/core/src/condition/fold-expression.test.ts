import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../receive/json.ts';
import { compileExpression } from './evaluate.ts';
import type { Expression } from './expression.ts';
import { foldExpression, partialEvaluate } from './fold-expression.ts';

const INDEX = new Map([
  ['static.a', 0],
  ['static.b', 1],
  ['call.c', 2],
]);
const isDynamic = (name: string): boolean => name === 'call.c';
const field = (name: string): Expression => ({ op: 'field', name });
const value = (json: Json): Expression => ({ op: 'value', value: json });

const leaf: fc.Arbitrary<Expression> = fc.oneof(
  fc.constantFrom(
    value(true),
    value(false),
    value(1),
    value('a'),
    value(['a', 1]),
    field('static.a'),
    field('static.b'),
    field('call.c'),
    field('no.such'),
  ),
  fc.constantFrom<Expression>(
    { op: 'args' },
    { op: 'get', of: { op: 'args' }, key: value('x') },
    { op: 'get', of: { op: 'args' }, key: value('y') },
  ),
);
const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('tree'), { maxLength: 3 }),
    }),
    fc.record({ op: fc.constant('not' as const), of: tie('tree') }),
    fc.record({
      op: fc.constantFrom('eq' as const, 'ne' as const, 'lt' as const, 'in' as const, 'contains' as const),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc.record({ op: fc.constant('if' as const), test: tie('tree'), yes: tie('tree'), no: tie('tree') }),
    fc.record({
      op: fc.constantFrom('exists' as const, 'all' as const),
      over: tie('tree'),
      test: fc.oneof(
        tie('tree'),
        fc.constant<Expression>({ op: 'eq', left: { op: 'local', depth: 0 }, right: value('a') }),
      ),
    }),
    fc.record({ op: fc.constant('list' as const), items: fc.array(tie('tree'), { maxLength: 2 }) }),
    fc.record({
      op: fc.constantFrom('size' as const, 'lowerAscii' as const, 'paths' as const),
      of: tie('tree'),
    }),
    fc.record({ op: fc.constant('has' as const), of: tie('tree'), key: fc.constant('x') }),
  ),
}));
const json = fc.constantFrom<Json>(true, false, 1, 'a', 'b', null, ['a'], { x: 1 });

describe('folding', () => {
  it('never changes what an expression comes to', () => {
    fc.assert(
      fc.property(
        tree,
        json,
        json,
        json,
        fc.dictionary(fc.constantFrom('x', 'y'), json),
        (expression, a, b, c, args) => {
          const known = { fields: [a, b], args: {}, locals: [] };
          const folded = foldExpression(expression, known, INDEX, isDynamic);
          const full = { fields: [a, b, c], args, locals: [] };
          // what was folded must not need the static fields any more
          const rest = { fields: [FORGOTTEN, FORGOTTEN, c], args, locals: [] };
          const before = compileExpression(expression, INDEX)(full);
          const after = compileExpression(folded, INDEX)(rest);
          expect(after).toEqual(before);
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it('drops what is settled', () => {
    const known = { fields: ['yes', 'no'], args: {}, locals: [] };
    const isYes: Expression = { op: 'eq', left: field('static.a'), right: value('yes') };
    const open: Expression = { op: 'eq', left: field('call.c'), right: value(1) };
    const go = (expression: Expression): Expression => foldExpression(expression, known, INDEX, isDynamic);
    expect(go({ op: 'and', of: [isYes, open] })).toEqual({ op: 'and', of: [open] });
    expect(go({ op: 'or', of: [open, isYes] })).toEqual(value(true));
    expect(go({ op: 'and', of: [open, { op: 'not', of: isYes }] })).toEqual(value(false));
    expect(go({ op: 'and', of: [isYes, isYes] })).toEqual(value(true));
    expect(go({ op: 'if', test: isYes, yes: open, no: field('call.c') })).toEqual(open);
    expect(go({ op: 'not', of: open })).toEqual({ op: 'not', of: open });
  });
});

const FORGOTTEN = 'forgotten';

describe('partial evaluation', () => {
  it('leaves open what was not given', () => {
    const expression: Expression = {
      op: 'and',
      of: [
        { op: 'eq', left: field('a'), right: value('yes') },
        { op: 'eq', left: field('b'), right: value('yes') },
      ],
    };
    expect(partialEvaluate(expression, new Map([['a', 'no']]))).toEqual(value(false));
    expect(partialEvaluate(expression, new Map([['a', 'yes']]))).toMatchObject({
      op: 'and',
      of: [{ op: 'eq' }],
    });
    expect(
      partialEvaluate(
        expression,
        new Map([
          ['a', 'yes'],
          ['b', 'yes'],
        ]),
      ),
    ).toEqual(value(true));
  });
});
