import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Json, JsonObject, ToolInput, TracedTool, TrustLevel } from '@callgate/core';
import {
  CallgateError,
  HINT_NAMES,
  describeTool,
  display,
  isJsonObject,
  getOwn,
  traceTool,
} from '@callgate/core';
import { globMatches, listReferences, readsCounters } from '@callgate/core/decide';
import type { Override } from '@callgate/core/disclose';
import type { ServerSettings } from '@callgate/core/label';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import { catalogueFileErrors } from '@callgate/messages/errors/catalogue-file';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { authorMessages } from '@callgate/messages/cli/authors';
import { ConditionError, findNearestName, parseCondition } from '@callgate/policy';
import { YamlFile } from '@callgate/policy/yaml';
import { loadManifest } from '@callgate/manifest';
import { readTextFile } from '../manifest/read-tools.ts';
import type { CatalogueOverrideEntry, CatalogueServerEntry } from './catalogue-schema.ts';
import { SERVER_KEYS, catalogueSchema, readToolsListAnswer } from './catalogue-schema.ts';
import { manifestCatalogue } from './manifest-catalogue.ts';

export interface CatalogueServer {
  readonly name: string;
  readonly trust: TrustLevel;
  readonly tools: readonly ToolInput[];
  /** The definitions as the server sent them, in the order of `tools`. */
  readonly definitions: readonly JsonObject[];
  /** What the operator says of people, places and stores. */
  readonly settings: ServerSettings;
}

export interface CatalogueFile {
  readonly servers: readonly CatalogueServer[];
  /** Tools that could not be taken, each with why. The others are there. */
  readonly diagnoses: readonly string[];
}

const { catalogue: texts } = authorMessages;

const MAX_FILE = 256 * 1_048_576;
const FILE_LIMITS = { ...DEFAULT_PARSE_LIMITS, bytes: MAX_FILE, keys: 10_000_000, array: 1_000_000 };

/** JSON has no word for these; writing null instead would change the file's meaning. */
const refuseLostNumbers = (key: string, value: unknown): unknown => {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  throw new CallgateError(dataFileErrors.numberLost({ key: display(key) }));
};

const yamlProblem = (path: string, message: string, cause?: unknown): CallgateError =>
  new CallgateError(
    dataFileErrors.yaml({ path: display(path), problem: display(message.split('\n')[0] ?? '') }),
    { cause },
  );

const fromYaml = (path: string, bytes: Uint8Array): Json => {
  try {
    const file = new YamlFile(path, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const [error] = file.errors;
    if (error !== undefined) {
      const { line, column } = error.position;
      throw yamlProblem(path, authorMessages.catalogue.at({ problem: error.message, line, column }));
    }
    // through the strict parser, so that both formats obey the same limits
    const text = JSON.stringify(file.content(100), refuseLostNumbers);
    return parseStrict(text, FILE_LIMITS);
  } catch (error) {
    // not UTF-8, aliases without end, or nested too deeply
    if (error instanceof CallgateError || !(error instanceof Error)) throw error;
    throw yamlProblem(path, error.message, error);
  }
};

/** Reads a JSON (packed or not) or YAML file strictly: duplicate keys and unreadable numbers are refused, with a position. */
export const readDataFile = (path: string): Json => {
  let bytes: Uint8Array;
  try {
    const stored = readFileSync(path);
    bytes = path.endsWith('.gz') ? gunzipSync(stored, { maxOutputLength: MAX_FILE }) : stored;
  } catch (error) {
    throw new CallgateError(dataFileErrors.unreadable({ path: display(path) }), { cause: error });
  }
  if (extname(path) !== '.yaml' && extname(path) !== '.yml') return parseStrict(bytes, FILE_LIMITS);
  return fromYaml(path, bytes);
};

const conditionOf = (entry: CatalogueOverrideEntry, server: string): Pick<Override, 'when'> => {
  if (entry.when === undefined) return {};
  try {
    const when = parseCondition(entry.when);
    if (listReferences(when).fields.size === 0 && !readsCounters(when)) return { when };
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    throw new CallgateError({
      ...catalogueFileErrors.condition({ server: display(server), problem: display(error.message) }),
      ...(error.help === undefined ? {} : { help: error.help }),
    });
  }
  throw new CallgateError(catalogueFileErrors.conditionReadsOther({ server: display(server) }));
};

const checkHints = (set: Readonly<Record<string, string>>, server: string): void => {
  for (const name of Object.keys(set)) {
    const near = HINT_NAMES.some((hint) => hint === name)
      ? undefined
      : findNearestName(name, [...HINT_NAMES]);
    if (near !== undefined && near !== name)
      throw new CallgateError(
        catalogueFileErrors.hintUnknown({ server: display(server), hint: display(name), near }),
      );
  }
};

const overrideOf = (entry: CatalogueOverrideEntry, server: string): Override => {
  const { tools: _, when: __, set = {}, ...rest } = entry;
  checkHints(set, server);
  return { ...rest, set, ...conditionOf(entry, server) };
};

const settingsOf = ({ identities, internal, stores }: CatalogueServerEntry): ServerSettings => ({
  ...(identities === undefined ? {} : { identities }),
  ...(internal === undefined ? {} : { internal }),
  ...(stores === undefined ? {} : { stores }),
});

const withoutRoles = (tool: ToolInput): ToolInput => {
  const { roles: _, ...details } = tool.claims.details;
  return { ...tool, claims: { ...tool.claims, details } };
};

export interface TracingOptions {
  /** `false`: the roles a server writes of its arguments are set aside, and roles are inferred. */
  readonly roles?: boolean;
}

/** The tools of a server with all that labels and origins need of them. */
export const traceTools = (server: CatalogueServer, { roles = true }: TracingOptions = {}): TracedTool[] =>
  server.tools.map((tool, index) => {
    const traced = traceTool(
      roles ? tool : withoutRoles(tool),
      server.definitions[index] ?? {},
      server.settings,
    );
    return { ...traced, tool };
  });

const isTool = (tool: unknown): tool is JsonObject =>
  isJsonObject(tool) && typeof getOwn(tool, 'name') === 'string';

const quarantineOf = ({ quarantine }: CatalogueServerEntry, name: string): string | undefined =>
  quarantine !== undefined && Object.hasOwn(quarantine, name) ? quarantine[name] : undefined;

/** Takes one server into the catalogue. One tool that cannot be read costs that tool. */
const takeServer = (entry: CatalogueServerEntry, trust: TrustLevel, diagnoses: string[]): CatalogueServer => {
  const overrides = (entry.overrides ?? []).map((override) => ({
    patterns: override.tools ?? ['*'],
    override: overrideOf(override, entry.name),
  }));
  const usable = entry.tools.filter(isTool);
  for (const [index, tool] of entry.tools.entries())
    if (!isTool(tool))
      diagnoses.push(texts.malformedTool({ server: display(entry.name), number: index + 1 }));
  const names = usable.map((tool) => String(tool['name']));
  for (const name of Object.keys(entry.quarantine ?? {}))
    if (!names.includes(name))
      diagnoses.push(texts.quarantineUnknown({ server: display(entry.name), tool: display(name) }));
  for (const name of Object.keys(entry.stores ?? {}))
    if (!names.includes(name))
      diagnoses.push(texts.storeUnknown({ server: display(entry.name), tool: display(name) }));
  const tools = usable.map((definition, index) => {
    const name = names[index] ?? '';
    const twice =
      names.indexOf(name) !== names.lastIndexOf(name) ? authorMessages.catalogue.nameTwice : undefined;
    const tool = describeTool({
      server: entry.name,
      trust,
      definition,
      overrides: overrides
        .filter(({ patterns }) => patterns.some((pattern) => globMatches(pattern, name)))
        .map(({ override }) => override),
      reviews: entry.reviews ?? [],
      quarantine: quarantineOf(entry, name) ?? twice ?? null,
    });
    for (const { home, key, problem } of tool.claims.malformed)
      diagnoses.push(
        texts.malformedClaim({
          server: display(entry.name),
          tool: display(name),
          place: display(home === key ? home : `${home}.${key}`),
          problem: display(problem),
        }),
      );
    return tool;
  });
  return { name: entry.name, trust, tools, definitions: usable, settings: settingsOf(entry) };
};

const shapeProblem = (
  path: string,
  issue: { path: readonly PropertyKey[]; message: string } | undefined,
): CallgateError =>
  new CallgateError(
    issue === undefined
      ? catalogueFileErrors.notACatalogue({ path: display(path) })
      : catalogueFileErrors.shape({
          path: display(path),
          place: display(issue.path.map(String).join('.')),
          problem: display(issue.message),
        }),
  );

/** A key with a typo would be taken for absent, and what it says would be lost. */
const refuseTypos = (path: string, server: CatalogueServerEntry): void => {
  for (const key of Object.keys(server)) {
    const near = SERVER_KEYS.includes(key) ? undefined : findNearestName(key, SERVER_KEYS);
    if (near !== undefined)
      throw new CallgateError(
        catalogueFileErrors.keyUnknown({
          path: display(path),
          server: display(server.name),
          key: display(key),
          near,
        }),
      );
  }
};

/** Servers as a catalogue has them. `path` is for messages. */
export const readServers = (path: string, content: Json, diagnoses: string[]): CatalogueServer[] => {
  const parsed = catalogueSchema.safeParse(content);
  if (!parsed.success) throw shapeProblem(path, parsed.error.issues[0]);
  const { servers } = parsed.data;
  const names = servers.map((server) => server.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new CallgateError(catalogueFileErrors.serverTwice({ path: display(path), server: display(twice) }));
  return servers.map((server) => {
    refuseTypos(path, server);
    return takeServer(server, server.trust ?? 'untrusted', diagnoses);
  });
};

/** Reads a catalogue, or a manifest or raw tools/list answer whose server is called and trusted as `options` say. */
export const readCatalogue = (
  path: string,
  options: { readonly trust: TrustLevel | undefined; readonly server?: string },
): CatalogueFile => {
  const content = readDataFile(path);
  const diagnoses: string[] = [];
  if (isJsonObject(content) && Object.hasOwn(content, 'manifest')) {
    const manifest = loadManifest(readTextFile(path), path);
    const name = options.server ?? manifest.name ?? basename(path, extname(path));
    return { servers: [manifestCatalogue(manifest, name, options.trust ?? 'untrusted')], diagnoses };
  }
  const raw = readToolsListAnswer(content);
  if (!isJsonObject(content) || !Object.hasOwn(content, 'servers')) {
    if (raw === undefined) throw shapeProblem(path, undefined);
    const name = options.server ?? raw.name ?? basename(path, extname(path));
    return {
      servers: [takeServer({ name, tools: [...raw.tools] }, options.trust ?? 'untrusted', diagnoses)],
      diagnoses,
    };
  }
  // an answer that a server wrote must not be able to say how far the server is trusted
  if (raw !== undefined || Object.hasOwn(content, 'result') || Object.hasOwn(content, 'tools'))
    throw new CallgateError(catalogueFileErrors.ambiguous({ path: display(path) }));
  if (options.trust !== undefined) diagnoses.push(texts.trustIgnored);
  return { servers: readServers(path, content, diagnoses), diagnoses };
};
