/**
 * What an operator says of a gateway: `callgate.yaml`, and the configuration of one server without a file.
 *
 * @module
 */
import type { Protocol } from './wire/exchange.ts';
import type { HttpServer } from './receive/http/serve-http.ts';
import type { GatewayConfig } from './config/config.ts';
import type { ConfigOutcome, ReadOptions } from './config/read-config.ts';
export type { AnswerSettings } from './config/read-config.ts';
import type { ServingParts } from './receive/http/serve-configured.ts';

export type {
  AuthConfig,
  ClientRule,
  ConsoleConfig,
  ConsoleOidc,
  ConsoleRole,
  Filter,
  GatewayConfig,
  ListingConfig,
  Neutralise,
  OAuthConfig,
  PackRule,
  Reach,
  ServerConfig,
} from './config/config.ts';
export type { ModelsConfig } from './config/models-entry.ts';
export { aliasFrom, isAlias } from './config/alias.ts';
export { childEnv } from './config/child-env.ts';
export {
  DEFAULT_CONSOLE_PORT,
  DEFAULT_PORT,
  gatewayConfig,
  isLoopback,
  serverConfig,
} from './config/defaults.ts';
export { parseAllowedHost } from './config/allowed-hosts.ts';
export { readDuration } from './config/duration.ts';
export { looksSecret } from './config/looks-secret.ts';
export { OwnSecrets } from './dispatch/own-secrets.ts';
export type { ConfigOutcome, GoodConfig, ReadOptions } from './config/read-config.ts';
export type { Loaded, Watch, WatchOptions } from './config/watch-config.ts';
export { watchConfig } from './config/watch-config.ts';
export type { ConfigProblem } from './config/reading.ts';

/** Reads a configuration file. Loaded when it is needed: most gateways run without one. */
export const loadConfig = async (path: string, options: ReadOptions): Promise<ConfigOutcome> =>
  (await import('./config/read-config.ts')).loadConfig(path, options);

/** Where a configuration says that its store is, whatever else stands in it. */
export const loadStoreLine = async (
  path: string,
  options: ReadOptions,
): Promise<ReturnType<typeof import('./config/read-config.ts').loadStoreLine>> =>
  (await import('./config/read-config.ts')).loadStoreLine(path, options);

/** What a configuration says about answers over agents' own connections, whatever else stands in it. */
export const loadAnswerLines = async (
  path: string,
  options: ReadOptions,
): Promise<ReturnType<typeof import('./config/read-config.ts').loadAnswerLines>> =>
  (await import('./config/read-config.ts')).loadAnswerLines(path, options);

/** What stands in locks, what is pinned and what was accepted; loaded when it is needed. */
export const lockParts = (): Promise<typeof import('./disclose/lock/lock-parts.ts')> =>
  import('./disclose/lock/lock-parts.ts');
export type {
  Accepted,
  AcceptedKind,
  Lock,
  LockAdvice,
  LockOutcome,
  LockedSuggestion,
  Pin,
  PinnedKind,
  PinnedServer,
  Pins,
  ToLock,
} from './disclose/lock/lock-parts.ts';

/** Serves over HTTP as the configuration says; loaded when it is needed. */
export const serveConfiguredHttp = async (
  protocol: Protocol,
  http: NonNullable<GatewayConfig['http']>,
  parts: ServingParts = {},
): Promise<HttpServer> =>
  (await import('./receive/http/serve-configured.ts')).serveConfigured(protocol, http, parts);
