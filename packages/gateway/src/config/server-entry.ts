import { resolve } from 'node:path';
import { CallgateError } from '@callgate/core';
import { configErrors } from '@callgate/messages/errors/config';
import type { ErrorText } from '@callgate/messages/text/error-text';
import type { YamlPath } from '@callgate/policy/yaml';
import { parseAllowedHost } from './allowed-host.ts';
import { isAlias } from './alias.ts';
import type { ServerAuth, ServerEndpoint, ServerConfig } from './gateway-config.ts';
import { USUAL_CONTRACT, defaultServerConfig } from './defaults.ts';
import type { ServerConfigEntry } from './config-file-schema.ts';
import { readOverrides } from './override-entry.ts';
import { readHttpEndpoint, readStdioEndpoint } from './read-endpoint.ts';
import type { ConfigReader } from './config-reader.ts';
import { readValueSource, readValues } from './values.ts';

const isAuthorization = (header: string): boolean => header.toLowerCase() === 'authorization';

const readAuth = (
  { clientId, clientSecret, scopes }: NonNullable<ServerConfigEntry['auth']>,
  at: YamlPath,
  reading: ConfigReader,
): ServerAuth => {
  const secret =
    clientSecret === undefined ? undefined : readValueSource(clientSecret, [...at, 'clientSecret'], reading);
  return {
    ...(clientId === undefined ? {} : { clientId }),
    ...(secret === undefined ? {} : { clientSecret: secret }),
    ...(scopes === undefined ? {} : { scopes }),
  };
};

const entryProblem = (entry: ServerConfigEntry): readonly [string, ErrorText] | undefined => {
  if (entry.command === undefined && entry.url === undefined)
    return ['', configErrors.servers.commandOrUrl()];
  if (entry.command !== undefined && entry.url !== undefined)
    return ['url', configErrors.servers.commandAndUrl()];
  const foreign = (['args', 'env', 'cwd'] as const).find((key) => entry[key] !== undefined);
  if (entry.url !== undefined && foreign !== undefined)
    return [foreign, configErrors.servers.needsCommand({ key: foreign })];
  if (entry.command !== undefined && entry.headers !== undefined)
    return ['headers', configErrors.servers.needsUrl({ key: 'headers' })];
  if (entry.command !== undefined && entry.auth !== undefined)
    return ['auth', configErrors.servers.needsUrl({ key: 'auth' })];
  const ofContract = (['mode', 'roots', 'allow', 'onViolation'] as const).find(
    (key) => entry[key] !== undefined,
  );
  const isHeld = entry.contract !== undefined && entry.contract !== 'off';
  if (entry.url !== undefined && isHeld)
    return ['contract', configErrors.servers.needsCommand({ key: 'contract' })];
  if (ofContract !== undefined && !isHeld)
    return [ofContract, configErrors.servers.needsContract({ key: ofContract })];
  if (entry.auth !== undefined && Object.keys(entry.headers ?? {}).some(isAuthorization))
    return ['auth', configErrors.servers.authAndHeader()];
  if (entry.auth?.clientSecret !== undefined && entry.auth.clientId === undefined)
    return ['auth', configErrors.servers.secretWithoutClient()];
  return undefined;
};

const readEntryEndpoint = (
  entry: ServerConfigEntry,
  at: YamlPath,
  reading: ConfigReader,
): ServerEndpoint | undefined => {
  const problem = entryProblem(entry);
  if (problem !== undefined) {
    reading.error(problem[0] === '' ? at : [...at, problem[0]], problem[1]);
    return undefined;
  }
  const { command = '', args = [], env = [], cwd, url, headers = {}, auth } = entry;
  if (url !== undefined) {
    const reach = readHttpEndpoint(
      url,
      [at, 'url'],
      (below) => readValues(headers, below, reading),
      reading,
      'refused',
    );
    return reach?.kind !== 'http' || auth === undefined
      ? reach
      : { ...reach, auth: readAuth(auth, [...at, 'auth'], reading) };
  }
  return readStdioEndpoint(
    command,
    args,
    { env: readValues(env, [...at, 'env'], reading), cwd },
    at,
    reading,
  );
};

const checkAllowed = (entries: readonly string[], at: YamlPath, reading: ConfigReader): void => {
  for (const [index, entry] of entries.entries())
    try {
      parseAllowedHost(entry);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      reading.error([...at, index], { code: 'CONFIG_HOST', message: error.message, help: error.help });
    }
};

const readContract = (
  { contract = 'off', mode, roots, allow, onViolation }: ServerConfigEntry,
  folder: string,
): Pick<ServerConfig, 'contract'> =>
  contract === 'off'
    ? {}
    : {
        contract: {
          contract,
          mode: mode ?? USUAL_CONTRACT.mode,
          ...(roots === undefined ? {} : { roots: roots.map((root) => resolve(folder, root)) }),
          allow: allow ?? USUAL_CONTRACT.allow,
          onViolation: onViolation ?? USUAL_CONTRACT.onViolation,
        },
      };

const isHost = (entry: string): boolean => entry.includes('.') && !entry.includes('*');

/** One entry of `servers`; undefined where it is switched off, or something is wrong with it, which has been told then. */
export const readServer = (
  alias: string,
  entry: ServerConfigEntry,
  reading: ConfigReader,
): ServerConfig | undefined => {
  const at = ['servers', alias];
  if (!isAlias(alias)) reading.key('error', ['servers'], alias, configErrors.servers.alias({ alias }));
  const overrides = readOverrides(entry.overrides, [...at, 'overrides'], reading);
  // what is switched off may well lack its variables
  if (entry.enabled === false) return undefined;
  const reach = readEntryEndpoint(entry, at, reading);
  if (reach === undefined) return undefined;
  const { identities, internal = [], asks = [], allowPrivate = [], limits = {}, packs } = entry;
  checkAllowed(allowPrivate, [...at, 'allowPrivate'], reading);
  const usual = defaultServerConfig(alias, reach);
  return {
    ...usual,
    era: entry.era ?? usual.era,
    trust: entry.trust ?? usual.trust,
    overrides,
    stores: entry.stores ?? usual.stores,
    internal: { domains: internal.filter(isHost), hosts: internal.filter((each) => !isHost(each)) },
    audience: {
      ...(identities === undefined ? {} : { identities }),
      ...(entry.internal === undefined ? {} : { internal }),
    },
    asks: {
      sampling: asks.includes('sampling'),
      elicitation: asks.includes('elicitation'),
      roots: asks.includes('roots'),
    },
    allowPrivate: [...usual.allowPrivate, ...allowPrivate],
    connectMs: limits.connect ?? usual.connectMs,
    messageBytes: limits.message ?? usual.messageBytes,
    neutralise: entry.neutralise ?? usual.neutralise,
    slowAsTasks: entry.slowAsTasks ?? usual.slowAsTasks,
    ...readContract(entry, reading.folder),
    ...(packs === undefined ? {} : { packs }),
  };
};
