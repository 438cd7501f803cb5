import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { SetDetail } from '@callgate/core/vocabulary';
import {
  ACTION_METADATA_KEY,
  ARGUMENT_ROLES_KEY,
  CLAIM_KEYS,
  DIRECTORY_KEY,
  SET_DETAILS,
  TOOL_RESOLUTION_KEY,
  UNDO_KEY,
  modelPreferencesKeys,
  readClaims,
} from '@callgate/core/vocabulary';
import type { ToolDefinition } from '../definitions.ts';
import { definitionsOf } from '../definitions.ts';
import { OTHER_KEY } from '../file-schema.ts';
import { hintsFromClaims } from '../hints-from-claims.ts';
import type { Lost } from '../lost.ts';
import type { Manifest } from '../manifest.ts';
import type { Converted, FromResult } from './build.ts';
import { inputSchemaOf, manifestOf } from './build.ts';
import { objectAt, textAt, toolsIn } from './read-tools.ts';

const TOOL_KEYS: ReadonlySet<string> = new Set([
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  '_meta',
]);

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

type Note = (what: string, why: string) => void;

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
  note: Note,
): void => {
  for (const [key, value] of Object.entries(home)) {
    if (also.has(key)) continue;
    if (CONTAINERS[container]?.has(key) !== true) note(`${at}.${key}`, 'the vocabulary does not have it');
    else if (Object.hasOwn(CONTAINERS, key) && isJsonObject(value))
      noteUnknown(value, `${at}.${key}`, key, new Set(), note);
    else if (key === 'sensitivity' && hasScopes(value))
      note(`${at}.${key}`, 'a manifest says `regulated`, without its scopes');
  }
};

/** Of several preferences one counts; others are lost where they say something else. */
const notePreferences = (homes: readonly (readonly [string, JsonObject | undefined])[], note: Note): void => {
  const found = homes.flatMap(([at, home]) =>
    home === undefined
      ? []
      : modelPreferencesKeys(home).flatMap((key) => {
          const value = own(home, key);
          return isJsonObject(value) ? [{ what: `${at}.${key}`, text: JSON.stringify(value) }] : [];
        }),
  );
  for (const { what, text } of found.slice(1))
    if (text !== found[0]?.text) note(what, `${found[0]?.what ?? ''} is what counts`);
};

const sizeOf = (sets: { readonly [D in SetDetail]?: string | readonly string[] }): number =>
  SET_DETAILS.reduce((sum, detail) => sum + [sets[detail] ?? []].flat().length, 0);

const fromDefinition = (definition: JsonObject): Converted => {
  const name = textAt(definition, 'name') ?? '';
  const lost: Lost[] = [];
  const note: Note = (what, why) => void lost.push({ tool: name, what, why });
  if (name === '') return { lost: [{ tool: '', what: 'tool', why: 'it has no name' }] };
  const claims = readClaims(definition);
  const { hints, conflicts } = hintsFromClaims(definition, claims);
  const other = Object.fromEntries(Object.entries(claims.other).filter(([key]) => OTHER_KEY.test(key)));
  for (const conflict of conflicts)
    note('conflict', `${conflict} contradict each other: the more careful word of each is kept`);
  for (const { home, key, problem } of claims.malformed)
    note(`${home}.${key}`, `it cannot be read: ${problem}`);
  if (conflicts.length === 0 && sizeOf(hints) > sizeOf(claims.details.sets))
    note('hints', 'a set with a value nobody can read was raised, so that it lowers no care');
  const annotations = objectAt(definition, 'annotations');
  const meta = objectAt(definition, '_meta');
  if (annotations !== undefined)
    noteUnknown(annotations, 'annotations', 'top', new Set(modelPreferencesKeys(annotations)), note);
  if (meta !== undefined) {
    if (Object.hasOwn(meta, TOOL_RESOLUTION_KEY))
      note(`_meta.${TOOL_RESOLUTION_KEY}`, 'a manifest says by conditions what depends on arguments');
    const also = new Set([
      ARGUMENT_ROLES_KEY,
      DIRECTORY_KEY,
      UNDO_KEY,
      TOOL_RESOLUTION_KEY,
      ...Object.keys(other),
      ...modelPreferencesKeys(meta),
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
    if (!TOOL_KEYS.has(key)) note(key, 'a manifest does not have it');
  const title = textAt(definition, 'title') ?? claims.details.title;
  if (claims.details.title !== undefined && claims.details.title !== title)
    note('annotations.title', 'the title of the tool itself is kept');
  const description = textAt(definition, 'description');
  const outputSchema = objectAt(definition, 'outputSchema');
  for (const [key, value] of [
    ['description', description],
    ['title', textAt(definition, 'title')],
    ['outputSchema', outputSchema],
  ] as const)
    if (value === undefined && Object.hasOwn(definition, key)) note(key, 'it is not what MCP says it is');
  const { directory, undo } = claims.details;
  const roles = Object.entries(claims.details.roles ?? {}).filter(([path]) => path !== '');
  return {
    tool: {
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      inputSchema: inputSchemaOf(objectAt(definition, 'inputSchema'), note),
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
export const fromMcp = (content: Json): FromResult => manifestOf(toolsIn(content).map(fromDefinition));

/** The tools of a manifest as MCP lists them. */
export const toMcp = (
  manifest: Manifest,
): { readonly tools: readonly ToolDefinition[]; readonly lost: readonly Lost[] } => ({
  tools: definitionsOf(manifest),
  lost: manifest.tools
    .filter(({ conditions = [] }) => conditions.length > 0)
    .map(({ name }) => ({
      tool: name,
      what: 'conditions',
      why: 'a definition says the worst case; a server says the rest by tools/resolve',
    })),
});
