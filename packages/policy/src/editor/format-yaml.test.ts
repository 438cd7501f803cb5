import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, boolean, constantFrom, integer, jsonValue, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { formatYaml } from './format-yaml.ts';

const ROOT = join(import.meta.dirname, '../../../..');

describe('a formatted file', () => {
  it('has one style, and keeps comments, blank lines and the lines of long texts', () => {
    const written = [
      '# of the team',
      'extends:   balanced   # for now',
      '',
      '',
      'rules:',
      '- id: a',
      '  tools: [ "db/*",   "mail/*" ]',
      '  # why',
      '  when: >-',
      '       tool.mutates == yes &&',
      '         args.a == 1',
      '  approvers: {count: 2,',
      '     group: finance}',
      '- id: b',
      '  when: tool.readOnly == yes ||',
      '     tool.described == no',
      '  reason: |',
      '      one',
      '        two',
      '# end',
      '',
    ].join('\r\n');
    expect(formatYaml(written)).toBe(
      [
        '# of the team',
        'extends: balanced # for now',
        '',
        'rules:',
        '  - id: a',
        '    tools: ["db/*", "mail/*"]',
        '    # why',
        '    when: >-',
        '      tool.mutates == yes &&',
        '        args.a == 1',
        '    approvers: { count: 2, group: finance }',
        '  - id: b',
        '    when: tool.readOnly == yes ||',
        '      tool.described == no',
        '    reason: |',
        '      one',
        '        two',
        '',
        '# end',
        '',
      ].join('\n'),
    );
  });

  it('is the same when it is formatted again, and means the same: every file of this project', () => {
    const files = globSync(['packages/policy/presets/*.yaml', 'docs/**/*.yaml', 'bench/*.yaml'], {
      cwd: ROOT,
      exclude: (name) => name.includes('node_modules'),
    });
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const once = formatYaml(text);
      if (once === undefined) continue;
      expect(formatYaml(once), file).toBe(once);
      expect(parse(once), file).toEqual(parse(text));
    }
  });

  it('is the same when it is formatted again, and means the same: whatever can be written', () => {
    const style = record({
      lineWidth: constantFrom(0, 20, 80),
      collectionStyle: constantFrom('any' as const, 'block' as const, 'flow' as const),
      indentSeq: boolean(),
      indent: integer({ min: 1, max: 6 }),
      blockQuote: constantFrom(true, false, 'folded' as const, 'literal' as const),
    });
    assert(
      property(jsonValue({ maxDepth: 4 }), style, (value, options) => {
        const text = stringify({ value }, options);
        const once = formatYaml(text) ?? '';
        expect(parse(once)).toEqual(parse(text));
        expect(formatYaml(once)).toBe(once);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['half a document', 'rules: ['],
    ['a key twice', 'a: 1\na: 2\n'],
    ['aliases that multiply', `a: &a [x, x]\n${'b: [*a]\n'.repeat(2)}`],
    ['nothing', ''],
    ['more than 1 MiB', 'a: x\n'.repeat(300_000)],
  ])('is not made of %s', (_, text) => {
    expect(formatYaml(text)).toBeUndefined();
  });
});
