import { describe, expect, it } from 'vitest';
import type { Json } from '../receive/json.ts';
import { FAULT, MISSING, compileExpression, isSameJson } from './evaluate.ts';
import type { EvaluatedValue } from './evaluate.ts';
import type { Expression } from './expression.ts';
import { listSubexpressions, listReferences } from './expression.ts';

const args = { n: 1, s: 'abc', b: true, z: null, l: ['a', 'b', 7], o: { k: 1, z: null }, u: 'É😀' } as const;
const value = (json: Json): Expression => ({ op: 'value', value: json });
const arg = (...path: (string | number)[]): Expression =>
  path.reduce<Expression>((of, key) => ({ op: 'get', of, key: value(key) }), { op: 'args' });
const run = (expression: Expression): EvaluatedValue =>
  compileExpression(expression, new Map([['tool.x', 0]]))({ fields: ['yes'], args, locals: [] });
const compare = (
  op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'in',
  left: Expression,
  right: Expression,
): EvaluatedValue => run({ op, left, right });
const missing = arg('nope');
const fault: Expression = { op: 'size', of: value(1) };
const yes = value(true);
const no = value(false);

describe('reading', () => {
  it('finds arguments, or says they are missing', () => {
    expect(run(arg('n'))).toBe(1);
    expect(run(arg('o', 'k'))).toBe(1);
    expect(run(arg('z'))).toBe(null);
    expect(run(arg('o', 'z'))).toBe(null);
    expect(run(missing)).toBe(MISSING);
    expect(run(arg('nope', 'deeper'))).toBe(MISSING);
    expect(run(arg('constructor'))).toBe(MISSING);
    expect(run(arg('__proto__'))).toBe(MISSING);
  });

  it('finds elements of lists by number only', () => {
    expect(run(arg('l', 0))).toBe('a');
    expect(run(arg('l', 9))).toBe(MISSING);
    expect(run(arg('l', -1))).toBe(MISSING);
    expect(run(arg('l', 'length'))).toBe(FAULT);
    expect(run(arg('o', 0))).toBe(FAULT);
    expect(run(arg('s', 'length'))).toBe(FAULT);
  });

  it('reads fields, and faults on one that does not exist', () => {
    expect(run({ op: 'field', name: 'tool.x' })).toBe('yes');
    expect(run({ op: 'field', name: 'tool.y' })).toBe(FAULT);
    expect(
      compileExpression(
        { op: 'field', name: 'a' },
        new Map([['a', 3]]),
      )({ fields: [], args: {}, locals: [] }),
    ).toBe(null);
  });
});

describe('comparing', () => {
  it('is equal by value, and never a fault between types', () => {
    expect(compare('eq', arg('n'), value(1))).toBe(true);
    expect(compare('eq', arg('n'), value('1'))).toBe(false);
    expect(compare('ne', arg('n'), value('1'))).toBe(true);
    expect(compare('eq', arg('l'), value(['a', 'b', 7]))).toBe(true);
    expect(compare('eq', arg('o'), value({ z: null, k: 1 }))).toBe(true);
    expect(isSameJson({ a: 1 }, { b: 1 })).toBe(false);
    expect(isSameJson({ a: 1 }, { a: 1, b: 1 })).toBe(false);
    expect(isSameJson([1], [1, 2])).toBe(false);
    expect(isSameJson([1], { 0: 1 })).toBe(false);
    expect(isSameJson({ 0: 1 }, [1])).toBe(false);
    expect(isSameJson(null, {})).toBe(false);
    expect(isSameJson({ a: null }, { a: 1 })).toBe(false);
    expect(isSameJson({ a: 1, b: 2 }, { a: 1, b: 3 })).toBe(false);
    expect(isSameJson([1, 2], [1, 3])).toBe(false);
    expect(compare('in', value({ a: 1 }), value([{ a: 1 }, 2]))).toBe(true);
    expect(compare('in', value(2), value([{ a: 1 }, 2]))).toBe(true);
    expect(compare('in', arg('n'), value([1, 2]))).toBe(true);
    expect(compare('in', arg('s'), value([1, 2]))).toBe(false);
    expect(compare('eq', arg('z'), value(null))).toBe(true);
    expect(compare('ne', arg('l'), value(['a']))).toBe(true);
  });

  it('orders numbers and texts, and nothing else', () => {
    const table = [
      ['lt', [true, false, false]],
      ['le', [true, true, false]],
      ['gt', [false, false, true]],
      ['ge', [false, true, true]],
    ] as const;
    for (const [op, expected] of table) {
      expect([1, 2, 3].map((n) => compare(op, value(n), value(2)))).toEqual(expected);
      expect(['a', 'b', 'c'].map((s) => compare(op, value(s), value('b')))).toEqual(expected);
      expect(compare(op, value(1), value('a'))).toBe(FAULT);
      expect(compare(op, value('a'), value(1))).toBe(FAULT);
      expect(compare(op, value(true), value(false))).toBe(FAULT);
    }
  });

  it('knows members of lists and keys of objects', () => {
    expect(compare('in', value('a'), arg('l'))).toBe(true);
    expect(compare('in', value('q'), arg('l'))).toBe(false);
    expect(compare('in', value([1]), value([[1]]))).toBe(true);
    expect(compare('in', value('k'), arg('o'))).toBe(true);
    expect(compare('in', value('toString'), arg('o'))).toBe(false);
    expect(compare('in', value(1), arg('o'))).toBe(FAULT);
    expect(compare('in', value('a'), arg('s'))).toBe(FAULT);
  });

  it('passes trouble on, a fault before a missing argument', () => {
    expect(compare('eq', missing, yes)).toBe(MISSING);
    expect(compare('eq', yes, missing)).toBe(MISSING);
    expect(compare('eq', fault, missing)).toBe(FAULT);
    expect(compare('eq', missing, fault)).toBe(FAULT);
    expect(compare('eq', missing, missing)).toBe(MISSING);
    expect(compare('ne', fault, yes)).toBe(FAULT);
    expect(run({ op: 'nonsense' as 'eq', left: yes, right: yes })).toBe(FAULT);
  });
});

describe('text', () => {
  it('has prefixes, suffixes, parts and globs', () => {
    const text = (op: 'startsWith' | 'endsWith' | 'contains' | 'glob', right: Json): EvaluatedValue =>
      run({ op, left: arg('s'), right: value(right) });
    expect([text('startsWith', 'ab'), text('startsWith', 'bc')]).toEqual([true, false]);
    expect([text('endsWith', 'bc'), text('endsWith', 'ab')]).toEqual([true, false]);
    expect([text('contains', 'b'), text('contains', 'x')]).toEqual([true, false]);
    expect([text('glob', 'a*'), text('glob', 'b*')]).toEqual([true, false]);
    expect(text('contains', 1)).toBe(FAULT);
    expect(run({ op: 'contains', left: arg('n'), right: value('1') })).toBe(FAULT);
  });

  it('is lowered in ASCII only, and counted in characters', () => {
    expect(run({ op: 'lowerAscii', of: value('ABÉ') })).toBe('abÉ');
    expect(run({ op: 'lowerAscii', of: value(1) })).toBe(FAULT);
    expect(run({ op: 'paths', of: value('A//b') })).toContain('/a/b');
    expect(run({ op: 'paths', of: value(1) })).toBe(FAULT);
    expect(run({ op: 'paths', of: missing })).toBe(MISSING);
    expect([arg('u'), arg('l'), arg('o'), arg('n'), missing].map((of) => run({ op: 'size', of }))).toEqual([
      2,
      3,
      2,
      FAULT,
      MISSING,
    ]);
  });
});

describe('connecting', () => {
  const table: readonly [Expression, Expression, EvaluatedValue, EvaluatedValue][] = [
    [yes, yes, true, true],
    [yes, no, false, true],
    [no, no, false, false],
    [yes, missing, MISSING, true],
    [no, missing, false, MISSING],
    [yes, fault, FAULT, true],
    [no, fault, false, FAULT],
    [missing, fault, FAULT, FAULT],
    [missing, missing, MISSING, MISSING],
    [value('yes'), yes, FAULT, true],
    [value(0), no, false, FAULT],
  ];
  for (const [a, b, and, or] of table) {
    it(`and gives ${String(and)}, or gives ${String(or)}, in either order`, () => {
      expect([run({ op: 'and', of: [a, b] }), run({ op: 'and', of: [b, a] })]).toEqual([and, and]);
      expect([run({ op: 'or', of: [a, b] }), run({ op: 'or', of: [b, a] })]).toEqual([or, or]);
    });
  }

  it('has neutral values when empty', () => {
    expect([run({ op: 'and', of: [] }), run({ op: 'or', of: [] })]).toEqual([true, false]);
  });

  it('negates true and false only', () => {
    expect([yes, no, missing, fault, value('x')].map((of) => run({ op: 'not', of }))).toEqual([
      false,
      true,
      MISSING,
      FAULT,
      FAULT,
    ]);
  });

  it('chooses', () => {
    const choose = (test: Expression): EvaluatedValue =>
      run({ op: 'if', test, yes: value('y'), no: missing });
    expect([choose(yes), choose(no), choose(missing), choose(fault), choose(value(1))]).toEqual([
      'y',
      MISSING,
      MISSING,
      FAULT,
      FAULT,
    ]);
  });
});

describe('quantifiers', () => {
  const element: Expression = { op: 'local', depth: 0 };
  const isA: Expression = { op: 'eq', left: element, right: value('a') };
  it('look through lists and keys of objects', () => {
    expect(run({ op: 'exists', over: arg('l'), test: isA })).toBe(true);
    expect(run({ op: 'all', over: arg('l'), test: isA })).toBe(false);
    expect(run({ op: 'exists', over: arg('o'), test: { op: 'eq', left: element, right: value('k') } })).toBe(
      true,
    );
    expect(run({ op: 'all', over: value([]), test: no })).toBe(true);
    expect(run({ op: 'exists', over: value([]), test: yes })).toBe(false);
  });

  it('say what is wrong with the list or a test', () => {
    expect(run({ op: 'exists', over: arg('s'), test: isA })).toBe(FAULT);
    expect(run({ op: 'exists', over: missing, test: isA })).toBe(MISSING);
    expect(
      run({ op: 'all', over: arg('l'), test: { op: 'startsWith', left: element, right: value('') } }),
    ).toBe(FAULT);
    expect(
      run({ op: 'exists', over: arg('l'), test: { op: 'startsWith', left: element, right: value('a') } }),
    ).toBe(true);
  });

  it('bind the innermost element nearest', () => {
    const inner: Expression = {
      op: 'exists',
      over: value(['x', 'b']),
      test: { op: 'eq', left: { op: 'local', depth: 0 }, right: { op: 'local', depth: 1 } },
    };
    expect(run({ op: 'exists', over: arg('l'), test: inner })).toBe(true);
    expect(run({ op: 'local', depth: 0 })).toBe(null);
  });
});

describe('lists and presence', () => {
  it('are built of values, or fail as their first bad item does', () => {
    expect(run({ op: 'list', items: [value(1), arg('s')] })).toEqual([1, 'abc']);
    expect(run({ op: 'list', items: [missing, fault] })).toBe(MISSING);
    expect(run({ op: 'list', items: [fault, missing] })).toBe(FAULT);
  });

  it('ask whether an argument is there', () => {
    expect(run({ op: 'has', of: { op: 'args' }, key: 'n' })).toBe(true);
    expect(run({ op: 'has', of: { op: 'args' }, key: 'toString' })).toBe(false);
    expect(run({ op: 'has', of: arg('s'), key: 'n' })).toBe(FAULT);
    expect(run({ op: 'has', of: missing, key: 'n' })).toBe(MISSING);
  });
});

describe('walking an expression', () => {
  it('visits every part', () => {
    const all: Expression = {
      op: 'and',
      of: [
        { op: 'exists', over: arg('l'), test: { op: 'field', name: 'a.b' } },
        {
          op: 'if',
          test: { op: 'not', of: { op: 'field', name: 'c.d' } },
          yes: { op: 'list', items: [{ op: 'field', name: 'e.f' }] },
          no: { op: 'size', of: { op: 'field', name: 'g.h' } },
        },
        {
          op: 'eq',
          left: { op: 'field', name: 'i.j' },
          right: { op: 'has', of: { op: 'field', name: 'k.l' }, key: 'x' },
        },
        {
          op: 'get',
          of: { op: 'lowerAscii', of: { op: 'field', name: 'm.n' } },
          key: { op: 'field', name: 'o.p' },
        },
      ],
    };
    expect([...listReferences(all).fields]).toEqual(['a.b', 'c.d', 'e.f', 'g.h', 'i.j', 'k.l', 'm.n', 'o.p']);
    expect(listReferences(all).args).toBe(true);
    expect(listReferences(value(1))).toEqual({ fields: new Set(), args: false });
    expect(listSubexpressions({ op: 'local', depth: 0 })).toEqual([]);
  });
});
