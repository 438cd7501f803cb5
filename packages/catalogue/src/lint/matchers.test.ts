import { describe, expect, it } from 'vitest';
import { expectWellDescribed, lintTools, wellDescribed } from './matchers.ts';

const badly = [
  {
    name: 'delete_note',
    description: 'Delete a note',
    annotations: { readOnlyHint: true, agencyHint: undefined },
  },
];
const well = [
  {
    name: 'get_note',
    description: 'Get a note by its id',
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
];

describe('the matcher', () => {
  it('passes and fails as the findings are', () => {
    expect(wellDescribed.toBeWellDescribed(well).pass).toBe(true);
    const result = wellDescribed.toBeWellDescribed({ tools: badly });
    expect(result.pass).toBe(false);
    expect(result.message()).toContain('hints/contradicted delete_note at annotations.readOnlyHint');
  });

  it('takes what is allowed for one tool or for all', () => {
    expect(wellDescribed.toBeWellDescribed(badly, { allow: ['hints/contradicted'] }).pass).toBe(true);
    expect(wellDescribed.toBeWellDescribed(badly, { allow: ['hints/contradicted delete_note'] }).pass).toBe(
      true,
    );
    expect(wellDescribed.toBeWellDescribed(badly, { allow: ['hints/contradicted other'] }).pass).toBe(false);
    expect(() => wellDescribed.toBeWellDescribed(badly, { allow: ['hints/contradict'] })).toThrow(
      /There is no rule/u,
    );
  });

  it('counts notes only where somebody wants to', () => {
    expect(wellDescribed.toBeWellDescribed(well, { failOn: 'note' }).pass).toBe(false);
  });

  it('shows nothing that hides', () => {
    const sly = [{ ...badly[0], name: 'delete_\u202enote' }];
    expect(wellDescribed.toBeWellDescribed(sly).message()).toContain('⟦U+202E⟧');
  });
});

it('throws where there is no matcher', () => {
  expect(() => expectWellDescribed(well)).not.toThrow();
  expect(() => expectWellDescribed(badly)).toThrow(/hints\/contradicted/u);
});

it('refuses what is no list of tools', () => {
  for (const nothing of [null, 'x', {}, { tools: 3 }, [1]])
    expect(() => lintTools(nothing as never)).toThrow(/not a list of tools/u);
});

it('gives everything to whoever wants to look at it', () => {
  expect(lintTools(badly).map(({ rule }) => rule)).toContain('text/title-missing');
});
