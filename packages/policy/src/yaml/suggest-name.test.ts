import { describe, expect, it } from 'vitest';
import { suggestName, findNearestName } from './suggest-name.ts';

const NAMES = ['readOnly', 'destructive', 'openWorld', 'secret'];

describe('the name that was probably meant', () => {
  it.each([
    ['readonly', 'readOnly'],
    ['read_only', 'readOnly'],
    ['read-only', 'readOnly'],
    ['raedOnly', 'readOnly'],
    ['destructve', 'destructive'],
    ['destructiveHint', 'destructive'],
    ['scret', 'secret'],
    ['SECRET', 'secret'],
  ])('for %s is %s', (written, name) => {
    expect(findNearestName(written, NAMES)).toBe(name);
    expect(suggestName(written, NAMES)).toBe(`Did you mean \`${name}\`?`);
  });

  it.each(['', 'x', 'banana', 'write', 'r', 'readOnly'.repeat(9)])('is nothing for `%s`', (written) => {
    expect(findNearestName(written, NAMES)).toBeUndefined();
    expect(suggestName(written, NAMES)).toBeUndefined();
  });

  it('is nothing where there are no names', () => {
    expect(findNearestName('readOnly', [])).toBeUndefined();
  });
});
