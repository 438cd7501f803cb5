import type { Decision, JsonObject, Outcome } from '@callgate/core';
import { LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS, decide, describeTool } from '@callgate/core';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import { disclose } from './load-manifest.ts';
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
    {
      name: 'push',
      inputSchema: {
        type: 'object',
        properties: {
          force: { type: 'boolean' },
          mode: { type: 'string' },
          depth: { type: 'integer' },
          dryRun: { type: 'boolean' },
        },
      },
      hints: { readOnly: false, destructive: true, reversible: false, openWorld: false },
      conditions: [
        { when: 'args.force != true', hints: { destructive: false, reversible: true } },
        { when: '!(args.mode == "delete")', hints: { destructive: false, reversible: true } },
        { when: '!has(args.depth) || args.depth != 0', hints: { destructive: false, reversible: true } },
        { when: 'args.dryRun == true', hints: { readOnly: true } },
        { when: 'args.mode == "mixed"', hints: { readOnly: false } },
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
    origins: UNTRACED_ORIGINS,
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

  it('are met by arguments of the declared types alone, also where they say what a value is not', () => {
    const one = { depth: 0 };
    expect(outcome('push', { ...one, force: false })).toBe('auto');
    for (const force of ['true', 1, [true], null, { is: true }])
      expect(outcome('push', { ...one, force })).toBe('confirm');
    expect(outcome('push', { ...one, mode: 'keep' })).toBe('auto');
    for (const mode of [['delete'], 1, null, true]) expect(outcome('push', { ...one, mode })).toBe('confirm');
    expect(outcome('push', { depth: 2 })).toBe('auto');
    expect(outcome('push', {})).toBe('auto');
    for (const depth of ['0', [0], null, false]) expect(outcome('push', { depth })).toBe('confirm');
  });

  it('that are met together say no more than the most careful of them', () => {
    expect(outcome('push', { depth: 0, dryRun: true })).toBe('auto');
    expect(outcome('push', { depth: 0, force: true, mode: 'mixed', dryRun: true })).not.toBe('auto');
  });

  it('belong to the tools that have some', () => {
    expect(Object.keys(overridesOf(manifest))).toEqual(['clean_up', 'push']);
    expect(outcome('look', {})).toBe('auto');
  });
});
