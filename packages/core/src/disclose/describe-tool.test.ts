import { describe, expect, it } from 'vitest';
import { digestDefinition } from './digest-definition.ts';
import { describeTool, isSealed, sealTool } from './describe-tool.ts';
import type { Json, JsonObject } from '../receive/json.ts';

describe('describing a tool', () => {
  it('takes an unsaid trust as untrusted', () => {
    expect(describeTool({ server: 's', definition: { name: 't' } }).server).toEqual({
      name: 's',
      trust: 'untrusted',
    });
  });

  it('freezes everything, so that a decision may be remembered', () => {
    const tool = describeTool({
      server: 's',
      definition: { name: 't', annotations: { sideEffects: ['a'] } },
      overrides: [{ set: { readOnly: 'yes' } }],
    });
    expect(isSealed(tool)).toBe(true);
    expect(Object.isFrozen(tool.claims.details.sets)).toBe(true);
    expect(Object.isFrozen(tool.overrides[0]?.set)).toBe(true);
    expect(isSealed({ ...tool })).toBe(false);
    expect(isSealed(sealTool({ ...tool }))).toBe(true);
  });

  it('freezes what hides in something frozen already', () => {
    const set: { readOnly: 'yes' | 'no' } = { readOnly: 'yes' };
    describeTool({ server: 's', definition: { name: 't' }, overrides: [Object.freeze({ set })] });
    expect(Object.isFrozen(set)).toBe(true);
  });

  it('does not take over the lists it was given', () => {
    const overrides = [{ set: { readOnly: 'yes' as const } }];
    describeTool({ server: 's', definition: { name: 't' }, overrides });
    expect(Object.isFrozen(overrides)).toBe(false);
  });

  it('takes the careful word where two sets of an override say different things of one hint', () => {
    const sensitive = (sets: Readonly<Record<string, readonly string[]>>): string | undefined =>
      describeTool({ server: 's', definition: { name: 't' }, overrides: [{ set: {}, sets }] }).overrides[0]
        ?.set['sensitiveData'];
    expect(sensitive({ inputSensitivity: ['pii'], returnSensitivity: ['none'] })).toBe('yes');
    expect(sensitive({ inputSensitivity: ['none'], returnSensitivity: ['pii'] })).toBe('yes');
    expect(sensitive({ inputSensitivity: ['none'], returnSensitivity: ['none'] })).toBe('no');
  });

  it('sets a nameless tool apart instead of losing it', () => {
    expect(describeTool({ server: 's', definition: { name: 7 } })).toMatchObject({
      name: '',
      quarantine: 'it has no name',
    });
    expect(describeTool({ server: 's', definition: {} }).quarantine).toBe('it has no name');
    expect(describeTool({ server: 's', definition: {}, name: 'file:///x', kind: 'resource' })).toMatchObject({
      kind: 'resource',
      name: 'file:///x',
      quarantine: null,
    });
  });

  it('sets a tool apart whose definition has no canonical form', () => {
    const tool = describeTool({ server: 's', definition: { name: 't', description: '\ud800' } });
    expect(tool.quarantine).toContain('its definition cannot be read');
    expect(tool.definition).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(describeTool({ server: 's', definition: { name: 't' }, quarantine: 'drift' }).quarantine).toBe(
      'drift',
    );
  });

  it('keeps what a sandbox, a review and a resolve answer add', () => {
    const more = {
      resolved: [{ hint: 'readOnly', answer: 'yes', home: 'resolve', key: 'k' }],
      reviews: [{ definition: 'd', set: {} }],
      observations: [{ hint: 'readOnly', value: 'no' }],
      contract: { readOnly: true, closedWorld: false },
    } as const;
    expect(describeTool({ server: 's', definition: { name: 't' }, ...more })).toMatchObject(more);
  });
});

describe('the digest of a definition', () => {
  const base: JsonObject = {
    name: 't',
    description: 'd',
    inputSchema: { type: 'object', properties: { a: { type: 'string', description: 'x' } } },
    annotations: { readOnlyHint: true },
    icons: [{ src: 'i' }],
    _meta: { a: [1, null] },
  };

  it('does not mind the order of keys', () => {
    const reversed = Object.fromEntries(Object.entries(base).toReversed());
    expect(digestDefinition(reversed)).toEqual(digestDefinition(base));
  });

  it('minds every leaf, and an explicit default is not an absent one', () => {
    const variants: JsonObject[] = [
      { ...base, name: 'T' },
      { ...base, description: 'd ' },
      { ...base, annotations: { readOnlyHint: false } },
      { ...base, annotations: { readOnlyHint: true, destructiveHint: true } },
      { ...base, annotations: { readOnlyHint: 'true' } },
      { ...base, icons: [] },
      { ...base, _meta: { a: [1] } },
      { ...base, inputSchema: { type: 'object', properties: { a: { type: 'string', description: 'y' } } } },
      { ...base, extra: null },
    ];
    const digests = [base, ...variants].map((definition) => digestDefinition(definition).digest);
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('exists even where there is no canonical form, and says why', () => {
    expect(digestDefinition({ name: '\udfff' }).problem).toBeDefined();
    expect(digestDefinition({ name: '\udfff' }).digest).not.toBe(digestDefinition({ name: '\udffe' }).digest);
    let deep: Json = 1;
    for (let i = 0; i < 300; i += 1) deep = [deep];
    expect(digestDefinition({ deep }).problem).toBeDefined();
    expect(digestDefinition(base).problem).toBeUndefined();
  });
});
