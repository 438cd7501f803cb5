import type { Json, JsonObject, ToolInput } from '@callgate/core';
import { HINTS, HINT_NAMES, describeTool } from '@callgate/core';
import { disclose } from '@callgate/core/disclose';
import type { SetDetail } from '@callgate/core/vocabulary';
import { CLAIM_KEYS } from '@callgate/core/vocabulary';
import type { SuiteTool } from './driver.ts';

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { where: { type: 'string' }, what: { type: 'string' } },
  required: ['where'],
};

const all = (value: boolean): Record<string, boolean> =>
  Object.fromEntries(HINT_NAMES.map((name) => [HINTS[name].key, value]));

/** Every set and text of the vocabulary, each with its most relaxed or its tightest value. */
const everySet = (which: 'first' | 'last'): JsonObject => {
  const top: Record<string, Json> = {};
  const below: Record<string, Record<string, Json>> = { inputMetadata: {}, returnMetadata: {} };
  for (const entry of CLAIM_KEYS) {
    const place = entry.in === 'top' ? top : below[entry.in];
    // one key for each detail; what else says the same is an alias
    if (place === undefined || entry.type === 'boolean' || entry.key === 'sensitiveHint') continue;
    const values = entry.type === 'texts' ? ['first', 'last'] : Object.keys(entry.values);
    const value = values.at(which === 'first' ? 0 : -1) ?? '';
    place[entry.key] =
      entry.type === 'texts' ? [value] : value === 'regulated' ? ['financial', 'credentials'] : value;
  }
  return { ...top, ...below };
};

const tool = (name: string, claims: JsonObject, home: 'annotations' | '_meta'): SuiteTool => ({
  name,
  description: 'Says everything about itself',
  inputSchema: SCHEMA,
  annotations: home === 'annotations' ? claims : {},
  ...(home === '_meta' ? { _meta: claims } : {}),
  run: async () => null,
});

const PREFERENCES: JsonObject = {
  modelPreferences: {
    intelligencePriority: 0.9,
    costPriority: 0.2,
    speedPriority: 0.1,
    hints: [{ name: 'opus' }, { name: 'large' }],
  },
};

/** Tools that together say all there is to say, in both homes. */
export const hintedTools: readonly SuiteTool[] = [
  tool('all_yes', all(true), 'annotations'),
  tool('all_no', all(false), 'annotations'),
  tool('all_yes_in_meta', all(true), '_meta'),
  tool('all_no_in_meta', all(false), '_meta'),
  tool('sets_relaxed', everySet('first'), 'annotations'),
  tool('sets_tight', everySet('last'), 'annotations'),
  tool('prefers_a_model', { ...PREFERENCES, readOnlyHint: true }, 'annotations'),
  tool(
    'arguments_with_roles',
    { 'dev.callgate/arguments': { where: 'destination', what: 'payload' } },
    '_meta',
  ),
  tool('says_nothing', {}, 'annotations'),
];

/** What a tool discloses, whichever home it was said in. */
export const toDisclosedJson = (input: ToolInput): JsonObject => {
  const { claimed, sets, modelPreferences, facts } = disclose(input, 'all', [], []);
  const valuesOf = (name: SetDetail): readonly string[] => sets[name].values.toSorted();
  return {
    claimed,
    sets: Object.fromEntries((Object.keys(sets) as SetDetail[]).map((name) => [name, valuesOf(name)])),
    modelPreferences: modelPreferences === null ? null : JSON.parse(JSON.stringify(modelPreferences)),
    facts: Object.fromEntries(Object.entries(facts).map(([name, { value }]) => [name, value])),
    roles: JSON.parse(JSON.stringify(input.claims.details.roles ?? {})),
  };
};

/** What the suite's tool says itself, with no framework between. */
export const discloseWith = (
  { name, description, inputSchema, annotations, _meta }: SuiteTool,
  trust: 'owned' | 'untrusted',
): JsonObject => {
  const definition = JSON.parse(
    JSON.stringify({
      name,
      description,
      inputSchema,
      annotations,
      ...(_meta === undefined ? {} : { _meta }),
    }),
  ) as JsonObject;
  return toDisclosedJson(describeTool({ server: 'app', trust, definition }));
};
