import type { JsonObject } from '@callgate/core';
import { HINT_NAMES, canonical, describeTool } from '@callgate/core';
import { disclose } from '@callgate/core/disclose';
import { SET_DETAILS, readClaims } from '@callgate/core/vocabulary';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../src/index.ts';
import { CONVERTERS, TOOL_FORMATS, definitionsOf, fromMcp, toMcp } from '../src/index.ts';
import { readHintAnswers } from '../src/overrides.ts';
import { getTighteningAnswer } from '../src/set-values.ts';
import { anyDefinition } from './any-definition.ts';
import { listLoosenedBeliefs, listLoosenedFacts, roundTripJson } from './care.ts';

const RUNS = { numRuns: 200 };

const VENDORS = TOOL_FORMATS.filter((format) => format !== 'mcp');

const anyManifest: fc.Arbitrary<Manifest> = anyDefinition(true).map(
  (definition) => fromMcp([definition]).manifest,
);

const only = <T>(list: readonly T[]): T => {
  const [first] = list;
  if (first === undefined || list.length !== 1) throw new Error(`${list.length} in place of one`);
  return first;
};

/** Everything the vocabulary reads out of a definition, whatever home or alias it was written in. */
const vocabulary = (definition: JsonObject): unknown => {
  const { answers, details, other } = readClaims(definition);
  const { title: _, sets, roles, ...rest } = details;
  return {
    answers: [...new Set(answers.map(({ hint, answer }) => `${hint} ${answer}`))].toSorted(),
    sets: Object.fromEntries(SET_DETAILS.map((detail) => [detail, sets[detail]?.toSorted()])),
    roles: { ...roles },
    other: { ...other },
    ...rest,
  };
};

const isClean = (definition: JsonObject): boolean => {
  const tool = describeTool({ server: 's', trust: 'owned', definition });
  return tool.claims.malformed.length === 0 && disclose(tool, 'all', [], []).conflicts.length === 0;
};

describe('MCP → manifest → MCP', () => {
  it('is the identity on the vocabulary, for definitions that do not contradict themselves', () => {
    let clean = 0;
    fc.assert(
      fc.property(anyDefinition(false), (definition) => {
        if (!isClean(definition)) return;
        clean += 1;
        const { manifest } = fromMcp([definition]);
        const back = only(definitionsOf(manifest));
        expect(vocabulary(back)).toEqual(vocabulary(definition));
      }),
      RUNS,
    );
    expect(clean).toBeGreaterThan(20);
  });

  it('says of every part that does not come back that it is lost', () => {
    fc.assert(
      fc.property(anyDefinition(false), (definition) => {
        const { manifest, lost } = fromMcp([definition]);
        const back = only(definitionsOf(manifest));
        const same =
          canonical(roundTripJson(vocabulary(back))) === canonical(roundTripJson(vocabulary(definition)));
        expect(same || lost.some(({ what }) => what === 'conflict')).toBe(true);
      }),
      RUNS,
    );
  });

  it('relaxes no belief and no fact, whatever the definition holds and however far it is trusted', () => {
    fc.assert(
      fc.property(anyDefinition(true), (definition) => {
        const back = only(definitionsOf(fromMcp([definition]).manifest));
        expect(listLoosenedBeliefs(definition, back)).toEqual([]);
        expect(listLoosenedFacts(definition, back)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('changes nothing and loses nothing the second time', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const again = fromMcp(roundTripJson(toMcp(manifest)));
        expect(again.manifest).toEqual(manifest);
        expect(again.lost).toEqual([]);
      }),
      RUNS,
    );
  });

  it('leaves every extended hint where an SDK drops annotations it does not know', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const definition = only(definitionsOf(manifest));
        const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = definition.annotations;
        const stripped = roundTripJson({
          ...definition,
          annotations: { readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
        }) as JsonObject;
        expect(vocabulary(stripped)).toEqual(vocabulary(definition));
      }),
      RUNS,
    );
  });
});

describe.each(VENDORS)('manifest → %s → manifest', (format) => {
  const { to, from } = CONVERTERS[format];

  it('keeps every word that asks for care and adds none that lowers it', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const before = readHintAnswers(only(manifest.tools).hints);
        const after = readHintAnswers(only(from(roundTripJson(to(manifest).tools)).manifest.tools).hints);
        for (const hint of HINT_NAMES) {
          if (before[hint] === getTighteningAnswer(hint)) expect(after[hint]).toBe(getTighteningAnswer(hint));
          else expect([getTighteningAnswer(hint), undefined]).toContain(after[hint]);
        }
      }),
      RUNS,
    );
  });

  it('relaxes no belief, however far the result is trusted', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const back = from(roundTripJson(to(manifest).tools)).manifest;
        expect(listLoosenedBeliefs(only(definitionsOf(manifest)), only(definitionsOf(back)))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('says of every part that does not come back that it is lost', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const { tools, lost } = to(manifest);
        const [before, after] = [only(manifest.tools), only(from(roundTripJson(tools)).manifest.tools)];
        const told = new Set(lost.map(({ what }) => what));
        for (const [key, value] of Object.entries(before.hints))
          if (
            canonical(roundTripJson([value])) !==
            canonical(
              roundTripJson([Object.entries(after.hints).find(([name]) => name === key)?.[1] ?? null]),
            )
          )
            expect(told).toContain(`hints.${key}`);
        for (const key of ['title', 'outputSchema', 'arguments', 'directory', 'other'] as const)
          if (before[key] !== undefined && after[key] === undefined) expect(told).toContain(key);
        expect(after.name).toBe(before.name);
        expect(after.inputSchema).toEqual(before.inputSchema);
      }),
      RUNS,
    );
  });

  it('says the sentence once, however often it is converted', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const once = to(manifest).tools;
        const twice = to(from(roundTripJson(once)).manifest).tools;
        const descriptions = (list: readonly object[]): string[] =>
          (JSON.stringify(list).match(/"description":"(?:[^"\\]|\\.)*"/g) ?? []).slice(0, 1);
        expect(descriptions(twice)).toEqual(descriptions(once));
        expect(JSON.stringify(twice).split('Side effects: ').length).toBeLessThanOrEqual(2);
      }),
      RUNS,
    );
  });
});
