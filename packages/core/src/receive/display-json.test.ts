import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical } from './canonical.ts';
import type { Json } from './json.ts';
import { displayJson, parseDisplayed } from './display.ts';
import { cases } from '../../test/specification/cases.ts';

test('a value is indented, its keys in canonical order', () => {
  expect(displayJson({ b: [1, true, null, {}], a: { 10: 'x', 9: [] } })).toBe(
    [
      '{',
      '  "a": {',
      '    "10": "x",',
      '    "9": []',
      '  },',
      '  "b": [',
      '    1,',
      '    true,',
      '    null,',
      '    {}',
      '  ]',
      '}',
    ].join('\n'),
  );
  expect(displayJson('a')).toBe('"a"');
  expect(displayJson(1e-7)).toBe('1e-7');
});

test('strings and keys are shown through display', () => {
  expect(displayJson({ 'a\u202e': 'b\u001b[0m\n' })).toBe('{\n  "a⟦U+202E⟧": "b⟦U+001B⟧[0m⟦U+000A⟧"\n}');
});

test('a string cannot get out of its quotes', () => {
  expect(displayJson(['x", "admin": "\\'])).toBe('[\n  "x\\", \\"admin\\": \\"\\\\"\n]');
});

test('a line inside a string cannot imitate a line of the structure', () => {
  expect(displayJson({ body: 'hi\n  "to": "eve",\n' }, { lines: true })).toBe(
    '{\n  "body": "hi\n    │   \\"to\\": \\"eve\\",\n    │ "\n}',
  );
});

test('long strings are cut, keys are not', () => {
  const key = 'k'.repeat(20);
  expect(displayJson({ [key]: 'abc"efgh' }, { max: 4 })).toBe(`{\n  "${key}": "ab⟦… 4 characters …⟧gh"\n}`);
  expect(displayJson('a"\\b', { max: 2 })).toBe('"a⟦… 2 characters …⟧b"');
});

test('what has no canonical form is not shown', () => {
  const cycle: Json[] = [];
  cycle.push(cycle);
  expect(() => displayJson(cycle)).toThrow(expect.objectContaining({ code: 'JSON_NOT_CANONICAL' }));
  expect(() => displayJson(NaN)).toThrow(expect.objectContaining({ code: 'JSON_NOT_CANONICAL' }));
});

test('nothing is hidden: the value can be read back from what is shown', () => {
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.oneof(fc.constantFrom(null, true, false), fc.maxSafeInteger(), fc.string({ unit: 'binary' })),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, (json) => {
      const text = displayJson(json).replaceAll(/⟦U\+[0-9A-F]+⟧/g, (escape) =>
        JSON.stringify(parseDisplayed(escape)).slice(1, -1),
      );
      expect(canonical(JSON.parse(text))).toBe(canonical(json));
    }),
    { numRuns: cases(4000, 20_000) },
  );
});
