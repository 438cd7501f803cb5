import type { Json, JsonObject } from '@callgate/core';
import { canonical, getOwn, isJsonObject } from '@callgate/core';

/** Places of the sandbox that samples of paths lead to. */
export interface SamplePlaces {
  /** A file that exists. */
  readonly file: string;
  readonly folder: string;
  /** A path at which nothing is. */
  readonly fresh: string;
}

const MAX_DEPTH = 8;
const MAX_LENGTH = 4000;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'someone@example.com',
  'idn-email': 'someone@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  'uri-reference': 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  regex: 'a',
  'json-pointer': '/a',
};

/** What a text of this name usually is; the first that matches counts. */
const NAMES: readonly (readonly [
  RegExp,
  readonly [keyof SamplePlaces, ...(keyof SamplePlaces)[]] | { readonly text: string },
])[] = [
  [/(?:^|_)(?:dest|destination|target|output|out|new|to)(?:_?(?:path|file|filename|name))?$/i, ['fresh']],
  [/^(?:newPath|outputPath|outputFile|targetPath|destinationPath)$/, ['fresh']],
  [/dir|folder|cwd|root|workspace|repo/i, ['folder']],
  [/file|^source$|^src$/i, ['file']],
  // of a file, of a folder, or of something new
  [/path/i, ['file', 'folder', 'fresh']],
  [/url|uri|link|endpoint|href/i, { text: 'https://example.com/' }],
  [/e?mail/i, { text: 'someone@example.com' }],
  [/host|domain/i, { text: 'example.com' }],
  [/date|since|until/i, { text: '2026-01-31' }],
  [/sql|statement/i, { text: 'SELECT 1' }],
  [/command|cmd|shell/i, { text: 'echo callgate' }],
  [/query|search|pattern|glob|regex/i, { text: 'a' }],
];

const GUESSES: readonly string[] = [
  'a',
  'A',
  '1',
  'abc',
  'a1',
  '1.0.0',
  'a-b',
  'a_b',
  '#000000',
  'en',
  ...Object.values(FORMATS),
];

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
};

/** One way to fill a schema. Variants differ in every choice that a schema leaves. */
class Sampler {
  readonly #root: JsonObject;
  readonly #places: SamplePlaces;
  readonly #variant: number;

  constructor(root: JsonObject, places: SamplePlaces, variant: number) {
    this.#root = root;
    this.#places = places;
    this.#variant = variant;
  }

  sample(written: Json | undefined, name: string, depth = 0): Json {
    const schema = this.#resolved(written, depth);
    if (depth > MAX_DEPTH) return null;
    const constant = getOwn(schema, 'const');
    if (constant !== undefined) return constant;
    const values = listAt(schema, 'enum') ?? listAt(schema, 'examples');
    if (values !== undefined) return this.#choose(values);
    const usual = getOwn(schema, 'default');
    if (usual !== undefined && typeof usual !== 'boolean') return usual;
    for (const key of ['oneOf', 'anyOf']) {
      const alternatives = listAt(schema, key);
      if (alternatives === undefined) continue;
      const { [key]: _, ...rest } = schema;
      const chosen = this.#resolved(this.#choose(alternatives), depth);
      return this.sample(merged([rest, chosen]), name, depth + 1);
    }
    return this.#plain(schema, name, depth);
  }

  #plain(schema: JsonObject, name: string, depth: number): Json {
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, depth);
      case 'array': {
        const first = getOwn(schema, 'prefixItems');
        if (Array.isArray(first))
          return (first as readonly Json[]).map((item) => this.sample(item, name, depth + 1));
        const length = Math.min(
          Math.max(numberAt(schema, 'minItems') ?? 1, 1),
          numberAt(schema, 'maxItems') ?? 10,
          10,
        );
        return Array.from({ length }, () => this.sample(getOwn(schema, 'items') ?? {}, name, depth + 1));
      }
      case 'boolean':
        return this.#variant % 2 === (getOwn(schema, 'default') === true ? 0 : 1);
      case 'integer':
      case 'number':
        return numberFor(schema);
      case 'null':
        return null;
      default:
        return this.#text(schema, name);
    }
  }

  #object(schema: JsonObject, depth: number): JsonObject {
    const properties = getOwn(schema, 'properties');
    const required = getOwn(schema, 'required');
    const needed = new Set(Array.isArray(required) ? (required as readonly Json[]) : []);
    const members = isJsonObject(properties) ? Object.entries(properties) : [];
    return Object.fromEntries(
      members
        .filter(([key]) => needed.has(key) || (this.#variant > 0 && depth < 4))
        .map(([key, value]) => [key, this.sample(value, key, depth + 1)]),
    );
  }

  #text(schema: JsonObject, name: string): string {
    const format = getOwn(schema, 'format');
    const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
    const meant = NAMES.find(([pattern]) => pattern.test(name))?.[1];
    const named = meant === undefined || 'text' in meant ? meant?.text : this.#places[this.#choose(meant)];
    const shortest = Math.min(numberAt(schema, 'minLength') ?? 0, MAX_LENGTH);
    const longest = numberAt(schema, 'maxLength') ?? MAX_LENGTH;
    const text = known ?? named ?? 'callgate';
    const fitting = text.padEnd(shortest, 'x').slice(0, longest);
    const pattern = getOwn(schema, 'pattern');
    if (typeof pattern !== 'string' || matches(pattern, fitting)) return fitting;
    return GUESSES.find((guess) => guess.length >= shortest && matches(pattern, guess)) ?? fitting;
  }

  /** Required arguments alone and all arguments begin with the first choices. */
  #choose<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.max(0, this.#variant - 1) % choices.length] ?? choices[0];
  }

  #resolved(written: Json | undefined, depth: number): JsonObject {
    const schema = isJsonObject(written) ? written : {};
    const all = getOwn(schema, 'allOf');
    const reference = getOwn(schema, '$ref');
    if (depth > MAX_DEPTH || (!Array.isArray(all) && typeof reference !== 'string')) return schema;
    const { allOf: _all, $ref: _ref, ...rest } = schema;
    const parts = Array.isArray(all) ? (all as readonly Json[]) : [];
    const target = typeof reference === 'string' ? [this.#lookUp(reference)] : [];
    return merged([rest, ...target, ...parts].map((part) => this.#resolved(part, depth + 1)));
  }

  #lookUp(reference: string): Json {
    if (!reference.startsWith('#')) return {};
    let at: Json = this.#root;
    for (const part of reference.slice(1).split('/').slice(1)) {
      const key = decodeSafely(part).replaceAll('~1', '/').replaceAll('~0', '~');
      at = (isJsonObject(at) ? getOwn(at, key) : undefined) ?? {};
    }
    return at;
  }
}

const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const listAt = (schema: JsonObject, key: string): readonly [Json, ...Json[]] | undefined => {
  const value = getOwn(schema, key);
  if (!Array.isArray(value)) return undefined;
  const [first, ...rest]: readonly Json[] = value;
  return first === undefined ? undefined : [first, ...rest];
};

const numberAt = (schema: JsonObject, key: string): number | undefined => {
  const value = getOwn(schema, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

const typeOf = (schema: JsonObject): Json => {
  const type = getOwn(schema, 'type');
  if (Array.isArray(type)) return (type as readonly Json[]).find((each) => each !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if (getOwn(schema, 'properties') !== undefined) return 'object';
  return getOwn(schema, 'items') === undefined ? 'string' : 'array';
};

const numberFor = (schema: JsonObject): number => {
  const above = numberAt(schema, 'exclusiveMinimum');
  const below = numberAt(schema, 'exclusiveMaximum');
  const least = numberAt(schema, 'minimum') ?? (above === undefined ? undefined : above + 1);
  const most = numberAt(schema, 'maximum') ?? (below === undefined ? undefined : below - 1);
  const value = Math.min(Math.max(1, least ?? 1), most ?? Number.MAX_SAFE_INTEGER);
  const step = numberAt(schema, 'multipleOf');
  return step === undefined || step <= 0 ? value : Math.ceil(value / step) * step;
};

const merged = (parts: readonly JsonObject[]): JsonObject => {
  const all: JsonObject = Object.assign({}, ...parts);
  const required = parts.flatMap((part) => {
    const names = getOwn(part, 'required');
    return Array.isArray(names) ? (names as readonly Json[]) : [];
  });
  const properties = parts.flatMap((part) => {
    const members = getOwn(part, 'properties');
    return isJsonObject(members) ? [members] : [];
  });
  return {
    ...all,
    ...(required.length === 0 ? {} : { required }),
    ...(properties.length === 0 ? {} : { properties: Object.assign({}, ...properties) }),
  };
};

/**
 * Arguments that a schema allows, as far as its common keywords say: first the required ones alone, then all, then all
 * with the next value of every choice, so that each value of an enum and of a boolean is tried.
 */
export const sampleArguments = (
  schema: JsonObject,
  places: SamplePlaces,
  most: number,
): readonly JsonObject[] => {
  const written = getOwn(schema, 'examples');
  const examples = (Array.isArray(written) ? (written as readonly Json[]) : []).filter(isJsonObject);
  const { examples: _, ...bare } = schema;
  const samples = Array.from({ length: Math.max(most, 1) }, (_each, variant) =>
    new Sampler(schema, places, variant).sample({ ...bare, type: 'object' }, ''),
  ).filter(isJsonObject);
  const distinct = new Map([...examples, ...samples].map((args) => [canonical(args), args]));
  return [...distinct.values()].slice(0, most);
};
