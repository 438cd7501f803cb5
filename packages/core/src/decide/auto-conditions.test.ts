import type { JsonObject, ToolDescription } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { inputFor, policyOf, rule } from '../../test/build.ts';
import { applyInputChange, findAutoConditions } from './auto-conditions.ts';
import type { InputChange } from './auto-conditions.ts';
import { decide } from './engine.ts';
import type { Expression } from '../condition/expression.ts';

const is = (name: string, value: string): Expression => ({
  op: 'eq',
  left: { op: 'field', name },
  right: { op: 'value', value },
});
const both = (...of: Expression[]): Expression => ({ op: 'and', of });
const not = (of: Expression): Expression => ({ op: 'not', of });

const suggestions = (
  when: Expression,
  more: Parameters<typeof inputFor>[2] = {},
  annotations = {},
): InputChange[][] => {
  const policy = policyOf([rule({ id: 'a', when, then: 'auto' })]);
  const input = inputFor(policy, annotations, more);
  const found = findAutoConditions(policy, input);
  for (const { changes } of found) {
    expect(decide(policy, changes.reduce(applyInputChange, input)).outcome).toBe('auto');
    for (const left of changes)
      expect(
        decide(policy, changes.filter((change) => change !== left).reduce(applyInputChange, input)).outcome,
      ).not.toBe('auto');
  }
  return found.map(({ changes }) => [...changes]);
};

interface AutoToolParts {
  readonly annotations?: JsonObject;
  readonly describe?: Partial<ToolDescription>;
  readonly name?: string;
}

describe('what would make a call automatic', () => {
  it('is nothing where it is already', () => {
    expect(suggestions({ op: 'value', value: true })).toEqual([]);
  });

  it('is a smallest set of changes that really does it', () => {
    expect(suggestions(is('tool.readOnly', 'yes'))).toEqual([
      [{ change: 'set', hint: 'readOnly', to: 'yes' }],
    ]);
    expect(suggestions(both(is('tool.readOnly', 'yes'), is('tool.openWorld', 'no')))).toEqual([
      [
        { change: 'set', hint: 'readOnly', to: 'yes' },
        { change: 'set', hint: 'openWorld', to: 'no' },
      ],
    ]);
    expect(
      suggestions(both(is('tool.agency', 'no'), is('tool.openWorld', 'no'), is('tool.secret', 'no'))),
    ).toHaveLength(1);
  });

  it('may be trusting the server', () => {
    expect(
      suggestions(is('tool.readOnly', 'yes'), { describe: { trust: 'untrusted' } }, { readOnlyHint: true }),
    ).toEqual([[{ change: 'trust', to: 'trusted' }], [{ change: 'set', hint: 'readOnly', to: 'yes' }]]);
  });

  it('may be a session that touched less, proven values, or the person’s words', () => {
    const labels = { private: 'known', untrusted: 'known' } as const;
    expect(suggestions(is('session.private', 'none'), { labels: { ...labels, untrusted: 'none' } })).toEqual([
      [{ change: 'label', label: 'private', to: 'none' }],
    ]);
    const policy = policyOf([
      rule({ id: 'a', then: 'auto' }),
      rule({
        id: 'c',
        when: both(is('session.untrusted', 'known'), not(is('origin.proven', 'yes'))),
        then: 'confirm',
      }),
    ]);
    const words = findAutoConditions(policy, inputFor(policy, {}, { labels })).map(
      (suggestion) => suggestion.words,
    );
    expect(words).toEqual([
      'every decisive value comes from your request',
      'the session has not read untrusted content',
    ]);
    const priv = policyOf([
      rule({ id: 'a', then: 'auto' }),
      rule({ id: 'c', when: is('session.private', 'known'), then: 'confirm' }),
    ]);
    expect(
      findAutoConditions(priv, inputFor(priv, {}, { labels })).map((suggestion) => suggestion.words),
    ).toEqual(['the session has not read private data']);
    expect(suggestions(is('session.words', 'yes'), { words: false })).toEqual([[{ change: 'words' }]]);
    const unlabelled = policyOf([rule({ id: 'a', when: is('origin.proven', 'yes'), then: 'auto' })]);
    expect(findAutoConditions(unlabelled, inputFor(unlabelled, {}))).toEqual([]);
  });

  it('may be a review that lifts a quarantine', () => {
    expect(suggestions(is('tool.quarantined', 'no'), { describe: { quarantine: 'drift' } })).toEqual([
      [{ change: 'release' }],
    ]);
    const policy = policyOf([rule({ id: 'a', when: is('tool.quarantined', 'no'), then: 'auto' })]);
    expect(
      findAutoConditions(policy, inputFor(policy, {}, { describe: { quarantine: 'drift' } }))[0]?.words,
    ).toBe('its quarantine is lifted after a review');
  });

  it('settles a conflict hint by hint', () => {
    const changes = suggestions(
      is('tool.conflicting', 'no'),
      {},
      { readOnlyHint: true, destructiveHint: true },
    );
    expect(changes).toEqual([
      [
        { change: 'set', hint: 'readOnly', to: 'yes' },
        { change: 'set', hint: 'destructive', to: 'no' },
      ],
    ]);
  });

  it('replaces what an operator or a review said, but never what was seen', () => {
    const overrides = [{ set: { agency: 'yes' } as const }];
    expect(suggestions(is('tool.agency', 'no'), { describe: { overrides } })).toEqual([
      [{ change: 'set', hint: 'agency', to: 'no' }],
    ]);
    const policy = policyOf([]);
    const definition = inputFor(policy, {}).tool.definition;
    expect(
      suggestions(is('tool.agency', 'no'), {
        describe: { reviews: [{ definition, set: { agency: 'yes' } }] },
      }),
    ).toHaveLength(1);
    expect(
      suggestions(is('tool.readOnly', 'yes'), {
        describe: { observations: [{ hint: 'readOnly', value: 'no' }] },
      }),
    ).toEqual([]);
  });

  it.each([
    ['a server says that it writes', { annotations: { readOnlyHint: false } }],
    ['a server says that it destroys', { annotations: { destructiveHint: true } }],
    [
      'the operator says that it destroys',
      { describe: { overrides: [{ set: { destructive: 'yes' } as const }] } },
    ],
    ['its name says that it deletes', { name: 'delete_file' }],
    ['its name says that it sends', { name: 'send_mail' }],
  ] as const)('is never that it only reads, where %s', (_, made: AutoToolParts) => {
    const { annotations = {}, describe: more = {}, name = 't' } = made;
    const describing = { definition: { name, annotations }, ...more };
    expect(suggestions(is('tool.readOnly', 'yes'), { describe: describing })).toEqual([]);
    // what nothing speaks against is still told
    expect(suggestions(is('tool.agency', 'no'), { describe: describing })).toHaveLength(1);
  });

  it('is never the opposite of what is known of its nature', () => {
    expect(suggestions(is('tool.destructive', 'no'), {}, { destructiveHint: true })).toEqual([]);
    expect(
      suggestions(is('tool.destructive', 'no'), { describe: { definition: { name: 'drop_table' } } }),
    ).toEqual([]);
    expect(suggestions(is('tool.openWorld', 'no'), {}, { openWorldHint: true })).toEqual([]);
    expect(
      suggestions(is('tool.reversible', 'yes'), {}, { readOnlyHint: false, reversibleHint: false }),
    ).toEqual([]);
    expect(suggestions(is('tool.destructive', 'no'))).not.toEqual([]);
    expect(suggestions(is('tool.openWorld', 'no'))).toHaveLength(1);
  });

  it('is at most four ways, and says them in words', () => {
    const any: Expression = {
      op: 'or',
      of: ['agency', 'secret', 'openWorld', 'destructive', 'sensitiveData', 'privilegedAccess'].map((hint) =>
        is(`tool.${hint}`, 'no'),
      ),
    };
    expect(suggestions(any)).toHaveLength(4);
    const policy = policyOf([
      rule({ id: 'a', when: both(is('tool.readOnly', 'yes'), is('tool.openWorld', 'no')), then: 'auto' }),
    ]);
    expect(findAutoConditions(policy, inputFor(policy, {}))[0]?.words).toBe(
      'an override or a review sets readOnly to yes (only reads), and an override or a review sets openWorld to no (stays inside)',
    );
    const trust = policyOf([rule({ id: 'a', when: is('tool.described', 'yes'), then: 'auto' })]);
    expect(
      findAutoConditions(
        trust,
        inputFor(trust, { readOnlyHint: false }, { describe: { trust: 'untrusted' } }),
      )[0]?.words,
    ).toBe('the server is trusted, so its own claims count');
  });

  it('says in words that the person’s words were missing', () => {
    const policy = policyOf([rule({ id: 'a', when: is('session.words', 'yes'), then: 'auto' })]);
    expect(findAutoConditions(policy, inputFor(policy, {}, { words: false }))[0]?.words).toBe(
      'Callgate knows your request',
    );
  });

  it('offers only what is not so already', () => {
    const proven = { proven: 'yes', destination: 'yes', created: 'no', unproven: [] } as const;
    expect(
      suggestions(is('session.untrusted', 'none'), {
        labels: { private: 'none', untrusted: 'known' },
        origins: proven,
      }),
    ).toEqual([[{ change: 'label', label: 'untrusted', to: 'none' }]]);
    const hint = {
      name: 'mine',
      key: 'a/b',
      values: {},
      default: 'unknown',
      relaxing: 'no',
      description: 'd',
    } as const;
    const policy = policyOf([rule({ id: 'a', when: is('tool.mine', 'no'), then: 'auto' })], {
      hints: [hint],
    });
    expect(findAutoConditions(policy, inputFor(policy, {}))).toEqual([
      {
        changes: [{ change: 'set', hint: 'mine', to: 'no' }],
        words: 'an override or a review sets mine to no',
      },
    ]);
  });

  it('finds what takes many changes, and leaves none of them out', () => {
    const hints = ['agency', 'secret', 'sensitiveData', 'privilegedAccess', 'requiresConfirmation'];
    const found = suggestions(
      both(...hints.map((hint) => is(`tool.${hint}`, 'no'))),
      {},
      { agencyHint: true, privilegedAccessHint: true, requiresConfirmation: true },
    );
    expect(found).toEqual([expect.arrayContaining(hints.map((hint) => ({ change: 'set', hint, to: 'no' })))]);
    expect(found[0]).toHaveLength(5);
  });

  it('proves values in a session whose words it then knows', () => {
    const policy = policyOf([
      rule({
        id: 'a',
        when: both(
          is('origin.proven', 'yes'),
          is('origin.destination', 'yes'),
          is('session.words', 'yes'),
          is('origin.created', 'unknown'),
        ),
        then: 'auto',
      }),
    ]);
    const input = inputFor(policy, {}, { words: false, labels: { private: 'none', untrusted: 'known' } });
    expect(decide(policy, applyInputChange(input, { change: 'prove' })).rules.map(({ id }) => id)).toEqual([
      'a',
    ]);
    expect(
      applyInputChange(
        { ...input, origins: { ...input.origins, unproven: [{ path: ['x'], origin: 'nowhere' }] } },
        { change: 'prove' },
      ).origins.unproven,
    ).toEqual([]);
  });

  it('is nothing where only the policy could change it', () => {
    expect(suggestions({ op: 'value', value: false })).toEqual([]);
  });
});
