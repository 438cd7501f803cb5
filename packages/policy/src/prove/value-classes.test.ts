import type { Json } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { listValueClasses, numberClasses } from './value-classes.ts';

describe('the classes of numbers', () => {
  it('are every constant and every stretch between them', () => {
    expect(numberClasses([])).toEqual([0]);
    expect(numberClasses([100, 1000])).toEqual([0, 100, 101, 1000, 1001]);
    expect(numberClasses([-1, 0, 1])).toEqual([-2, -1, -0.5, 0, 0.5, 1, 2]);
    expect(numberClasses([1e308])).toEqual([0, 1e308, Number.MAX_VALUE]);
    expect(numberClasses([-Number.MAX_VALUE])).toEqual([-Number.MAX_VALUE, 0]);
  });

  it('leave out a stretch with no number in it', () => {
    expect(numberClasses([1, 1 + Number.EPSILON])).toHaveLength(4);
    expect(numberClasses([0, Number.MIN_VALUE])).toHaveLength(4);
  });
});

it('the classes of values begin with the plainest, and have one of every type', () => {
  const values: readonly Json[] =
    listValueClasses({ texts: [{ test: 'eq', constant: 'a', folded: false }], numbers: [5] }) ?? [];
  expect(values).toHaveLength(10);
  expect(
    values.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)),
  ).toEqual(expect.arrayContaining(['string', 'number', 'boolean', 'null', 'list', 'object']));
  const many = Array.from({ length: 40 }, (_, at) => ({
    test: 'contains' as const,
    constant: String.fromCharCode(0x100 + at),
    folded: false,
  }));
  expect(listValueClasses({ texts: many, numbers: [] })).toBeUndefined();
});
