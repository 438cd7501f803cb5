/**
 * What an operator says of a gateway: `callgate.yaml`, and the configuration of one server without a file.
 *
 * @module
 */
import type { Protocol } from '../receive/exchange.ts';
import type { HttpServer } from '../receive/http/serve-http.ts';
import type { GatewayConfig } from './config.ts';
import type { ConfigOutcome, ReadOptions } from './read-config.ts';
export type { AnswerSettings } from './read-config.ts';
import type { ServingParts } from './serve-configured.ts';

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
  ServerConfig,
} from './config.ts';
export type { ModelsConfig } from './models-entry.ts';
export { aliasFrom, isAlias } from './alias.ts';
export { DEFAULT_CONSOLE_PORT, DEFAULT_PORT, gatewayConfig, isLoopback, serverConfig } from './defaults.ts';
export { parseAllowedHost } from '../dispatch/allowed-hosts.ts';
export { readDuration } from './duration.ts';
export { looksSecret } from './looks-secret.ts';
export { OwnSecrets } from '../dispatch/own-secrets.ts';
export type { ConfigOutcome, GoodConfig, ReadOptions } from './read-config.ts';
export type { Loaded, Watch, WatchOptions } from './watch-config.ts';
export { watchConfig } from './watch-config.ts';
export type { ConfigProblem } from './reading.ts';

/** Reads a configuration file. Loaded when it is needed: most gateways run without one. */
export const loadConfig = async (path: string, options: ReadOptions): Promise<ConfigOutcome> =>
  (await import('./read-config.ts')).loadConfig(path, options);

/** Where a configuration says that its store is, whatever else stands in it. */
export const loadStoreLine = async (
  path: string,
  options: ReadOptions,
): Promise<ReturnType<typeof import('./read-config.ts').loadStoreLine>> =>
  (await import('./read-config.ts')).loadStoreLine(path, options);

/** What a configuration says about answers over agents' own connections, whatever else stands in it. */
export const loadAnswerLines = async (
  path: string,
  options: ReadOptions,
): Promise<ReturnType<typeof import('./read-config.ts').loadAnswerLines>> =>
  (await import('./read-config.ts')).loadAnswerLines(path, options);

/** What stands in locks, what is pinned and what was accepted; loaded when it is needed. */
export const lockParts = (): Promise<typeof import('./lock-parts.ts')> => import('./lock-parts.ts');
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
} from './lock-parts.ts';

/** Serves over HTTP as the configuration says; loaded when it is needed. */
export const serveConfiguredHttp = async (
  protocol: Protocol,
  http: NonNullable<GatewayConfig['http']>,
  parts: ServingParts = {},
): Promise<HttpServer> => (await import('./serve-configured.ts')).serveConfigured(protocol, http, parts);
