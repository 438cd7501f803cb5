import { describe, expect, it } from 'vitest';
import type { Counter } from './counter.ts';
import { counterText } from './counter.ts';
import type { Expression } from './expression.ts';
import { findMisplacedCounter, readAtBound, readWhole } from './read-counters.ts';

const COUNT: Counter = { measure: 'count', tools: ['bank/*'], windowMs: 60_000, per: 'all' };
const counter: Expression = { op: 'counter', counter: COUNT };
const three: Expression = { op: 'value', value: 3 };

describe('a counter as it is written', () => {
  it.each([
    [COUNT, 'count("bank/*", "1m", "all")'],
    [{ ...COUNT, windowMs: 1500, ai: true }, 'count("bank/*", "1500ms", "all") of AI use'],
    [
      { ...COUNT, measure: 'sum', tools: ['a', 'b'], of: ['order', 'net total'], per: 'session' },
      'sum(args.order["net total"], ["a","b"], "1m")',
    ],
    [{ ...COUNT, measure: 'since', windowMs: null }, 'since("bank/*", "all")'],
    [{ ...COUNT, measure: 'label', tools: [], label: 'x', windowMs: null }, '"x" in session.labels'],
  ] satisfies [Counter, string][])('%j', (given, text) => {
    expect(counterText(given)).toBe(text);
  });
});

describe('a condition at the bounds of its counters', () => {
  const more: Expression = { op: 'gt', left: counter, right: three };
  const none: Expression = { op: 'gt', left: { op: 'value', value: 0 }, right: three };

  it('reads them whole where more calls make it truer, and as none where they do not', () => {
    expect(readAtBound(more, true)).toEqual(readWhole(more));
    expect(readAtBound(more, false)).toEqual(none);
    expect(readAtBound({ op: 'not', of: more }, true)).toEqual({ op: 'not', of: none });
    expect(readAtBound({ op: 'lt', left: three, right: counter }, false)).toEqual({
      op: 'lt',
      left: three,
      right: { op: 'value', value: 0 },
    });
    expect(readAtBound(three, true)).toBe(three);
    expect(readAtBound({ op: 'and', of: [three, more] }, false)).toEqual({ op: 'and', of: [three, none] });
    const args: Expression = { op: 'args' };
    expect(readAtBound({ op: 'exists', over: args, test: more }, false)).toEqual({
      op: 'exists',
      over: args,
      test: none,
    });
    expect(readAtBound({ op: 'if', test: three, yes: more, no: { op: 'not', of: more } }, false)).toEqual({
      op: 'if',
      test: three,
      yes: none,
      no: { op: 'not', of: readWhole(more) },
    });
  });

  it.each([
    { op: 'eq', left: counter, right: three },
    { op: 'if', test: more, yes: three, no: three },
    { op: 'exists', over: counter, test: three },
  ] satisfies Expression[])('fails where nobody can tell: %j', (condition) => {
    expect(findMisplacedCounter(condition)).toEqual(COUNT);
    expect(readAtBound(condition, true)).toEqual({ op: 'size', of: { op: 'value', value: null } });
    expect(findMisplacedCounter(more)).toBeUndefined();
  });
});
