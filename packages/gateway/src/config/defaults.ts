import { join } from 'node:path';
import { SINGLE_USER } from '@callgate/gate';
import { addressBytes, addressKind } from './address.ts';
import type { ContractConfig, GatewayConfig, ServerEndpoint, ServerConfig } from './gateway-config.ts';

/** Below the 60 seconds after which most clients give up on an answer. */
export const DEFAULT_WAIT_MS = 45_000;
export const DEFAULT_PORT = 7117;
export const DEFAULT_CONSOLE_PORT = 7411;

/** What is not said of a contract. */
export const USUAL_CONTRACT: Omit<ContractConfig, 'contract'> = Object.freeze({
  mode: 'split',
  allow: Object.freeze([]),
  onViolation: 'tell',
});

/** A server of which nothing is said but how it is reached. */
export const defaultServerConfig = (server: string, reach: ServerEndpoint): ServerConfig => ({
  server,
  reach,
  era: 'auto',
  trust: 'untrusted',
  overrides: [],
  reviews: [],
  stores: {},
  internal: { domains: [], hosts: [] },
  audience: {},
  asks: { sampling: false, elicitation: false, roots: false },
  allowPrivate: writtenPrivateHosts(reach),
  connectMs: 30_000,
  messageBytes: 16 * 1_048_576,
  neutralise: 'untrusted',
  slowAsTasks: true,
  enabled: true,
});

/** A gateway of which nothing is said but where its folder is. */
export const defaultGatewayConfig = (folder: string, servers: readonly ServerConfig[]): GatewayConfig => ({
  path: null,
  servers,
  policy: ['balanced'],
  people: SINGLE_USER,
  approvals: {
    waitMs: DEFAULT_WAIT_MS,
    expiryMs: 3_600_000,
    questionsAnHour: 30,
    pendingPerPrincipal: 50,
    readingMs: 2000,
    webhooks: [],
    notify: [],
  },
  clients: [],
  listing: { prefix: 'several', filters: [], perPrincipal: {}, effectiveHints: false, declareTask: false },
  http: {
    host: '127.0.0.1',
    port: DEFAULT_PORT,
    auth: { kind: 'token', file: join(folder, 'agents.token') },
    origins: [],
    hosts: [],
  },
  store: { path: join(folder, 'callgate.db') },
  console: { host: '127.0.0.1', port: DEFAULT_CONSOLE_PORT, fixed: false, roles: {}, oidc: null },
  labelAgeMs: 86_400_000,
  storeLabelAgeMs: null,
  timeoutMs: 300_000,
  slowTimeoutMs: 1_800_000,
  durability: 'standard',
});

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Loopback and private networks. Link-local addresses are not meant: clouds keep their metadata there. */
const isPrivate = (host: string): boolean => {
  const bytes = addressBytes(host.replace(/^\[(.*)\]$/, '$1'));
  return bytes !== undefined && /^(?:loopback|private)$/.test(addressKind(bytes));
};

/** A literal private address is meant. A name may come to mean any address. */
const writtenPrivateHosts = (reach: ServerEndpoint): readonly string[] => {
  const url = reach.kind === 'http' ? URL.parse(reach.url) : null;
  if (url === null || (url.hostname !== 'localhost' && !isPrivate(url.hostname))) return [];
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const hosts = url.hostname === 'localhost' ? ['localhost', '127.0.0.1', '[::1]'] : [url.hostname];
  return hosts.map((host) => `${host}:${port}`);
};
