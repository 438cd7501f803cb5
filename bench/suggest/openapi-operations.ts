import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import type { Json, JsonObject } from '@callgate/core';
import { getOwn, isJsonObject } from '@callgate/core';

/** One operation of a public API, written like a tool; what it does follows from its HTTP method. */
export interface PublicOperation {
  /** Whose API it is. */
  readonly source: string;
  readonly definition: JsonObject;
  readonly changes: boolean;
}

const METHODS: ReadonlyMap<string, boolean> = new Map([
  ['get', false],
  ['post', true],
  ['put', true],
  ['patch', true],
  ['delete', true],
]);

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Follows references to other parts of the document, to a depth. */
const inlined = (value: Json, root: JsonObject, depth: number): Json => {
  if (depth === 0) return {};
  if (Array.isArray(value)) return value.slice(0, 40).map((each: Json) => inlined(each, root, depth - 1));
  if (!isJsonObject(value)) return value;
  const reference = getOwn(value, '$ref');
  if (typeof reference === 'string') {
    let found: Json | undefined = reference.startsWith('#/') ? root : undefined;
    for (const step of reference.slice(2).split('/'))
      found = isJsonObject(found)
        ? getOwn(found, step.replaceAll('~1', '/').replaceAll('~0', '~'))
        : undefined;
    return found === undefined ? {} : inlined(found, root, depth - 1);
  }
  const kept: Record<string, Json> = {};
  for (const [key, each] of Object.entries(value).slice(0, 80)) kept[key] = inlined(each, root, depth - 1);
  return kept;
};

const DEPTH = 9;

const inputOf = (operation: JsonObject, shared: Json | undefined, root: JsonObject): JsonObject => {
  const properties: Record<string, Json> = {};
  for (const listed of [shared, getOwn(operation, 'parameters')].flat()) {
    if (!isJsonObject(listed)) continue;
    const parameter = inlined(listed, root, DEPTH);
    if (!isJsonObject(parameter) || getOwn(parameter, 'in') === 'header') continue;
    const schema = objectOf(getOwn(parameter, 'schema'));
    if (getOwn(parameter, 'in') === 'body') Object.assign(properties, objectOf(getOwn(schema, 'properties')));
    else
      properties[textOf(getOwn(parameter, 'name'))] = {
        ...schema,
        ...(Array.isArray(getOwn(parameter, 'enum')) ? { enum: getOwn(parameter, 'enum') ?? [] } : {}),
        description: textOf(getOwn(parameter, 'description')),
      };
  }
  const content = objectOf(
    getOwn(objectOf(inlined(getOwn(operation, 'requestBody') ?? {}, root, DEPTH)), 'content'),
  );
  const [body] = Object.values(content);
  Object.assign(properties, objectOf(getOwn(objectOf(getOwn(objectOf(body), 'schema')), 'properties')));
  return { type: 'object', properties };
};

const operationsOf = (source: string, document: JsonObject): readonly PublicOperation[] =>
  Object.values(objectOf(getOwn(document, 'paths'))).flatMap((path) =>
    !isJsonObject(path)
      ? []
      : Object.entries(path).flatMap(([method, operation]): readonly PublicOperation[] => {
          const changes = METHODS.get(method);
          if (changes === undefined || !isJsonObject(operation)) return [];
          const name = textOf(getOwn(operation, 'operationId')).slice(0, 120);
          const description = [getOwn(operation, 'summary'), getOwn(operation, 'description')]
            .map(textOf)
            .filter((text) => text !== '')
            .join('. ')
            .slice(0, 1500);
          if (name === '' && description === '') return [];
          const inputSchema = inputOf(operation, getOwn(path, 'parameters'), document);
          return [{ source, changes, definition: { name, description, inputSchema } }];
        }),
  );

const MOST_OF_API = 40;
const MOST_OF_SOURCE = 120;

/** So many of a list, spread evenly. */
const spread = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]).filter(
        (each) => each !== undefined,
      );

/** An API that reads or writes by one method alone tells nothing by it. */
const tellsByMethod = (operations: readonly PublicOperation[]): boolean => {
  const share = operations.filter(({ changes }) => changes).length / operations.length;
  return share > 0.1 && share < 0.85;
};

const readDocument = (file: string): JsonObject | undefined => {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isJsonObject(parsed) ? parsed : undefined;
};

/** The operations of every document below a folder, those of a publisher limited, without the publishers named. */
export const readOperations = (
  folder: string,
  without: (source: string) => boolean,
): readonly PublicOperation[] => {
  const bySource = new Map<string, PublicOperation[]>();
  for (const file of globSync('**/*.json', { cwd: folder }).toSorted()) {
    const [source = ''] = relative('.', file).split(sep);
    const publisher = source.replace(/\.json$/u, '');
    if (without(publisher)) continue;
    const document = readDocument(join(folder, file));
    if (document === undefined) continue;
    const operations = operationsOf(publisher, document);
    if (operations.length < 4 || !tellsByMethod(operations)) continue;
    const known = bySource.get(publisher) ?? [];
    known.push(...spread(operations, MOST_OF_API));
    bySource.set(publisher, known);
  }
  return [...bySource.values()].flatMap((operations) => spread(operations, MOST_OF_SOURCE));
};

/** Fetches a package of public API descriptions into a temporary folder, which goes afterwards. */
export const withPackage = <T>(name: string, use: (folder: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-openapi-'));
  try {
    execFileSync('npm', ['pack', '--silent', name], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const [archive = ''] = readdirSync(folder);
    execFileSync('tar', ['xzf', archive], { cwd: folder });
    return use(join(folder, 'package'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
