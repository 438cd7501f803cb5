import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@callgate/core';
import type { OAuthConfig } from '../../src/config/gateway-config.ts';
import { serveConfiguredHttp } from '../../src/receive/http/serve-configured-http.ts';
import type { LogEntry } from '../../src/log/log-entry.ts';
import type { Era } from '../../src/wire/eras.ts';
import { CLIENT_CAPABILITIES_KEY, VERSION_KEY } from '../../src/wire/eras.ts';
import type { Stage, StageOptions } from '../behaviour/stage.ts';
import { keepOpen, stage } from '../behaviour/stage.ts';
import type { HttpAnswer, TestClient } from '../http-client.ts';
import type { Issuer } from './issuer.ts';
import { startIssuer } from './issuer.ts';

export interface WholeGateway {
  readonly on: Stage;
  readonly issuer: Issuer;
  readonly url: string;
  readonly port: number;
  readonly log: readonly LogEntry[];
}

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A whole gateway with servers behind it, as a configuration has it served. */
export const openWholeGateway = async (
  options: StageOptions = {},
  more: (url: string) => Partial<OAuthConfig> = () => ({}),
  now: () => number = Date.now,
): Promise<WholeGateway> => {
  const on = await stage({ waitMs: 100, ...options });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const issuer = keepOpen(await startIssuer({ audience: url, now }));
  const auth: OAuthConfig = {
    kind: 'oauth',
    issuer: issuer.issuer,
    resource: url,
    audiences: [url],
    notFor: [],
    scopes: ['tools'],
    subjectClaim: 'sub',
    groupsClaim: 'groups',
    rolesClaim: 'roles',
    ...more(url),
  };
  const log: LogEntry[] = [];
  keepOpen(
    await serveConfiguredHttp(
      on.at.gateway.protocol,
      { host: '127.0.0.1', port, auth, origins: [] },
      { log: (entry) => log.push(entry), now },
    ),
  );
  return { on, issuer, url, port, log };
};

export const META: JsonObject = { [VERSION_KEY]: '2026-07-28', [CLIENT_CAPABILITIES_KEY]: {} };

export const callTool = async (
  era: Era,
  client: TestClient,
  name: string,
  args: JsonObject,
): Promise<HttpAnswer> => {
  const params = { name, arguments: args };
  if (era === 'legacy')
    return await (await client.initialize()).post({ id: 1, method: 'tools/call', params });
  return await client.post(
    { id: 1, method: 'tools/call', params: { ...params, _meta: META } },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
  );
};
