import type { Json, ToolInput } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import { readToolFieldMap } from '@callgate/core/decide';
import type { ClaimScope, CustomHint } from '@callgate/core/disclose';
import { FACT_NAMES } from '@callgate/core/disclose';
import { describe, expect, it } from 'vitest';
import type { Variable } from './diagrams.ts';
import { Diagrams } from './diagrams.ts';
import { FreeTool } from './free-tool.ts';
import { seededRandom } from './seeded-random.ts';
import { SituationSpace } from './situation-space.ts';

const COLOUR: CustomHint = {
  name: 'colourful',
  key: 'example.com/colour',
  values: { red: 'yes', grey: 'no' },
  default: 'unknown',
  relaxing: 'no',
  description: 'made up',
};

const FIELDS = [
  ...HINT_NAMES.flatMap((name) => [`tool.${name}`, `claims.${name}`]),
  ...FACT_NAMES.map((name) => `tool.${name}`),
  'tool.kind',
  'tool.minTrustLevel',
  'tool.colourful',
  'server.trust',
];

const withoutClaims = (tool: ToolInput): ToolInput => ({
  ...tool,
  claims: { answers: [], details: { sets: {} }, malformed: [], other: {} },
  resolved: [],
});

describe('what is read of any tool there could be', () => {
  const space = new SituationSpace(new Diagrams());
  const tool = new FreeTool(space, [COLOUR], true);
  const scopes: readonly ClaimScope[] = ['all', 'grounded'];
  const parts = scopes.map((scope) => new Map(FIELDS.map((name) => [name, tool.field(name, scope)])));
  const { possible } = tool;
  const random = seededRandom(7);

  /** Few things are said of most tools. */
  const randomAssignment = (): ReadonlyMap<Variable, number> => {
    const share = random.next();
    return new Map(
      space.diagrams.variables.map((variable) => [
        variable,
        random.next() < share ? random.below(variable.costs.length) : 0,
      ]),
    );
  };

  it('is what the tool with these traits discloses, with its claims and without', () => {
    let looked = 0;
    for (let round = 0; round < 6000; round += 1) {
      const assignment = randomAssignment();
      if (!space.diagrams.isTrue(possible, assignment)) continue;
      looked += 1;
      const made = tool.realise(assignment);
      const bare = made.server.trust === 'untrusted' ? withoutClaims(made) : made;
      for (const [at, read] of [made, bare].entries()) {
        const real = readToolFieldMap(read, [COLOUR]);
        const modelled = FIELDS.map((name): [string, Json | undefined] => [
          name,
          parts[at]?.get(name)?.find(({ guard }) => space.diagrams.isTrue(guard, assignment))?.value,
        ]);
        expect(Object.fromEntries(modelled), JSON.stringify(tool.traits(assignment))).toEqual(
          Object.fromEntries(FIELDS.map((name) => [name, real.get(name)])),
        );
      }
    }
    expect(looked).toBeGreaterThan(500);
  });
});
