import type { JsonObject, Labels } from '@callgate/core';
import { UNTRACED_ORIGINS } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { rule } from '../../../core/test/build.ts';
import { decidedBy } from '../../test/confirm-question.ts';
import type { GroupableCall } from './group-refusal-reason.ts';
import { groupRefusalReason } from './group-refusal-reason.ts';

const HARMLESS: JsonObject = { readOnlyHint: false, destructiveHint: false, reversibleHint: true };
const ASK = rule({ id: 'ask', then: 'confirm' });
const UNLABELLED: Labels = { private: 'none', untrusted: 'none' };

const held = (more: Partial<GroupableCall> & { readonly labels?: Labels } = {}): GroupableCall => {
  const { labels = UNLABELLED, ...rest } = more;
  return {
    kind: 'tool',
    server: 's',
    target: 't',
    definition: 'd',
    decision: decidedBy([ASK], HARMLESS),
    situation: { labels, words: false, origins: UNTRACED_ORIGINS, intended: true },
    ...rest,
  };
};

describe('alike calls', () => {
  it('may be approved with one word if each can be undone, destroys nothing, and its session touched nothing', () => {
    expect(groupRefusalReason([held()])).toBeUndefined();
    expect(groupRefusalReason([held(), held(), held()])).toBeUndefined();
  });

  const OTHERS: readonly (readonly [string, GroupableCall, string])[] = [
    ['another server', held({ server: 'x' }), 'they are not all calls of the same tool'],
    ['another tool', held({ target: 'x' }), 'they are not all calls of the same tool'],
    ['another kind', held({ kind: 'prompt' }), 'they are not all calls of the same tool'],
    ['another definition', held({ definition: 'x' }), 'they are not all calls of the same tool'],
    [
      'strong terms',
      held({ decision: decidedBy([rule({ ...ASK, obligations: { terms: 'strong' } })], HARMLESS) }),
      'one of them is asked on strong terms',
    ],
    [
      'a block',
      held({ decision: decidedBy([rule({ id: 'no', then: 'block' })], HARMLESS) }),
      'one of them is blocked',
    ],
    [
      'a session that may have seen something untrusted',
      held({ labels: { private: 'none', untrusted: 'possible' } }),
      'one of them comes from a session that has touched private or untrusted content',
    ],
    [
      'a session that has seen something private',
      held({ labels: { private: 'known', untrusted: 'none' } }),
      'one of them comes from a session that has touched private or untrusted content',
    ],
    [
      'labels in the decision only',
      held({
        decision: { ...decidedBy([ASK], HARMLESS), labels: { private: 'possible', untrusted: 'none' } },
      }),
      'one of them comes from a session that has touched private or untrusted content',
    ],
    [
      'what destroys',
      held({ decision: decidedBy([ASK], { ...HARMLESS, destructiveHint: true }) }),
      'one of them may delete or overwrite',
    ],
    ['what nobody described', held({ decision: decidedBy([ASK]) }), 'one of them may delete or overwrite'],
    [
      'what cannot be undone',
      held({ decision: decidedBy([ASK], { ...HARMLESS, reversibleHint: false }) }),
      'nobody who counts says that one of them can be undone',
    ],
    [
      'what nobody says can be undone',
      held({ decision: decidedBy([ASK], { readOnlyHint: false, destructiveHint: false }) }),
      'nobody who counts says that one of them can be undone',
    ],
    [
      'what nothing is believed of',
      held({ decision: { ...decidedBy([ASK], HARMLESS), beliefs: {} } }),
      'nobody who counts says that one of them can be undone',
    ],
    [
      'what can be undone by default only',
      held({
        decision: {
          ...decidedBy([ASK], HARMLESS),
          beliefs: { reversible: { value: 'yes', ground: 'default' } },
        },
      }),
      'nobody who counts says that one of them can be undone',
    ],
  ];

  it.each(OTHERS)('may not with %s among them, wherever it stands', (_, other, because) => {
    expect(groupRefusalReason([held(), other, held()])).toBe(because);
    expect(groupRefusalReason([other, held()])).toBe(because);
    expect(groupRefusalReason([held(), held(), other])).toBe(because);
  });

  it('are at least one', () => {
    expect(groupRefusalReason([])).toBe('there is nothing to decide about');
  });
});
