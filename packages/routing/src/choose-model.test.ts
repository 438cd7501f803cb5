import type { TrustLevel } from '@callgate/core';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import { describe, expect, it } from 'vitest';
import type { ModelChoice, RoutingInput } from './choose-model.ts';
import { chooseModel } from './choose-model.ts';
import { readModelCatalogue } from './model-catalogue-schema.ts';
import type { ResultSource } from './model-need.ts';

const CATALOGUE = readModelCatalogue([
  {
    name: 'small',
    intelligence: 0.3,
    speed: 1,
    cost: { input: 1, output: 5 },
    context: 100_000,
    data: 'local',
  },
  {
    name: 'medium',
    intelligence: 0.6,
    speed: 0.6,
    cost: { input: 3, output: 15 },
    context: 200_000,
    data: 'retained',
    region: 'eu',
  },
  {
    name: 'big',
    intelligence: 0.95,
    speed: 0.3,
    cost: { input: 5, output: 25 },
    context: 200_000,
    data: 'none',
    region: 'us',
  },
]);

const FARM: Readonly<Record<string, ModelPreferences>> = {
  list_organizations: { intelligencePriority: 0.1, costPriority: 0.9, speedPriority: 0.8 },
  list_fields: { intelligencePriority: 0.1, costPriority: 0.9, speedPriority: 0.8 },
  search_operations: { intelligencePriority: 0.5, costPriority: 0.5, speedPriority: 0.5 },
  diagnose_field: { intelligencePriority: 0.9, costPriority: 0.2, speedPriority: 0.3 },
};

const toolOf = (
  says: Readonly<Record<string, ModelPreferences | null>>,
  tool: string,
  trust: TrustLevel = 'trusted',
): ResultSource => ({
  server: 'farm',
  tool,
  trust,
  claimed: says[tool] ?? null,
  peers: Object.entries(says).flatMap(([name, preferences]) => (name === tool ? [] : [preferences])),
});

const farm = (tool: string, trust: TrustLevel = 'trusted'): ResultSource => toolOf(FARM, tool, trust);

const choose = (more: Partial<RoutingInput>): ModelChoice =>
  chooseModel({ catalogue: CATALOGUE, current: 'medium', tools: [], ...more });

const modelOf = (more: Partial<RoutingInput>): string => {
  const choice = choose(more);
  return choice.outcome === 'chosen' ? choice.model : choice.outcome;
};

describe('what tools prefer', () => {
  it('takes an easy result to the cheapest model that is enough, and a hard one to an abler model', () => {
    expect(choose({ tools: [farm('list_organizations')] })).toMatchObject({
      outcome: 'chosen',
      model: 'small',
      instead: 'medium',
      changed: true,
      reasons: ['farm/list_organizations asks for 0.1', '`small` is enough for 0.1'],
    });
    expect(choose({ tools: [farm('diagnose_field')] })).toMatchObject({ model: 'big', instead: 'medium' });
    expect(choose({ tools: [farm('search_operations')] })).toMatchObject({ model: 'medium', changed: false });
  });

  it('says what it saves', () => {
    const expected = { input: 1_000_000, output: 100_000 };
    const choice = choose({ tools: [farm('list_fields')], expected });
    expect(choice).toMatchObject({ estimate: { cost: 1.5, saved: 3 } });
    const dearer = choose({ tools: [farm('diagnose_field')], expected });
    expect(dearer).toMatchObject({ estimate: { cost: 7.5, saved: -3 } });
  });

  it('stays where changing models would cost more than it saves, because what was read is read again', () => {
    const keeps = readModelCatalogue([
      { name: 'small', intelligence: 0.3, speed: 1, cost: { input: 1, output: 5, kept: 0.1 }, context: 1e6 },
      { name: 'own', intelligence: 0.6, speed: 1, cost: { input: 3, output: 15, kept: 0.3 }, context: 1e6 },
    ]);
    const given = {
      catalogue: keeps,
      current: 'own',
      tools: [farm('list_fields')],
      expected: { input: 100_000, output: 100 },
    };
    expect(chooseModel(given)).toMatchObject({ model: 'small' });
    expect(chooseModel({ ...given, kept: { own: 99_000 } })).toMatchObject({ model: 'own', changed: false });
    const both = chooseModel({ ...given, kept: { own: 99_000, small: 90_000 } });
    expect(both).toMatchObject({ model: 'small', estimate: { saved: expect.closeTo(0.0147, 4) } });
  });

  it('reads all results of a step with what the tightest of them needs', () => {
    expect(modelOf({ tools: [farm('list_fields'), farm('diagnose_field')] })).toBe('big');
    expect(modelOf({ tools: [farm('list_fields'), toolOf({ other: null }, 'other')] })).toBe('medium');
  });

  it('changes nothing where a server asks for the most everywhere, nor with one cheap tool more', () => {
    const all = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`tool${at}`, { intelligencePriority: 1 }]),
    );
    expect(choose({ tools: [toolOf(all, 'tool0')] })).toMatchObject({ model: 'medium', changed: false });
    const oneCheap = { ...all, cheap: { intelligencePriority: 0.1 } };
    expect(choose({ tools: [toolOf(oneCheap, 'tool0')] })).toMatchObject({ model: 'medium', changed: false });
    const least = Object.fromEntries(Object.keys(all).map((name) => [name, { intelligencePriority: 0 }]));
    expect(choose({ tools: [toolOf(least, 'tool0')] })).toMatchObject({ model: 'medium', changed: false });
  });

  it('takes the first name that means a model, before the numbers', () => {
    const named = { deep: { hints: ['gpt', 'big', 'small'] }, other: null, another: null };
    expect(choose({ tools: [toolOf(named, 'deep')] })).toMatchObject({ model: 'big' });
    const easy = { easy: { hints: ['small'], intelligencePriority: 0.9 }, other: null, another: null };
    expect(choose({ tools: [toolOf(easy, 'easy')] })).toMatchObject({ model: 'small' });
  });

  it('weighs speed among models that are enough and no dearer than the host’s own', () => {
    const says = {
      live: { speedPriority: 1, intelligencePriority: 0.2 },
      deep: { intelligencePriority: 0.9 },
    };
    const alike = readModelCatalogue([
      { name: 'own', intelligence: 0.6, speed: 0.2, cost: { input: 3, output: 15 }, context: 1000 },
      { name: 'cheap', intelligence: 0.5, speed: 0.1, cost: { input: 1, output: 1 }, context: 1000 },
      { name: 'quick', intelligence: 0.5, speed: 0.9, cost: { input: 2, output: 10 }, context: 1000 },
      { name: 'dear', intelligence: 0.5, speed: 1, cost: { input: 9, output: 90 }, context: 1000 },
    ]);
    const tools = [toolOf(says, 'live')];
    expect(chooseModel({ catalogue: alike, current: 'own', tools })).toMatchObject({ model: 'quick' });
  });

  it('takes the operator’s own word whole, whoever the server is', () => {
    const tool = { ...toolOf({ x: null }, 'x', 'untrusted'), believed: { intelligencePriority: 0.1 } };
    expect(modelOf({ tools: [tool] })).toBe('small');
  });
});

describe('servers that nobody vouches for', () => {
  it('lower nothing, and push nothing unless the operator lets them', () => {
    for (const tool of Object.keys(FARM))
      expect(choose({ tools: [farm(tool, 'untrusted')] })).toMatchObject({ model: 'medium', changed: false });
    expect(modelOf({ tools: [farm('diagnose_field', 'untrusted')], untrustedCap: 0.95 })).toBe('big');
    expect(modelOf({ tools: [farm('diagnose_field', 'untrusted')], untrustedCap: 0.5 })).toBe('medium');
    expect(modelOf({ tools: [farm('list_fields', 'untrusted')], untrustedCap: 1 })).toBe('medium');
  });

  it('get no model above their cap, not even the next one', () => {
    const tools = [farm('diagnose_field', 'untrusted')];
    expect(choose({ tools, untrustedCap: 0.61 })).toMatchObject({
      model: 'medium',
      changed: false,
      reasons: [
        'farm/diagnose_field asks for 0.9, which counts as 0.61: its server is not trusted',
        'no more capable model is within the budget and within 0.61, the limit for servers that are not trusted',
        'the host’s own model stays: nothing asks for another',
      ],
    });
    expect(modelOf({ tools, current: 'small', untrustedCap: 0.7 })).toBe('medium');
    expect(modelOf({ tools, current: 'big', untrustedCap: 0.7 })).toBe('big');
    // a trusted server may ask for what this one may not
    expect(modelOf({ tools: [...tools, farm('diagnose_field')], untrustedCap: 0.61 })).toBe('big');
  });

  it('name no models', () => {
    const named = { deep: { hints: ['big'] }, other: null, another: null };
    expect(modelOf({ tools: [toolOf(named, 'deep', 'untrusted')], untrustedCap: 1 })).toBe('medium');
  });
});

describe('the user’s own choice', () => {
  it('wins over tools and budget, with a word on both', () => {
    const choice = choose({ explicit: 'small', tools: [farm('diagnose_field')], budgetLeft: 0 });
    expect(choice).toMatchObject({
      model: 'small',
      reasons: [
        'the user chose it',
        'it costs more than is left',
        'farm/diagnose_field works best with a more capable model',
      ],
    });
    expect(choose({ explicit: 'elsewhere', tools: [farm('diagnose_field')] })).toMatchObject({
      outcome: 'chosen',
      model: 'elsewhere',
      reasons: ['the user chose it', 'it is not in the catalogue, so it may be too weak'],
    });
  });

  it('is refused by policy in words, and nothing else is used in its place', () => {
    const bounds = {
      atLeast: null,
      atMost: null,
      forbid: [{ when: ['private'], data: ['retained'], reason: 'no private data where it is kept' }],
    } as const;
    const labels = { private: 'possible', untrusted: 'none' } as const;
    expect(choose({ explicit: 'medium', bounds, labels })).toEqual({
      outcome: 'forbidden',
      model: 'medium',
      reasons: ['the user chose `medium`, and policy does not allow it', 'no private data where it is kept'],
      permitted: ['big', 'small'],
    });
    expect(modelOf({ explicit: 'medium', bounds })).toBe('medium');
    expect(modelOf({ explicit: 'elsewhere', bounds, labels })).toBe('forbidden');
    expect(modelOf({ explicit: 'elsewhere', bounds })).toBe('elsewhere');
  });

  it('is refused where the model is too small for what it must take', () => {
    expect(choose({ explicit: 'small', contextTokens: 150_000 })).toMatchObject({
      outcome: 'unfit',
      permitted: ['big', 'medium'],
      reasons: ['`small` takes 100000 tokens, and 150000 are needed'],
    });
  });
});

describe('policy', () => {
  it('keeps to the bounds of the obligations', () => {
    const easy = [farm('list_fields')];
    expect(modelOf({ tools: easy, bounds: { atLeast: 0.5, atMost: null, forbid: [] } })).toBe('medium');
    const hard = [farm('diagnose_field')];
    expect(modelOf({ tools: hard, bounds: { atLeast: null, atMost: 0.7, forbid: [] } })).toBe('medium');
    expect(choose({ bounds: { atLeast: 0.99, atMost: null, forbid: [] } })).toMatchObject({
      outcome: 'forbidden',
      permitted: [],
    });
  });

  it('takes the host’s own model away with a reason, and another that is as able', () => {
    const bounds = { atLeast: null, atMost: null, forbid: [{ when: ['always'], outside: ['us'] }] } as const;
    expect(choose({ bounds })).toMatchObject({
      model: 'big',
      instead: 'medium',
      reasons: [
        'policy does not allow `medium`',
        'models like it are forbidden here',
        '`big` is enough for 0.6',
      ],
    });
  });

  it('means a model where everything that is said of it holds, in sessions that touched enough', () => {
    const forbid = (rule: object): Partial<RoutingInput> => ({
      bounds: { atLeast: null, atMost: null, forbid: [{ when: ['untrusted'], ...rule }] },
    });
    const labels = { private: 'none', untrusted: 'possible' } as const;
    expect(modelOf({ ...forbid({ names: ['med*'] }), labels })).toBe('big');
    expect(modelOf({ ...forbid({ names: ['med*'], strength: 'known' }), labels })).toBe('medium');
    expect(modelOf({ ...forbid({ names: ['med*'], data: ['local'] }), labels })).toBe('medium');
    expect(modelOf({ ...forbid({ below: 0.7 }), labels })).toBe('big');
    expect(modelOf({ ...forbid({ below: 0.7, when: ['sensitive'] }), labels })).toBe('medium');
    expect(modelOf({ ...forbid({ below: 0.7, when: ['sensitive'] }), sensitive: true })).toBe('big');
  });
});

describe('names in rules', () => {
  const forbidding = (rule: object): Partial<RoutingInput> => ({
    bounds: { atLeast: null, atMost: null, forbid: [{ when: ['always'], ...rule }] },
  });
  const from = (provider: string | null, region: string | null): Partial<RoutingInput> => ({
    catalogue: CATALOGUE.map((each) => (each.name === 'medium' ? { ...each, provider, region } : each)),
  });

  it('mean the same in any case', () => {
    expect(modelOf(forbidding({ names: ['MED*'] }))).toBe('big');
    const others = CATALOGUE.map((each) => ({ ...each, provider: 'other' }));
    const catalogue = others.map((each) => (each.name === 'medium' ? { ...each, provider: 'acme' } : each));
    expect(modelOf({ catalogue, ...forbidding({ providers: ['Acme'] }) })).toBe('big');
    expect(modelOf({ ...from(null, 'eu'), ...forbidding({ outside: ['EU'] }) })).toBe('medium');
  });

  it('mean a model of which nobody said whose it is or where it runs', () => {
    expect(modelOf({ ...forbidding({ providers: ['acme'] }) })).toBe('forbidden');
    expect(modelOf({ ...from(null, null), ...forbidding({ outside: ['us', 'eu'] }) })).toBe('big');
    const catalogue = CATALOGUE.map((each) => ({ ...each, provider: 'other' }));
    expect(modelOf({ catalogue, ...forbidding({ providers: ['acme'] }) })).toBe('medium');
  });
});

describe('budget and context', () => {
  const expected = { input: 100_000, output: 10_000 };
  const said = { ...farm('diagnose_field'), believed: { intelligencePriority: 0.9 } };
  it('takes the cheapest that is able enough where all cost too much, and says so', () => {
    const choice = choose({ tools: [said], expected, budgetLeft: 0.5 });
    expect(choice).toMatchObject({ model: 'big' });
    expect(choice.reasons.join('; ')).toContain('over budget');
    expect(choose({ expected, budgetLeft: 0.1 })).toMatchObject({ model: 'medium', changed: false });
  });

  it('lets no server spend more than is left, whoever vouches for it', () => {
    for (const trust of ['untrusted', 'trusted', 'owned'] as const)
      expect(
        choose({
          tools: [farm('diagnose_field', trust)],
          expected,
          budgetLeft: 0.5,
          untrustedCap: 1,
        }),
      ).toMatchObject({ model: 'medium', changed: false });
    const told = choose({ tools: [farm('diagnose_field')], expected, budgetLeft: 0.5 });
    expect(told.reasons).toEqual([
      'farm/diagnose_field asks for 0.9',
      'what servers ask for counts as 0.6: no more capable model is within the budget',
      'models over the budget are left out',
      'the host’s own model stays: no other does better',
    ]);
  });

  it('gives a server as much of what it asks for as can be paid', () => {
    const catalogue = [
      ...CATALOGUE,
      ...readModelCatalogue([
        { name: 'between', intelligence: 0.8, speed: 0.4, cost: { input: 4, output: 10 }, context: 200_000 },
      ]),
    ];
    for (const trust of ['untrusted', 'trusted'] as const) {
      const given = { catalogue, tools: [farm('diagnose_field', trust)], expected, untrustedCap: 1 };
      expect(modelOf({ ...given, budgetLeft: 0.5 })).toBe('between');
      expect(modelOf({ ...given, budgetLeft: 1 })).toBe('big');
    }
  });

  it('passes over models that cost more than is left', () => {
    const catalogue = [
      ...CATALOGUE,
      ...readModelCatalogue([
        { name: 'alike', intelligence: 0.6, speed: 0.1, cost: { input: 1, output: 1 }, context: 200_000 },
      ]),
    ];
    expect(modelOf({ catalogue, expected, budgetLeft: 0.2 })).toBe('alike');
    expect(modelOf({ catalogue, expected, budgetLeft: 10 })).toBe('medium');
  });

  it('never takes a model that is too small', () => {
    expect(modelOf({ tools: [farm('list_fields')], contextTokens: 150_000 })).toBe('medium');
    expect(modelOf({ current: 'small', contextTokens: 150_000 })).toBe('medium');
    expect(choose({ contextTokens: 300_000 })).toMatchObject({ outcome: 'unfit', permitted: [] });
  });
});

describe('a host’s model that is not in the catalogue', () => {
  it('stays, unless policy says something about models: then an able one that it allows', () => {
    expect(choose({ current: 'mine', tools: [farm('list_fields')] })).toMatchObject({
      model: 'mine',
      changed: false,
      estimate: { cost: null, saved: null },
    });
    const bounds = { atLeast: 0.2, atMost: null, forbid: [] };
    expect(choose({ current: 'mine', bounds })).toMatchObject({ model: 'big', instead: 'mine' });
  });

  it('is not lowered by what a server claims, only by what the operator says', () => {
    const bounds = { atLeast: 0.2, atMost: null, forbid: [] };
    const easy = farm('list_fields');
    expect(choose({ current: 'mine', bounds, tools: [easy] })).toMatchObject({
      model: 'big',
      reasons: [
        '`mine` is not in the catalogue: policy cannot be checked',
        'farm/list_fields asks for 0.1, which counts as 0.95: the host’s own model is not in the catalogue',
        '`big` is enough for 0.95',
      ],
    });
    const named = { easy: { hints: ['small'] }, other: null, another: null };
    expect(modelOf({ current: 'mine', bounds, tools: [toolOf(named, 'easy')] })).toBe('big');
    const said = { ...easy, believed: { intelligencePriority: 0.1 } };
    expect(modelOf({ current: 'mine', bounds, tools: [said] })).toBe('small');
  });
});
