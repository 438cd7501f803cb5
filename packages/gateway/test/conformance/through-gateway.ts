import type { ServerConfig } from '../../src/config/gateway-config.ts';
import { defaultServerConfig } from '../../src/config/defaults.ts';
import { noAuth } from '../../src/identity/no-auth.ts';
import { serveHttp } from '../../src/receive/http/serve-http.ts';
import { openTestGateway, stdioServer } from '../test-gateway.ts';
import type { RunningFixture, FixtureUpstream } from './fixture-process.ts';

const serverFor = (upstream: FixtureUpstream): ServerConfig => ({
  ...('url' in upstream
    ? defaultServerConfig('fixture', { kind: 'http', url: upstream.url, headers: {} })
    : stdioServer('fixture', upstream.command, upstream.args)),
  trust: 'owned',
  asks: { sampling: true, elicitation: true, roots: true },
});

/**
 * Starts the gateway with one server behind it, in the mode that the suite needs: unprefixed names, no token,
 * server-to-client requests on, trust `owned`.
 */
export const throughGateway = async (upstream: FixtureUpstream): Promise<RunningFixture> => {
  const at = await openTestGateway({ servers: [serverFor(upstream)] });
  await at.gateway.ready;
  const server = await serveHttp({
    protocol: at.gateway.protocol,
    host: '127.0.0.1',
    port: 0,
    authenticate: noAuth('127.0.0.1'),
  });
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await at.close();
    },
  };
};
