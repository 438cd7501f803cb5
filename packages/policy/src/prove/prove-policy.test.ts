import type { Policy } from '@callgate/core';
import { decide } from '@callgate/core';
import { withRevision } from '@callgate/core/decide';
import { describe, expect, it } from 'vitest';
import type { PresetName } from '../index.ts';
import { loadPolicy, presetPolicy } from '../index.ts';
import type { BuiltInProperty, PropertyProof } from './index.ts';
import { BUILT_IN_PROPERTIES, provePolicy } from './index.ts';
import { PolicyProver } from './prove-policy.ts';

const PRESETS: readonly PresetName[] = ['strict', 'balanced', 'intent'];

const withFile = (text: string, organisation?: string): Policy => {
  const loaded = loadPolicy([
    ...(organisation === undefined ? [] : [{ name: 'organisation.yaml', text: organisation }]),
    { name: 'mine.yaml', text },
  ]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
};

type Change = (rule: Policy['rules'][number]) => Policy['rules'][number] | undefined;

/** A preset with its rules changed by hand: no loader looked at it. */
const changed = (preset: PresetName, change: Change): Policy => {
  const { revision: _, ...policy } = presetPolicy(preset);
  return withRevision({ ...policy, rules: policy.rules.flatMap((rule) => change(rule) ?? []) });
};

const without = (preset: PresetName, ...ids: readonly string[]): Policy =>
  changed(preset, (rule) => (ids.includes(rule.id) ? undefined : rule));

const ORGANISATION = `
layer: organisation
rules:
  - {id: no-payments, when: tool.outward != no && tool.mutates != no, then: confirm, delegated: true, reason: money}
`;
const EXCEPTION = `
extends: intent
exceptions:
  - {id: mine, rule: no-payments, unless: args.amount < 10, reason: small, until: 2099-01-01}
`;

/** A policy that went wrong, and the property that tells. */
const TWINS: readonly (readonly [what: string, property: BuiltInProperty, twin: () => Policy])[] = [
  [
    'believes what any server claims of reads',
    'claims-never-relax',
    () =>
      changed('balanced', (rule) => {
        if (rule.id === 'read')
          return {
            ...rule,
            when: {
              op: 'eq',
              left: { op: 'field', name: 'claims.readOnly' },
              right: { op: 'value', value: 'yes' },
            },
          };
        return rule.id === 'undescribed' || rule.id === 'destroys' ? undefined : rule;
      }),
  ],
  [
    'holds only what admits to be no read',
    'claims-never-relax',
    () =>
      withFile(
        'extends: strict\nrules: [{id: no-read, when: claims.openWorld == unknown, then: block, reason: mute}]',
      ),
  ],
  [
    'lets undescribed tools go by the name they gave themselves',
    'undescribed-never-auto',
    () =>
      changed('intent', (rule) =>
        rule.id === 'described'
          ? {
              ...rule,
              when: {
                op: 'startsWith',
                left: { op: 'field', name: 'tool.name' },
                right: { op: 'value', value: 'get_' },
              },
            }
          : rule.id === 'undescribed' || rule.id.endsWith('without-words') || rule.id === 'untrusted-session'
            ? undefined
            : rule,
      ),
  ],
  [
    'asks about undescribed tools only where they are forced',
    'undescribed-never-auto',
    () =>
      changed('intent', (rule) =>
        rule.id === 'undescribed'
          ? {
              ...rule,
              when: {
                op: 'eq',
                left: { op: 'get', of: { op: 'args' }, key: { op: 'value', value: 'force' } },
                right: { op: 'value', value: true },
              },
            }
          : rule.id === 'described'
            ? (({ when: _, ...always }) => always)(rule)
            : rule.id.endsWith('without-words')
              ? undefined
              : rule,
      ),
  ],
  ['forgot the trifecta', 'trifecta-never-auto', () => without('intent', 'trifecta', 'untrusted-session')],
  [
    'lets searches out with whatever they carry',
    'trifecta-never-auto',
    () =>
      changed('balanced', (rule) => ({
        ...rule,
        exceptions:
          rule.id === 'trifecta' || rule.id === 'untrusted-session'
            ? [
                {
                  id: 'search',
                  layer: 'user',
                  unless: {
                    op: 'eq',
                    left: { op: 'get', of: { op: 'args' }, key: { op: 'value', value: 'mode' } },
                    right: { op: 'value', value: 'search' },
                  },
                  text: 'args.mode == "search"',
                  reason: 'searches are harmless',
                  until: Date.UTC(2099, 0, 1),
                },
              ]
            : [],
      })),
  ],
  [
    'forgot who asks to be confirmed',
    'confirmation-never-ignored',
    () => without('balanced', 'asks-for-confirmation'),
  ],
  [
    'confirms only what small amounts are',
    'confirmation-never-ignored',
    () =>
      changed('strict', (rule) =>
        rule.id === 'asks-for-confirmation'
          ? {
              ...rule,
              when: {
                op: 'gt',
                left: { op: 'get', of: { op: 'args' }, key: { op: 'value', value: 'amount' } },
                right: { op: 'value', value: 100 },
              },
            }
          : rule,
      ),
  ],
  [
    'blocks without a word',
    'blocks-explained',
    () => changed('strict', (rule) => (rule.id === 'undescribed' ? { ...rule, reason: ' ' } : rule)),
  ],
  [
    'has hours that leave no hour',
    'blocks-explained',
    () =>
      withFile(
        'extends: balanced\nrules:\n  - {id: day, hours: "09:00-17:00", reason: by day}\n  - {id: night, when: tool.slowExecution == yes, hours: "20:00-23:00", reason: by night}',
      ),
  ],
  [
    'has a rule that no call can meet',
    'no-idle-rule',
    () =>
      withFile(
        'extends: balanced\nrules: [{id: odd, when: args.amount > 1000 && args.amount < 10, then: block, reason: odd}]',
      ),
  ],
  [
    'has a rule that another one makes idle',
    'no-idle-rule',
    () =>
      withFile(
        'extends: strict\nrules: [{id: weaker, when: tool.sensitive == yes && args.amount > 5, then: confirm, reason: weaker}]',
      ),
  ],
  [
    'lets a lower layer out of what was not delegated',
    'layers-only-tighten',
    () => {
      const { revision: _, ...policy } = withFile(EXCEPTION, ORGANISATION);
      return withRevision({ ...policy, rules: policy.rules.map((rule) => ({ ...rule, delegated: false })) });
    },
  ],
];

const proofOf = (policy: Policy, name: BuiltInProperty): PropertyProof => {
  const proof = provePolicy(policy).find(
    ({ property }) => property.kind === 'built-in' && property.name === name,
  );
  if (proof === undefined) throw new Error(name);
  return proof;
};

it('a rule that reads a label which no rule raises is idle, and the session is still free to have it', () => {
  const read = '  - {id: marked, when: \'"secret" in session.labels\', then: block, reason: r}\n';
  const raise = '  - {id: mark, tools: "vault/*", raise: secret, reason: r}\n';
  const idle = (text: string): readonly string[] => {
    const proofs = provePolicy(withFile(`extends: balanced\nrules:\n${text}`));
    const found = proofs.find(
      ({ property }) => property.kind === 'built-in' && property.name === 'no-idle-rule',
    );
    return found !== undefined && 'idle' in found ? found.idle.map(({ rule }) => rule) : [];
  };
  expect(idle(read)).toEqual(['marked']);
  expect(idle(read + raise)).toEqual([]);
  const [never] = provePolicy(withFile(`extends: balanced\nrules:\n${read}`), {
    never: ['"secret" in session.labels'],
  });
  expect(never?.result).toBe('proved');
  const allows =
    '  - {id: marked, when: \'tool.described == yes && "secret" in session.labels\', then: auto, reason: r}\n';
  const [free] = provePolicy(withFile(`rules:\n${allows}`), { never: ['"secret" in session.labels'] });
  expect(free?.result).not.toBe('undecided');
});

describe('the built-in properties', () => {
  it.each(PRESETS)('hold for the preset %s', (preset) => {
    const results = provePolicy(presetPolicy(preset)).map(({ result }) => result);
    expect(results).toEqual(BUILT_IN_PROPERTIES.map(() => 'proved'));
  });

  it('hold where a lower layer uses what was delegated to it', () => {
    expect(proofOf(withFile(EXCEPTION, ORGANISATION), 'layers-only-tighten').result).toBe('proved');
  });

  it.each(TWINS)('tell of a twin that %s (%s)', (_, property, twin) => {
    const policy = twin();
    const proof = proofOf(policy, property);
    expect(proof.result).toBe('disproved');
    if (proof.result !== 'disproved') return;
    if ('idle' in proof) expect(proof.idle.map(({ rule }) => rule)).toEqual([policy.rules.at(-1)?.id]);
    else expect(decide(policy, proof.counterexample.input)).toEqual(proof.counterexample.decision);
  });

  it('are undecided for a policy that is too large', () => {
    const prover = new PolicyProver(presetPolicy('balanced'), [], 300);
    expect(prover.builtIn('trifecta-never-auto')).toEqual({ result: 'undecided', why: 'too-large' });
  });

  it('are each broken by a twin', () => {
    expect(new Set(TWINS.map(([, property]) => property))).toEqual(new Set(BUILT_IN_PROPERTIES));
  });
});
