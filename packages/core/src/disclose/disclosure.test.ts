import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../receive/json.ts';
import { HINT_NAMES } from '../vocabulary/hint-names.ts';
import type { HintName } from '../vocabulary/hint-names.ts';
import { HINTS } from '../vocabulary/hints.ts';
import type { Answer } from '../vocabulary/answer.ts';
import type { CustomHint } from './custom-hint.ts';
import { describeTool } from './describe-tool.ts';
import type { ToolDescription } from './describe-tool.ts';
import { listApplicableOverrides, disclose } from './disclosure.ts';
import type { Disclosure } from './disclosure.ts';
import type { TrustLevel } from './ground.ts';

const disclosed = (annotations: JsonObject, more: Partial<ToolDescription> = {}): Disclosure => {
  const tool = describeTool({
    server: 's',
    trust: 'trusted',
    definition: { name: 't', annotations },
    ...more,
  });
  return disclose(tool, 'all', listApplicableOverrides(tool), []);
};

const belief = (annotations: JsonObject, hint: HintName, more: Partial<ToolDescription> = {}): string => {
  const { value, ground } = disclosed(annotations, more).beliefs[hint];
  return `${value} by ${ground}`;
};

const digestOf = (annotations: JsonObject): string =>
  describeTool({ server: 's', definition: { name: 't', annotations } }).definition;

describe('a belief', () => {
  it('is the pessimistic default where nobody says anything', () => {
    const { beliefs } = disclosed({});
    expect(HINT_NAMES.map((name) => beliefs[name])).toEqual(
      HINT_NAMES.map((name) => ({ value: HINTS[name].default, ground: 'default' })),
    );
    expect([
      beliefs.readOnly.value,
      beliefs.destructive.value,
      beliefs.idempotent.value,
      beliefs.openWorld.value,
    ]).toEqual(['no', 'yes', 'no', 'yes']);
  });

  it('follows a relaxing claim only of a trusted or owned server', () => {
    for (const name of HINT_NAMES) {
      const relaxing = { [HINTS[name].key]: HINTS[name].relaxing === 'yes' };
      const fallback = `${HINTS[name].default} by default`;
      expect(belief(relaxing, name, { trust: 'untrusted' })).toBe(fallback);
      for (const trust of ['trusted', 'owned'] as TrustLevel[])
        expect(belief(relaxing, name, { trust })).toBe(`${HINTS[name].relaxing} by claim`);
    }
  });

  it('follows a tightening claim whoever makes it', () => {
    for (const name of HINT_NAMES) {
      const tightening = { [HINTS[name].key]: HINTS[name].relaxing !== 'yes' };
      for (const trust of ['untrusted', 'trusted', 'owned'] as TrustLevel[])
        expect(belief(tightening, name, { trust })).toBe(
          `${HINTS[name].relaxing === 'yes' ? 'no' : 'yes'} by claim`,
        );
    }
  });

  it('rests on the operator before any claim, in both directions', () => {
    expect(belief({ readOnlyHint: false }, 'readOnly', { overrides: [{ set: { readOnly: 'yes' } }] })).toBe(
      'yes by operator',
    );
    expect(belief({ readOnlyHint: true }, 'readOnly', { overrides: [{ set: { readOnly: 'no' } }] })).toBe(
      'no by operator',
    );
    expect(belief({}, 'readOnly', { trust: 'untrusted', overrides: [{ set: { readOnly: 'yes' } }] })).toBe(
      'yes by operator',
    );
  });

  it('takes the tightest of several operators and reviews', () => {
    const definition = digestOf({});
    const reviews = [{ definition, set: { readOnly: 'yes' as const } }];
    expect(belief({}, 'readOnly', { reviews })).toBe('yes by review');
    expect(belief({}, 'readOnly', { reviews, overrides: [{ set: { readOnly: 'no' } }] })).toBe(
      'no by operator',
    );
    expect(belief({}, 'readOnly', { reviews, overrides: [{ set: { readOnly: 'yes' } }] })).toBe(
      'yes by operator',
    );
    expect(belief({}, 'readOnly', { reviews: [...reviews, { definition, set: { readOnly: 'no' } }] })).toBe(
      'no by review',
    );
    expect(
      belief({}, 'destructive', {
        overrides: [{ set: { destructive: 'no' } }, { set: { destructive: 'yes' } }],
      }),
    ).toBe('yes by operator');
  });

  it('ignores a review of another definition', () => {
    expect(
      belief({}, 'readOnly', {
        reviews: [{ definition: digestOf({ title: 'x' }), set: { readOnly: 'yes' } }],
      }),
    ).toBe('no by default');
  });

  it('ignores an override bound to another definition', () => {
    expect(
      belief({}, 'readOnly', { overrides: [{ set: { readOnly: 'yes' }, definition: 'sha256:other' }] }),
    ).toBe('no by default');
    expect(
      belief({}, 'readOnly', { overrides: [{ set: { readOnly: 'yes' }, definition: digestOf({}) }] }),
    ).toBe('yes by operator');
  });

  it('yields to what was observed, the tightest of it', () => {
    const overrides = [{ set: { readOnly: 'yes' as const } }];
    expect(belief({}, 'readOnly', { overrides, observations: [{ hint: 'readOnly', value: 'no' }] })).toBe(
      'no by observation',
    );
    expect(belief({}, 'openWorld', { observations: [{ hint: 'openWorld', value: 'no' }] })).toBe(
      'no by observation',
    );
    expect(
      belief({}, 'openWorld', {
        observations: [
          { hint: 'openWorld', value: 'no' },
          { hint: 'openWorld', value: 'yes' },
        ],
      }),
    ).toBe('yes by observation');
    expect(belief({}, 'destructive', { observations: [{ hint: 'readOnly', value: 'no' }] })).toBe(
      'yes by default',
    );
  });

  it('follows a contract above a claim and below the operator', () => {
    const contract = { readOnly: true, closedWorld: true };
    expect(belief({}, 'readOnly', { trust: 'untrusted', contract })).toBe('yes by contract');
    expect(belief({ openWorldHint: true }, 'openWorld', { contract })).toBe('no by contract');
    expect(belief({}, 'openWorld', { contract: { readOnly: true, closedWorld: false } })).toBe(
      'yes by default',
    );
    expect(belief({}, 'readOnly', { contract: { readOnly: false, closedWorld: true } })).toBe(
      'no by default',
    );
    expect(belief({}, 'readOnly', { contract, overrides: [{ set: { readOnly: 'no' } }] })).toBe(
      'no by operator',
    );
    expect(belief({}, 'agency', { contract })).toBe('unknown by default');
  });

  it('takes the tightest claim over all homes', () => {
    const tool = describeTool({
      server: 's',
      trust: 'trusted',
      definition: { name: 't', annotations: { agencyHint: false }, _meta: { agencyHint: true } },
    });
    expect(disclose(tool, 'all', [], []).beliefs.agency).toEqual({ value: 'yes', ground: 'claim' });
  });
});

describe('a resolve answer', () => {
  const resolved = (hint: HintName, answer: 'yes' | 'no'): Partial<ToolDescription> => ({
    resolved: [{ hint, answer, home: 'resolve', key: 'k' }],
  });

  it('relaxes what the definition of a trusted server claimed', () => {
    expect(belief({ destructiveHint: true }, 'destructive', resolved('destructive', 'no'))).toBe(
      'no by claim',
    );
    expect(belief({ readOnlyHint: false }, 'readOnly', resolved('readOnly', 'yes'))).toBe('yes by claim');
  });

  it('does not relax what the definition was silent about', () => {
    expect(belief({}, 'destructive', resolved('destructive', 'no'))).toBe('yes by default');
  });

  it('is believed when it is stricter', () => {
    expect(belief({ readOnlyHint: true }, 'readOnly', resolved('readOnly', 'no'))).toBe('no by claim');
    expect(belief({}, 'agency', { ...resolved('agency', 'yes'), trust: 'untrusted' })).toBe('yes by claim');
  });

  it('that speaks of destruction counts on a read too', () => {
    expect(belief({ readOnlyHint: true }, 'destructive', resolved('destructive', 'yes'))).toBe(
      'yes by claim',
    );
  });

  it('of an untrusted server relaxes nothing', () => {
    expect(
      belief({ destructiveHint: true }, 'destructive', {
        ...resolved('destructive', 'no'),
        trust: 'untrusted',
      }),
    ).toBe('yes by claim');
    expect(
      belief({ destructiveHint: false }, 'destructive', {
        ...resolved('destructive', 'no'),
        trust: 'untrusted',
      }),
    ).toBe('yes by default');
  });

  it('does not count in the reading without ungrounded claims', () => {
    const tool = describeTool({
      server: 's',
      trust: 'untrusted',
      definition: { name: 't' },
      ...resolved('agency', 'yes'),
    });
    expect(disclose(tool, 'grounded', [], []).beliefs.agency.value).toBe('unknown');
  });
});

describe('a read', () => {
  it('destroys nothing, can be repeated and needs no undo', () => {
    const { beliefs } = disclosed({ readOnlyHint: true });
    expect([beliefs.destructive, beliefs.idempotent, beliefs.reversible]).toEqual([
      { value: 'no', ground: 'claim' },
      { value: 'yes', ground: 'claim' },
      { value: 'yes', ground: 'claim' },
    ]);
  });

  it('keeps what the operator said of it', () => {
    const { beliefs } = disclosed({ readOnlyHint: true }, { overrides: [{ set: { idempotent: 'no' } }] });
    expect(beliefs.idempotent).toEqual({ value: 'no', ground: 'operator' });
    expect(beliefs.destructive.value).toBe('no');
    const destroying = disclosed({ readOnlyHint: true }, { overrides: [{ set: { destructive: 'yes' } }] });
    expect(destroying.beliefs.destructive).toEqual({ value: 'yes', ground: 'operator' });
    expect(destroying.beliefs.idempotent.value).toBe('no');
  });

  it('derives nothing where destruction is claimed too', () => {
    const both = disclosed({ destructiveHint: true }, { overrides: [{ set: { readOnly: 'yes' } }] });
    expect(both.beliefs.destructive).toEqual({ value: 'yes', ground: 'claim' });
    expect(both.beliefs.idempotent.value).toBe('no');
    const observed = disclosed(
      { readOnlyHint: true },
      { observations: [{ hint: 'destructive', value: 'yes' }] },
    );
    expect(observed.beliefs.destructive).toEqual({ value: 'yes', ground: 'observation' });
  });

  it('is not what an idempotent tool is', () => {
    expect(disclosed({ idempotentHint: true }).facts.mutates.value).toBe('yes');
  });
});

describe('conflicts', () => {
  const conflicts = (annotations: JsonObject, more: Partial<ToolDescription> = {}): string[] =>
    disclosed(annotations, more).conflicts.map((conflict) => conflict.hints.join('+'));

  it('are found between claims that exclude each other', () => {
    expect(conflicts({ readOnlyHint: true, destructiveHint: true })).toEqual(['readOnly+destructive']);
    expect(conflicts({ openWorldHint: false, inputMetadata: { destination: 'public' } })).toEqual([
      'openWorld',
    ]);
    expect(conflicts({ openWorldHint: false, returnMetadata: { source: 'untrustedPublic' } })).toEqual([
      'openWorld',
    ]);
    expect(conflicts({ trustedHint: true, unsafeOutputHint: true })).toEqual(['trusted+unsafeOutput']);
    expect(conflicts({ sensitiveDataHint: false, secretHint: true })).toEqual(['sensitiveData+secret']);
    expect(conflicts({ unsafeOutputHint: false, untrustedContentHint: true })).toEqual(['unsafeOutput']);
  });

  it('are never found in defaults or in claims that agree', () => {
    expect(conflicts({ readOnlyHint: true })).toEqual([]);
    expect(conflicts({ readOnlyHint: true, destructiveHint: false, openWorldHint: false })).toEqual([]);
    expect(conflicts({ readOnlyHint: false, destructiveHint: true })).toEqual([]);
    expect(conflicts({ openWorldHint: true, returnMetadata: { source: 'untrustedPublic' } })).toEqual([]);
    expect(conflicts({ openWorldHint: false, returnMetadata: { source: 'internal' } })).toEqual([]);
  });

  it('give the tightening value of each hint in them', () => {
    const { beliefs, facts } = disclosed({ readOnlyHint: true, destructiveHint: true });
    expect([beliefs.readOnly.value, beliefs.destructive.value, facts.conflicting.value]).toEqual([
      'no',
      'yes',
      'yes',
    ]);
    const open = disclosed({ openWorldHint: false, returnMetadata: { source: 'untrustedPublic' } });
    expect(open.beliefs.openWorld).toEqual({ value: 'yes', ground: 'claim' });
    expect(disclosed({ sensitiveDataHint: false, secretHint: true }).beliefs.sensitiveData.value).toBe('yes');
  });

  it('leave other hints alone', () => {
    expect(
      disclosed({ readOnlyHint: true, destructiveHint: true, openWorldHint: false }).beliefs.openWorld.value,
    ).toBe('no');
  });

  it('are settled once a person has spoken about every hint in them', () => {
    expect(
      conflicts({ readOnlyHint: true, destructiveHint: true }, { overrides: [{ set: { readOnly: 'yes' } }] }),
    ).toHaveLength(1);
    const settled = { overrides: [{ set: { readOnly: 'yes', destructive: 'no' } as const }] };
    expect(conflicts({ readOnlyHint: true, destructiveHint: true }, settled)).toEqual([]);
    expect(disclosed({ readOnlyHint: true, destructiveHint: true }, settled).facts.conflicting.value).toBe(
      'no',
    );
  });

  it('are settled by a review as well, and by what was seen', () => {
    const annotations = { readOnlyHint: true, destructiveHint: true };
    const reviews = [
      { definition: digestOf(annotations), set: { readOnly: 'yes', destructive: 'no' } as const },
    ];
    expect(conflicts(annotations, { reviews })).toEqual([]);
    expect(
      conflicts(annotations, {
        observations: [
          { hint: 'readOnly', value: 'no' },
          { hint: 'destructive', value: 'yes' },
        ],
      }),
    ).toEqual([]);
  });

  it('over one hint name the keys on both sides', () => {
    expect(disclosed({ unsafeOutputHint: false, untrustedContentHint: true }).conflicts).toEqual([
      { hints: ['unsafeOutput'], between: ['untrustedContentHint', 'unsafeOutputHint'] },
    ]);
  });

  it('say which claims disagree', () => {
    expect(disclosed({ readOnlyHint: true, destructiveHint: true }).conflicts[0]?.between).toEqual([
      'readOnlyHint',
      'destructiveHint',
    ]);
    expect(
      disclosed({ openWorldHint: false, returnMetadata: { source: 'untrustedPublic' } }).conflicts[0]
        ?.between,
    ).toEqual(['openWorldHint', 'source']);
  });
});

describe('facts', () => {
  const fact = (annotations: JsonObject, more: Partial<ToolDescription> = {}): Record<string, Answer> =>
    Object.fromEntries(
      Object.entries(disclosed(annotations, more).facts).map(([name, { value }]) => [name, value]),
    );

  it('say what a call may do', () => {
    expect(fact({ readOnlyHint: true, openWorldHint: false })).toMatchObject({
      mutates: 'no',
      destroys: 'no',
      irreversible: 'no',
      outward: 'no',
      consequential: 'no',
      described: 'yes',
    });
    expect(fact({ readOnlyHint: true })).toMatchObject({
      mutates: 'no',
      outward: 'yes',
      consequential: 'yes',
    });
    expect(fact({ readOnlyHint: false, destructiveHint: false, openWorldHint: false })).toMatchObject({
      mutates: 'yes',
      destroys: 'no',
      irreversible: 'unknown',
      outward: 'no',
      consequential: 'yes',
    });
    expect(fact({ readOnlyHint: false, reversibleHint: false })).toMatchObject({ irreversible: 'yes' });
    expect(fact({ readOnlyHint: false, reversibleHint: true })).toMatchObject({ irreversible: 'no' });
    expect(fact({ readOnlyHint: false, inputMetadata: { outcomes: 'irreversible' } })).toMatchObject({
      irreversible: 'yes',
    });
  });

  it('call a public destination outward, whatever openWorld is believed to be', () => {
    expect(
      fact({ inputMetadata: { destination: 'public' } }, { overrides: [{ set: { openWorld: 'no' } }] })
        .outward,
    ).toBe('yes');
    expect(
      fact(
        { inputMetadata: { destination: 'public' } },
        { overrides: [{ set: { openWorld: 'no' }, sets: { destination: ['internal'] } }] },
      ).outward,
    ).toBe('no');
  });

  it('say whether output is untrusted, in order of what speaks loudest', () => {
    const untrusted = (annotations: JsonObject, more: Partial<ToolDescription> = {}): string => {
      const { value, ground } = disclosed(annotations, more).facts.returnsUntrusted;
      return `${value} by ${ground}`;
    };
    expect(untrusted({ unsafeOutputHint: true, openWorldHint: false })).toBe('yes by claim');
    expect(untrusted({ openWorldHint: false, returnMetadata: { source: 'untrustedPublic' } })).toBe(
      'yes by claim',
    );
    expect(untrusted({ trustedHint: true })).toBe('no by claim');
    expect(untrusted({ trustedHint: true }, { trust: 'untrusted' })).toBe('yes by default');
    expect(untrusted({})).toBe('yes by default');
    expect(untrusted({ openWorldHint: true, unsafeOutputHint: false })).toBe('yes by claim');
    expect(untrusted({ openWorldHint: false, unsafeOutputHint: false })).toBe('no by claim');
    expect(untrusted({ openWorldHint: false })).toBe('unknown by default');
    expect(untrusted({ openWorldHint: false }, { trust: 'owned' })).toBe('no by claim');
    expect(untrusted({}, { trust: 'owned' })).toBe('yes by default');
    expect(
      untrusted(
        {},
        {
          overrides: [
            { set: { unsafeOutput: 'no', openWorld: 'no' }, sets: { source: ['untrustedPublic'] } },
          ],
        },
      ),
    ).toBe('yes by operator');
  });

  it('do not take a sandbox as a word about what output contains', () => {
    const contract = { readOnly: true, closedWorld: true };
    expect(fact({}, { trust: 'untrusted', contract })).toMatchObject({
      mutates: 'no',
      outward: 'no',
      returnsUntrusted: 'yes',
    });
    expect(fact({ openWorldHint: false }, { trust: 'owned', contract }).returnsUntrusted).toBe('no');
  });

  it('say whether private data is read', () => {
    expect(fact({}).readsPrivate).toBe('unknown');
    expect(fact({ sensitiveDataHint: true }).readsPrivate).toBe('yes');
    expect(fact({ secretHint: true }).readsPrivate).toBe('yes');
    expect(fact({ sensitiveDataHint: false }).readsPrivate).toBe('no');
    for (const source of ['internal', 'user', 'system'])
      expect(fact({ returnMetadata: { source } }).readsPrivate).toBe('yes');
    expect(fact({ returnMetadata: { source: 'trustedPublic' } }).readsPrivate).toBe('no');
    expect(fact({ returnMetadata: { source: 'trustedPublic' } }, { trust: 'untrusted' }).readsPrivate).toBe(
      'unknown',
    );
    expect(
      fact({}, { trust: 'untrusted', overrides: [{ set: {}, sets: { source: ['trustedPublic'] } }] })
        .readsPrivate,
    ).toBe('no');
    expect(fact({ returnMetadata: { source: 'user' } }, { trust: 'untrusted' }).readsPrivate).toBe('yes');
    expect(disclosed({ secretHint: true, returnMetadata: { source: 'user' } }).facts.readsPrivate).toEqual({
      value: 'yes',
      ground: 'claim',
    });
    expect(disclosed({}, { overrides: [{ set: { secret: 'yes' } }] }).facts.readsPrivate.ground).toBe(
      'operator',
    );
  });

  it('rest on what makes them so', () => {
    const owned = disclosed({}, { kind: 'resource', trust: 'owned' }).facts.returnsUntrusted;
    expect(owned).toEqual({ value: 'unknown', ground: 'default' });
    expect(fact({}, { overrides: [{ set: {}, sets: { source: [] } }] }).readsPrivate).toBe('unknown');
    expect(
      disclosed({ readOnlyHint: true }, { overrides: [{ set: { reversible: 'no' } }] }).facts.irreversible,
    ).toEqual({ value: 'no', ground: 'claim' });
    expect(
      disclosed({ readOnlyHint: true }, { overrides: [{ set: { destructive: 'yes' } }] }).facts.destroys,
    ).toEqual({ value: 'no', ground: 'claim' });
    expect(
      disclosed(
        { secretHint: true, sensitiveDataHint: false },
        { overrides: [{ set: { sensitiveData: 'no' } }] },
      ).facts.sensitive,
    ).toEqual({ value: 'yes', ground: 'claim' });
    expect(
      disclosed({ openWorldHint: true }, { overrides: [{ set: { readOnly: 'yes' } }] }).facts.consequential,
    ).toEqual({ value: 'yes', ground: 'claim' });
    expect(
      disclosed({ returnMetadata: { source: 'user' } }, { overrides: [{ set: { sensitiveData: 'no' } }] })
        .facts.readsPrivate,
    ).toEqual({ value: 'yes', ground: 'claim' });
    expect(disclosed({ readOnlyHint: true, destructiveHint: false }).facts.destroys.ground).toBe('claim');
  });

  it('say what is only believed by default', () => {
    expect(fact({})).toMatchObject({
      outward: 'yes',
      outwardOnGround: 'no',
      destroys: 'yes',
      destroysOnGround: 'no',
    });
    expect(fact({ openWorldHint: true })).toMatchObject({ outwardOnGround: 'yes' });
    expect(fact({ destructiveHint: true }, { trust: 'untrusted' })).toMatchObject({
      destroysOnGround: 'yes',
    });
    expect(fact({ openWorldHint: false })).toMatchObject({ outwardOnGround: 'no' });
    expect(fact({ inputMetadata: { destination: 'public' } }).outwardOnGround).toBe('yes');
    expect(
      disclosed({}, { overrides: [{ set: {}, sets: { destination: ['public'] } }] }).facts.outward,
    ).toEqual({ value: 'yes', ground: 'operator' });
  });

  it('take a declared write without a destructive hint for a destroying one on a ground', () => {
    expect(fact({ readOnlyHint: false }).destroysOnGround).toBe('yes');
    expect(fact({}, { overrides: [{ set: { readOnly: 'no' } }] }).destroysOnGround).toBe('yes');
    expect(fact({ destructiveHint: true }).destroysOnGround).toBe('yes');
    expect(fact({ readOnlyHint: false, destructiveHint: false }).destroysOnGround).toBe('no');
    expect(fact({ readOnlyHint: true }).destroysOnGround).toBe('no');
    expect(fact({}).destroysOnGround).toBe('no');
  });

  it('call a tool described when readOnly or destructive has a ground', () => {
    expect(fact({}).described).toBe('no');
    expect(fact({ openWorldHint: false }).described).toBe('no');
    expect(fact({ destructiveHint: true })).toMatchObject({
      described: 'yes',
      mutates: 'yes',
      destroys: 'yes',
    });
    expect(fact({ destructiveHint: false })).toMatchObject({
      described: 'yes',
      mutates: 'yes',
      destroys: 'no',
    });
    expect(fact({ destructiveHint: true }, { trust: 'untrusted' }).described).toBe('no');
    expect(fact({}, { trust: 'untrusted', overrides: [{ set: { destructive: 'yes' } }] }).described).toBe(
      'yes',
    );
    expect(fact({ readOnlyHint: false }).described).toBe('yes');
    expect(fact({ readOnlyHint: false }, { trust: 'untrusted' }).described).toBe('no');
    expect(fact({}, { trust: 'untrusted', overrides: [{ set: { readOnly: 'no' } }] }).described).toBe('yes');
    expect(fact({}, { trust: 'untrusted', contract: { readOnly: true, closedWorld: false } }).described).toBe(
      'yes',
    );
    expect(fact({}, { observations: [{ hint: 'readOnly', value: 'no' }] }).described).toBe('yes');
  });

  it('carry agency, privilege, sensitivity, AI and quarantine through', () => {
    expect(fact({ agencyHint: true, privilegedAccessHint: true, aiProcessingHint: true })).toMatchObject({
      agentic: 'yes',
      privileged: 'yes',
      usesAi: 'yes',
      sensitive: 'unknown',
      quarantined: 'no',
    });
    expect(fact({ secretHint: true, sensitiveDataHint: false }, { quarantine: 'drift' })).toMatchObject({
      sensitive: 'yes',
      quarantined: 'yes',
    });
    expect(fact({ secretHint: false, sensitiveDataHint: false }).sensitive).toBe('no');
    expect(disclosed({ sensitiveDataHint: true }).facts.sensitive).toEqual({ value: 'yes', ground: 'claim' });
    expect(disclosed({ readOnlyHint: true, openWorldHint: false }).facts.consequential).toEqual({
      value: 'no',
      ground: 'claim',
    });
    expect(
      disclosed({ readOnlyHint: true }, { overrides: [{ set: { openWorld: 'no' } }] }).facts.consequential
        .ground,
    ).toBe('claim');
    expect(disclosed({ readOnlyHint: false }).facts.consequential.ground).toBe('claim');
  });
});

describe('resources and prompts', () => {
  for (const kind of ['resource', 'prompt', 'completion'] as const) {
    it(`are reads whose reach nobody said: ${kind}`, () => {
      const { beliefs, facts } = disclosed({}, { kind, trust: 'untrusted' });
      expect([
        beliefs.readOnly.value,
        beliefs.openWorld.value,
        facts.mutates.value,
        facts.outward.value,
        facts.consequential.value,
        facts.described.value,
      ]).toEqual(['yes', 'unknown', 'no', 'unknown', 'unknown', 'yes']);
      expect([
        beliefs.destructive.value,
        beliefs.idempotent.value,
        beliefs.reversible.value,
        facts.returnsUntrusted.value,
      ]).toEqual(['no', 'yes', 'yes', 'unknown']);
    });
  }

  for (const kind of ['task-update', 'sampling'] as const) {
    it(`are the only reads by nature: ${kind} is judged like a tool`, () => {
      expect(disclosed({}, { kind }).beliefs.readOnly.value).toBe('no');
      expect(disclosed({}, { kind }).facts.described.value).toBe('no');
    });
  }
});

describe('sets and objects', () => {
  it('are the claimed ones, or those the operator sets', () => {
    const claimed = disclosed({
      inputMetadata: { destination: ['internal'] },
      blastRadius: 'cluster',
      minTrustLevel: 3,
      modelPreferences: { intelligencePriority: 1 },
    });
    expect(claimed.sets.destination).toEqual({ values: ['internal'], ground: 'claim' });
    expect(claimed.sets.blastRadius).toEqual({ values: ['cluster'], ground: 'claim' });
    expect(claimed.sets.source).toEqual({ values: [], ground: 'default' });
    expect([claimed.minTrustLevel, claimed.modelPreferences]).toEqual([3, { intelligencePriority: 1 }]);
    const set = disclosed(
      { inputMetadata: { destination: ['internal'] } },
      {
        overrides: [
          { set: {}, sets: { destination: ['user'] } },
          { set: {}, sets: { destination: ['public', 'user'] } },
        ],
      },
    );
    expect(set.sets.destination).toEqual({ values: ['user', 'public'], ground: 'operator' });
  });

  it('of an untrusted server are not there once its claims are set aside', () => {
    const tool = describeTool({
      server: 's',
      definition: {
        name: 't',
        annotations: {
          riskLevel: 'high',
          minTrustLevel: 2,
          modelPreferences: { costPriority: 1 },
          readOnlyHint: true,
          returnMetadata: { source: 'untrustedPublic' },
          openWorldHint: false,
        },
      },
    });
    const bare = describeTool({ server: 's', definition: { name: 't' } });
    const { malformed: _, ...grounded } = disclose(tool, 'grounded', [], []);
    const { malformed: __, ...nothing } = disclose(bare, 'all', [], []);
    expect(grounded).toEqual(nothing);
    expect(disclose(tool, 'all', [], []).sets.riskLevel.values).toEqual(['high']);
  });
});

describe('a hint the operator registered', () => {
  const hint: CustomHint = {
    name: 'touchesProduction',
    key: 'com.acme/prod',
    values: { true: 'yes', false: 'no', '3': 'yes' },
    default: 'unknown',
    relaxing: 'no',
    description: 'd',
  };
  const custom = (
    meta: JsonObject,
    more: Partial<ToolDescription> = {},
    scope: 'all' | 'grounded' = 'all',
  ): string => {
    const tool = describeTool({
      server: 's',
      trust: 'trusted',
      definition: { name: 't', _meta: meta },
      ...more,
    });
    const { value, ground } = disclose(tool, scope, listApplicableOverrides(tool), [hint]).custom[
      'touchesProduction'
    ] ?? { value: '?', ground: '?' };
    return `${value} by ${ground}`;
  };

  it('is read from its key like any other', () => {
    expect(custom({ 'com.acme/prod': true })).toBe('yes by claim');
    expect(custom({ 'com.acme/prod': false })).toBe('no by claim');
    expect(custom({ 'com.acme/prod': 3 })).toBe('yes by claim');
    expect(custom({ 'com.acme/prod': 'maybe' })).toBe('unknown by default');
    expect(custom({})).toBe('unknown by default');
    expect(custom({ 'com.acme/prod': true }, { overrides: [{ set: { touchesProduction: 'no' } }] })).toBe(
      'no by operator',
    );
  });

  it('relaxes nothing on the word of an untrusted server', () => {
    expect(custom({ 'com.acme/prod': false }, { trust: 'untrusted' })).toBe('unknown by default');
    expect(custom({ 'com.acme/prod': true }, { trust: 'untrusted' })).toBe('yes by claim');
    expect(custom({ 'com.acme/prod': true }, { trust: 'untrusted' }, 'grounded')).toBe('unknown by default');
    expect(custom({ 'com.acme/prod': true }, {}, 'grounded')).toBe('yes by claim');
  });
});
