import type { Answer } from '../vocabulary/answer.ts';
import type { GroundedRole } from '../disclose/argument-roles.ts';
import { resolveArgumentRoles } from '../disclose/argument-roles.ts';
import { listApplicableOverrides, disclose } from '../disclose/disclosure.ts';
import type { FactName, Facts } from '../disclose/facts.ts';
import { canBelieveClaims } from '../disclose/ground.ts';
import type { Belief } from '../disclose/ground.ts';
import { MISSING, compileExpression } from '../condition/evaluate.ts';
import type { Override, ToolInput } from '../disclose/tool-input.ts';
import { readToolNature } from '../disclose/tool-nature.ts';
import type { Json, JsonObject } from '../receive/json.ts';
import { getOwn } from '../receive/json.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import { classifyWord, splitName } from '../vocabulary/role-words.ts';
import type { ArgumentValue } from './argument-places.ts';
import { ArgumentPlaces } from './argument-places.ts';
import type { AudienceSettings } from './audience.ts';
import { Audience } from './audience.ts';
import { listComposedValues, listDeclaredNames, getDefinedName } from './composed-uri.ts';
import type { Labels, LabelStrength } from './label.ts';
import { strongerOf } from './label.ts';
import { resolveSelectingRoles } from './selecting-roles.ts';
import type { ParsedToolName } from '../user-message/parsed-tool-name.ts';
import { parseToolName } from '../user-message/parsed-tool-name.ts';

/** What an operator says of a server, as far as labels and origins depend on it. */
export interface ServerSettings extends AudienceSettings {
  /** The store each tool reads and writes, where the server has several; without a word it is the server. */
  readonly stores?: Readonly<Record<string, string>>;
}

/** A tool with all that label needs of it, worked out once. */
export interface TracedTool {
  readonly tool: ToolInput;
  readonly name: ParsedToolName;
  readonly places: ArgumentPlaces;
  readonly audience: Audience;
  /** Its results list people or places, and a trusted source says so. */
  readonly directory: boolean;
  readonly mutates: boolean;
  readonly outward: boolean;
  readonly destroys: boolean;
  readonly agentic: boolean;
  /** It looks something up in a closed world: whichever thing is meant, nothing goes out and nothing changes. */
  readonly looksUp: boolean;
  /** Its server is believed in what it says of its own things. */
  readonly believed: boolean;
  /** It takes an address, and may show what is there. */
  readonly opensPages: boolean;
  /** What a call of it may touch. */
  readonly raises: Labels;
  readonly store: string;
  /** What arguments are checked by before anything is decided; null where they are not. */
  readonly inputSchema: Json;
}

const STRENGTH: Readonly<Record<Answer, LabelStrength>> = { yes: 'known', unknown: 'possible', no: 'none' };

const strengthOf = ({ value, ground }: Belief): LabelStrength =>
  value === 'yes' && ground === 'default' ? 'possible' : STRENGTH[value];

/**
 * The disclosure with and without what an operator says of some calls only: a call is traced before its arguments are
 * judged. Of several overrides the strictest word counts, so all of them together are the strictest reading.
 */
const factsOf = (tool: ToolInput): readonly Facts[] => {
  const overrides = listApplicableOverrides(tool);
  const fixed = overrides.filter((override) => override.when === undefined);
  const readings = fixed.length === overrides.length ? [fixed] : [fixed, overrides];
  return readings.map((applied) => disclose(tool, 'all', applied, []).facts);
};

const saidRoles = (overrides: readonly Override[]): Readonly<Record<string, ArgumentRole>> =>
  Object.assign(Object.create(null), ...overrides.map((override) => override.roles ?? {}));

/** The overrides that give roles only to calls whose arguments fulfil a condition; one that faults counts as fulfilled. */
const conditionalRoles = (
  overrides: readonly Override[],
): readonly { readonly override: Override; applies(args: JsonObject): boolean }[] =>
  overrides.flatMap((override) => {
    if (override.when === undefined || override.roles === undefined) return [];
    const test = compileExpression(override.when, new Map());
    const applies = (args: JsonObject): boolean => {
      const value = test({ fields: [], args, locals: [] });
      return value !== false && value !== MISSING;
    };
    return [{ override, applies }];
  });

const JOINING_VERBS: ReadonlySet<string> = new Set(['and', 'or', 'then']);

const isAddressName = (name: string): boolean => {
  const kind = classifyWord(splitName(name).at(-1) ?? '');
  return kind === 'address' || kind === 'direction';
};

/** By its name alone nothing is a read: it must stay inside and not destroy on a ground, and not be said to write. */
const isLookup = (tool: ToolInput, name: ParsedToolName, facts: readonly Facts[]): boolean =>
  canBelieveClaims(tool.server.trust) &&
  name.deeds.length > 0 &&
  name.deeds.every((deed) => deed === 'fetch') &&
  !splitName(tool.name).some((word) => JOINING_VERBS.has(word)) &&
  facts.every(
    ({ mutates, destroys, outward, agentic }) =>
      (mutates.value === 'no' || mutates.ground === 'default') &&
      destroys.value === 'no' &&
      outward.value === 'no' &&
      agentic.value !== 'yes',
  );

const isDirectory = (tool: ToolInput): boolean => {
  const said = listApplicableOverrides(tool).findLast(
    (override) => override.directory !== undefined,
  )?.directory;
  if (said !== undefined) return said;
  return canBelieveClaims(tool.server.trust) && tool.claims.details.directory === true;
};

/** Works out what label needs of a tool. `definition` is the whole definition as the server sent it. */
export const traceTool = (
  tool: ToolInput,
  definition: JsonObject,
  settings: ServerSettings = {},
): TracedTool => {
  const facts = factsOf(tool);
  const some = (name: FactName): boolean => facts.some((each) => each[name].value !== 'no');
  const inputSchema: Json = getOwn(definition, 'inputSchema') ?? null;
  const believed = canBelieveClaims(tool.server.trust);
  const stores = settings.stores ?? {};
  const overrides = listApplicableOverrides(tool);
  const fixed = overrides.filter((override) => override.when === undefined);
  const agentic = facts.some((each) => each.agentic.value === 'yes');
  const nature = readToolNature(definition, tool.name, {
    outward: some('outward'),
    mutates: some('mutates'),
    agentic,
  });
  const name = parseToolName(getDefinedName(tool, definition));
  const rolesWith = (applied: readonly Override[]): readonly GroundedRole[] => {
    const roles = resolveArgumentRoles({
      trust: tool.server.trust,
      inputSchema,
      nature,
      claimed: tool.claims.details.roles ?? {},
      operator: saidRoles(applied),
    });
    return resolveSelectingRoles(roles, {
      written: tool.name,
      name,
      mutates: some('mutates'),
      destroys: some('destroys'),
    });
  };
  const conditional = conditionalRoles(overrides);
  const declared = listDeclaredNames(tool, definition);
  const written = (applied: readonly Override[]): readonly ArgumentValue[] =>
    listComposedValues(tool, definition, { believed, said: saidRoles(applied)['uri'] });
  const variants = new Map<string, ArgumentPlaces>();
  const variant = (args: JsonObject): ArgumentPlaces | undefined => {
    const applied = conditional.filter(({ applies }) => applies(args));
    if (applied.length === 0) return undefined;
    const key = applied.map((each) => conditional.indexOf(each)).join(' ');
    const counting = [...fixed, ...applied.map(({ override }) => override)];
    const made =
      variants.get(key) ??
      new ArgumentPlaces(rolesWith(counting), inputSchema, believed, {
        written: written(counting),
        declared,
      });
    variants.set(key, made);
    return made;
  };
  const places = new ArgumentPlaces(rolesWith(fixed), inputSchema, believed, {
    variant: conditional.length === 0 ? undefined : variant,
    written: written(fixed),
    declared,
  });
  return {
    tool,
    name,
    places,
    audience: new Audience(settings),
    directory: isDirectory(tool),
    mutates: some('mutates'),
    outward: some('outward'),
    destroys: some('destroys'),
    agentic,
    looksUp: isLookup(tool, name, facts),
    believed,
    opensPages: places.names.some(isAddressName),
    raises: {
      private: facts.map((each) => strengthOf(each.readsPrivate)).reduce(strongerOf),
      untrusted: facts.map((each) => strengthOf(each.returnsUntrusted)).reduce(strongerOf),
    },
    // A name the operator gives may be used for several servers that write to one place.
    store: Object.hasOwn(stores, tool.name) ? `store ${stores[tool.name]}` : `server ${tool.server.name}`,
    inputSchema,
  };
};
