import type { Labels, Principal } from '@callgate/core';
import { LABEL_NAMES, STRENGTHS } from '@callgate/core/label';
import {
  array,
  assert,
  constantFrom,
  integer,
  option,
  property,
  record,
  string,
  uniqueArray,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bound } from './binding.ts';
import { bindingOf, changedSince } from './binding.ts';

const text = string({ unit: 'binary', maxLength: 6 });
const strength = constantFrom(...STRENGTHS);
const principal = record<Principal>({
  subject: text,
  kind: constantFrom('human', 'service'),
  groups: uniqueArray(text, { maxLength: 3 }),
  roles: uniqueArray(text, { maxLength: 3 }),
  delegation: array(text, { maxLength: 3 }),
});
const labels = record<Labels>({ private: strength, untrusted: strength });
const KINDS = ['tool', 'resource', 'prompt', 'completion', 'task-update', 'sampling'] as const;

const bound = record({
  principal,
  server: text,
  serverIdentity: option(text, { nil: undefined }),
  kind: constantFrom(...KINDS),
  target: text,
  definition: text,
  argumentsDigest: text,
  labels,
  policy: text,
  expiresAt: integer({ min: 0 }),
}).map(({ serverIdentity, ...rest }): Bound =>
  serverIdentity === undefined ? rest : { ...rest, serverIdentity },
);

const other = (from: string): string => `${from}.`;

/** The same with one thing changed, for every thing there is. */
const CHANGES: Readonly<
  Record<
    Exclude<keyof Bound, 'principal' | 'labels'> | Exclude<keyof Principal, 'kind'> | 'kind of principal',
    (from: Bound) => Bound
  >
> = {
  subject: (from) => ({ ...from, principal: { ...from.principal, subject: other(from.principal.subject) } }),
  'kind of principal': (from) => ({
    ...from,
    principal: { ...from.principal, kind: from.principal.kind === 'human' ? 'service' : 'human' },
  }),
  groups: (from) => ({
    ...from,
    principal: {
      ...from.principal,
      groups: [...from.principal.groups, `new ${from.principal.groups.join()}`],
    },
  }),
  roles: (from) => ({
    ...from,
    principal: { ...from.principal, roles: [...from.principal.roles, `new ${from.principal.roles.join()}`] },
  }),
  delegation: (from) => ({
    ...from,
    principal: { ...from.principal, delegation: [...from.principal.delegation, 'x'] },
  }),
  server: (from) => ({ ...from, server: other(from.server) }),
  serverIdentity: (from) => ({ ...from, serverIdentity: other(from.serverIdentity ?? '') }),
  kind: (from) => ({ ...from, kind: from.kind === 'tool' ? 'prompt' : 'tool' }),
  target: (from) => ({ ...from, target: other(from.target) }),
  definition: (from) => ({ ...from, definition: other(from.definition) }),
  argumentsDigest: (from) => ({ ...from, argumentsDigest: other(from.argumentsDigest) }),
  policy: (from) => ({ ...from, policy: other(from.policy) }),
  expiresAt: (from) => ({ ...from, expiresAt: from.expiresAt + 1 }),
};

describe('what an approval is bound to', () => {
  it.each(Object.entries(CHANGES))('voids it when it changes: %s', (_, change) => {
    assert(
      property(bound, (from) => {
        const changed = change(from);
        expect(changedSince(from, changed)).toHaveLength(1);
        expect(changedSince(changed, from)).toHaveLength(1);
        expect(bindingOf(changed)).not.toBe(bindingOf(from));
      }),
      { numRuns: 300 },
    );
  });

  it('has one digest exactly where nothing differs', () => {
    assert(
      property(bound, bound, (one, two) => {
        expect(bindingOf(one)).toBe(bindingOf(structuredClone(one)));
        expect(changedSince(one, structuredClone(one))).toEqual([]);
        if (bindingOf(one) === bindingOf(two)) expect(changedSince(one, two)).toEqual([]);
        else expect([...changedSince(one, two), ...changedSince(two, one)]).not.toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not care for the order of groups and roles, and does for that of delegation', () => {
    assert(
      property(bound, (from) => {
        const { groups, roles } = from.principal;
        const turned = {
          ...from,
          principal: { ...from.principal, groups: groups.toReversed(), roles: roles.toReversed() },
        };
        expect(bindingOf(turned)).toBe(bindingOf(from));
        expect(changedSince(from, turned)).toEqual([]);
        const chain = (delegation: string[]): Bound => ({
          ...from,
          principal: { ...from.principal, delegation },
        });
        expect(bindingOf(chain(['a', 'b']))).not.toBe(bindingOf(chain(['b', 'a'])));
      }),
      { numRuns: 300 },
    );
  });

  it('holds while labels weaken and is void when one rises', () => {
    assert(
      property(bound, labels, (from, later) => {
        const rises = LABEL_NAMES.filter(
          (name) => STRENGTHS.indexOf(later[name]) > STRENGTHS.indexOf(from.labels[name]),
        );
        const said = changedSince(from, { ...from, labels: later });
        expect(said).toEqual(rises.map((name) => expect.stringContaining(`has read more ${name}`)));
      }),
      { numRuns: 500 },
    );
  });

  it('takes a label of a strength nobody knows for a risen one', () => {
    assert(
      property(bound, (from) => {
        const odd = { ...from, labels: { ...from.labels, private: 'sure' as never } };
        expect(changedSince(from, odd)).not.toEqual([]);
        expect(changedSince(odd, from)).not.toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('does not run two texts into each other', () => {
    assert(
      property(bound, text, (from, moved) => {
        if (moved === '') return;
        const one = { ...from, server: `${from.server}${moved}` };
        const two = { ...from, target: `${moved}${from.target}` };
        expect(bindingOf(one)).not.toBe(bindingOf(two));
      }),
      { numRuns: 300 },
    );
  });
});
