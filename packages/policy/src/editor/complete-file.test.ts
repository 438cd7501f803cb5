import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { policyFileSchema } from '../policy-file.ts';
import { presetText } from '../presets.ts';
import type { EditedKind } from './editor-words.ts';
import { completeFile } from './complete-file.ts';
import { hoverFile } from './hover-file.ts';
import { policyWords } from './policy-words.ts';

const schema = z.toJSONSchema(policyFileSchema, { io: 'input' });

/** `|` is the cursor. */
const at = (marked: string, kind: EditedKind = 'policy') => {
  const [before = '', after = ''] = marked.split('|');
  const text = before + after;
  const words = { ...policyWords([{ name: 'p.yaml', text }]), tools: ['mail/send', 'db/drop_table'] };
  return {
    file: { kind, text, words, schema: kind === 'policy' ? schema : undefined },
    offset: before.length,
  };
};

const choices = (marked: string, kind?: EditedKind): readonly string[] => {
  const { file, offset } = at(marked, kind);
  return completeFile(file, offset).map(({ label }) => label);
};

/** The text with the named choice taken. */
const taken = (marked: string, label: string): string => {
  const { file, offset } = at(marked);
  const found = completeFile(file, offset).find((each) => each.label === label);
  if (found === undefined) return 'not offered';
  return file.text.slice(0, found.from) + found.text + file.text.slice(found.to);
};

describe('completion', () => {
  it('offers the keys that a map may have, without those it has', () => {
    const keys = choices('rules:\n  - id: a\n    |\n    then: auto\n');
    expect(keys).toContain('when');
    expect(keys).not.toContain('then');
    expect(choices('ex|\n')).toEqual(['extends', 'exceptions']);
    expect(choices('rules: [{ id: a, appr|')).toEqual(['approvers']);
    expect(choices('rules:\n  - id: a\n    approvers:\n      |\n')).toEqual(['count', 'group']);
  });

  it('offers values of a schema, and names of presets, rules and tools', () => {
    expect(choices('rules:\n  - id: a\n    then: |\n')).toEqual(['auto', 'confirm', 'block']);
    expect(choices('extends: |\n')).toContain('strict');
    expect(choices('rules:\n  - id: own\n    reason: r\nexceptions:\n  - rule: o|\n')).toContain('own');
    expect(choices('extends: balanced\nexceptions:\n  - rule: outward|\n')).toEqual(['outward-write']);
    expect(choices('rules:\n  - tools:\n      - |\n')).toEqual(['mail/send', 'db/drop_table']);
    expect(choices('rules:\n  - tools: ["ma|"]\n')).toEqual(['mail/send']);
    expect(choices('cases:\n  - call: db|\n', 'tests')).toEqual(['db/drop_table']);
    expect(choices('cases:\n  - hints: { readO| }\n', 'tests')).toEqual(['readOnly']);
  });

  it('offers fields and what they can be compared with', () => {
    expect(choices('rules:\n  - when: tool.destr|\n')).toEqual([
      'tool.destructive',
      'tool.destroys',
      'tool.destroysOnGround',
    ]);
    expect(choices('rules:\n  - when: tool.readOnly == |\n')).toEqual(['yes', 'no', 'unknown']);
    expect(choices('rules:\n  - when: session.private in [none, |\n')).toEqual(['none', 'possible', 'known']);
    expect(choices('rules:\n  - when: server.trust == |\n')).toEqual(['"untrusted"', '"trusted"', '"owned"']);
    expect(
      choices(
        'hints:\n  - { name: ours, key: a.b/c, relaxing: no, description: d }\nrules:\n  - {id: a, reason: r, when: tool.our|}\n',
      ),
    ).toEqual(['tool.ours']);
  });

  it('offers examples of what may be anything', () => {
    expect(choices('rules:\n  - id: a\n    timeout: |\n')).toEqual(['30s']);
    expect(choices('rules:\n  - id: a\n    notify: [|]\n')).toEqual(['operator']);
  });

  it('writes what is chosen in place of what was begun', () => {
    expect(taken('rules:\n  - id: a\n    th|\n', 'then')).toBe('rules:\n  - id: a\n    then: \n');
    expect(taken('rules:\n  - id: a\n    th|en: auto\n', 'then')).toBe('rules:\n  - id: a\n    then: auto\n');
    expect(taken('rules:\n  - when: a == 1 && tool.destru| == yes\n', 'tool.destructive')).toBe(
      'rules:\n  - when: a == 1 && tool.destructive == yes\n',
    );
    expect(taken(`rules:\n  - when: "server.trust == |"\n`, "'owned'")).toBe(
      `rules:\n  - when: "server.trust == 'owned'"\n`,
    );
    expect(taken('rules:\n  - tools: ["ma|"]\n', 'mail/send')).toBe('rules:\n  - tools: ["mail/send"]\n');
  });

  it('comes to an end at every place of every text, and changes only what is around the cursor', () => {
    const text = presetText('strict');
    const piece = constantFrom('{', '[', '"', "'", ':', '- ', '&a', '*a', '|', '>', '\n', '\u0000', '🙂');
    assert(
      property(
        integer({ min: 0, max: text.length }),
        integer({ min: 0, max: 400 }),
        array(piece, { maxLength: 6 }),
        (from, length, pieces) => {
          const broken =
            text.slice(from, from + length) +
            pieces.join('') +
            text.slice(from + length, from + length + 100);
          const offset = Math.min(length, broken.length);
          const words = { fields: [], rules: [], tools: [] };
          const file = { kind: 'policy' as const, text: broken, words, schema };
          for (const { from: start, to } of completeFile(file, offset)) {
            expect(start).toBeLessThanOrEqual(offset);
            expect(to).toBeGreaterThanOrEqual(offset);
          }
          hoverFile(file, offset, () => []);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('offers nothing in more than 1 MiB', () => {
    expect(choices(`${'a: b\n'.repeat(300_000)}|`)).toEqual([]);
  });
});

describe('hover', () => {
  const hover = (marked: string): unknown => {
    const { file, offset } = at(marked);
    return hoverFile(file, offset, (id) => [`about ${id}`]);
  };

  it('says what a key, a field and a rule mean', () => {
    expect(hover('rules:\n  - id: a\n    th|en: auto\n')).toMatchObject({ title: 'then' });
    expect(hover('rules:\n  - when: tool.read|Only == yes\n')).toMatchObject({
      title: 'tool.readOnly',
      paragraphs: ['The tool does not modify its environment.'],
    });
    expect(hover('rules:\n  - id: my-|rule\n')).toMatchObject({
      title: 'my-rule',
      paragraphs: ['about my-rule'],
    });
  });

  it('says nothing of what means nothing', () => {
    expect(hover('rules:\n  - reason: so| what\n')).toBeUndefined();
    expect(hover('# com|ment\n')).toBeUndefined();
  });
});
