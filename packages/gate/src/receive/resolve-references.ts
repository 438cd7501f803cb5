import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { toolArgumentMessages } from '@callgate/messages/tool-arguments';
import { MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES, SchemaBoundsError } from './schema-bounds-error.ts';

const SCHEMA_KEYS =
  `not if then else contains propertyNames additionalProperties unevaluatedProperties additionalItems
  unevaluatedItems items`.split(/\s+/);
const LIST_KEYS = ['anyOf', 'allOf', 'oneOf', 'prefixItems', 'items'] as const;
const MAP_KEYS = ['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas'] as const;
/** What the rewritten schema says in other words. */
const REWRITTEN: ReadonlySet<string> = new Set(['$id', 'id', 'dependencies', '$dynamicRef', '$recursiveRef']);

const NO_BASE = 'https://schema.invalid/';

/** Where a schema stands in the rewritten document. */
interface SchemaPlace {
  readonly parent: JsonObject | undefined;
  readonly steps: readonly string[];
  /** The nearest schema around it that has an address, and that address. */
  readonly resource: JsonObject;
  readonly base: string;
}

const urlOf = (reference: string, base: string): URL | undefined =>
  URL.canParse(reference, base) ? new URL(reference, base) : undefined;

const withoutHash = (url: URL): string => url.href.replace(/#.*$/s, '');

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const membersOf = (value: Json | undefined): readonly (readonly [string, Json])[] =>
  value !== undefined && isJsonObject(value) ? Object.entries(value) : [];

type ChildSchema = readonly [steps: readonly string[], schema: JsonObject];

/** The schemas right inside one, and where each stands after the rewriting. */
const childrenOf = (schema: JsonObject): readonly ChildSchema[] => {
  const found: ChildSchema[] = [];
  const take = (steps: readonly string[], value: Json | undefined): void => {
    if (value !== undefined && isJsonObject(value)) found.push([steps, value]);
  };
  for (const key of SCHEMA_KEYS) take([key], getOwn(schema, key));
  for (const key of LIST_KEYS)
    for (const [index, each] of itemsOf(getOwn(schema, key)).entries()) take([key, String(index)], each);
  for (const key of MAP_KEYS)
    for (const [name, each] of membersOf(getOwn(schema, key))) take([key, name], each);
  const added = String(itemsOf(getOwn(schema, 'allOf')).length);
  for (const [name, each] of membersOf(getOwn(schema, 'dependencies')))
    take(['allOf', added, 'dependentSchemas', name], each);
  return found;
};

const encoded = (step: string): string => encodeURI(step.replaceAll('~', '~0').replaceAll('/', '~1'));

const decodedSteps = (fragment: string): readonly string[] | undefined => {
  try {
    return decodeURIComponent(fragment)
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
};

/** Every schema of a document by its address, its anchors and its place. */
class SchemaDocument {
  readonly #places: Map<JsonObject, SchemaPlace> = new Map();
  readonly #resources: Map<string, JsonObject> = new Map();
  readonly #anchors: Map<string, JsonObject> = new Map();
  readonly #dynamic: Map<string, JsonObject[]> = new Map();
  readonly #idKeys: readonly string[];
  #hasRecursiveAnchor = false;

  constructor(root: JsonObject, isDraft4: boolean) {
    this.#idKeys = isDraft4 ? ['id', '$id'] : ['$id'];
    this.#resources.set(NO_BASE, root);
    this.#enter(root, { parent: undefined, steps: [], resource: root, base: NO_BASE }, 0);
  }

  #enter(schema: JsonObject, around: SchemaPlace, depth: number): void {
    if (this.#places.size >= MAX_SCHEMA_NODES || depth >= MAX_SCHEMA_DEPTH)
      throw new SchemaBoundsError(toolArgumentMessages.schema.tooLarge);
    const place = this.#withAddress(schema, around);
    this.#places.set(schema, place);
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const anchor = getOwn(schema, key);
      if (typeof anchor === 'string') this.#anchors.set(`${place.base}#${anchor}`, schema);
    }
    const dynamic = getOwn(schema, '$dynamicAnchor');
    if (typeof dynamic === 'string')
      this.#dynamic.set(dynamic, [...(this.#dynamic.get(dynamic) ?? []), schema]);
    if (getOwn(schema, '$recursiveAnchor') === true) this.#hasRecursiveAnchor = true;
    for (const [steps, child] of childrenOf(schema))
      this.#enter(child, { ...place, parent: schema, steps }, depth + 1);
  }

  #withAddress(schema: JsonObject, around: SchemaPlace): SchemaPlace {
    const id = this.#idKeys.map((key) => getOwn(schema, key)).find((value) => typeof value === 'string');
    const url = id === undefined ? undefined : urlOf(id, around.base);
    if (url === undefined) return around;
    // an address that is only a fragment is what later drafts call an anchor
    if (url.hash.length > 1) {
      this.#anchors.set(`${withoutHash(url)}${url.hash}`, schema);
      return around;
    }
    const base = withoutHash(url);
    if (!this.#resources.has(base)) this.#resources.set(base, schema);
    return { ...around, resource: schema, base };
  }

  pointerTo(schema: JsonObject): string {
    const steps: string[] = [];
    for (let at: JsonObject | undefined = schema; at !== undefined;) {
      const place: SchemaPlace | undefined = this.#places.get(at);
      steps.unshift(...(place?.steps ?? []));
      at = place?.parent;
    }
    return `#${steps.map((step) => `/${encoded(step)}`).join('')}`;
  }

  /** The schema that a reference leads to; undefined where that is in another document, or nothing. */
  #target(reference: string, from: JsonObject): JsonObject | undefined {
    const url = urlOf(reference, this.#places.get(from)?.base ?? NO_BASE);
    const resource = url === undefined ? undefined : this.#resources.get(withoutHash(url));
    if (url === undefined || resource === undefined) return undefined;
    if (url.hash.length <= 1) return resource;
    if (!url.hash.startsWith('#/')) return this.#anchors.get(`${withoutHash(url)}${url.hash}`);
    let found: Json | undefined = resource;
    for (const step of decodedSteps(url.hash.slice(1)) ?? [''])
      found = Array.isArray(found)
        ? found[Number(step)]
        : found !== undefined && isJsonObject(found)
          ? getOwn(found, step)
          : undefined;
    return found !== undefined && isJsonObject(found) && this.#places.has(found) ? found : undefined;
  }

  /** A reference as the validator finds it. What leads out of the document stays as it is, and is skipped. */
  reference(reference: string, from: JsonObject): string {
    const target = this.#target(reference, from);
    return target === undefined ? reference : this.pointerTo(target);
  }

  /** Where the outermost anchor of that name counts, it must be the only one. */
  dynamicReference(reference: string, from: JsonObject): string {
    const target = this.#target(reference, from);
    const name = target === undefined ? undefined : getOwn(target, '$dynamicAnchor');
    const isDynamic = typeof name === 'string' && reference.endsWith(`#${name}`);
    if (target === undefined || (isDynamic && (this.#dynamic.get(name)?.length ?? 0) > 1))
      throw new SchemaBoundsError(toolArgumentMessages.schema.dynamicReference);
    return this.pointerTo(target);
  }

  recursiveReference(reference: Json, from: JsonObject): string {
    if (reference !== '#' || (this.#hasRecursiveAnchor && new Set(this.#resources.values()).size > 1))
      throw new SchemaBoundsError(toolArgumentMessages.schema.recursiveReference);
    return this.pointerTo(this.#places.get(from)?.resource ?? from);
  }
}

/** `dependencies` of earlier drafts in the words of later ones. */
const splitDependencies = (dependencies: JsonObject, rewrite: (schema: Json) => Json): JsonObject => {
  const members = Object.entries(dependencies);
  return {
    dependentRequired: Object.fromEntries(members.filter(([, value]) => Array.isArray(value))),
    dependentSchemas: Object.fromEntries(
      members.filter(([, value]) => !Array.isArray(value)).map(([name, value]) => [name, rewrite(value)]),
    ),
  };
};

class SchemaRewriter {
  readonly #document: SchemaDocument;

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  readonly schema = (value: Json): Json => {
    if (!isJsonObject(value)) return value;
    const copy: Record<string, Json> = Object.create(null);
    for (const [key, member] of Object.entries(value))
      if (!REWRITTEN.has(key)) copy[key] = this.#member(key, member);
    const reference = getOwn(value, '$ref');
    if (typeof reference === 'string') copy['$ref'] = this.#document.reference(reference, value);
    const added = this.#added(value);
    if (added.length > 0) copy['allOf'] = [...itemsOf(copy['allOf']), ...added];
    return copy;
  };

  #member(key: string, value: Json): Json {
    if (Array.isArray(value))
      return LIST_KEYS.some((each) => each === key) ? itemsOf(value).map(this.schema) : value;
    if (!isJsonObject(value)) return value;
    if (MAP_KEYS.some((each) => each === key))
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.schema(each)]));
    return SCHEMA_KEYS.includes(key) ? this.schema(value) : value;
  }

  /** The dependencies come first: `childrenOf` counts on it. */
  #added(schema: JsonObject): readonly Json[] {
    const dependencies = getOwn(schema, 'dependencies');
    const dynamic = getOwn(schema, '$dynamicRef');
    const recursive = getOwn(schema, '$recursiveRef');
    return [
      ...(dependencies !== undefined && isJsonObject(dependencies)
        ? [splitDependencies(dependencies, this.schema)]
        : []),
      ...(typeof dynamic === 'string' ? [{ $ref: this.#document.dynamicReference(dynamic, schema) }] : []),
      ...(recursive === undefined ? [] : [{ $ref: this.#document.recursiveReference(recursive, schema) }]),
    ];
  }
}

/**
 * A schema in which every reference that stays inside it is a pointer, and `dependencies`, `$dynamicRef` and
 * `$recursiveRef` are said with keywords that the validator knows in every draft. Throws where a reference has no
 * one target.
 */
export const resolveReferences = (schema: JsonObject, { isDraft4 }: { readonly isDraft4: boolean }): Json =>
  new SchemaRewriter(new SchemaDocument(schema, isDraft4)).schema(schema);
