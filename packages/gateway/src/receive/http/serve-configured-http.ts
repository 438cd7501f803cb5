import type { Replica } from '@callgate/cluster';
import { logMessages } from '@callgate/messages/log';
import { reservePort } from '../../dispatch/egress.ts';
import type { LogEntry } from '../../log/log-entry.ts';
import type { Protocol } from '../../wire/exchange.ts';
import type { Authenticator } from '../../identity/authenticator.ts';
import { noAuth } from '../../identity/no-auth.ts';
import type { HttpServer } from './serve-http.ts';
import { serveHttp } from './serve-http.ts';
import { tokenAuth, readOrCreateToken } from '../../identity/token-auth.ts';
import type { Readiness } from './readiness.ts';
import type { AuthConfig, GatewayConfig, OAuthConfig } from '../../config/gateway-config.ts';

export interface ServeHttpParts {
  readonly log?: (entry: LogEntry) => void;
  readonly now?: () => number;
  readonly readiness?: () => Readiness;
  /** Where other processes serve the same clients. */
  readonly replica?: Replica | null;
}

interface AuthenticationSetup {
  readonly authenticate: Authenticator;
  readonly documents?: ReadonlyMap<string, string>;
  readonly hosts?: readonly string[];
}

/** Loaded when it is needed: most gateways have one agent, and one token. */
const setUpOAuth = async (auth: OAuthConfig, { log, now }: ServeHttpParts): Promise<AuthenticationSetup> => {
  const { oauthAuth } = await import('../../identity/oauth/oauth-auth.ts');
  const { authenticate, documents, warm } = oauthAuth(auth, {
    ...(now === undefined ? {} : { now }),
    changed: (failure) =>
      log?.(
        failure === null
          ? { level: 'info', code: 'OAUTH_PROVIDER', message: logMessages.issuer.back }
          : {
              level: 'error',
              code: 'OAUTH_PROVIDER',
              message: logMessages.issuer.failed({ problem: failure.message }),
            },
      ),
  });
  void warm();
  return { authenticate, documents, hosts: [new URL(auth.resource).host] };
};

const setUpAuthentication = async (
  host: string,
  auth: AuthConfig,
  parts: ServeHttpParts,
): Promise<AuthenticationSetup> => {
  if (auth.kind === 'oauth') return await setUpOAuth(auth, parts);
  if (auth.kind === 'none') return { authenticate: noAuth(host) };
  return { authenticate: tokenAuth(await readOrCreateToken(auth.file, 'agents')) };
};

/** Serves over HTTP as the configuration says. No server that it connects to may be this very port. */
export const serveConfiguredHttp = async (
  protocol: Protocol,
  { host, port, auth, origins, hosts = [], authzen }: NonNullable<GatewayConfig['http']>,
  parts: ServeHttpParts = {},
): Promise<HttpServer> => {
  const { hosts: names = [], ...entrance } = await setUpAuthentication(host, auth, parts);
  const server = await serveHttp({
    protocol,
    host,
    port,
    origins,
    ...entrance,
    hosts: [...hosts, ...names],
    ...(authzen === undefined ? {} : { authzen }),
    ...(parts.now === undefined ? {} : { now: parts.now }),
    ...(parts.readiness === undefined ? {} : { readiness: parts.readiness }),
    replica: parts.replica ?? null,
  });
  const release = reservePort(server.port);
  return {
    ...server,
    close: async () => {
      await server.close();
      release();
    },
  };
};
