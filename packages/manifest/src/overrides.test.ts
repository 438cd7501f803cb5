import type { Decision, JsonObject, Outcome } from '@callgate/core';
import { LOCAL_PRINCIPAL, NO_LABELS, UNTRACED, decide, describeTool } from '@callgate/core';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import { disclose } from './load.ts';
import { catalogueParts, overridesOf } from './overrides.ts';

const manifest = disclose({
  tools: [
    {
      name: 'clean_up',
      inputSchema: {
        type: 'object',
        properties: { dryRun: { type: 'boolean' }, scope: { type: 'string' } },
      },
      hints: { readOnly: false, destructive: true, reversible: false, openWorld: false },
      conditions: [
        { when: 'args.dryRun == true', hints: { readOnly: true } },
        { when: 'args.scope == "drafts"', hints: { destructive: false, reversible: true } },
      ],
    },
    { name: 'look', inputSchema: { type: 'object' }, hints: { readOnly: true, openWorld: false } },
  ],
});

const policy = presetPolicy('balanced');

const decideCall = (name: string, args: JsonObject): Decision => {
  const { definitions, operator } = catalogueParts(manifest);
  const definition = definitions.find((each) => each.name === name);
  if (definition === undefined) throw new Error(`no tool ${name}`);
  const tool = describeTool({ ...operator[name], server: 'app', trust: 'owned', definition });
  return decide(policy, {
    v: 1,
    tool,
    labels: NO_LABELS,
    words: false,
    origins: UNTRACED,
    principal: LOCAL_PRINCIPAL,
    args,
    time: { at: 1_767_607_200_000, offsetMinutes: 0 },
    policy: policy.revision,
  });
};

const outcome = (name: string, args: JsonObject): Outcome => decideCall(name, args).outcome;

describe('the conditions of a manifest, in a decision', () => {
  it('relax the worst case for the calls that meet them', () => {
    expect(outcome('clean_up', { dryRun: true })).toBe('auto');
    expect(outcome('clean_up', { scope: 'drafts' })).toBe('auto');
  });

  it('and for no others: the worst case holds where an argument is absent, different or of another type', () => {
    expect(outcome('clean_up', {})).toBe('confirm');
    expect(outcome('clean_up', { dryRun: false })).toBe('confirm');
    expect(outcome('clean_up', { dryRun: 'true' })).toBe('confirm');
    expect(outcome('clean_up', { scope: ['drafts'] })).toBe('confirm');
  });

  it('belong to the tools that have some', () => {
    expect(Object.keys(overridesOf(manifest))).toEqual(['clean_up']);
    expect(outcome('look', {})).toBe('auto');
  });
});
