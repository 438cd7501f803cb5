import type { GroundedRole } from '../disclose/argument-roles.ts';
import { isEqualJson } from '../disclose/compare-json.ts';
import type { SchemaLeafKind } from '../disclose/schema-leaves.ts';
import { listSchemaLeaves } from '../disclose/schema-leaves.ts';
import type { Json, JsonObject, Path } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import { isReservedName } from '../receive/member-names.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import { classifyWord, escapeName, splitName } from '../vocabulary/role-words.ts';

export interface ArgumentValue {
  readonly path: Path;
  readonly role: ArgumentRole;
  readonly value: string | number | boolean;
  /** The nearest name around the value. */
  readonly name: string;
  /** It is not what the schema says stands here: a number for a switch. */
  readonly odd?: true;
}

export const MAX_VALUES = 2000;

const FIELD_CLASSES: ReadonlySet<string | undefined> = new Set([
  'address',
  'amount',
  'audience',
  'date',
  'format',
  'generic',
  'object',
  'text',
]);

/** `flight_number`, `firstName`: not the name of a person, and nothing that gives power. */
const isFieldName = (key: string): boolean =>
  key.length <= 32 &&
  /^[a-z][A-Za-z_]+$/.test(key) &&
  FIELD_CLASSES.has(classifyWord(splitName(key).at(-1) ?? ''));

const schemaPath = (path: Path): string[] => {
  const paths: string[] = [];
  let text = '';
  for (const step of path) {
    text =
      typeof step === 'number' ? `${text}[]` : text === '' ? escapeName(step) : `${text}.${escapeName(step)}`;
    paths.push(text);
  }
  return paths;
};

const parentPath = (path: string | undefined): string => (path === undefined ? '*' : `${path}.*`);

export interface ArgumentPlacesOptions {
  /** Roles for calls whose arguments fulfil a condition of the operator. */
  readonly variant?: ((args: JsonObject) => ArgumentPlaces | undefined) | undefined;
  /** What the agent wrote outside of the arguments: of the uri it reads. */
  readonly written?: readonly ArgumentValue[];
  /** The names that arguments may have, where something else than the schema lists them. */
  readonly declared?: ReadonlySet<string> | undefined;
}

/** Takes in what stands at a path; `paths` is its schema path. Whether there is room for more. */
type Visit = (value: Json, path: Path, name: string, paths?: readonly string[]) => boolean;

/** The roles of a tool's arguments, by the place a value stands at. */
export class ArgumentPlaces {
  readonly #roles: ReadonlyMap<string, ArgumentRole>;
  readonly #kinds: ReadonlyMap<string, SchemaLeafKind>;
  readonly #defaults: ReadonlyMap<string, Json>;
  readonly #rest: ArgumentRole;
  readonly #believed: boolean;
  /** Some argument says which thing is meant or what is done to it. */
  readonly selects: boolean;
  /** The arguments that the schema lists. */
  readonly names: readonly string[];
  /** Every place that has a role, or holds one that has. */
  readonly #listed: ReadonlySet<string>;
  readonly #listsAny: boolean;
  readonly #values: WeakMap<JsonObject, { readonly values: readonly ArgumentValue[] | undefined }> =
    new WeakMap();

  readonly #variant: ArgumentPlacesOptions['variant'];
  readonly #written: readonly ArgumentValue[];

  /** `believed`: the schema's defaults and what it does not list are what a server that is believed says. */
  constructor(
    roles: readonly GroundedRole[],
    inputSchema: Json,
    believed: boolean,
    { variant, written = [], declared }: ArgumentPlacesOptions = {},
  ) {
    this.#variant = variant;
    this.#written = written;
    this.#roles = new Map(roles.map(({ path, role }) => [path, role]));
    this.#kinds = new Map(listSchemaLeaves(inputSchema).map(({ paths, kind }) => [paths[0] ?? '*', kind]));
    this.#listed = new Set(
      [...this.#roles.keys(), ...this.#kinds.keys(), ...[...(declared ?? [])].map(escapeName)].flatMap(
        (path) => [path, ...[...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index))],
      ),
    );
    this.#listsAny = [...this.#listed].some((path) => path !== '*');
    // A value nobody declared may be anything.
    this.#rest = this.#roles.get('*') ?? (believed ? 'critical' : 'destination');
    this.selects = roles.some(
      ({ role, path }) => path !== '*' && role !== 'payload' && role !== 'destination',
    );
    this.#believed = believed;
    const properties = isJsonObject(inputSchema) ? getOwn(inputSchema, 'properties') : undefined;
    this.names = properties !== undefined && isJsonObject(properties) ? Object.keys(properties) : [];
    const defaults = new Map<string, Json>();
    if (properties !== undefined && isJsonObject(properties))
      for (const name of Object.keys(properties)) {
        const schema = getOwn(properties, name);
        const value = schema !== undefined && isJsonObject(schema) ? getOwn(schema, 'default') : undefined;
        if (value !== undefined) defaults.set(name, value);
      }
    this.#defaults = defaults;
  }

  roleAt(path: Path): ArgumentRole {
    return this.#roleOf(schemaPath(path));
  }

  #roleOf(paths: readonly string[]): ArgumentRole {
    for (let at = paths.length - 1; at >= 0; at--) {
      const place = paths[at] ?? '';
      const role =
        this.#roles.get(place) ?? this.#roles.get(`${place}[]`) ?? this.#roles.get(parentPath(paths[at - 1]));
      if (role !== undefined) return at < paths.length - 1 ? this.#belowScalar(place, role) : role;
    }
    return this.#rest;
  }

  /** What stands below a place that should hold a text is nothing anybody declared. */
  #belowScalar(place: string, role: ArgumentRole): ArgumentRole {
    const kind = this.#kinds.get(place) ?? 'any';
    return kind !== 'any' && (role === 'payload' || role === 'object') ? 'critical' : role;
  }

  /** Where no argument is listed, names of arguments are nothing special: they are only something that is sent. */
  #roleOfName(paths: readonly string[]): ArgumentRole {
    return paths.length === 1 && !this.#listsAny ? 'payload' : this.#roleOf(paths);
  }

  /** Of one call, whether the tool says that it takes an argument of this name here: conditions are tried once. */
  declarationTest(args: JsonObject): (path: Path) => boolean {
    const listed = this.#placesFor(args).#listed;
    return (path) => {
      const named = path.slice(0, path.findLastIndex((step) => typeof step === 'string') + 1);
      return listed.has(schemaPath(named).at(-1) ?? '');
    };
  }

  /** Saying what would be so without a word decides nothing. */
  isDefault(path: Path, value: Json): boolean {
    const [name] = path;
    if (!this.#believed || path.length !== 1 || typeof name !== 'string') return false;
    const usual = this.#defaults.get(name);
    return usual !== undefined && isEqualJson(usual, value);
  }

  /** Every value of a call with its role, or undefined if there are more than can be judged. */
  valuesOf(args: JsonObject): readonly ArgumentValue[] | undefined {
    const known = this.#values.get(args);
    if (known !== undefined) return known.values;
    const values = this.#placesFor(args).#placed(args);
    // the arguments of a received call are frozen all through
    if (Object.isFrozen(args)) this.#values.set(args, { values });
    return values;
  }

  #placesFor(args: JsonObject): ArgumentPlaces {
    return this.#variant?.(args) ?? this;
  }

  #placed(args: JsonObject): readonly ArgumentValue[] | undefined {
    const values: ArgumentValue[] = [...this.#written];
    const visit: Visit = (value, path, name, paths = schemaPath(path)) => {
      if (value === null || this.isDefault(path, value)) return true;
      if (typeof value !== 'object') {
        const role = this.#roleOf(paths);
        const odd = typeof value !== 'boolean' && this.#kinds.get(paths.at(-1) ?? '') === 'boolean';
        // An empty path may be the root, an empty list of hosts all of them.
        if (value !== '' || role !== 'payload')
          values.push({ path, role, value, name, ...(odd ? { odd } : {}) });
        return values.length <= MAX_VALUES;
      }
      if (Object.keys(value).length === 0) {
        const role = this.#roleOf(paths);
        if (role === 'object' || role === 'critical' || role === 'code')
          values.push({ path, role, value: '', name });
        return values.length <= MAX_VALUES;
      }
      if (Array.isArray(value)) return value.every((item, index) => visit(item, [...path, index], name));
      return isJsonObject(value) && this.#visitObject(value, path, values, visit);
    };
    if (!this.#visitObject(args, [], values, visit)) return undefined;
    // What nobody vouches for fills in itself is as good as sent.
    if (!this.#believed)
      for (const [name, value] of this.#defaults)
        if (!Object.hasOwn(args, name) && !visit(value, [name], name)) return undefined;
    return values;
  }

  /** A field name where the schema describes nothing; what stands in it is judged. Keys of a map are values. */
  #isPlainField(object: JsonObject, key: string, paths: readonly string[]): boolean {
    const around = parentPath(paths.at(-2));
    const isMap = (this.#kinds.get(around) ?? 'any') !== 'any';
    return this.#believed && paths.length > 1 && !isMap && object[key] !== null && isFieldName(key);
  }

  #visitObject(object: JsonObject, path: Path, values: ArgumentValue[], visit: Visit): boolean {
    for (const key of Object.keys(object)) {
      const inner = [...path, key];
      const paths = schemaPath(inner);
      // A name that no schema lists is a value as well, unless it only says what kind of value stands there.
      if (
        !this.#listed.has(paths.at(-1) ?? '') &&
        !(path.length === 0 && isReservedName(key)) &&
        !this.#isPlainField(object, key, paths)
      ) {
        values.push({ path: inner, role: this.#roleOfName(paths), value: key, name: key });
        if (values.length > MAX_VALUES) return false;
      }
      if (!visit(getOwn(object, key) ?? null, inner, key, paths)) return false;
    }
    return true;
  }
}
