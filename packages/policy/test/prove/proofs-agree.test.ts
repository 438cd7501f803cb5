import type { Decision, DecisionInput, Policy } from '@callgate/core';
import { Engine } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { parseProperty, provePolicy } from '../../src/prove/index.ts';
import type { PropertyProof } from '../../src/prove/index.ts';
import { seededRandom } from '../../src/prove/seeded-random.ts';
import { enumerateSituations } from './enumerate-situations.ts';
import { VOCABULARIES, randomCondition, randomPolicy } from './random-policy.ts';

/** CALLGATE_DEEP=1 runs the long form: 2,000 policies. */
const BATCHES = process.env['CALLGATE_DEEP'] === '1' ? 20 : 1;
const ROUNDS = process.env['CALLGATE_DEEP'] === '1' ? 100 : 60;

type Broken = (input: DecisionInput, decision: Decision) => boolean;

/** What a violation is, said once more and of one situation at a time. */
const brokenBy = (policy: Policy, { property }: PropertyProof): Broken | undefined => {
  if (property.kind !== 'built-in') {
    const holds = holdsFor(parseProperty(policy, property.condition));
    const isBroken: Broken = (input) => holds(input) === (property.kind === 'never');
    return (input, decision) => decision.outcome === 'auto' && isBroken(input, decision);
  }
  switch (property.name) {
    case 'undescribed-never-auto':
      return (_, { outcome, facts }) => outcome === 'auto' && facts.described === 'no';
    case 'confirmation-never-ignored':
      return (_, { outcome, beliefs }) =>
        outcome === 'auto' && beliefs['requiresConfirmation']?.value === 'yes';
    case 'trifecta-never-auto':
      return ({ labels, origins }, { outcome, facts }) =>
        outcome === 'auto' &&
        labels.private === 'known' &&
        labels.untrusted === 'known' &&
        facts.outward !== 'no' &&
        origins.proven !== 'yes' &&
        origins.destination !== 'yes';
    case 'blocks-explained':
      return (_, { outcome, rules }) =>
        outcome === 'block' && rules.every((rule) => rule.outcome !== 'block' || rule.reason.trim() === '');
    default:
      return undefined;
  }
};

/** A condition, asked of an engine of its own. */
const holdsFor = (condition: ReturnType<typeof parseProperty>): ((input: DecisionInput) => boolean) => {
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
  return (input) => {
    const { rules } = engine.decide({ ...input, policy: 'probe' });
    return rules.some(({ counted }) => counted === 'matches');
  };
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
          const isBroken = brokenBy(policy, proof);
          return isBroken === undefined
            ? []
            : [{ proof, isBroken, found: undefined as DecisionInput | undefined }];
        });
        for (const input of enumerateSituations(policy, words)) {
          const open = looked.filter(({ found }) => found === undefined);
          if (open.length === 0) break;
          const decision = engine.decide(input);
          for (const entry of open) if (entry.isBroken(input, decision)) entry.found = input;
        }
        for (const { proof, isBroken, found } of looked) {
          const told = JSON.stringify({ round, property: proof.property, found });
          results[proof.result] += 1;
          if (found !== undefined) expect(proof.result, told).toBe('disproved');
          else if (isWhole) expect(proof.result, told).toBe('proved');
          if (proof.result === 'disproved' && 'counterexample' in proof)
            expect(
              isBroken(proof.counterexample.input, engine.decide(proof.counterexample.input)),
              told,
            ).toBe(true);
        }
      }
      expect(results.proved).toBeGreaterThan(ROUNDS);
      expect(results.disproved).toBeGreaterThan(ROUNDS / 10);
      expect(results.undecided).toBeLessThan(ROUNDS / 20);
    },
  );
});
