import type { DecisionInput, Policy } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS, describeTool } from '@callgate/core';
import type { CounterReading } from '@callgate/core/decide';
import { readHistory } from '@callgate/core/decide';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../src/load-policy.ts';
import { provePolicy } from '../../src/prove/index.ts';
import { seededRandom } from '../../src/prove/seeded-random.ts';

const ROUNDS = process.env['CALLGATE_DEEP'] === '1' ? 400 : 12;

const COUNT = 'count("bank/*", "1d")';
const AFTER = 'after("web/*")';
const LABEL = '"secret" in session.labels';

const ATOMS = [
  `${COUNT} > 2`,
  `${COUNT} >= 4`,
  `${COUNT} < 3`,
  AFTER,
  `!${AFTER}`,
  LABEL,
  'tool.destructive == no',
] as const;

const TOOLS = [true, false].flatMap((destructive) =>
  (['bank', 'web'] as const).map((server) =>
    describeTool({
      server,
      trust: 'owned',
      definition: {
        name: 'act',
        annotations: { readOnlyHint: false, destructiveHint: destructive, openWorldHint: false },
      },
    }),
  ),
);

/** Every history that these conditions can tell apart. */
function* histories(): Generator<Readonly<Record<string, CounterReading>>> {
  for (let most = 0; most <= 5; most += 1)
    for (const ran of [0, most])
      for (const [after, label] of [
        [null, null],
        [1, null],
        [null, 1],
        [1, 1],
      ] as const)
        for (const left of after === null ? [null] : [null, after])
          yield {
            [COUNT]: { most, ran },
            [AFTER]: { most: after, ran: left },
            [LABEL]: { most: label, ran: label },
          };
}

const inputsOf = function* (policy: Policy): Generator<DecisionInput> {
  for (const tool of TOOLS)
    for (const history of histories())
      yield {
        v: 1,
        tool,
        labels: NO_LABELS,
        words: true,
        origins: UNTRACED_ORIGINS,
        principal: LOCAL_PRINCIPAL,
        args: {},
        time: { at: 1000, offsetMinutes: 0 },
        history,
        policy: policy.revision,
      };
};

const PROPERTIES: Readonly<Record<string, (input: DecisionInput) => boolean>> = {
  [`tool.described == yes && ${COUNT} > 3`]: (input) =>
    Number(
      readHistory(input)({ measure: 'count', tools: ['bank/*'], windowMs: 86_400_000, per: 'session' }, true),
    ) > 3,
  [`tool.described == yes && ${LABEL}`]: ({ history }) => history?.[LABEL]?.most !== null,
};

describe('proofs about counters', () => {
  it(`agree with every history, of ${ROUNDS} made-up policies`, () => {
    const random = seededRandom(20_261_119);
    const results = { proved: 0, disproved: 0, undecided: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const condition = (): string =>
        [random.pick(ATOMS), random.pick(ATOMS)].join(random.next() < 0.5 ? ' && ' : ' || ');
      const rules = ['auto', 'confirm', 'block'].map(
        (then, at) =>
          `  - { id: r${at}, when: ${JSON.stringify(then === 'auto' ? `tool.described == yes && (${condition()})` : condition())}, then: ${then}, reason: x }`,
      );
      const exception = `exceptions:\n  - { id: e, rule: r1, unless: ${JSON.stringify(random.pick(ATOMS))}, reason: x, until: 2090-01-01 }`;
      const loaded = loadPolicy([{ name: 'p', text: `rules:\n${rules.join('\n')}\n${exception}` }]);
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
      const { policy } = loaded;
      const engine = new Engine(policy);
      for (const [property, isMet] of Object.entries(PROPERTIES)) {
        const [proof] = provePolicy(policy, { never: [property] });
        const isBroken = (input: DecisionInput): boolean =>
          engine.decide(input).outcome === 'auto' && isMet(input);
        const found = [...inputsOf(policy)].find(isBroken);
        const told = JSON.stringify({ round, property, rules, exception, found });
        if (proof === undefined) throw new Error(told);
        results[proof.result] += 1;
        if (found !== undefined) expect(proof.result, told).toBe('disproved');
        if (proof.result === 'disproved' && 'counterexample' in proof) {
          const { input } = proof.counterexample;
          expect(isBroken(input), told).toBe(true);
          // calls that left are among all calls
          for (const { most, ran } of Object.values(input.history ?? {}))
            expect(ran === null || (most !== null && most >= ran), told).toBe(true);
        }
      }
    }
    expect(results.proved).toBeGreaterThan(ROUNDS / 4);
    expect(results.disproved).toBeGreaterThan(ROUNDS / 10);
    expect(results.undecided).toBe(0);
  });
});
