import { dirname, isAbsolute, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { People } from '@callgate/gate';
import { SINGLE_USER } from '@callgate/gate';
import { refuseWritableByOthers } from '@callgate/gate/host';
import type { StorePlace } from '@callgate/gate/store';
import { PRESET_NAMES, didYouMean, isPreset } from '@callgate/policy';
import { loadYaml, readText } from '@callgate/policy/yaml';
import type { z } from 'zod';
import type { GatewayConfig, ServerConfig } from './config.ts';
import { readConsole } from './console-entry.ts';
import { gatewayConfig, isLoopback } from './defaults.ts';
import type { ApprovalsEntry, ConfigFile } from './file-schema.ts';
import { answerLinesSchema, configFileSchema, storeLineSchema } from './file-schema.ts';
import { keepApart, readHttp } from './http-entry.ts';
import { readModels } from './models-entry.ts';
import { readPasted } from './pasted-server.ts';
import type { ConfigProblem, Environment } from './reading.ts';
import { Reading, partName } from './reading.ts';
import { readServer } from './server-entry.ts';
import { readStore } from './store-entry.ts';

export interface ReadOptions {
  /** Callgate's own folder: where the store and the token are if the file does not say. */
  readonly home: string;
  readonly env: Environment;
  /** Called before anything of the text is used; throws where it must not be. */
  readonly check?: (text: string) => void;
  /** It is looked at and decides nothing: others may write it. */
  readonly isLookedAt?: boolean;
}

export interface GoodConfig {
  readonly ok: true;
  readonly config: GatewayConfig;
  readonly warnings: readonly ConfigProblem[];
  /** The text it was read from: what an operator accepts. */
  readonly text: string;
  /** The file and the policy files it names; whoever watches one watches all. */
  readonly files: readonly string[];
}

interface BadConfig {
  readonly ok: false;
  readonly problems: readonly ConfigProblem[];
}

export type ConfigOutcome = GoodConfig | BadConfig;

const MIN_SECRET = 32;

const readServers = (
  { servers = {}, mcpServers = {}, suggestions }: ConfigFile,
  reading: Reading,
): readonly ServerConfig[] => {
  const read = [
    ...Object.entries(servers).map(([name, entry]) => {
      const least = entry.suggestions === undefined ? suggestions : entry.suggestions;
      return { at: ['servers', name], least, config: readServer(name, entry, reading) };
    }),
    ...Object.entries(mcpServers).map(([name, entry]) => ({
      at: ['mcpServers', name],
      least: suggestions,
      config: readPasted(name, entry, reading),
    })),
  ];
  if (read.length === 0)
    reading.error([], 'CONFIG_NO_SERVERS', 'there is no server', 'add one under `servers`');
  const taken = new Map<string, string>();
  return read.flatMap(({ at, least, config }) => {
    if (config === undefined) return [];
    const folded = config.server.toLowerCase();
    const before = taken.get(folded);
    taken.set(folded, config.server);
    if (before === undefined) return [typeof least === 'number' ? { ...config, suggestions: least } : config];
    reading.error(
      at,
      'CONFIG_ALIAS_TWICE',
      before === config.server
        ? `there is a server \`${before}\` already`
        : `\`${config.server}\` differs from \`${before}\` only in case`,
      'call one of them something else',
    );
    return [];
  });
};

const readPolicyNames = (written: ConfigFile['policy'], reading: Reading): readonly string[] =>
  [written ?? 'balanced'].flat().map((name, index) => {
    if (isPreset(name)) return name;
    if (/^[a-z]+$/i.test(name))
      reading.error(
        Array.isArray(written) ? ['policy', index] : ['policy'],
        'CONFIG_PRESET',
        `there is no preset \`${name}\``,
        didYouMean(name, PRESET_NAMES) ?? `presets are ${PRESET_NAMES.join(', ')}; a file has an ending`,
      );
    return resolve(reading.folder, name);
  });

const readWebhooks = (
  { webhooks = [] }: ApprovalsEntry,
  reading: Reading,
): GatewayConfig['approvals']['webhooks'] =>
  webhooks.map(({ url, secret: { from } }, index) => {
    const at = ['approvals', 'webhooks', index];
    const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' };
    if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
      reading.error([...at, 'url'], 'CONFIG_URL', 'a webhook has an https url, or http to this machine');
    if ((reading.env[from] ?? '').length < MIN_SECRET)
      reading.error(
        [...at, 'secret', 'from'],
        'CONFIG_VARIABLE',
        `the variable \`${from}\` is not set to a secret of at least ${MIN_SECRET} characters`,
      );
    return { url, secretEnv: from };
  });

/** Who is asked, what counts of answers over agents' own connections, what is set for clients, how long labels live, and files that run later. */
export interface AnswerSettings extends Pick<
  GatewayConfig,
  'people' | 'clients' | 'labelAgeMs' | 'storeLabelAgeMs' | 'autorunFiles'
> {
  readonly approvals: Pick<GatewayConfig['approvals'], 'answersInBand' | 'readingMs'>;
}

const peopleOf = ({ people, selfApproval }: ApprovalsEntry): People => {
  if (people !== undefined) return { all: people, selfApproval: selfApproval ?? false };
  return selfApproval === undefined ? SINGLE_USER : { ...SINGLE_USER, selfApproval };
};

const answersOf = (lines: z.infer<typeof answerLinesSchema>, usual: GatewayConfig): AnswerSettings => {
  const { approvals = {}, clients = [], autorunFiles, labels: { age } = {} } = lines;
  const { readingTime = usual.approvals.readingMs, answersInBand } = approvals;
  return {
    people: peopleOf(approvals),
    approvals: { readingMs: readingTime, ...(answersInBand === undefined ? {} : { answersInBand }) },
    clients,
    labelAgeMs: age === 'never' ? null : (age ?? usual.labelAgeMs),
    // stores age only where somebody says so: what was written there is still there
    storeLabelAgeMs: typeof age === 'number' ? age : usual.storeLabelAgeMs,
    ...(autorunFiles === undefined ? {} : { autorunFiles }),
  };
};

const configOf = (file: ConfigFile, path: string, home: string, reading: Reading): GatewayConfig => {
  const { approvals = {}, limits = {}, models } = file;
  const usual = gatewayConfig(home, readServers(file, reading));
  const { approvals: answers, ...rest } = answersOf(file, usual);
  return {
    ...usual,
    ...rest,
    path,
    policy: readPolicyNames(file.policy, reading),
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
    ...keepApart(
      {
        http: readHttp(file.http, usual.http, reading),
        console: readConsole(file.console, usual.console, reading),
      },
      reading,
    ),
    timeoutMs: limits.timeout ?? usual.timeoutMs,
    slowTimeoutMs: limits.slowTimeout ?? usual.slowTimeoutMs,
    ...(models === undefined ? {} : { models: readModels(models, reading) }),
  };
};

const SHAPE = { code: 'CONFIG', name: partName };

/** Reads the text of a configuration: everything that is wrong with it, or what it says with nothing left open. */
export const readConfig = (path: string, text: string, { home, env, check }: ReadOptions): ConfigOutcome => {
  check?.(text);
  const whole = resolve(path);
  const read = loadYaml(configFileSchema, { name: path, text }, SHAPE);
  if (!read.ok) return read;
  const reading = new Reading(read.source, dirname(whole), env);
  const config = configOf(read.content, whole, home, reading);
  const { problems } = reading;
  if (!reading.isGood) return { ok: false, problems };
  const layers = config.policy.filter((name) => isAbsolute(name));
  return { ok: true, config, warnings: problems, text, files: [whole, ...layers] };
};

/** Where a configuration says that its store is. Nothing else in it need be usable here. */
export const readStoreLine = (
  path: string,
  text: string,
  { home, env }: ReadOptions,
): { readonly ok: true; readonly store: StorePlace } | BadConfig => {
  const read = loadYaml(storeLineSchema, { name: path, text }, SHAPE);
  if (!read.ok) return read;
  const reading = new Reading(read.source, dirname(resolve(path)), env);
  const store = readStore(read.content.store, gatewayConfig(home, []).store, reading);
  return reading.isGood ? { ok: true, store } : { ok: false, problems: reading.problems };
};

/** What a configuration says about people and about answers over agents' own connections. Nothing else in it need be usable here. */
export const readAnswerLines = (
  path: string,
  text: string,
  { home }: ReadOptions,
): { readonly ok: true; readonly answers: AnswerSettings } | BadConfig => {
  const read = loadYaml(answerLinesSchema, { name: path, text }, SHAPE);
  return read.ok ? { ok: true, answers: answersOf(read.content, gatewayConfig(home, [])) } : read;
};

/** The text of a file that decides. Checked at every read: it may have become writable by others since the last. */
const configText = (path: string, isLookedAt = false): string => {
  if (!isLookedAt) refuseWritableByOthers(path);
  try {
    return readText(path);
  } catch (error) {
    throw new CallgateError('CONFIG_UNREADABLE', `${display(path)} cannot be read as text`, {
      help: 'name the file with -c',
      cause: error,
    });
  }
};

/** Reads a configuration file. What is wrong inside it comes back; throws where there is no file to read. */
export const loadConfig = (path: string, options: ReadOptions): ConfigOutcome =>
  readConfig(path, configText(path, options.isLookedAt), options);

/** The same for the one line about its store. */
export const loadStoreLine = (path: string, options: ReadOptions): ReturnType<typeof readStoreLine> =>
  readStoreLine(path, configText(path), options);

/** The same for the lines about answers over agents' own connections. */
export const loadAnswerLines = (path: string, options: ReadOptions): ReturnType<typeof readAnswerLines> =>
  readAnswerLines(path, configText(path), options);
