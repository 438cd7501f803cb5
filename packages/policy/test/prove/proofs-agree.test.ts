import type { DecisionInput, Policy } from '@callgate/core';
import { Engine } from '@callgate/core';
import { partialEvaluate, readFieldMap } from '@callgate/core/decide';
import { describe, expect, it } from 'vitest';
import { parseProperty, provePolicy } from '../../src/prove/index.ts';
import type { PropertyProof } from '../../src/prove/index.ts';
import { seededRandom } from '../../src/prove/seeded-random.ts';
import { enumerateSituations } from './enumerate-situations.ts';
import { VOCABULARIES, randomCondition, randomPolicy } from './random-policy.ts';

/** CALLGATE_DEEP=1 runs the long form: 2,000 policies. */
const BATCHES = process.env['CALLGATE_DEEP'] === '1' ? 20 : 1;
const ROUNDS = process.env['CALLGATE_DEEP'] === '1' ? 100 : 60;

type Broken = (input: DecisionInput) => boolean;

/** What a violation is, said once more and of one situation at a time. */
const brokenBy = (policy: Policy, engine: Engine, proof: PropertyProof): Broken | undefined => {
  const { property } = proof;
  if (property.kind !== 'built-in') {
    const condition = parseProperty(policy, property.condition);
    return (input) => {
      if (engine.decide(input).outcome !== 'auto') return false;
      const probe = partialEvaluate(condition, readFieldMap(input, []));
      const holds = holdsFor(probe, input);
      return property.kind === 'never' ? holds : !holds;
    };
  }
  switch (property.name) {
    case 'undescribed-never-auto':
      return (input) => {
        const { outcome, facts } = engine.decide(input);
        return outcome === 'auto' && facts.described === 'no';
      };
    case 'confirmation-never-ignored':
      return (input) => {
        const { outcome, beliefs } = engine.decide(input);
        return outcome === 'auto' && beliefs['requiresConfirmation']?.value === 'yes';
      };
    case 'trifecta-never-auto':
      return (input) => {
        const { outcome, facts } = engine.decide(input);
        const { labels, origins } = input;
        return (
          outcome === 'auto' &&
          labels.private === 'known' &&
          labels.untrusted === 'known' &&
          facts.outward !== 'no' &&
          origins.proven !== 'yes' &&
          origins.destination !== 'yes'
        );
      };
    case 'blocks-explained':
      return (input) => {
        const { outcome, rules } = engine.decide(input);
        return (
          outcome === 'block' && rules.every((rule) => rule.outcome !== 'block' || rule.reason.trim() === '')
        );
      };
    default:
      return undefined;
  }
};

/** A whole condition over arguments, asked of an engine of its own. */
const holdsFor = (condition: ReturnType<typeof parseProperty>, input: DecisionInput): boolean => {
  const engine = new Engine({
    name: 'probe',
    mode: 'enforce',
    hints: [],
    rules: [
      {
        id: 'probe',
        layer: 'user',
        tools: ['*'],
        when: condition,
        then: 'block',
        obligations: {},
        reason: 'probe',
        delegated: false,
        exceptions: [],
      },
    ],
    timeoutCapMs: null,
    revision: 'probe',
  });
  const labels = { private: 'none', untrusted: 'none' } as const;
  const { rules } = engine.decide({ ...input, labels, policy: 'probe' });
  return rules.some(({ counted }) => counted === 'matches');
};

describe('proofs agree with going through every situation', () => {
  it.each(Array.from({ length: BATCHES }, (_, batch) => batch))(
    `of ${ROUNDS} made-up policies, batch %d`,
    (batch) => {
      const random = seededRandom(20_261_119 + batch);
      const results = { proved: 0, disproved: 0, undecided: 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        const words = random.pick(VOCABULARIES);
        const policy = randomPolicy(random, words);
        const engine = new Engine(policy);
        // not every tool goes by every name
        const isWhole =
          words.isWhole && !words.readsArguments && policy.rules.every(({ tools }) => tools.includes('*'));
        const asked = [randomCondition(random, words, 1), randomCondition(random, words, 1)];
        const proofs = provePolicy(policy, {
          never: asked.slice(0, 1),
          always: asked.slice(1),
          builtIn: true,
        });
        const looked = proofs.flatMap((proof) => {
          const isBroken = brokenBy(policy, engine, proof);
          return isBroken === undefined
            ? []
            : [{ proof, isBroken, found: undefined as DecisionInput | undefined }];
        });
        for (const input of enumerateSituations(policy, words))
          for (const entry of looked)
            if (entry.found === undefined && entry.isBroken(input)) entry.found = input;
        for (const { proof, isBroken, found } of looked) {
          const told = JSON.stringify({ round, property: proof.property, found });
          results[proof.result] += 1;
          if (found !== undefined) expect(proof.result, told).toBe('disproved');
          else if (isWhole) expect(proof.result, told).toBe('proved');
          if (proof.result === 'disproved' && 'counterexample' in proof)
            expect(isBroken(proof.counterexample.input), told).toBe(true);
        }
      }
      expect(results.proved).toBeGreaterThan(ROUNDS);
      expect(results.disproved).toBeGreaterThan(ROUNDS / 10);
      expect(results.undecided).toBeLessThan(ROUNDS / 20);
    },
  );
});
