import type { Labels, TrustLevel } from '@callgate/core';
import type { LabelStrength } from '@callgate/core/label';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ForbidRule, ModelBounds } from './model-bounds.ts';
import type { ModelChoice, RoutingInput } from './choose-model.ts';
import { chooseModel } from './choose-model.ts';
import { computeCost } from './cost-estimate.ts';
import type { Model } from './model.ts';
import { DATA_HANDLINGS, findModel } from './model.ts';
import type { ResultSource } from './model-need.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const NAMES = ['ada', 'bob', 'cy', 'dee', 'eve'];

const model = (name: string): fc.Arbitrary<Model> =>
  fc.record({
    name: fc.constant(name),
    aliases: fc.constant([]),
    provider: fc.constantFrom('one', 'two', null),
    intelligence: share,
    speed: share,
    tokensPerSecond: fc.constant(null),
    cost: fc.record({
      input: fc.double({ min: 0, max: 20, noNaN: true }),
      output: fc.double({ min: 0, max: 90, noNaN: true }),
      kept: fc.double({ min: 0, max: 20, noNaN: true }),
    }),
    contextTokens: fc.integer({ min: 1, max: 1000 }),
    data: fc.constantFrom(...DATA_HANDLINGS),
    region: fc.constantFrom('eu', 'us', null),
  });

const catalogue: fc.Arbitrary<readonly Model[]> = fc
  .subarray(NAMES)
  .chain((names) => fc.tuple(...names.map(model)));

const preferences: fc.Arbitrary<ModelPreferences | null> = fc.option(
  fc.record(
    {
      intelligencePriority: share,
      costPriority: share,
      speedPriority: share,
      hints: fc.array(fc.constantFrom('a', 'e', 'bob', 'nobody'), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
);

const tool = (trust: fc.Arbitrary<TrustLevel>): fc.Arbitrary<ResultSource> =>
  fc.record({
    server: fc.constantFrom('s', 't'),
    tool: fc.constantFrom('x', 'y', 'z'),
    trust,
    claimed: preferences,
    peers: fc.array(preferences, { maxLength: 5 }),
  });

const anyTrust = fc.constantFrom<TrustLevel>('untrusted', 'trusted', 'owned');
const strength = fc.constantFrom<LabelStrength>(...LABEL_STRENGTHS);
const labels: fc.Arbitrary<Labels> = fc.record({ private: strength, untrusted: strength });

const rule: fc.Arbitrary<ForbidRule> = fc.record(
  {
    when: fc.subarray(['private', 'untrusted', 'sensitive', 'always'] as const),
    strength: fc.constantFrom('possible' as const, 'known' as const),
    names: fc.subarray(['a*', 'bob', '?y']),
    providers: fc.subarray(['one', 'two']),
    data: fc.subarray([...DATA_HANDLINGS]),
    outside: fc.subarray(['eu', 'us']),
    below: share,
  },
  { requiredKeys: ['when'] },
);

const bounds: fc.Arbitrary<ModelBounds> = fc.record({
  atLeast: fc.option(share),
  atMost: fc.option(share),
  forbid: fc.array(rule, { maxLength: 3 }),
});

const input = (tools: fc.Arbitrary<ResultSource[]>): fc.Arbitrary<RoutingInput> =>
  fc.record({
    catalogue,
    current: fc.constantFrom(...NAMES, 'unknown'),
    explicit: fc.constant(null),
    tools,
    budgetLeft: fc.option(fc.double({ min: 0, max: 0.1, noNaN: true }), { nil: null }),
    expected: fc.record({ input: fc.nat(9000), output: fc.nat(900) }),
    kept: fc.dictionary(fc.constantFrom(...NAMES), fc.nat(12_000)),
    contextTokens: fc.nat(1200),
    labels,
    sensitive: fc.boolean(),
    bounds,
    untrustedCap: fc.option(share, { nil: null }),
  });

const believedAtTimes = fc.array(preferences, { maxLength: 2 });

const ANY = input(fc.array(tool(anyTrust), { maxLength: 4 }));
const FREE: Pick<RoutingInput, 'bounds' | 'budgetLeft' | 'contextTokens'> = {
  bounds: { atLeast: null, atMost: null, forbid: [] },
  budgetLeft: null,
  contextTokens: 0,
};
const RUNS = { numRuns: 1000 };

/** Steps in which servers push, and cap and budget are often in their way. */
const coarse = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
const pushing = fc
  .record({ of: tool(anyTrust), intelligencePriority: fc.constantFrom(0.5, 0.7, 0.9, 1) })
  .map(({ of, intelligencePriority }): ResultSource => ({
    ...of,
    claimed: { ...of.claimed, intelligencePriority },
    peers: [{ intelligencePriority: 0 }, ...of.peers.slice(0, 1)],
  }));
const PRESSED: fc.Arbitrary<RoutingInput> = fc
  .record({
    of: input(fc.array(pushing, { minLength: 1, maxLength: 3 })),
    able: fc.array(coarse, { minLength: 4, maxLength: 4 }),
    models: fc.tuple(...NAMES.slice(0, 4).map(model)),
    current: fc.constantFrom(...NAMES.slice(0, 4)),
    untrustedCap: coarse,
  })
  .map(({ of, able, models, current, untrustedCap }) => ({
    ...of,
    catalogue: models.map((each, at) => ({ ...each, intelligence: able[at] ?? 0 })),
    current,
    untrustedCap,
    expected: { input: 4000, output: 500 },
  }));

const modelOf = (given: RoutingInput, choice: ModelChoice): Model | undefined =>
  choice.outcome === 'chosen' ? findModel(given.catalogue, choice.model) : undefined;

describe('whatever is asked', () => {
  it('there is an answer, and the same one each time, however models and tools are ordered', () => {
    fc.assert(
      fc.property(ANY, (given) => {
        const choice = chooseModel(given);
        expect(chooseModel(given)).toEqual(choice);
        const turned = {
          ...given,
          catalogue: given.catalogue.toReversed(),
          tools: given.tools.toReversed(),
        };
        const again = chooseModel(turned);
        expect([again.outcome, again.model]).toEqual([choice.outcome, choice.model]);
      }),
      RUNS,
    );
  });

  it('what the user chose is used or refused, and never another one', () => {
    fc.assert(
      fc.property(ANY, fc.constantFrom(...NAMES, 'unknown'), (given, explicit) => {
        expect(chooseModel({ ...given, explicit }).model).toBe(explicit);
        expect(chooseModel({ ...given, ...FREE, explicit })).toMatchObject({
          outcome: 'chosen',
          model: explicit,
        });
      }),
      RUNS,
    );
  });

  it('no model is chosen that policy forbids or that is too small', () => {
    fc.assert(
      fc.property(ANY, fc.option(fc.constantFrom(...NAMES)), (given, explicit) => {
        const chosen = modelOf(given, chooseModel({ ...given, explicit }));
        if (chosen === undefined) return;
        expect(chosen.contextTokens).toBeGreaterThanOrEqual(given.contextTokens ?? 0);
        expect(chosen.intelligence).toBeGreaterThanOrEqual(given.bounds?.atLeast ?? 0);
        expect(chosen.intelligence).toBeLessThanOrEqual(given.bounds?.atMost ?? 1);
        const alone = chooseModel({ ...given, explicit: chosen.name, tools: [] });
        expect(alone.outcome).toBe('chosen');
      }),
      RUNS,
    );
  });

  it('more labels never permit a model that fewer forbade', () => {
    const raised = (one: LabelStrength, other: LabelStrength): LabelStrength =>
      LABEL_STRENGTHS[Math.max(LABEL_STRENGTHS.indexOf(one), LABEL_STRENGTHS.indexOf(other))] ?? 'known';
    fc.assert(
      fc.property(ANY, labels, fc.constantFrom(...NAMES), (given, more, explicit) => {
        const before = given.labels ?? more;
        const after = {
          private: raised(before.private, more.private),
          untrusted: raised(before.untrusted, more.untrusted),
        };
        const [fewer, raisedThere] = [
          chooseModel({ ...given, explicit }),
          chooseModel({ ...given, explicit, labels: after }),
        ];
        expect(fewer.outcome === 'forbidden' && raisedThere.outcome !== 'forbidden').toBe(false);
      }),
      RUNS,
    );
  });

  it('absent preferences change nothing', () => {
    fc.assert(
      fc.property(ANY, (given) => {
        const tools = given.tools.map((each) => ({ ...each, claimed: null }));
        const choice = chooseModel({ ...given, ...FREE, tools });
        expect(choice).toMatchObject({ outcome: 'chosen', model: given.current, changed: false });
      }),
      RUNS,
    );
  });

  it('a server that says the same of all its tools changes nothing', () => {
    fc.assert(
      fc.property(ANY, preferences, fc.nat(5), (given, said, others) => {
        const peers = Array.from({ length: others }, () => said);
        const tools = given.tools.map((each) => ({ ...each, claimed: said, peers }));
        expect(chooseModel({ ...given, ...FREE, tools })).toMatchObject({
          model: given.current,
          changed: false,
        });
      }),
      RUNS,
    );
  });

  it('a server that nobody vouches for lowers nothing, and gets no model above its cap', () => {
    fc.assert(
      fc.property(fc.oneof(ANY, PRESSED), fc.option(coarse), (given, untrustedCap) => {
        const tools = given.tools.map((each): ResultSource => ({ ...each, trust: 'untrusted' }));
        const own = findModel(given.catalogue, given.current);
        const chosen = modelOf(given, chooseModel({ ...given, ...FREE, tools, untrustedCap }));
        if (own === undefined || chosen === undefined) return;
        expect(chosen.intelligence).toBeGreaterThanOrEqual(own.intelligence);
        if (chosen !== own) expect(chosen.intelligence).toBeLessThanOrEqual(untrustedCap ?? 0);
      }),
      RUNS,
    );
  });

  it('a claim that nobody vouches for leads above its cap only where its silence does', () => {
    fc.assert(
      fc.property(fc.oneof(ANY, PRESSED), (given) => {
        const tools = given.tools.map((each) =>
          each.trust === 'untrusted' ? { ...each, claimed: null } : each,
        );
        const loud = modelOf(given, chooseModel(given));
        const quiet = modelOf(given, chooseModel({ ...given, tools }));
        if (loud === undefined || loud === quiet) return;
        expect(loud.intelligence).toBeLessThanOrEqual(given.untrustedCap ?? 0);
      }),
      { numRuns: 3000 },
    );
  });

  it('no claim of any server leaves the budget where silence would keep it', () => {
    fc.assert(
      fc.property(
        fc.oneof(ANY, PRESSED),
        fc.double({ min: 0, max: 0.1, noNaN: true }),
        believedAtTimes,
        (given, budgetLeft, said) => {
          const tools = given.tools.map((each, at): ResultSource => ({
            ...each,
            believed: said[at] ?? null,
          }));
          const silent = tools.map((each) => ({ ...each, claimed: null }));
          const held = { ...given, budgetLeft };
          const within = (choice: ModelChoice): boolean => {
            const chosen = modelOf(held, choice);
            return (
              chosen === undefined ||
              computeCost(chosen, given.expected ?? { input: 0, output: 0 }, given.kept) <= budgetLeft
            );
          };
          if (!within(chooseModel({ ...held, tools: silent }))) return;
          expect(within(chooseModel({ ...held, tools }))).toBe(true);
        },
      ),
      RUNS,
    );
  });

  it('an untrusted claim beside others never leads to a less able model than its silence', () => {
    fc.assert(
      fc.property(ANY, tool(fc.constant('untrusted')), (given, stranger) => {
        const free = { ...given, ...FREE };
        const silent = { ...stranger, claimed: null };
        const loud = modelOf(free, chooseModel({ ...free, tools: [...given.tools, stranger] }));
        const quiet = modelOf(free, chooseModel({ ...free, tools: [...given.tools, silent] }));
        if (loud === undefined || quiet === undefined) return;
        const own = findModel(given.catalogue, given.current);
        expect(loud.intelligence).toBeGreaterThanOrEqual(own?.intelligence ?? 0);
        if (given.untrustedCap === null) expect(loud).toBe(quiet);
      }),
      RUNS,
    );
  });

  it('the need of the tightest result is met where any model meets it', () => {
    fc.assert(
      fc.property(ANY, fc.array(share, { minLength: 1, maxLength: 4 }), (given, wanted) => {
        const tools = wanted.map((intelligencePriority, at): ResultSource => ({
          server: 's',
          tool: `t${at}`,
          trust: 'owned',
          claimed: null,
          believed: { intelligencePriority },
          peers: [],
        }));
        const free = { ...given, ...FREE, tools };
        const chosen = modelOf(free, chooseModel(free));
        if (chosen === undefined || findModel(given.catalogue, given.current) === undefined) return;
        const most = Math.max(...given.catalogue.map((each) => each.intelligence));
        expect(chosen.intelligence).toBeGreaterThanOrEqual(Math.min(most, Math.max(...wanted)));
      }),
      RUNS,
    );
  });

  it('a model beyond the budget is chosen only where every able one is, and then the cheapest', () => {
    fc.assert(
      fc.property(ANY, share, (given, intelligencePriority) => {
        const expected = given.expected ?? { input: 0, output: 0 };
        const tools: ResultSource[] = [
          {
            server: 's',
            tool: 't',
            trust: 'owned',
            claimed: null,
            believed: { intelligencePriority },
            peers: [],
          },
        ];
        const held = { ...given, ...FREE, budgetLeft: given.budgetLeft ?? 0, tools };
        const choice = chooseModel(held);
        const chosen = modelOf(held, choice);
        if (chosen === undefined || findModel(given.catalogue, given.current) === undefined) return;
        if (computeCost(chosen, expected, given.kept) <= held.budgetLeft) return;
        expect(choice.reasons.some((reason) => reason.startsWith('over budget'))).toBe(true);
        const able = given.catalogue.filter((each) => each.intelligence >= intelligencePriority);
        if (able.length > 0)
          expect(computeCost(chosen, expected, given.kept)).toBe(
            Math.min(...able.map((each) => computeCost(each, expected, given.kept))),
          );
      }),
      RUNS,
    );
  });
});
