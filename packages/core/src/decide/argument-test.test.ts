import { expect, it } from 'vitest';
import { compileArgumentTest } from './argument-test.ts';
import type { Expression } from '../condition/expression.ts';

const MODE: Expression = { op: 'get', of: { op: 'args' }, key: { op: 'value', value: 'mode' } };
const isDry: Expression = { op: 'eq', left: MODE, right: { op: 'value', value: 'dry' } };

it.each([
  [{ mode: 'dry' }, 'met'],
  [{ mode: 'real' }, 'unmet'],
  [{}, 'unmet'],
] as const)('arguments %j: %s', (args, verdict) => {
  expect(compileArgumentTest(isDry)(args)).toBe(verdict);
});

it('what cannot be evaluated for these arguments is a fault, not a no', () => {
  expect(compileArgumentTest({ op: 'size', of: MODE })({ mode: 1 })).toBe('fault');
});
