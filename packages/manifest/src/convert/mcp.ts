import type { Json, JsonObject, HintName } from '@callgate/core';
import { isJsonObject, getOwn, HINTS, HINT_NAMES, describeTool } from '@callgate/core';
import type { SetDetail, Claims } from '@callgate/core/vocabulary';
import {
  ACTION_METADATA_KEY,
  ARGUMENT_ROLES_KEY,
  CLAIM_KEYS,
  DIRECTORY_KEY,
  SET_DETAILS,
  TOOL_RESOLUTION_KEY,
  UNDO_KEY,
  listModelPreferencesKeys,
  readClaims,
} from '@callgate/core/vocabulary';
import { disclose } from '@callgate/core/disclose';
import { conversionMessages } from '@callgate/messages/conversion';
import { makeAnnotations } from '../make-annotations.ts';
import type { ToolDefinition } from '../tool-definition.ts';
import { definitionsOf } from '../tool-definition.ts';
import { OTHER_KEY } from '../manifest-schema.ts';
import type { ConversionLoss } from '../conversion-loss.ts';
import type { Manifest, ConditionalHints, ManifestHints } from '../manifest.ts';
import {
  groupByDocument,
  findValueKey,
  toValueList,
  readValueAnswers,
  getTighteningAnswer,
  listSetValues,
} from '../set-values.ts';
import type { ConvertedTool, ImportResult } from './build-manifest.ts';
import { toInputSchema, buildManifest } from './build-manifest.ts';
import { getObject, getText, readTools } from './read-tools.ts';

type MutableHints = { [H in HintName]?: boolean } & { [D in SetDetail]?: string | readonly string[] };

interface ParsedHints {
  readonly hints: ManifestHints;
  /** What contradicted what, in words. */
  readonly conflicts: readonly string[];
}

const BOOLEAN_KEYS: ReadonlySet<string> = new Set(
  CLAIM_KEYS.filter(({ type }) => type === 'boolean').map(({ key }) => key),
);

const lastPart = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/** What is believed does not depend on schemas, which may be large. */
const claimsOnly = (definition: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(definition).filter(([key]) => key === 'annotations' || key === '_meta'));

const conflictsOf = (
  definition: JsonObject,
): readonly { readonly hints: readonly HintName[]; readonly between: readonly string[] }[] =>
  disclose(describeTool({ server: '', trust: 'owned', definition: claimsOnly(definition) }), 'all', [], [])
    .conflicts;

/** The least careful value above those of a set that does not lower care about a hint any more. */
const nextStep = (detail: SetDetail, values: readonly string[], hint: HintName): string | undefined => {
  const key = findValueKey(detail, values[0] ?? '');
  const steps = key === undefined ? listSetValues(detail) : Object.keys(key.values);
  return steps.find((value) => readValueAnswers(detail, [...values, value])[hint] !== HINTS[hint].relaxing);
};

/** Takes the relaxing word about a hint out of the sets, by the next value that does not say it. */
const raiseSets = (hints: MutableHints, hint: HintName): void => {
  for (const detail of SET_DETAILS) {
    const given = hints[detail];
    if (given === undefined) continue;
    const steps = groupByDocument(detail, toValueList(given))
      .filter((group) => readValueAnswers(detail, group)[hint] === HINTS[hint].relaxing)
      .flatMap((group) => nextStep(detail, group, hint) ?? []);
    if (steps.length > 0) hints[detail] = [...toValueList(given), ...steps];
  }
};

const saidBySets = (hints: ConditionalHints, hint: HintName): ('yes' | 'no')[] =>
  SET_DETAILS.flatMap((detail) =>
    groupByDocument(detail, toValueList(hints[detail] ?? [])).flatMap(
      (group) => readValueAnswers(detail, group)[hint] ?? [],
    ),
  );

const oneOrList = (values: readonly string[]): string | readonly string[] => {
  const [only] = values;
  return values.length === 1 && only !== undefined ? only : values;
};

/** Values in the order of the registry: which home they came from is no part of what they say. */
const orderedSets = (hints: MutableHints): MutableHints => {
  const sets: MutableHints = {};
  for (const detail of SET_DETAILS) {
    const given = hints[detail];
    const order = listSetValues(detail);
    if (given === undefined || order.length === 0) continue;
    sets[detail] = oneOrList(toValueList(given).toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  }
  return sets;
};

/** Contradictions of claims have no place in a manifest: both sides become the more careful word. Each round only tightens. */
const settle = (hints: MutableHints): void => {
  for (let round = 0; round < HINT_NAMES.length; round += 1) {
    const found = new Set(
      conflictsOf({ name: 'x', annotations: makeAnnotations(hints) }).flatMap((conflict) => conflict.hints),
    );
    if (found.size === 0) return;
    for (const hint of found) {
      hints[hint] = getTighteningAnswer(hint) === 'yes';
      raiseSets(hints, hint);
    }
  }
};

/** What claims declare, in the words of a manifest: the tightest word over all homes, never a looser one. */
const hintsFromClaims = (definition: JsonObject, claims: Claims = readClaims(definition)): ParsedHints => {
  const { sets, modelPreferences, minTrustLevel } = claims.details;
  const hints: MutableHints = {};
  for (const detail of SET_DETAILS) {
    const values = sets[detail];
    if (values !== undefined) hints[detail] = oneOrList(values);
  }
  const conflicts = conflictsOf(definition);
  const conflicting = new Set(conflicts.flatMap((conflict) => conflict.hints));
  for (const hint of HINT_NAMES) {
    const said = claims.answers.filter((claim) => claim.hint === hint);
    const tight = conflicting.has(hint) || said.some(({ answer }) => answer === getTighteningAnswer(hint));
    const want = tight ? getTighteningAnswer(hint) : said[0]?.answer;
    if (want !== HINTS[hint].relaxing) raiseSets(hints, hint);
    if (want === undefined) continue;
    const named = said.some(({ key }) => BOOLEAN_KEYS.has(lastPart(key)));
    if (named || !saidBySets(hints, hint).includes(want)) hints[hint] = want === 'yes';
  }
  settle(hints);
  return {
    hints: {
      ...hints,
      ...orderedSets(hints),
      ...(modelPreferences === undefined ? {} : { modelPreferences }),
      ...(minTrustLevel === undefined ? {} : { minTrustLevel }),
    },
    conflicts: conflicts.map(({ between }) => [...new Set(between)].join(' and ')),
  };
};

const TOOL_KEYS: ReadonlySet<string> = new Set(
  'name title description inputSchema outputSchema annotations _meta'.split(' '),
);

const keysIn = (container: string): string[] =>
  CLAIM_KEYS.filter((key) => key.in === container).map(({ key }) => key);

const CONTAINERS: Readonly<Record<string, ReadonlySet<string>>> = {
  top: new Set([
    ...keysIn('top'),
    'modelPreferences',
    'title',
    'minTrustLevel',
    'inputMetadata',
    'returnMetadata',
    ACTION_METADATA_KEY,
  ]),
  inputMetadata: new Set(keysIn('inputMetadata')),
  returnMetadata: new Set(keysIn('returnMetadata')),
  [ACTION_METADATA_KEY]: new Set([...keysIn('actionMetadata'), 'inputMetadata', 'returnMetadata']),
};

type LossReporter = (what: string, why: string) => void;

const hasScopes = (value: Json): boolean =>
  Array.isArray(value)
    ? value.some(hasScopes)
    : isJsonObject(value) &&
      Object.values(value).some((inner) => isJsonObject(inner) && Object.hasOwn(inner, 'scopes'));

/** Keys of a home that the vocabulary does not have. */
const noteUnknown = (
  home: JsonObject,
  at: string,
  container: string,
  also: ReadonlySet<string>,
  note: LossReporter,
): void => {
  for (const [key, value] of Object.entries(home)) {
    if (also.has(key)) continue;
    if (CONTAINERS[container]?.has(key) !== true) note(`${at}.${key}`, conversionMessages.notInVocabulary);
    else if (Object.hasOwn(CONTAINERS, key) && isJsonObject(value))
      noteUnknown(value, `${at}.${key}`, key, new Set(), note);
    else if (key === 'sensitivity' && hasScopes(value)) note(`${at}.${key}`, conversionMessages.noScopes);
  }
};

/** Of several preferences one counts; others are lost where they say something else. */
const notePreferences = (
  homes: readonly (readonly [string, JsonObject | undefined])[],
  note: LossReporter,
): void => {
  const found = homes.flatMap(([at, home]) =>
    home === undefined
      ? []
      : listModelPreferencesKeys(home).flatMap((key) => {
          const value = getOwn(home, key);
          return isJsonObject(value) ? [{ what: `${at}.${key}`, text: JSON.stringify(value) }] : [];
        }),
  );
  for (const { what, text } of found.slice(1))
    if (text !== found[0]?.text) note(what, conversionMessages.otherCounts({ other: found[0]?.what ?? '' }));
};

const sizeOf = (sets: { readonly [D in SetDetail]?: string | readonly string[] }): number =>
  SET_DETAILS.reduce((sum, detail) => sum + [sets[detail] ?? []].flat().length, 0);

const fromDefinition = (definition: JsonObject): ConvertedTool => {
  const name = getText(definition, 'name') ?? '';
  const lost: ConversionLoss[] = [];
  const note: LossReporter = (what, why) => void lost.push({ tool: name, what, why });
  if (name === '') return { lost: [{ tool: '', what: 'tool', why: conversionMessages.unnamed }] };
  const claims = readClaims(definition);
  const { hints, conflicts } = hintsFromClaims(definition, claims);
  const other = Object.fromEntries(Object.entries(claims.other).filter(([key]) => OTHER_KEY.test(key)));
  for (const conflict of conflicts) note('conflict', conversionMessages.conflict({ keys: conflict }));
  for (const { home, key, problem } of claims.malformed)
    note(`${home}.${key}`, conversionMessages.unreadable({ problem }));
  if (conflicts.length === 0 && sizeOf(hints) > sizeOf(claims.details.sets))
    note('hints', conversionMessages.raisedSet);
  const annotations = getObject(definition, 'annotations');
  const meta = getObject(definition, '_meta');
  if (annotations !== undefined)
    noteUnknown(annotations, 'annotations', 'top', new Set(listModelPreferencesKeys(annotations)), note);
  if (meta !== undefined) {
    if (Object.hasOwn(meta, TOOL_RESOLUTION_KEY))
      note(`_meta.${TOOL_RESOLUTION_KEY}`, conversionMessages.resolution);
    const also = new Set([
      ARGUMENT_ROLES_KEY,
      DIRECTORY_KEY,
      UNDO_KEY,
      TOOL_RESOLUTION_KEY,
      ...Object.keys(other),
      ...listModelPreferencesKeys(meta),
    ]);
    noteUnknown(meta, '_meta', 'top', also, note);
  }
  notePreferences(
    [
      ['annotations', annotations],
      ['_meta', meta],
    ],
    note,
  );
  for (const key of Object.keys(definition))
    if (!TOOL_KEYS.has(key)) note(key, conversionMessages.noManifestField);
  const title = getText(definition, 'title') ?? claims.details.title;
  if (claims.details.title !== undefined && claims.details.title !== title)
    note('annotations.title', conversionMessages.titleKept);
  const description = getText(definition, 'description');
  const outputSchema = getObject(definition, 'outputSchema');
  for (const [key, value] of [
    ['description', description],
    ['title', getText(definition, 'title')],
    ['outputSchema', outputSchema],
  ] as const)
    if (value === undefined && Object.hasOwn(definition, key)) note(key, conversionMessages.notMcp);
  const { directory, undo } = claims.details;
  const roles = Object.entries(claims.details.roles ?? {}).filter(([path]) => path !== '');
  return {
    tool: {
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      inputSchema: toInputSchema(getObject(definition, 'inputSchema'), note),
      ...(outputSchema === undefined ? {} : { outputSchema }),
      hints,
      ...(claims.details.roles === undefined ? {} : { arguments: Object.fromEntries(roles) }),
      ...(directory === undefined ? {} : { directory }),
      ...(undo === undefined ? {} : { undo }),
      ...(Object.keys(other).length === 0 ? {} : { other }),
    },
    lost,
  };
};

/** A manifest of what a server lists. It repeats claims and vouches for none of them. */
export const fromMcp = (content: Json): ImportResult => buildManifest(readTools(content).map(fromDefinition));

/** The tools of a manifest as MCP lists them. */
export const toMcp = (
  manifest: Manifest,
): { readonly tools: readonly ToolDefinition[]; readonly lost: readonly ConversionLoss[] } => ({
  tools: definitionsOf(manifest),
  lost: manifest.tools
    .filter(({ conditions = [] }) => conditions.length > 0)
    .map(({ name }) => ({
      tool: name,
      what: 'conditions',
      why: conversionMessages.conditions,
    })),
});
