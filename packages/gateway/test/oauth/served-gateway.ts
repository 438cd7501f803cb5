import { afterEach } from 'vitest';
import type { OAuthSettings } from '../../src/identity/oauth/oauth-auth.ts';
import { oauthAuth } from '../../src/identity/oauth/oauth-auth.ts';
import type { HttpServer } from '../../src/receive/http/serve-http.ts';
import { serveHttp } from '../../src/receive/http/serve-http.ts';
import { FakeProtocol } from '../fake-protocol.ts';
import type { HttpAnswer } from '../http-client.ts';
import { TestClient } from '../http-client.ts';
import type { Issuer, IssuerOptions, TokenRequest } from './issuer.ts';
import { startIssuer } from './issuer.ts';

export const RESOURCE = 'https://gate.example.com/mcp';
export const METADATA = 'https://gate.example.com/.well-known/oauth-protected-resource/mcp';
export const CONSOLE = 'callgate-console';

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

export const closeAfterTest = (close: () => Promise<void>): void => void open.push(close);

export interface ServedGateway {
  readonly issuer: Issuer;
  readonly server: HttpServer;
  readonly protocol: FakeProtocol;
  /** What was said of the issuer. */
  readonly told: string[];
  /** Moves the clock of issuer and gateway. */
  later(ms: number): void;
  now(): number;
  client(token?: string): TestClient;
  /** Asks for something that only who is let in gets. */
  ask(token?: string): Promise<HttpAnswer>;
  asking(wish: TokenRequest): Promise<HttpAnswer>;
}

export interface ServedGatewayOptions {
  readonly settings?: Partial<OAuthSettings>;
  readonly issuer?: Partial<IssuerOptions>;
}

/** A gateway with an issuer of its own. */
export const serveGateway = async (wanted: ServedGatewayOptions = {}): Promise<ServedGateway> => {
  let shift = 0;
  const now = (): number => Date.now() + shift;
  const issuer = await startIssuer({ audience: RESOURCE, now, ...wanted.issuer });
  closeAfterTest(() => issuer.close());
  const protocol = new FakeProtocol();
  const told: string[] = [];
  const { authenticate, documents } = oauthAuth(
    {
      issuer: issuer.issuer,
      resource: RESOURCE,
      audiences: [RESOURCE],
      notFor: [CONSOLE],
      scopes: [],
      subjectClaim: 'sub',
      groupsClaim: 'groups',
      rolesClaim: 'roles',
      ...wanted.settings,
    },
    { now, changed: (failure) => told.push(failure === null ? 'well' : failure.message) },
  );
  const server = await serveHttp({
    protocol,
    host: '127.0.0.1',
    port: 0,
    authenticate,
    documents,
    now,
    limits: { closeMs: 100 },
  });
  closeAfterTest(() => server.close());
  const client = (token?: string): TestClient =>
    new TestClient(server.port, token === undefined ? {} : { authorization: `Bearer ${token}` });
  const ask = (token?: string): Promise<HttpAnswer> =>
    client(token).post({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
  return {
    issuer,
    server,
    protocol,
    told,
    later: (ms) => {
      shift += ms;
    },
    now,
    client,
    ask,
    asking: async (wish) => ask(await issuer.token(wish)),
  };
};
