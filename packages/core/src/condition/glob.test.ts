import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globMatches, patternSpecificity, toolPatternMatches } from './glob.ts';

const reference = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '[^]*')
      .replaceAll('?', '[^]')}$`,
  ).test(text);

describe('a glob', () => {
  it('matches the whole text, case-sensitively', () => {
    expect(globMatches('delete_*', 'delete_x')).toBe(true);
    expect(globMatches('delete_*', 'Delete_x')).toBe(false);
    expect(globMatches('db.*', 'dbx')).toBe(false);
    expect(globMatches('a', 'ab')).toBe(false);
    expect(globMatches('a?', 'a')).toBe(false);
    expect(globMatches('', '')).toBe(true);
    expect(globMatches('**', '')).toBe(true);
  });

  it('agrees with a regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '.', '\n'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (pattern, subject) => {
        expect(globMatches(pattern, subject)).toBe(reference(pattern, subject));
      }),
      { numRuns: 20_000 },
    );
  });

  it('takes no exponential time', () => {
    expect(globMatches(`${'a*'.repeat(50)}b`, 'a'.repeat(5000))).toBe(false);
  });
});

describe('a tool pattern', () => {
  it('without a slash looks at the tool on any server', () => {
    expect(toolPatternMatches('read_*', 'any', 'read_file')).toBe(true);
  });

  it('with a slash looks at server and tool apart', () => {
    expect(toolPatternMatches('fs/read_*', 'fs', 'read_file')).toBe(true);
    expect(toolPatternMatches('fs/read_*', 'fs2', 'read_file')).toBe(false);
    expect(toolPatternMatches('*/x', 'a', 'x')).toBe(true);
    expect(toolPatternMatches('a/*', 'a', 'b/c')).toBe(true);
  });

  it('that is the uri of a resource looks at the whole uri', () => {
    expect(toolPatternMatches('file:///etc/*', 'fs', 'file:///etc/passwd')).toBe(true);
    expect(toolPatternMatches('file:///etc/*', 'fs', 'file:///tmp/x')).toBe(false);
  });

  it('is more specific the more it spells out', () => {
    expect(patternSpecificity('read_file')).toBeGreaterThan(patternSpecificity('read_file_*'));
    expect(patternSpecificity('read_*')).toBeGreaterThan(patternSpecificity('r*'));
    expect(patternSpecificity('*')).toBe(0);
    expect(patternSpecificity('fs/?')).toBe(3);
    expect(patternSpecificity('ab')).toBe(1_000_002);
  });
});
