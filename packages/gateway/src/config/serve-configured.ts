import { reservePort } from '../dispatch/egress.ts';
import type { Protocol } from '../receive/exchange.ts';
import { noAuth } from '../receive/http/no-auth.ts';
import type { HttpServer } from '../receive/http/serve-http.ts';
import { serveHttp } from '../receive/http/serve-http.ts';
import { tokenAuth, tokenFromFile } from '../receive/http/token-auth.ts';
import type { GatewayConfig } from './config.ts';

/** Serves over HTTP as the configuration says. No server that it connects to may be this very port. */
export const serveConfigured = async (
  protocol: Protocol,
  { host, port, auth, origins, hosts = [] }: NonNullable<GatewayConfig['http']>,
): Promise<HttpServer> => {
  const authenticate =
    auth.kind === 'none' ? noAuth(host) : tokenAuth(await tokenFromFile(auth.file, 'agents'));
  const server = await serveHttp({ protocol, host, port, authenticate, origins, hosts });
  const release = reservePort(server.port);
  return {
    ...server,
    close: async () => {
      await server.close();
      release();
    },
  };
};
