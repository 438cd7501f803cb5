import { dirname, isAbsolute, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { People } from '@callgate/gate';
import { SINGLE_USER } from '@callgate/gate';
import { refuseWritableByOthers } from '@callgate/gate/host';
import type { StoreLocation } from '@callgate/gate/store';
import { MIN_WEBHOOK_SECRET } from '@callgate/gate/confirm';
import { configErrors } from '@callgate/messages/errors/config';
import { PRESET_NAMES, findNearestName, isPreset } from '@callgate/policy';
import type { YamlPath } from '@callgate/policy/yaml';
import { loadYaml, readText } from '@callgate/policy/yaml';
import type { z } from 'zod';
import type { GatewayConfig, ServerConfig } from './gateway-config.ts';
import { readConsole } from './console-entry.ts';
import { defaultGatewayConfig, isLoopback } from './defaults.ts';
import type { ApprovalsEntry, ConfigFile } from './config-file-schema.ts';
import { homeSettingsSchema, configFileSchema, storeConfigSchema } from './config-file-schema.ts';
import { separateAudiences, readHttp } from './http-entry.ts';
import { readMetrics } from './metrics-entry.ts';
import { readTracing } from './tracing-entry.ts';
import { readModels } from './models-entry.ts';
import { readPastedServer } from './pasted-server.ts';
import type { ConfigProblem, EnvironmentVariables } from './config-reader.ts';
import { ConfigReader } from './config-reader.ts';
import { readServer } from './server-entry.ts';
import { checkNotify, notifyConfigOf } from './notify-entry.ts';
import { defaultNotify } from './default-notify.ts';
import { readStore } from './store-entry.ts';

export interface ReadConfigOptions {
  /** Callgate's own folder: where the store and the token are if the file does not say. */
  readonly home: string;
  readonly env: EnvironmentVariables;
  /** Called before anything of the text is used; throws where it must not be. */
  readonly check?: (text: string) => void;
  /** It is looked at and decides nothing: others may write it. */
  readonly isLookedAt?: boolean;
}

export interface ValidConfig {
  readonly ok: true;
  readonly config: GatewayConfig;
  readonly warnings: readonly ConfigProblem[];
  /** The text it was read from: what an operator accepts. */
  readonly text: string;
  /** The file and the policy files it names; they are watched together. */
  readonly files: readonly string[];
}

interface InvalidConfig {
  readonly ok: false;
  readonly problems: readonly ConfigProblem[];
}

export type ConfigOutcome = ValidConfig | InvalidConfig;

const readServers = (
  { servers = {}, mcpServers = {}, suggestions }: ConfigFile,
  reading: ConfigReader,
): readonly ServerConfig[] => {
  const read = [
    ...Object.entries(servers).map(([name, entry]) => {
      const least = entry.suggestions === undefined ? suggestions : entry.suggestions;
      return { at: ['servers', name], least, config: readServer(name, entry, reading) };
    }),
    ...Object.entries(mcpServers).map(([name, entry]) => ({
      at: ['mcpServers', name],
      least: suggestions,
      config: readPastedServer(name, entry, reading),
    })),
  ];
  if (read.length === 0) reading.error([], configErrors.servers.none());
  const taken = new Map<string, string>();
  return read.flatMap(({ at, least, config }) => {
    if (config === undefined) return [];
    const folded = config.server.toLowerCase();
    const before = taken.get(folded);
    taken.set(folded, config.server);
    if (before === undefined) return [typeof least === 'number' ? { ...config, suggestions: least } : config];
    reading.error(
      at,
      before === config.server
        ? configErrors.servers.twice({ alias: before })
        : configErrors.servers.caseOnly({ alias: config.server, other: before }),
    );
    return [];
  });
};

const readPolicyNames = (
  written: string | readonly string[],
  at: YamlPath,
  reading: ConfigReader,
): readonly string[] =>
  [written].flat().map((name, index) => {
    if (isPreset(name)) return name;
    if (/^[a-z]+$/i.test(name))
      reading.error(
        Array.isArray(written) ? [...at, index] : at,
        configErrors.policy.preset({
          name,
          near: findNearestName(name, PRESET_NAMES),
          presets: PRESET_NAMES.join(', '),
        }),
      );
    return resolve(reading.folder, name);
  });

const readPolicies = (
  written: ConfigFile['policy'] = {},
  reading: ConfigReader,
): Pick<GatewayConfig, 'policy' | 'shadow'> => {
  if (typeof written === 'string' || Array.isArray(written))
    return { policy: readPolicyNames(written, ['policy'], reading) };
  const { layers = 'balanced', shadow } = written;
  return {
    policy: readPolicyNames(layers, ['policy', 'layers'], reading),
    ...(shadow === undefined ? {} : { shadow: readPolicyNames(shadow, ['policy', 'shadow'], reading) }),
  };
};

const readWebhooks = (
  { webhooks = [] }: ApprovalsEntry,
  reading: ConfigReader,
): GatewayConfig['approvals']['webhooks'] =>
  webhooks.map(({ url, secret: { from } }, index) => {
    const at = ['approvals', 'webhooks', index];
    const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' };
    if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
      reading.error([...at, 'url'], configErrors.urls.webhook());
    if ((reading.env[from] ?? '').length < MIN_WEBHOOK_SECRET)
      reading.error(
        [...at, 'secret', 'from'],
        configErrors.values.secretTooShort({ name: from, characters: MIN_WEBHOOK_SECRET }),
      );
    return { url, secretEnv: from };
  });

/** Who is asked, what counts of answers over agents' own connections, what is set for clients, how long labels live, and files that run later. */
export interface HomeSettings extends Pick<
  GatewayConfig,
  'people' | 'clients' | 'labelAgeMs' | 'storeLabelAgeMs' | 'autorunFiles'
> {
  readonly approvals: Pick<GatewayConfig['approvals'], 'answersInBand' | 'readingMs' | 'notify'>;
}

const peopleOf = ({ people, selfApproval }: ApprovalsEntry): People => {
  if (people !== undefined) return { all: people, selfApproval: selfApproval ?? false };
  return selfApproval === undefined ? SINGLE_USER : { ...SINGLE_USER, selfApproval };
};

const homeSettingsOf = (
  lines: z.infer<typeof homeSettingsSchema>,
  usual: GatewayConfig,
  env: EnvironmentVariables,
): HomeSettings => {
  const { approvals = {}, clients = [], autorunFiles, labels: { age } = {} } = lines;
  const { readingTime = usual.approvals.readingMs, answersInBand, notify, people } = approvals;
  // a team says itself how it is told
  const usualNotify = people === undefined ? defaultNotify(env) : [];
  return {
    people: peopleOf(approvals),
    approvals: {
      readingMs: readingTime,
      ...(answersInBand === undefined ? {} : { answersInBand }),
      notify: notify?.map(notifyConfigOf) ?? usualNotify,
    },
    clients,
    labelAgeMs: age === 'never' ? null : (age ?? usual.labelAgeMs),
    // labels of stores age only where the configuration says so: what was written is still there
    storeLabelAgeMs: typeof age === 'number' ? age : usual.storeLabelAgeMs,
    ...(autorunFiles === undefined ? {} : { autorunFiles }),
  };
};

const configOf = (file: ConfigFile, path: string, home: string, reading: ConfigReader): GatewayConfig => {
  const { approvals = {}, limits = {}, metrics, models, tracing } = file;
  const usual = defaultGatewayConfig(home, readServers(file, reading));
  const { approvals: answers, ...rest } = homeSettingsOf(file, usual, reading.env);
  checkNotify(approvals.notify ?? [], reading, { secrets: 'needed' });
  return {
    ...usual,
    ...rest,
    path,
    ...readPolicies(file.policy, reading),
    approvals: {
      waitMs: approvals.wait ?? usual.approvals.waitMs,
      expiryMs: approvals.expiry ?? usual.approvals.expiryMs,
      questionsAnHour: approvals.questionsAnHour ?? usual.approvals.questionsAnHour,
      pendingPerPrincipal: approvals.pendingPerPrincipal ?? usual.approvals.pendingPerPrincipal,
      ...answers,
      webhooks: readWebhooks(approvals, reading),
    },
    listing: { ...usual.listing, ...file.listing },
    store: readStore(file.store, usual.store, reading),
    ...separateAudiences(
      {
        http: readHttp(file.http, usual.http, reading),
        console: readConsole(file.console, usual.console, reading),
      },
      reading,
    ),
    timeoutMs: limits.timeout ?? usual.timeoutMs,
    durability: file.durability ?? usual.durability,
    slowTimeoutMs: limits.slowTimeout ?? usual.slowTimeoutMs,
    ...(metrics === undefined ? {} : { metrics: readMetrics(metrics, reading) }),
    ...(tracing === undefined ? {} : { tracing: readTracing(tracing, reading) }),
    ...(models === undefined ? {} : { models: readModels(models, reading) }),
  };
};

const SHAPE = { code: 'CONFIG' };

/** Reads the text of a configuration: everything that is wrong with it, or what it says with nothing left open. */
export const readConfig = (
  path: string,
  text: string,
  { home, env, check }: ReadConfigOptions,
): ConfigOutcome => {
  check?.(text);
  const whole = resolve(path);
  const read = loadYaml(configFileSchema, { name: path, text }, SHAPE);
  if (!read.ok) return read;
  const reading = new ConfigReader(read.source, dirname(whole), env);
  const config = configOf(read.content, whole, home, reading);
  const { problems } = reading;
  if (!reading.isGood) return { ok: false, problems };
  const layers = [...config.policy, ...(config.shadow ?? [])].filter((name) => isAbsolute(name));
  return { ok: true, config, warnings: problems, text, files: [whole, ...layers] };
};

/** Where a configuration says that its store is. Nothing else in it need be usable here. */
export const readStoreConfig = (
  path: string,
  text: string,
  { home, env }: ReadConfigOptions,
): { readonly ok: true; readonly store: StoreLocation } | InvalidConfig => {
  const read = loadYaml(storeConfigSchema, { name: path, text }, SHAPE);
  if (!read.ok) return read;
  const reading = new ConfigReader(read.source, dirname(resolve(path)), env);
  const store = readStore(read.content.store, defaultGatewayConfig(home, []).store, reading);
  return reading.isGood ? { ok: true, store } : { ok: false, problems: reading.problems };
};

/** What a configuration says about people and about answers over agents' own connections. Nothing else in it need be usable here. */
export const readHomeSettings = (
  path: string,
  text: string,
  { home, env }: ReadConfigOptions,
): { readonly ok: true; readonly answers: HomeSettings } | InvalidConfig => {
  const read = loadYaml(homeSettingsSchema, { name: path, text }, SHAPE);
  if (!read.ok) return read;
  const reading = new ConfigReader(read.source, dirname(resolve(path)), env);
  checkNotify(read.content.approvals?.notify ?? [], reading, { secrets: 'optional' });
  return reading.isGood
    ? { ok: true, answers: homeSettingsOf(read.content, defaultGatewayConfig(home, []), env) }
    : { ok: false, problems: reading.problems };
};

/** The text of a file that decides. Checked at every read: it may have become writable by others since the last. */
const configText = (path: string, isLookedAt = false): string => {
  if (!isLookedAt) refuseWritableByOthers(path);
  try {
    return readText(path);
  } catch (error) {
    throw new CallgateError(configErrors.unreadable({ file: display(path) }), { cause: error });
  }
};

/** Reads a configuration file. What is wrong inside it comes back; throws where there is no file to read. */
export const loadConfig = (path: string, options: ReadConfigOptions): ConfigOutcome =>
  readConfig(path, configText(path, options.isLookedAt), options);

/** The same for the one line about its store. */
export const loadStoreConfig = (
  path: string,
  options: ReadConfigOptions,
): ReturnType<typeof readStoreConfig> => readStoreConfig(path, configText(path), options);

/** The same for the lines about answers over agents' own connections. */
export const loadHomeSettings = (
  path: string,
  options: ReadConfigOptions,
): ReturnType<typeof readHomeSettings> => readHomeSettings(path, configText(path), options);
