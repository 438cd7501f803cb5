import { describe, expect, it } from 'vitest';
import { policyOf, rule } from '../../test/build.ts';
import { findCanary } from './canary.ts';
import type { Expression } from './expression.ts';
import { withRevision } from './policy.ts';

const is = (name: string, value: string): Expression => ({
  op: 'eq',
  left: { op: 'field', name },
  right: { op: 'value', value },
});

describe('the canary', () => {
  it('is let through by a policy that allows everything', () => {
    expect(findCanary(policyOf([rule({ id: 'a', then: 'auto' })]))).toEqual({
      server: 'canary',
      tool: 'canary',
    });
  });

  it('takes any name a rule looks at', () => {
    expect(findCanary(policyOf([rule({ id: 'a', tools: ['fs/read_?*'], then: 'auto' })]))).toEqual({
      server: 'fs',
      tool: 'read_xcanary',
    });
    expect(findCanary(policyOf([rule({ id: 'a', tools: ['calc'], then: 'auto' })]))).toEqual({
      server: 'canary',
      tool: 'calc',
    });
  });

  it('is undescribed, untrusted, destructive and outward, in a session with both labels', () => {
    for (const when of [
      is('tool.described', 'no'),
      is('server.trust', 'untrusted'),
      is('tool.destroysOnGround', 'yes'),
      is('tool.outwardOnGround', 'yes'),
      is('session.private', 'known'),
      is('session.untrusted', 'known'),
    ]) {
      expect(
        findCanary(policyOf([rule({ id: 'a', then: 'auto' }), rule({ id: 'c', when, then: 'confirm' })])),
      ).toBeUndefined();
    }
  });

  it('is tried with the person’s words and without', () => {
    expect(
      findCanary(policyOf([rule({ id: 'a', when: is('session.words', 'no'), then: 'auto' })])),
    ).toBeDefined();
    expect(
      findCanary(policyOf([rule({ id: 'a', when: is('session.words', 'yes'), then: 'auto' })])),
    ).toBeDefined();
  });

  it('is stopped by a policy that asks for a description', () => {
    expect(
      findCanary(policyOf([rule({ id: 'a', when: is('tool.described', 'yes'), then: 'auto' })])),
    ).toBeUndefined();
    expect(findCanary(policyOf([]))).toBeUndefined();
  });

  it('looks at the computed outcome, whatever the mode', () => {
    expect(findCanary(policyOf([rule({ id: 'a', then: 'auto' })], { mode: 'observe' }))).toBeDefined();
  });
});

describe('the revision of a policy', () => {
  const base = policyOf([rule({ id: 'a', then: 'auto' })]);
  it('minds meaning, not positions or the order of keys', () => {
    const moved = withRevision({
      ...base,
      rules: base.rules.map((entry) => ({ position: { file: 'x', line: 3, column: 1 }, ...entry })),
    });
    expect(moved.revision).toBe(base.revision);
    expect(policyOf([rule({ id: 'a', then: 'confirm' })]).revision).not.toBe(base.revision);
    expect(policyOf([rule({ id: 'a', then: 'auto', reason: 'other' })]).revision).not.toBe(base.revision);
    expect(policyOf(base.rules, { mode: 'observe' }).revision).not.toBe(base.revision);
    expect(policyOf(base.rules, { timeoutCapMs: 5 }).revision).not.toBe(base.revision);
  });
});
