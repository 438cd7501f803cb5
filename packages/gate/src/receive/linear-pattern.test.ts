import { describe, expect, it } from 'vitest';
import { isLinearPattern } from './linear-pattern.ts';

describe('patterns', () => {
  it.each([
    '^[a-z0-9-]+$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^(low|high)$',
    '^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$',
    '^[0-9]{4,}-(0[1-9]|1[012])T([01][0-9]|2[0-3])(Z|[+-][0-9][0-9]:[0-9][0-9])$',
    'abc',
    '^\\[x\\]*$',
    '^[)(|*+]+$',
    '^(?:abc)?x*$',
  ])('%s is checked', (pattern) => expect(isLinearPattern(pattern)).toBe(true));

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '(a*)*b',
    '^(?:a{0,1000}){0,1000}b$',
    '^a*a*b$',
    '.*x',
    '^a|b*c',
    '^(?=a)b',
    '^(a)\\1$',
    '(?<!a)b',
    'a{100000}',
    `^${'a?'.repeat(30)}${'a'.repeat(30)}$`,
    `^${'a'.repeat(300)}$`,
    '[',
    '(',
  ])('%s is not', (pattern) => expect(isLinearPattern(pattern)).toBe(false));
});
