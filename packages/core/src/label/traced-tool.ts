import type { Answer } from '../disclose/answer.ts';
import type { GroundedRole } from '../disclose/argument-roles.ts';
import { argumentRoles } from '../disclose/argument-roles.ts';
import { splitName } from '../disclose/role-words.ts';
import { applicableOverrides, disclose } from '../disclose/disclosure.ts';
import type { FactName, Facts } from '../disclose/facts.ts';
import { believesClaims } from '../disclose/ground.ts';
import type { Belief } from '../disclose/ground.ts';
import type { ToolInput } from '../disclose/tool-input.ts';
import type { Json, JsonObject } from '../receive/json.ts';
import { own } from '../receive/json.ts';
import type { Role } from '../vocabulary/roles.ts';
import { ArgumentPlaces } from './argument-places.ts';
import type { AudienceSettings } from './audience.ts';
import { Audience } from './audience.ts';
import type { Labels, Strength } from './label.ts';
import { stronger } from './label.ts';
import type { ToolName } from './seen/resource.ts';
import { readToolName } from './seen/resource.ts';
import { singular } from './seen/singular.ts';

/** What an operator says of a server, as far as labels and origins depend on it. */
export interface ServerSettings extends AudienceSettings {
  /** The store each tool reads and writes, where the server has several; without a word it is the server. */
  readonly stores?: Readonly<Record<string, string>>;
}

/** A tool with all that label needs of it, worked out once. */
export interface TracedTool {
  readonly tool: ToolInput;
  readonly name: ToolName;
  readonly places: ArgumentPlaces;
  readonly audience: Audience;
  /** Its results list people or places, and somebody who counts says so. */
  readonly directory: boolean;
  readonly mutates: boolean;
  readonly outward: boolean;
  readonly destroys: boolean;
  readonly agentic: boolean;
  /** Its server is believed in what it says of its own things. */
  readonly believed: boolean;
  /** What a call of it may touch. */
  readonly raises: Labels;
  readonly store: string;
}

const STRENGTH: Readonly<Record<Answer, Strength>> = { yes: 'known', unknown: 'possible', no: 'none' };

const strengthOf = ({ value, ground }: Belief): Strength =>
  value === 'yes' && ground === 'default' ? 'possible' : STRENGTH[value];

/**
 * The disclosure with and without what an operator says of some calls only: a call is traced before its arguments are
 * judged. Of several overrides the strictest word counts, so all of them together are the strictest reading.
 */
const factsOf = (tool: ToolInput): readonly Facts[] => {
  const overrides = applicableOverrides(tool);
  const fixed = overrides.filter((override) => override.when === undefined);
  const readings = fixed.length === overrides.length ? [fixed] : [fixed, overrides];
  return readings.map((applied) => disclose(tool, 'all', applied, []).facts);
};

const saidRoles = (tool: ToolInput): Readonly<Record<string, Role>> =>
  Object.assign(Object.create(null), ...applicableOverrides(tool).map((override) => override.roles ?? {}));

const isDirectory = (tool: ToolInput): boolean => {
  const said = applicableOverrides(tool).findLast((override) => override.directory !== undefined)?.directory;
  if (said !== undefined) return said;
  return believesClaims(tool.server.trust) && tool.claims.details.directory === true;
};

const SELECTING: ReadonlySet<string> = new Set(
  'condition criteria criterion expression filter glob keyword match pattern q query regex search selector term where'.split(
    ' ',
  ),
);

/** In a tool that destroys, what elsewhere only searches says what is destroyed. */
const asSelector = (role: GroundedRole): GroundedRole => {
  if (role.role !== 'payload' || role.ground !== 'default') return role;
  const selects = splitName(role.path).some((word) => SELECTING.has(singular(word)));
  return selects ? { ...role, role: 'critical', why: 'it says what is destroyed' } : role;
};

/** Works out what label needs of a tool. `definition` is the whole definition as the server sent it. */
export const traceTool = (
  tool: ToolInput,
  definition: JsonObject,
  settings: ServerSettings = {},
): TracedTool => {
  const facts = factsOf(tool);
  const some = (name: FactName): boolean => facts.some((each) => each[name].value !== 'no');
  const inputSchema: Json = own(definition, 'inputSchema') ?? null;
  const believed = believesClaims(tool.server.trust);
  const stores = settings.stores ?? {};
  const roles = argumentRoles({
    trust: tool.server.trust,
    inputSchema,
    claimed: tool.claims.details.roles ?? {},
    operator: saidRoles(tool),
  });
  return {
    tool,
    name: readToolName(tool.name),
    places: new ArgumentPlaces(some('destroys') ? roles.map(asSelector) : roles, inputSchema, believed),
    audience: new Audience(settings),
    directory: isDirectory(tool),
    mutates: some('mutates'),
    outward: some('outward'),
    destroys: some('destroys'),
    agentic: facts.some((each) => each.agentic.value === 'yes'),
    believed,
    raises: {
      private: facts.map((each) => strengthOf(each.readsPrivate)).reduce(stronger),
      untrusted: facts.map((each) => strengthOf(each.returnsUntrusted)).reduce(stronger),
    },
    // A name the operator gives may be used for several servers that write to one place.
    store: Object.hasOwn(stores, tool.name) ? `store ${stores[tool.name]}` : `server ${tool.server.name}`,
  };
};
