import { describe, expect, it } from 'vitest';
import { policyOf, rule } from '../../test/build.ts';
import type { Json } from '../receive/json.ts';
import { findCanary } from './canary.ts';
import type { Expression } from '../condition/expression.ts';
import type { Rule } from './policy.ts';
import { withRevision } from './policy.ts';

const is = (name: string, value: Json): Expression => ({
  op: 'eq',
  left: { op: 'field', name },
  right: { op: 'value', value },
});
const auto = rule({ id: 'a', then: 'auto' });
const found = (...rules: Rule[]): string | undefined => findCanary(policyOf(rules))?.id;

describe('the canary', () => {
  it('is let through by a rule that allows everything', () => {
    expect(found(auto)).toBe('a');
    expect(found(rule({ id: 'a', tools: ['calc'], then: 'auto' }))).toBe('a');
  });

  it('is let through by a rule that only asks for what a call can choose', () => {
    const open: Expression[] = [
      { op: 'has', of: { op: 'args' }, key: 'dry_run' },
      is('tool.name', 'wipe'),
      is('server.name', 'evil'),
      is('principal.kind', 'service'),
      is('time.hour', 3),
      is('session.words', 'no'),
      is('session.words', 'yes'),
      is('origin.proven', 'no'),
      is('origin.proven', 'unknown'),
      is('origin.created', 'yes'),
    ];
    for (const when of open)
      expect(found(rule({ id: 'a', when, then: 'auto' })), JSON.stringify(when)).toBe('a');
  });

  it('is undescribed, untrusted, destructive and outward, in a session with both labels and values that prove nothing', () => {
    for (const when of [
      is('tool.described', 'no'),
      is('server.trust', 'untrusted'),
      is('tool.destroysOnGround', 'yes'),
      is('tool.outwardOnGround', 'yes'),
      is('tool.kind', 'tool'),
      is('session.private', 'known'),
      is('session.untrusted', 'known'),
    ]) {
      expect(found(auto, rule({ id: 'c', when, then: 'confirm' }))).toBeUndefined();
      expect(found(auto, rule({ id: 'c', when, then: 'block' }))).toBeUndefined();
    }
    for (const when of [
      is('tool.described', 'yes'),
      is('server.trust', 'owned'),
      is('session.private', 'none'),
      is('origin.proven', 'yes'),
      is('origin.destination', 'yes'),
    ])
      expect(found(rule({ id: 'a', when, then: 'auto' }))).toBeUndefined();
    expect(found()).toBeUndefined();
  });

  it('is not held by a rule that a call can dodge', () => {
    const dodged = rule({ id: 'c', when: { op: 'has', of: { op: 'args' }, key: 'x' }, then: 'block' });
    expect(found(auto, dodged)).toBe('a');
    expect(found(auto, rule({ id: 'o', obligations: { progress: true } }))).toBe('a');
    expect(found(auto, rule({ id: 'c', tools: ['other'], then: 'block' }))).toBe('a');
    expect(
      found(
        rule({ id: 'a', tools: ['x', 'y'], then: 'auto' }),
        rule({ id: 'c', tools: ['x'], then: 'block' }),
      ),
    ).toBe('a');
    expect(
      found(
        rule({ id: 'a', tools: ['x'], then: 'auto' }),
        rule({ id: 'c', tools: ['y', 'x'], then: 'block' }),
      ),
    ).toBeUndefined();
  });

  it('is not held by a rule with an exception that could apply', () => {
    const exception = (unless: Expression): Rule['exceptions'][number] => ({
      id: 'e',
      layer: 'user',
      unless,
      text: '',
      reason: '',
      until: Infinity,
    });
    expect(
      found(auto, rule({ id: 'c', then: 'confirm', exceptions: [exception(is('tool.name', 'x'))] })),
    ).toBe('a');
    expect(
      found(auto, rule({ id: 'c', then: 'confirm', exceptions: [exception(is('tool.described', 'yes'))] })),
    ).toBeUndefined();
  });

  it('looks at the computed outcome, whatever the mode', () => {
    expect(findCanary(policyOf([auto], { mode: 'observe' }))?.id).toBe('a');
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

  it('comes with a policy that can no longer change', () => {
    expect(Object.isFrozen(base.rules[0]?.obligations)).toBe(true);
  });
});
