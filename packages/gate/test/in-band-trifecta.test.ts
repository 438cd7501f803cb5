import type { Decision, Json } from '@callgate/core';
import { UNTRACED_ORIGINS } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import type { Origins } from '@callgate/core/label';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import { severityReason } from '../src/confirm/in-band.ts';

const ANSWERS = ['yes', 'no', 'unknown'] as const;
const STRENGTHS = ['none', 'possible', 'known'] as const;

const DIMENSIONS = {
  'origin.proven': ANSWERS,
  'origin.destination': ANSWERS,
  'origin.outbound': ['yes', 'no'],
  'session.private': STRENGTHS,
  'session.untrusted': STRENGTHS,
  'tool.outward': ANSWERS,
  'tool.described': ANSWERS,
  'tool.outwardOnGround': ANSWERS,
} as const;

type TrifectaSituation = Readonly<Record<string, string>>;

const situations = (): readonly TrifectaSituation[] =>
  Object.entries(DIMENSIONS).reduce<readonly TrifectaSituation[]>(
    (sofar, [name, values]) => sofar.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );

const valueOf = (expression: Expression, situation: TrifectaSituation): Json => {
  switch (expression.op) {
    case 'value':
      return expression.value;
    case 'field': {
      const value = situation[expression.name];
      if (value === undefined) throw new Error(`the rule reads ${expression.name}: add it to the situations`);
      return value;
    }
    case 'and':
      return expression.of.every((part) => valueOf(part, situation) === true);
    case 'or':
      return expression.of.some((part) => valueOf(part, situation) === true);
    case 'eq':
      return valueOf(expression.left, situation) === valueOf(expression.right, situation);
    case 'ne':
      return valueOf(expression.left, situation) !== valueOf(expression.right, situation);
    default:
      throw new Error(`the rule has grown by ${expression.op}`);
  }
};

const isSevere = (situation: TrifectaSituation): boolean => {
  const decision = {
    facts: {
      quarantined: 'no',
      irreversible: 'no',
      destroys: 'no',
      outward: situation['tool.outward'],
      described: situation['tool.described'],
      outwardOnGround: situation['tool.outwardOnGround'],
    },
    labels: { private: situation['session.private'], untrusted: situation['session.untrusted'] },
    obligations: { terms: 'plain' },
  } as unknown as Decision;
  const origins = {
    ...UNTRACED_ORIGINS,
    proven: situation['origin.proven'],
    destination: situation['origin.destination'],
    ...(situation['origin.outbound'] === 'yes' ? { outbound: true } : {}),
  } as Origins;
  return severityReason({ decision, origins, trust: 'owned' }) !== undefined;
};

describe.each([
  ['balanced', ['trifecta']],
  ['intent', ['trifecta']],
  ['strict', ['trifecta', 'possible-trifecta']],
] as const)('an answer in band and the rules of %s', (preset, ids) => {
  it('mean the same calls by the lethal trifecta, in every situation', () => {
    const rules = presetPolicy(preset).rules.filter(({ id }) => (ids as readonly string[]).includes(id));
    expect(rules).toHaveLength(ids.length);
    const all = situations();
    expect(all).toHaveLength(2 * 3 ** 7);
    const differing = all.filter(
      (situation) =>
        isSevere(situation) !==
        rules.some(({ when }) => when !== undefined && valueOf(when, situation) === true),
    );
    expect(differing).toEqual([]);
    expect(all.filter(isSevere).length).toBeGreaterThan(0);
  });
});
