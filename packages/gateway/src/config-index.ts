/**
 * What an operator says of a gateway: `callgate.yaml`, and the configuration of one server without a file.
 *
 * @module
 */
import type { Protocol } from './wire/exchange.ts';
import type { HttpServer } from './receive/http/serve-http.ts';
import type { GatewayConfig } from './config/gateway-config.ts';
import type { ConfigOutcome, ReadConfigOptions } from './config/read-config.ts';
export type { HomeSettings } from './config/read-config.ts';
import type { ServeHttpParts } from './receive/http/serve-configured-http.ts';

export type {
  AuthConfig,
  ClientRule,
  ConsoleConfig,
  ConsoleOidc,
  ConsoleRole,
  ListingFilter,
  GatewayConfig,
  ListingConfig,
  NeutraliseMode,
  OAuthConfig,
  PackRule,
  ServerEndpoint,
  ServerConfig,
} from './config/gateway-config.ts';
export type { ModelsConfig } from './config/models-entry.ts';
export { aliasFrom, isAlias } from './config/alias.ts';
export { childEnv } from './config/child-env.ts';
export {
  DEFAULT_CONSOLE_PORT,
  DEFAULT_PORT,
  defaultGatewayConfig,
  isLoopback,
  defaultServerConfig,
  USUAL_CONTRACT,
} from './config/defaults.ts';
export { parseAllowedHost } from './config/allowed-host.ts';
export { readDuration } from './config/duration.ts';
export { defaultNotify } from './config/default-notify.ts';
export { isLikelySecret } from './config/is-likely-secret.ts';
export { ServerSecrets } from './dispatch/server-secrets.ts';
export type { ConfigOutcome, ValidConfig, ReadConfigOptions } from './config/read-config.ts';
export type { ReloadResult, ConfigWatch, WatchConfigOptions } from './config/watch-config.ts';
export { watchConfig } from './config/watch-config.ts';
export type { ConfigProblem } from './config/config-reader.ts';

/** Reads a configuration file. Loaded when it is needed: most gateways run without one. */
export const loadConfig = async (path: string, options: ReadConfigOptions): Promise<ConfigOutcome> =>
  (await import('./config/read-config.ts')).loadConfig(path, options);

/** The same of a text that is in no file yet. */
export const readConfigText = async (
  name: string,
  text: string,
  options: ReadConfigOptions,
): Promise<ConfigOutcome> => (await import('./config/read-config.ts')).readConfig(name, text, options);

/** The shape of a configuration, for editors. */
export const readConfigSchema = async (): Promise<
  (typeof import('./config/config-file-schema.ts'))['configFileSchema']
> => (await import('./config/config-file-schema.ts')).configFileSchema;

/** Where a configuration says that its store is, whatever else stands in it. */
export const loadStoreConfig = async (
  path: string,
  options: ReadConfigOptions,
): Promise<ReturnType<typeof import('./config/read-config.ts').loadStoreConfig>> =>
  (await import('./config/read-config.ts')).loadStoreConfig(path, options);

/** What a configuration says about answers over agents' own connections, whatever else stands in it. */
export const loadHomeSettings = async (
  path: string,
  options: ReadConfigOptions,
): Promise<ReturnType<typeof import('./config/read-config.ts').loadHomeSettings>> =>
  (await import('./config/read-config.ts')).loadHomeSettings(path, options);

/** What stands in locks, what is pinned and what was accepted; loaded when it is needed. */
export const loadLockModule = (): Promise<typeof import('./disclose/lock/lock-parts.ts')> =>
  import('./disclose/lock/lock-parts.ts');
export type {
  AcceptedFile,
  AcceptedFileKind,
  Lock,
  LockAdvice,
  LockOutcome,
  LockedSuggestion,
  Pin,
  PinnedKind,
  PinnedServer,
  Pins,
  LockInput,
} from './disclose/lock/lock-parts.ts';

/** Serves over HTTP as the configuration says; loaded when it is needed. */
export const serveConfiguredHttp = async (
  protocol: Protocol,
  http: NonNullable<GatewayConfig['http']>,
  parts: ServeHttpParts = {},
): Promise<HttpServer> =>
  (await import('./receive/http/serve-configured-http.ts')).serveConfiguredHttp(protocol, http, parts);
