import type { HintName, JsonObject, ToolInput, TrustLevel } from '@callgate/core';
import { HINTS, HINT_NAMES, describeTool } from '@callgate/core';
import type { CustomHint } from '@callgate/core/disclose';
import type { CallKind } from '@callgate/core/receive';
import type { Claim, SetDetail } from '@callgate/core/vocabulary';
import { CLAIM_KEYS, readClaims } from '@callgate/core/vocabulary';

export type ClaimedAnswer = 'none' | 'yes' | 'no' | 'both';
export type SaidAnswer = 'none' | 'yes' | 'no';

/** Everything about a tool that beliefs can rest on; what is absent is not said. */
export interface ToolTraits {
  readonly server?: string;
  readonly name?: string;
  readonly trust?: TrustLevel;
  readonly kind?: CallKind;
  readonly quarantined?: boolean;
  readonly readOnlyContract?: boolean;
  readonly closedWorldContract?: boolean;
  readonly claimed?: Readonly<Record<string, ClaimedAnswer>>;
  readonly resolved?: Readonly<Record<string, SaidAnswer>>;
  /** By the operator, a review or an observation. */
  readonly settled?: Readonly<Record<string, SaidAnswer>>;
  readonly claimedSets?: { readonly [D in SetDetail]?: readonly string[] };
  readonly operatorSets?: { readonly [D in SetDetail]?: readonly string[] };
  readonly minTrustLevel?: number;
  readonly intelligencePriority?: number;
}

const CONTAINERS = {
  top: [],
  inputMetadata: ['inputMetadata'],
  returnMetadata: ['returnMetadata'],
  actionMetadata: ['io.modelcontextprotocol/action-metadata'],
} as const;

const put = (object: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  const [first = '', ...rest] = path;
  if (rest.length === 0) object[first] = value;
  else {
    const inner: Record<string, unknown> = { ...(object[first] as object | undefined) };
    put(inner, rest, value);
    object[first] = inner;
  }
};

const customValue = (hint: CustomHint, answer: SaidAnswer): boolean | string | undefined => {
  const text = Object.keys(hint.values).find((value) => hint.values[value] === answer);
  return text === 'true' || text === 'false' ? text === 'true' : text;
};

/** The definition that a server would send to claim this. */
export const definitionOf = (traits: ToolTraits, hints: readonly CustomHint[]): JsonObject => {
  const annotations: Record<string, unknown> = {};
  const meta: Record<string, unknown> = {};
  for (const name of HINT_NAMES) {
    const claimed = traits.claimed?.[name] ?? 'none';
    if (claimed !== 'none') annotations[HINTS[name].key] = claimed !== 'no';
    if (claimed === 'both') meta[HINTS[name].key] = false;
  }
  for (const hint of hints) {
    const value = customValue(hint, (traits.claimed?.[hint.name] ?? 'none') as SaidAnswer);
    if (value !== undefined) meta[hint.key] = value;
  }
  for (const key of CLAIM_KEYS) {
    const values = key.type === 'boolean' ? undefined : traits.claimedSets?.[key.detail];
    const isFirst =
      CLAIM_KEYS.find(
        (other) => other.type !== 'boolean' && key.type !== 'boolean' && other.detail === key.detail,
      ) === key;
    if (values === undefined || values.length === 0 || !isFirst) continue;
    put(annotations, [...CONTAINERS[key.in], key.key], values.length === 1 ? values[0] : values);
  }
  if (traits.minTrustLevel !== undefined && traits.minTrustLevel > 0)
    annotations['minTrustLevel'] = traits.minTrustLevel;
  if (traits.intelligencePriority !== undefined && traits.intelligencePriority > 0)
    annotations['modelPreferences'] = { intelligencePriority: traits.intelligencePriority };
  // plain data, all of it
  return JSON.parse(
    JSON.stringify({
      name: traits.name ?? 'tool',
      inputSchema: { type: 'object' },
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
    }),
  ) as JsonObject;
};

const resolvedClaims = (resolved: ToolTraits['resolved']): readonly Claim[] =>
  HINT_NAMES.flatMap((hint: HintName): Claim[] => {
    const answer = resolved?.[hint] ?? 'none';
    return answer === 'none' ? [] : [{ hint, answer, home: 'resolve', key: HINTS[hint].key }];
  });

/** What an operator would write to settle this. */
export const operatorSays = (
  traits: ToolTraits,
): {
  readonly set: Readonly<Record<string, 'yes' | 'no'>>;
  readonly sets: NonNullable<ToolTraits['operatorSets']>;
} => ({
  set: Object.fromEntries(
    Object.entries(traits.settled ?? {}).flatMap(([name, answer]) =>
      answer === 'none' ? [] : [[name, answer]],
    ),
  ),
  sets: traits.operatorSets ?? {},
});

const overridesOf = (traits: ToolTraits): Parameters<typeof describeTool>[0]['overrides'] => {
  const { set, sets } = operatorSays(traits);
  const hasSets = Object.keys(sets).length > 0;
  return Object.keys(set).length === 0 && !hasSets ? [] : [{ set, ...(hasSets ? { sets } : {}) }];
};

const contractOf = (traits: ToolTraits): ToolInput['contract'] => ({
  readOnly: traits.readOnlyContract ?? false,
  closedWorld: traits.closedWorldContract ?? false,
});

/** The same for a moment, to see what is believed of it: neither named nor frozen. */
export const sketchTool = (traits: ToolTraits, hints: readonly CustomHint[]): ToolInput => {
  // what sets say of hints is worked out where tools are described
  if (traits.operatorSets !== undefined) return makeTool(traits, hints);
  return {
    kind: traits.kind ?? 'tool',
    name: 'tool',
    server: { name: 'server', trust: traits.trust ?? 'untrusted' },
    definition: '',
    claims: readClaims(definitionOf(traits, hints)),
    resolved: resolvedClaims(traits.resolved),
    overrides: overridesOf(traits) ?? [],
    reviews: [],
    observations: [],
    contract: contractOf(traits),
    quarantine: null,
  };
};

/** A tool with these traits and no others. */
export const makeTool = (traits: ToolTraits, hints: readonly CustomHint[]): ToolInput =>
  describeTool({
    server: traits.server ?? 'server',
    trust: traits.trust ?? 'untrusted',
    kind: traits.kind ?? 'tool',
    definition: definitionOf(traits, hints),
    resolved: resolvedClaims(traits.resolved),
    overrides: overridesOf(traits) ?? [],
    contract: contractOf(traits),
    quarantine: traits.quarantined === true ? 'quarantined' : null,
  });
