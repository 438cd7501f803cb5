import type { Json } from '../receive/json.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import { isArgumentRole } from '../vocabulary/argument-role.ts';
import type { Ground, TrustLevel } from './ground.ts';
import { canBelieveClaims } from './ground.ts';
import type { SchemaLeaf } from './schema-leaves.ts';
import { listSchemaLeaves } from './schema-leaves.ts';
import type { RoleReason } from './infer-leaf-role.ts';
import { inferLeafRole } from './infer-leaf-role.ts';
import { isInWordList, splitName } from '../vocabulary/role-words.ts';
import type { ToolNature } from './tool-nature.ts';
import { PLAIN_NATURE } from './tool-nature.ts';

export interface InferredRole {
  /**
   * Where the value stands: `to`, `message.body`, `items[].id`, `headers.*`; the marks inside a name are escaped
   * with a backslash. `*` alone stands for every argument that no other path covers.
   */
  readonly path: string;
  readonly role: ArgumentRole;
  readonly why: string;
}

export type GroundedRole = InferredRole & {
  readonly ground: Ground;
  /** A text that would shape an answer, in a tool that changes things: `cancel_order{order}` may name a thing by it. */
  readonly mayName?: true;
};

export interface RoleInferenceInput {
  readonly trust: TrustLevel;
  readonly inputSchema: Json;
  /** What the tool's name, hints and description say about all its texts. */
  readonly nature?: ToolNature;
  /** What the server says, by top-level name or path. */
  readonly claimed?: Readonly<Record<string, ArgumentRole>>;
  /** What the operator says, by top-level name or path. */
  readonly operator?: Readonly<Record<string, ArgumentRole>>;
}

const pathOf = (leaf: SchemaLeaf): string => leaf.paths[0] ?? '*';

/** What every argument of a schema is for, as far as the schema tells. Total and bounded. */
export const inferRoles = (inputSchema: Json): readonly InferredRole[] =>
  listSchemaLeaves(inputSchema).map((leaf) => {
    const { role, why } = inferLeafRole(leaf);
    return { path: pathOf(leaf), role, why };
  });

/** The role said for the leaf or the nearest thing around it. */
const declaredRole = (
  roles: Readonly<Record<string, ArgumentRole>> | undefined,
  leaf: SchemaLeaf,
): ArgumentRole | undefined => {
  if (roles === undefined) return undefined;
  const names = leaf.top === '' ? leaf.paths : [...leaf.paths, leaf.top];
  const name = names.find((candidate) => Object.hasOwn(roles, candidate) && isArgumentRole(roles[candidate]));
  return name === undefined ? undefined : roles[name];
};

/** By its own name: `attachments` and what stands right inside it name files, `attachments[].content` is a text. */
const isNamed = (leaf: SchemaLeaf, list: 'carried' | 'commentary' | 'instructing' | 'querying'): boolean =>
  isInWordList(list, splitName(leaf.names[0] ?? '').at(-1));

const isOpenText = ({ kind, choices }: SchemaLeaf): boolean =>
  kind !== 'number' && kind !== 'boolean' && choices === undefined;

const inNature = (
  leaf: SchemaLeaf,
  found: RoleReason,
  nature: ToolNature,
  commentary: boolean,
): RoleReason => {
  if (found.shapes === true && nature.mutates)
    return { role: 'critical', why: 'it says how much or in which way something is changed', shapes: true };
  if (found.text !== true) return found;
  if (nature.mutates && isNamed(leaf, 'instructing'))
    return { role: 'code', why: 'it tells an agent or a model what to do' };
  if (nature.mutates && isNamed(leaf, 'querying'))
    return nature.queries || nature.executes
      ? { role: 'code', why: 'what the tool changes stands in the query' }
      : { role: 'critical', why: 'it says what is changed' };
  if (nature.schedules && !isNamed(leaf, 'commentary'))
    return { role: 'code', why: 'the tool sets up something that runs later' };
  if (!commentary || !isNamed(leaf, 'commentary')) {
    if (nature.executes) return { role: 'code', why: 'the tool runs what it is given' };
    if (nature.instructs) return { role: 'code', why: 'the tool is an agent, and text instructs it' };
  }
  return nature.outward && isNamed(leaf, 'carried')
    ? { role: 'object', why: 'it names a file that is sent along' }
    : found;
};

/** Any string may say where data goes, and any choice what is done: nobody vouches for what it is called. */
const unvouched = (leaf: SchemaLeaf, found: RoleReason): RoleReason => {
  if (found.role === 'code') return { role: 'code', why: 'it is text that is run' };
  return isOpenText(leaf)
    ? { role: 'destination', why: 'nobody vouches for the server, and any text may be an address' }
    : { role: 'critical', why: 'nobody vouches for the server, and it may decide what is done' };
};

/** Roles said of arguments the schema does not have: a tool may take more than it declares. */
const unlisted = (
  roles: Readonly<Record<string, ArgumentRole>> | undefined,
  leaves: readonly SchemaLeaf[],
  ground: Ground,
  why: string,
): GroundedRole[] => {
  const known = new Set(leaves.flatMap((leaf) => [...leaf.paths, leaf.top]));
  return Object.entries(roles ?? {})
    .filter(([path, role]) => !known.has(path) && isArgumentRole(role))
    .map(([path, role]) => ({ path, role, why, ground }));
};

const BY_OPERATOR = 'the operator says so';
const BY_SERVER = 'the server says so';

/** What every argument is for, and who says it: the operator, else a server that is believed, else its schema. */
export const resolveArgumentRoles = (tool: RoleInferenceInput): readonly GroundedRole[] => {
  const leaves = listSchemaLeaves(tool.inputSchema);
  const believed = canBelieveClaims(tool.trust);
  const claimed = believed ? tool.claimed : undefined;
  const nature = tool.nature ?? PLAIN_NATURE;
  const inferred = leaves.map(inferLeafRole);
  // where something else is what runs, text that speaks about it does not
  const commentary = leaves.some((leaf, at) => {
    const found = inferred[at];
    return (
      declaredRole(tool.operator, leaf) === 'code' ||
      (found !== undefined && inNature(leaf, found, nature, true).role === 'code')
    );
  });
  const roles = leaves.map((leaf, at): GroundedRole => {
    const path = pathOf(leaf);
    const operator = declaredRole(tool.operator, leaf);
    if (operator !== undefined) return { path, role: operator, why: BY_OPERATOR, ground: 'operator' };
    const claim = declaredRole(claimed, leaf);
    if (claim !== undefined) return { path, role: claim, why: BY_SERVER, ground: 'claim' };
    const found = inNature(leaf, inferred[at] ?? inferLeafRole(leaf), nature, commentary);
    const { role, why } = believed ? found : unvouched(leaf, found);
    const mayName = believed && found.shapes === true && role === 'critical' && isOpenText(leaf);
    return { path, role, why, ground: 'default', ...(mayName ? { mayName } : {}) };
  });
  const operator = unlisted(tool.operator, leaves, 'operator', BY_OPERATOR);
  const covered = new Set(operator.map((role) => role.path));
  const server = unlisted(claimed, leaves, 'claim', BY_SERVER).filter((role) => !covered.has(role.path));
  return [...roles, ...operator, ...server];
};
