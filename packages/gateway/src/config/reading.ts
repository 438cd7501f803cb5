import { resolve } from 'node:path';
import type { People } from '@callgate/gate';
import { SINGLE_USER } from '@callgate/gate';
import { PRESET_NAMES, didYouMean, isPreset } from '@callgate/policy';
import type { YamlFile } from '@callgate/policy/yaml';
import type { ClientRule, GatewayConfig, ServerConfig } from './config.ts';
import { readConsole } from './console-entry.ts';
import { gatewayConfig, isLoopback } from './defaults.ts';
import { readDuration } from './duration.ts';
import type { ApprovalsEntry, ConfigFile, HttpEntry } from './file-schema.ts';
import { readModels } from './models-entry.ts';
import { keepApart, readOAuth } from './oauth-entry.ts';
import { readPasted } from './pasted-server.ts';
import { Problems } from './problems.ts';
import { readServer } from './server-entry.ts';
import { readStore } from './store-entry.ts';
import { readSuggestions } from './suggestions-entry.ts';
import type { ReadingPlace } from './values.ts';

const MIN_SECRET = 32;

/** What is written about clients. */
export const clientRules = (clients: NonNullable<ConfigFile['clients']>): readonly ClientRule[] =>
  clients.map(({ name, vouched = false, answersInBand }) => ({
    name,
    vouched,
    ...(answersInBand === undefined ? {} : { answersInBand }),
  }));

/** What is written about answers over agents' own connections. */
export const answersOf = (
  { approvals = {} }: Pick<ConfigFile, 'approvals'>,
  usual: GatewayConfig,
): Pick<GatewayConfig['approvals'], 'answersInBand' | 'readingMs'> => ({
  readingMs: readDuration(approvals.readingTime ?? '') ?? usual.approvals.readingMs,
  ...(approvals.answersInBand === undefined ? {} : { answersInBand: approvals.answersInBand }),
});

/** Stores age only where somebody says so: what was written there is still there. */
export const labelAgesOf = (
  { labels }: Pick<ConfigFile, 'labels'>,
  usual: GatewayConfig,
): Pick<GatewayConfig, 'labelAgeMs' | 'storeLabelAgeMs'> => {
  const age = readDuration(labels?.age ?? '');
  return {
    labelAgeMs: labels?.age === 'never' ? null : (age ?? usual.labelAgeMs),
    storeLabelAgeMs: age ?? usual.storeLabelAgeMs,
  };
};

/** Who is asked. */
export const peopleOf = ({ people, selfApproval }: ApprovalsEntry): People => {
  if (people === undefined)
    return selfApproval === undefined ? SINGLE_USER : { ...SINGLE_USER, selfApproval };
  return {
    all: people.map(({ subject, groups = [], aliases, active = true }) => ({
      subject,
      groups,
      active,
      ...(aliases === undefined ? {} : { aliases }),
    })),
    selfApproval: selfApproval ?? false,
  };
};

/** Makes of a file of the right shape what it says, and tells what cannot be. */
export class Reading {
  readonly problems: Problems;
  readonly #file: ConfigFile;
  readonly #place: ReadingPlace;
  readonly #home: string;

  constructor(source: YamlFile, file: ConfigFile, place: ReadingPlace, home: string) {
    this.problems = new Problems(source);
    this.#file = file;
    this.#place = place;
    this.#home = home;
  }

  #servers(): readonly ServerConfig[] {
    const { servers = {}, mcpServers = {} } = this.#file;
    if (Object.keys(servers).length + Object.keys(mcpServers).length === 0)
      this.problems.error([], 'CONFIG_NO_SERVERS', 'there is no server', 'add one under `servers`');
    const written = Object.entries(servers).map(
      ([name, entry]) => [['servers', name], readServer(name, entry, this.#place, this.problems)] as const,
    );
    const pasted = Object.entries(mcpServers).map(
      ([name, entry]) => [['mcpServers', name], readPasted(name, entry, this.#place, this.problems)] as const,
    );
    const taken = new Map<string, string>();
    return [...written, ...pasted].flatMap(([at, config]) => {
      if (config === undefined) return [];
      const folded = config.server.toLowerCase();
      const before = taken.get(folded);
      taken.set(folded, config.server);
      if (before === undefined) return [config];
      this.problems.error(
        at,
        'CONFIG_ALIAS_TWICE',
        before === config.server
          ? `there is a server \`${before}\` already`
          : `\`${config.server}\` differs from \`${before}\` only in case`,
        'call one of them something else',
      );
      return [];
    });
  }

  #suggesting(config: ServerConfig): ServerConfig {
    const { servers = {}, suggestions } = this.#file;
    const own = Object.hasOwn(servers, config.server) ? servers[config.server]?.suggestions : undefined;
    const least = readSuggestions(own ?? suggestions);
    return least === undefined ? config : { ...config, suggestions: least };
  }

  #policy(): readonly string[] {
    const names = [this.#file.policy ?? 'balanced'].flat();
    return names.map((name, index) => {
      if (isPreset(name)) return name;
      if (/^[a-z]+$/i.test(name))
        this.problems.error(
          Array.isArray(this.#file.policy) ? ['policy', index] : ['policy'],
          'CONFIG_PRESET',
          `there is no preset \`${name}\``,
          didYouMean(name, PRESET_NAMES) ?? `presets are ${PRESET_NAMES.join(', ')}; a file has an ending`,
        );
      return resolve(this.#place.folder, name);
    });
  }

  #webhooks({ webhooks = [] }: ApprovalsEntry): GatewayConfig['approvals']['webhooks'] {
    return webhooks.map(({ url, secret: { from } }, index) => {
      const at = ['approvals', 'webhooks', index];
      const parsed = URL.parse(url);
      const good =
        parsed !== null &&
        (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(parsed.hostname)));
      if (!good)
        this.problems.error(
          [...at, 'url'],
          'CONFIG_URL',
          'a webhook has an https url, or http to this machine',
        );
      if ((this.#place.env[from] ?? '').length < MIN_SECRET)
        this.problems.error(
          [...at, 'secret', 'from'],
          'CONFIG_VARIABLE',
          `the variable \`${from}\` is not set to a secret of at least ${MIN_SECRET} characters`,
        );
      return { url, secretEnv: from };
    });
  }

  #http(entry: HttpEntry | false | undefined, usual: GatewayConfig['http']): GatewayConfig['http'] {
    if (entry === false || usual === null) return null;
    const { host = usual.host, port = usual.port, auth = 'token', origins = usual.origins } = entry ?? {};
    const local = isLoopback(host) || host === '::1';
    if (auth === 'none' && !local)
      this.problems.error(
        ['http', 'auth'],
        'CONFIG_OPEN',
        'without a token only this machine may be served',
        'leave out `auth: none`, or serve 127.0.0.1',
      );
    else if (auth === 'none')
      this.problems.warn(
        ['http', 'auth'],
        'CONFIG_OPEN',
        'every process on this machine can call without a token',
        'for tests only',
      );
    if (!local)
      this.problems.warn(
        ['http', 'host'],
        'CONFIG_UNENCRYPTED',
        'other machines can connect, and nothing is encrypted',
        'put something that speaks TLS before it',
      );
    for (const [index, origin] of origins.entries())
      if (URL.parse(origin)?.origin !== origin)
        this.problems.error(
          ['http', 'origins', index],
          'CONFIG_ORIGIN',
          'an origin is https://host or https://host:port',
        );
    return {
      host,
      port,
      origins,
      hosts: entry?.hosts ?? [],
      auth:
        auth === 'none'
          ? { kind: 'none' }
          : auth === 'token'
            ? usual.auth
            : 'oauth' in auth
              ? readOAuth(auth.oauth, this.problems)
              : { kind: 'token', file: resolve(this.#place.folder, auth.tokenFile) },
    };
  }

  config(path: string): GatewayConfig {
    const { approvals = {}, clients = [], listing = {}, http, store, console: people, labels } = this.#file;
    const usual = gatewayConfig(
      this.#home,
      this.#servers().map((server) => this.#suggesting(server)),
    );
    const { waitMs, expiryMs, questionsAnHour, pendingPerPrincipal } = usual.approvals;
    return {
      ...usual,
      path,
      policy: this.#policy(),
      people: peopleOf(approvals),
      approvals: {
        waitMs: readDuration(approvals.wait ?? '') ?? waitMs,
        expiryMs: readDuration(approvals.expiry ?? '') ?? expiryMs,
        questionsAnHour: approvals.questionsAnHour ?? questionsAnHour,
        pendingPerPrincipal: approvals.pendingPerPrincipal ?? pendingPerPrincipal,
        ...answersOf({ approvals }, usual),
        webhooks: this.#webhooks(approvals),
      },
      clients: clientRules(clients),
      listing: {
        prefix: listing.prefix ?? usual.listing.prefix,
        filters: listing.filters ?? usual.listing.filters,
        perPrincipal: listing.perPrincipal ?? usual.listing.perPrincipal,
        effectiveHints: listing.effectiveHints ?? usual.listing.effectiveHints,
        declareTask: listing.declareTask ?? false,
      },
      store: readStore(store, usual.store, this.#place, this.problems),
      ...keepApart(
        this.#http(http, usual.http),
        readConsole(people, usual.console, this.#place.env, this.problems),
        this.problems,
      ),
      ...(this.#file.autorunFiles === undefined ? {} : { autorunFiles: this.#file.autorunFiles }),
      ...labelAgesOf({ labels }, usual),
      timeoutMs: readDuration(this.#file.limits?.timeout ?? '') ?? usual.timeoutMs,
      slowTimeoutMs: readDuration(this.#file.limits?.slowTimeout ?? '') ?? usual.slowTimeoutMs,
      ...(this.#file.models === undefined ? {} : { models: readModels(this.#file.models, this.problems) }),
    };
  }
}
