import { readFileSync } from 'node:fs';
import { isStricter } from '@callgate/core/decide';
import { describe, expect, it } from 'vitest';
import { presetPolicy } from '../../src/preset-policy.ts';
import type { HostileCase, HostileKind } from './hostile-case.ts';
import { HOSTILE_KINDS } from './hostile-case.ts';
import { CASES } from './cases/index.ts';
import { pageParts, withParts } from './page.ts';
import { playCase } from './play-case.ts';

const INTENT = presetPolicy('intent');
const BALANCED = presetPolicy('balanced');
const STRICT = presetPolicy('strict');
const PAGE = new URL('../../../../docs/internals/testing.md', import.meta.url);

const of = (kind: string): readonly HostileCase[] => CASES.filter((each) => each.kind === kind);

describe.each(Object.entries(HOSTILE_KINDS))('%s: %s', (kind) => {
  for (const each of of(kind))
    it(`${each.id}: ${each.title}`, () => {
      const { decision, labels } = playCase(INTENT, each);
      expect(decision.outcome, decision.reasons.join('; ')).toBe(each.expected);
      // Where nothing untrusted was seen, running by itself says nothing about origins.
      expect(labels.untrusted === 'none').toBe(each.clean === true);
      if (each.names !== undefined) expect(decision.reasons.join('\n')).toContain(each.names);
    });
});

describe('the other presets', () => {
  for (const each of CASES.filter(({ role }) => role === 'attack'))
    it(`hold ${each.id} too`, () => {
      const balanced = playCase(BALANCED, each).decision.outcome;
      const strict = playCase(STRICT, each).decision.outcome;
      expect(balanced).toBe(each.balanced ?? each.expected);
      expect(isStricter(balanced, strict)).toBe(false);
      expect(strict).not.toBe('auto');
      if (each.strict !== undefined) expect(strict).toBe(each.strict);
    });
});

describe('without the person’s words', () => {
  for (const each of CASES.filter(({ role }) => role !== 'twin'))
    it(`${each.id} does not run by itself`, () => {
      const before = each.before.filter(({ step }) => step !== 'says');
      expect(playCase(INTENT, { ...each, before }).decision.outcome).not.toBe('auto');
    });
});

describe('the set', () => {
  it('has a name of its own for every case', () => {
    expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length);
  });

  it.each(Object.keys(HOSTILE_KINDS))('has attacks and at least one harmless twin of the kind %s', (kind) => {
    const roles = of(kind).map(({ role }) => role);
    expect(roles.filter((role) => role !== 'twin').length).toBeGreaterThanOrEqual(4);
    expect(roles).toContain('twin');
  });

  it('expects attacks to be held, and twins and limits to run', () => {
    const misfiled = CASES.filter(({ role, expected }) => (role === 'attack') === (expected === 'auto'));
    expect(misfiled.map(({ id }) => id)).toEqual([]);
  });

  it('is what the page says it is', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(withParts(page, pageParts(CASES))).toBe(page);
  });

  it('puts every part on the page', () => {
    const empty = '<!-- kinds -->\n\n<!-- end -->\n<!-- limits -->\n\n<!-- end -->\n';
    const filled = withParts(empty, pageParts(CASES));
    const some: HostileKind = 'unicode';
    expect(filled).toContain(HOSTILE_KINDS[some]);
    expect(filled.match(/^- /gm)).toHaveLength(CASES.filter(({ role }) => role === 'limit').length);
  });
});
