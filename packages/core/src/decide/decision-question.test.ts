import { presetPolicy, loadPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import { LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS, decide, describeTool } from '../index.ts';
import type { DecisionInput, DecisionQuestion, Policy } from '../index.ts';

const policy = presetPolicy('balanced');

const policyFrom = (text: string): Policy => {
  const loaded = loadPolicy([{ name: 'policy.yaml', text }]);
  if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join());
  return loaded.policy;
};

const reads = describeTool({
  server: 'notes',
  trust: 'owned',
  definition: { name: 'read', annotations: { readOnlyHint: true, openWorldHint: false } },
});

describe('a decision about a call of which little is known', () => {
  it('takes a name, and is made as for a tool that nobody has described', () => {
    const { outcome, labels } = decide(policy, { tool: 'notes/delete_note', args: { id: 7 } });
    expect(outcome).toBe('confirm');
    expect(labels).toEqual({ private: 'known', untrusted: 'known' });
    expect(decide(policy, { tool: 'delete_note' }).outcome).toBe('confirm');
  });

  it('is made of what is known', () => {
    const known = { tool: reads, labels: NO_LABELS, words: true, principal: 'ann' };
    expect(decide(policy, known).outcome).toBe('auto');
    const whole: DecisionInput = {
      ...known,
      v: 1,
      origins: UNTRACED_ORIGINS,
      principal: { ...LOCAL_PRINCIPAL, subject: 'ann' },
      args: {},
      time: { at: 0, offsetMinutes: 0 },
      policy: policy.revision,
    };
    expect(decide(policy, known)).toEqual(decide(policy, whole));
  });

  it('is a block where the policy looks at a time that is not given', () => {
    const timed = policyFrom(
      'extends: balanced\nrules:\n  - {id: day, when: "time.hour < 12", then: auto, reason: x}\n',
    );
    expect(decide(timed, { tool: reads }).outcome).toBe('block');
    expect(decide(timed, { tool: reads, time: { at: 0, offsetMinutes: 0 } }).outcome).not.toBe('block');
    const excepted = policyFrom(
      'extends: balanced\nrules:\n  - {id: ask, then: confirm, reason: x}\nexceptions:\n  - {id: morning, rule: ask, unless: "time.hour < 12", reason: y, until: 2100-01-01}\n',
    );
    expect(decide(excepted, { tool: reads }).outcome).toBe('block');
  });

  it('is a block for what is no question', () => {
    for (const odd of [
      {},
      { tool: null },
      null,
      7,
      { tool: reads, labels: undefined },
      { tool: reads, v: 1 },
      { tool: reads, principal: '' },
      { tool: reads, principal: { subject: 7 } },
    ])
      expect(decide(policy, odd as unknown as DecisionQuestion).outcome).toBe('block');
  });
});
