import type { HintName, Json, JsonObject, TrustLevel } from '@callgate/core';
import { HINTS, HINT_NAMES, describeTool } from '@callgate/core';
import type { Disclosure, FactName } from '@callgate/core/disclose';
import { TRUST_LEVELS, disclose } from '@callgate/core/disclose';

const RANK = { no: 0, unknown: 1, yes: 2 } as const;

const FACTS: readonly FactName[] = [
  'mutates',
  'destroys',
  'irreversible',
  'outward',
  'returnsUntrusted',
  'readsPrivate',
];

const careOf = (hint: HintName, { beliefs }: Disclosure): number => {
  const { value } = beliefs[hint];
  return value === 'unknown' ? 1 : value === HINTS[hint].relaxing ? 0 : 2;
};

/** What is believed does not depend on schemas, which may be large. */
const believed = (
  { inputSchema: _, outputSchema: __, ...definition }: JsonObject,
  trust: TrustLevel,
): Disclosure => disclose(describeTool({ server: 's', trust, definition }), 'all', [], []);

/** The beliefs, at any trust, about which one definition asks for less care than another. */
export const listLoosenedBeliefs = (before: JsonObject, after: JsonObject): string[] =>
  TRUST_LEVELS.flatMap((trust) => {
    const [then, now] = [believed(before, trust), believed(after, trust)];
    return HINT_NAMES.filter((hint) => careOf(hint, now) < careOf(hint, then)).map(
      (hint) => `${trust} ${hint}`,
    );
  });

/** The same of what follows from the beliefs. */
export const listLoosenedFacts = (before: JsonObject, after: JsonObject): string[] =>
  TRUST_LEVELS.flatMap((trust) => {
    const [then, now] = [believed(before, trust), believed(after, trust)];
    return FACTS.filter((fact) => RANK[now.facts[fact].value] < RANK[then.facts[fact].value]).map(
      (fact) => `${trust} ${fact}`,
    );
  });

/** As it comes back from a wire. */
export const roundTripJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
