import type { Json, JsonObject } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import { escapeName } from '../vocabulary/role-words.ts';

export type SchemaLeafKind = 'string' | 'number' | 'boolean' | 'any';

/** One place in the arguments where a value stands. */
export interface SchemaLeaf {
  /** The ways to name it and what it is inside of, innermost first: `to[].name`, `to[]`, `to`. */
  readonly paths: readonly string[];
  /** The top-level argument as the schema writes it; empty where the schema names none. */
  readonly top: string;
  /** Property names on the way, innermost first. */
  readonly names: readonly string[];
  readonly kind: SchemaLeafKind;
  readonly formats: readonly string[];
  readonly mediaTypes: readonly string[];
  readonly description: string;
  /** How many values are possible, where the schema lists them. */
  readonly choices: number | undefined;
  /** The schema goes on below and was not read further. */
  readonly cut: boolean;
}

export const MAX_ROLE_DEPTH = 8;
export const MAX_LEAVES = 500;
const MAX_NODES = 4 * MAX_LEAVES;
const MAX_VIEWS = 64;
// One more than is read, so that `read` notices.
const MANY = MAX_VIEWS + 1;
const MAX_DESCRIPTION = 400;
const MAX_REF = 32;

interface SchemaPosition {
  readonly schemas: readonly Json[];
  readonly paths: readonly string[];
  readonly top: string;
  readonly names: readonly string[];
  readonly refs: ReadonlySet<Json>;
  readonly inherited: string;
}

/** Everything the alternatives and parts of one schema say, side by side. */
interface SchemaReading {
  readonly views: readonly JsonObject[];
  readonly refs: ReadonlySet<Json>;
  readonly cut: boolean;
}

const texts = (value: Json | undefined): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.filter((item) => typeof item === 'string')
      : [];

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const resolve = (root: Json, ref: Json | undefined): Json | undefined => {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined;
  let at: Json | undefined = root;
  for (const step of ref.slice(1).split('/', MAX_REF).slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = /^\d{1,6}$/.test(key) ? at[Number(key)] : undefined;
    else at = at !== undefined && isJsonObject(at) ? getOwn(at, key) : undefined;
  }
  return at;
};

const read = (root: Json, place: SchemaPosition): SchemaReading => {
  const views: JsonObject[] = [];
  const refs = new Set(place.refs);
  const pending: Json[] = [...place.schemas].slice(0, MAX_VIEWS);
  let cut = place.schemas.length > MAX_VIEWS;
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    if (!isJsonObject(next)) continue;
    views.push(next);
    const parts = [
      ...list(getOwn(next, 'anyOf')),
      ...list(getOwn(next, 'oneOf')),
      ...list(getOwn(next, 'allOf')),
      ...[getOwn(next, 'then'), getOwn(next, 'else')].filter((part) => part !== undefined),
    ];
    const ref = getOwn(next, '$ref');
    if (ref !== undefined) {
      const target = resolve(root, ref);
      // A schema inside itself is read once; what it holds further down counts as not read.
      if (target === undefined || refs.has(target)) cut = true;
      else {
        refs.add(target);
        parts.push(target);
      }
    }
    const room = MAX_VIEWS - views.length - pending.length;
    if (parts.length > room) cut = true;
    pending.push(...parts.slice(0, Math.max(0, room)));
  }
  return { views, refs, cut };
};

const KEYWORD_TYPES: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'patternProperties', 'required']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength', 'contentMediaType', 'contentEncoding']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

const choicesOf = (view: JsonObject): readonly Json[] | undefined => {
  const constant = getOwn(view, 'const');
  if (constant !== undefined) return [constant];
  const values = getOwn(view, 'enum');
  return Array.isArray(values) ? values : undefined;
};

const typeOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

const typesOf = (view: JsonObject): readonly string[] => {
  const declared = texts(getOwn(view, 'type'));
  if (declared.length > 0) return declared;
  const choices = choicesOf(view);
  if (choices !== undefined) return choices.map(typeOf);
  return KEYWORD_TYPES.filter(([, keywords]) =>
    keywords.some((keyword) => getOwn(view, keyword) !== undefined),
  ).map(([type]) => type);
};

const leafOf = (
  place: SchemaPosition,
  views: readonly JsonObject[],
  description: string,
  cut: boolean,
): SchemaLeaf => {
  const scalars = new Set<string>();
  const choices = new Set<Json>();
  let open = cut;
  for (const view of views) {
    const types = typesOf(view).filter((type) => type !== 'null' && type !== 'object' && type !== 'array');
    for (const type of types) scalars.add(type === 'integer' ? 'number' : type);
    const values = choicesOf(view);
    if (values !== undefined) for (const value of values) if (value !== null) choices.add(value);
    if (values === undefined && types.length > 0) open = true;
  }
  const [first, ...rest] = scalars;
  const kind =
    rest.length === 0 && (first === 'string' || first === 'number' || first === 'boolean') ? first : 'any';
  return {
    paths: place.paths,
    top: place.top,
    names: place.names,
    kind: cut ? 'any' : kind,
    formats: views.flatMap((view) => texts(getOwn(view, 'format'))).map((format) => format.toLowerCase()),
    mediaTypes: views.flatMap((view) => texts(getOwn(view, 'contentMediaType'))),
    description,
    choices: open || choices.size === 0 ? undefined : choices.size,
    cut,
  };
};

const push = (
  place: SchemaPosition,
  step: string,
  schemas: readonly Json[],
  reading: SchemaReading,
): SchemaPosition => {
  const path = place.paths[0] ?? '';
  return {
    ...place,
    schemas,
    paths: [step === '[]' || path === '' ? path + step : `${path}.${step}`, ...place.paths],
    refs: reading.refs,
  };
};

const propertiesOf = (views: readonly JsonObject[]): ReadonlyMap<string, Json[]> => {
  const properties = new Map<string, Json[]>();
  for (const view of views) {
    const declared = getOwn(view, 'properties');
    if (declared === undefined || !isJsonObject(declared)) continue;
    for (const name of Object.keys(declared).slice(0, MAX_NODES)) {
      const schema = getOwn(declared, name);
      if (schema === undefined || schema === false) continue;
      const known = properties.get(name);
      if (known === undefined) properties.set(name, [schema]);
      else known.push(schema);
    }
  }
  return properties;
};

/** Schemas for names the schema does not list; empty where there may be none. */
const unnamedOf = (views: readonly JsonObject[], named: boolean, object: boolean): readonly Json[] => {
  const found: Json[] = [];
  let closed = false;
  for (const view of views) {
    const additional = getOwn(view, 'additionalProperties');
    if (additional === false) closed = true;
    else if (additional !== undefined) found.push(additional);
    const patterns = getOwn(view, 'patternProperties');
    if (patterns !== undefined && isJsonObject(patterns))
      found.push(...Object.values(patterns).slice(0, MANY));
  }
  // Absent means anything goes, yet where properties are listed nobody means it so.
  if (found.length === 0 && !named && object && !closed) return [true];
  return found;
};

const elementsOf = (views: readonly JsonObject[], array: boolean): readonly Json[] => {
  const found: Json[] = [];
  for (const view of views)
    for (const keyword of ['items', 'prefixItems', 'additionalItems']) {
      const value = getOwn(view, keyword);
      if (Array.isArray(value)) found.push(...value.slice(0, MANY));
      else if (value !== undefined && value !== false) found.push(value);
    }
  return found.length === 0 && array ? [true] : found;
};

const describe = (place: SchemaPosition, views: readonly JsonObject[]): string => {
  const said = views.flatMap((view) => texts(getOwn(view, 'description')));
  return (said.length > 0 ? said.join(' ') : place.inherited).slice(0, MAX_DESCRIPTION);
};

const REST: SchemaLeaf = {
  paths: ['*'],
  top: '',
  names: [],
  kind: 'any',
  formats: [],
  mediaTypes: [],
  description: '',
  choices: undefined,
  cut: true,
};

const withRest = (leaves: readonly SchemaLeaf[]): readonly SchemaLeaf[] => [
  ...leaves.filter((leaf) => leaf.paths[0] !== '*'),
  REST,
];

/**
 * The places where the arguments of a schema hold values, outermost first, so that a deep part cannot crowd out
 * a top-level argument. What was not read is a leaf too: `*` at the end stands for all the rest.
 */
export const listSchemaLeaves = (root: Json): readonly SchemaLeaf[] => {
  const leaves: SchemaLeaf[] = [];
  const start: SchemaPosition = {
    schemas: [root],
    paths: [],
    top: '',
    names: [],
    refs: new Set([root]),
    inherited: '',
  };
  const queue: SchemaPosition[] = [start];
  let rest = false;
  for (let index = 0; index < queue.length; index++) {
    const place = queue[index];
    if (place === undefined || leaves.length >= MAX_LEAVES - 1 || index >= MAX_NODES) return withRest(leaves);
    const reading = read(root, place);
    const { views } = reading;
    const description = describe(place, views);
    if (place.paths.length > MAX_ROLE_DEPTH) {
      leaves.push(leafOf(place, views, description, true));
      continue;
    }
    const types = new Set(views.flatMap(typesOf));
    const top = place.paths.length === 0;
    const object = types.has('object') || (top && !types.has('array'));
    const properties = propertiesOf(views);
    const unnamed = unnamedOf(
      views,
      views.some((view) => getOwn(view, 'properties') !== undefined),
      object,
    );
    const elements = elementsOf(views, types.has('array'));
    for (const [name, schemas] of properties) {
      if (queue.length > MAX_NODES) break;
      const inner = push(place, escapeName(name), schemas, reading);
      queue.push({ ...inner, top: top ? name : place.top, names: [name, ...place.names], inherited: '' });
    }
    if (unnamed.length > 0) queue.push({ ...push(place, '*', unnamed, reading), inherited: description });
    if (elements.length > 0) queue.push({ ...push(place, '[]', elements, reading), inherited: description });
    const structured = properties.size + unnamed.length + elements.length > 0;
    const scalar = [...types].some((type) => type !== 'object' && type !== 'array' && type !== 'null');
    if (top) rest = reading.cut;
    else if (reading.cut || scalar || (!structured && !types.has('object')))
      leaves.push(leafOf(place, views, description, reading.cut));
  }
  return rest ? withRest(leaves) : leaves;
};
