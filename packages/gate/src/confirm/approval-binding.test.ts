import type { Labels, Principal } from '@callgate/core';
import { LABEL_NAMES, LABEL_STRENGTHS } from '@callgate/core/label';
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
import type { ApprovalBinding } from './approval-binding.ts';
import { digestBinding, listBindingChanges } from './approval-binding.ts';

const text = string({ unit: 'binary', maxLength: 6 });
const strength = constantFrom(...LABEL_STRENGTHS);
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
  changes: option(text, { nil: undefined }),
  policy: text,
  expiresAt: integer({ min: 0 }),
}).map(({ serverIdentity, changes, ...rest }): ApprovalBinding => ({
  ...rest,
  ...(serverIdentity === undefined ? {} : { serverIdentity }),
  ...(changes === undefined ? {} : { changes }),
}));

const other = (from: string): string => `${from}.`;

/** The same with one thing changed, for every thing there is. */
const CHANGES: Readonly<
  Record<
    | Exclude<keyof ApprovalBinding, 'principal' | 'labels'>
    | Exclude<keyof Principal, 'kind'>
    | 'kind of principal',
    (from: ApprovalBinding) => ApprovalBinding
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
  changes: (from) => ({ ...from, changes: other(from.changes ?? '') }),
  argumentsDigest: (from) => ({ ...from, argumentsDigest: other(from.argumentsDigest) }),
  policy: (from) => ({ ...from, policy: other(from.policy) }),
  expiresAt: (from) => ({ ...from, expiresAt: from.expiresAt + 1 }),
};

describe('what an approval is bound to', () => {
  it.each(Object.entries(CHANGES))('voids it when it changes: %s', (_, change) => {
    assert(
      property(bound, (from) => {
        const changed = change(from);
        expect(listBindingChanges(from, changed)).toHaveLength(1);
        expect(listBindingChanges(changed, from)).toHaveLength(1);
        expect(digestBinding(changed)).not.toBe(digestBinding(from));
      }),
      { numRuns: 300 },
    );
  });

  it('has one digest exactly where nothing differs', () => {
    assert(
      property(bound, bound, (one, two) => {
        expect(digestBinding(one)).toBe(digestBinding(structuredClone(one)));
        expect(listBindingChanges(one, structuredClone(one))).toEqual([]);
        if (digestBinding(one) === digestBinding(two)) expect(listBindingChanges(one, two)).toEqual([]);
        else expect([...listBindingChanges(one, two), ...listBindingChanges(two, one)]).not.toEqual([]);
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
        expect(digestBinding(turned)).toBe(digestBinding(from));
        expect(listBindingChanges(from, turned)).toEqual([]);
        const chain = (delegation: string[]): ApprovalBinding => ({
          ...from,
          principal: { ...from.principal, delegation },
        });
        expect(digestBinding(chain(['a', 'b']))).not.toBe(digestBinding(chain(['b', 'a'])));
      }),
      { numRuns: 300 },
    );
  });

  it('holds while labels weaken and is void when one rises', () => {
    assert(
      property(bound, labels, (from, later) => {
        const rises = LABEL_NAMES.filter(
          (name) => LABEL_STRENGTHS.indexOf(later[name]) > LABEL_STRENGTHS.indexOf(from.labels[name]),
        );
        const said = listBindingChanges(from, { ...from, labels: later });
        expect(said).toEqual(rises.map((name) => expect.stringContaining(`has read more ${name}`)));
      }),
      { numRuns: 500 },
    );
  });

  it('takes a label of a strength nobody knows for a risen one', () => {
    assert(
      property(bound, (from) => {
        const odd = { ...from, labels: { ...from.labels, private: 'sure' as never } };
        expect(listBindingChanges(from, odd)).not.toEqual([]);
        expect(listBindingChanges(odd, from)).not.toEqual([]);
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
        expect(digestBinding(one)).not.toBe(digestBinding(two));
      }),
      { numRuns: 300 },
    );
  });
});
