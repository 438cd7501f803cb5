import type { Expression } from '@callgate/core/decide';
import { describe, expect, it } from 'vitest';
import { parseCondition } from '../index.ts';
import { hasLocals, listedTests } from './listed-tests.ts';

const testsOf = (text: string): readonly Expression[] | undefined => {
  const condition = parseCondition(text);
  if (condition.op !== 'exists' && condition.op !== 'all') throw new Error(condition.op);
  return listedTests(condition);
};

describe('a quantifier over a list that the condition writes', () => {
  it.each([
    ['["a"].exists(x, args.to == x)', 'args.to == "a"'],
    [
      '["a"].all(x, x in ["a", "b"] && !(args[x] == x || has(args.b)))',
      '"a" in ["a", "b"] && !(args["a"] == "a" || has(args.b))',
    ],
    [
      '["a"].exists(x, size(x) > 0 ? args.m == x : [x] == args.l)',
      'size("a") > 0 ? args.m == "a" : ["a"] == args.l',
    ],
  ])('%s asks the same as %s', (quantified, plain) => {
    expect(testsOf(quantified)).toEqual([parseCondition(plain)]);
  });

  it('asks about fields in it too', () => {
    expect(testsOf('[tool.kind, "a"].exists(x, args.to == x)')).toHaveLength(2);
  });

  it('asks about every value of a list that is known', () => {
    const test: Expression = {
      op: 'eq',
      left: { op: 'local', depth: 0 },
      right: { op: 'value', value: 'a' },
    };
    expect(listedTests({ op: 'all', over: { op: 'value', value: ['a', 'b'] }, test })).toEqual([
      { ...test, left: { op: 'value', value: 'a' } },
      { ...test, left: { op: 'value', value: 'b' } },
    ]);
  });

  it('is left as it is where a call brings the list or a part of it', () => {
    expect(testsOf('args.list.exists(x, x == "a")')).toBeUndefined();
    expect(testsOf('[args.a, args.b].exists(x, x == "x")')).toBeUndefined();
  });

  it('is left as it is where it holds another one', () => {
    const one: Expression = { op: 'value', value: ['a'] };
    const inner: Expression = { op: 'exists', over: one, test: { op: 'local', depth: 1 } };
    expect(listedTests({ op: 'exists', over: one, test: inner })).toBeUndefined();
    expect(hasLocals(inner)).toBe(true);
  });
});
