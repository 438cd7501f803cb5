import { describe, expect, it } from 'vitest';
import type { Json } from '../receive/json.ts';
import type { Expression } from '../condition/expression.ts';
import { ArgumentBits, findRequiredArguments } from './required-arguments.ts';

const value = (json: Json): Expression => ({ op: 'value', value: json });
const arg = (...path: (string | number)[]): Expression =>
  path.reduce<Expression>((of, key) => ({ op: 'get', of, key: value(key) }), { op: 'args' });
const has = (key: string, of: Expression = { op: 'args' }): Expression => ({ op: 'has', of, key });
const is = (left: Expression): Expression => ({ op: 'eq', left, right: value(1) });
const and = (...of: Expression[]): Expression => ({ op: 'and', of });
const or = (...of: Expression[]): Expression => ({ op: 'or', of });
const needed = (expression: Expression): string[] => [...findRequiredArguments(expression)].toSorted();

describe('the arguments without which a rule does not match', () => {
  it('are those a lone comparison reads', () => {
    expect(needed(is(arg('a')))).toEqual(['a']);
    expect(needed(is(arg('a', 'b', 0)))).toEqual(['a']);
    expect(needed({ op: 'startsWith', left: arg('a'), right: value('x') })).toEqual(['a']);
  });

  it('are those somebody asks for with has', () => {
    expect(needed(has('a'))).toEqual(['a']);
    expect(needed(has('b', arg('a')))).toEqual([]);
    expect(needed(and(has('a'), { op: 'lt', left: arg('b'), right: value(1) }))).toEqual(['a']);
    expect(needed(and(has('a'), has('b')))).toEqual(['a', 'b']);
  });

  it('of alternatives are those that all of them need', () => {
    expect(needed(or(is(arg('a')), is(arg('b'))))).toEqual([]);
    expect(needed(or(is(arg('a')), and(has('a'), has('b'))))).toEqual(['a']);
    expect(needed(or(has('a'), has('a')))).toEqual(['a']);
    expect(needed(and(or(has('a'), has('b')), has('c')))).toEqual(['c']);
  });

  it('do not include one beside something that could still be a fault', () => {
    expect(needed(and(is(arg('a')), is(arg('b'))))).toEqual([]);
    expect(needed(and(is(arg('a')), { op: 'gt', left: arg('a'), right: value('x') }))).toEqual(['a']);
  });

  it('are none where absence can be what a rule looks for, or where it is not clear', () => {
    expect(needed({ op: 'not', of: has('a') })).toEqual([]);
    expect(needed({ op: 'eq', left: value(1), right: arg('a') })).toEqual([]);
    expect(needed({ op: 'eq', left: arg('a'), right: arg('b') })).toEqual([]);
    expect(needed({ op: 'in', left: value('a'), right: { op: 'args' } })).toEqual([]);
    expect(needed(is({ op: 'get', of: arg('a'), key: { op: 'size', of: value(1) } }))).toEqual([]);
    expect(needed(is({ op: 'get', of: { op: 'args' }, key: arg('b') }))).toEqual([]);
    expect(needed(is({ op: 'get', of: { op: 'args' }, key: value(0) }))).toEqual([]);
    expect(needed(value(true))).toEqual([]);
    expect(needed({ op: 'exists', over: arg('a'), test: value(true) })).toEqual([]);
    expect(needed(and())).toEqual([]);
    expect(needed(or())).toEqual([]);
  });
});

describe('argument bits', () => {
  const few = new ArgumentBits([
    and(has('a'), is(arg('b', 'x')), { op: 'exists', over: arg('c'), test: has('z', arg('d')) }),
  ]);

  it('are given to every argument a condition names', () => {
    expect(['a', 'b', 'c', 'd'].map((name) => few.of([name]))).toEqual([1, 2, 4, 8]);
    expect(few.of(['a', 'c'])).toBe(5);
    expect(few.of(['x', 'z', 'nope'])).toBe(0);
  });

  it('tell what a call has, own names only', () => {
    expect(few.reader(-1)({ b: null, d: false, other: 1 })).toBe(10);
    expect(few.reader(-1)({})).toBe(0);
    expect(few.reader(few.of(['b', 'c']))({ a: 1, b: 1, d: 1 })).toBe(2);
    expect(few.reader(0)({ a: 1 })).toBe(0);
    const named = new ArgumentBits([has('toString'), has('__proto__')]);
    expect(named.reader(-1)({})).toBe(0);
  });

  it('tell it of many names too, and count at most 31', () => {
    const names = Array.from({ length: 40 }, (_, i) => `a${i}`);
    const many = new ArgumentBits(names.map((name) => has(name)));
    expect(many.reader(-1)({ a0: 1, a30: 2, a31: 3 })).toBe(many.of(['a0', 'a30']));
    expect(many.of(['a30'])).toBe(1 << 30);
    expect(many.of(['a31', 'a39'])).toBe(0);
    const eight = new ArgumentBits(names.slice(0, 8).map((name) => has(name)));
    const nine = new ArgumentBits(names.slice(0, 9).map((name) => has(name)));
    for (const bits of [eight, nine]) expect(bits.reader(-1)({ a7: 1, a1: 1 })).toBe(130);
  });
});
