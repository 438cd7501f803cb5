import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { installed } from '../../../../material/install.ts';
import { ERAS, policyOf } from '../behaviour/stage.ts';
import { TestClient, objectOf } from '../http-client.ts';
import { META, callTool, openWholeGateway } from './whole-gateway.ts';

const SOON = { timeout: 20_000 };
const WRITE = { id: '1', text: 'x' };

describe.each(ERAS)('an agent with an access token in the %s era', (era) => {
  it('calls as who the token says, and the token goes nowhere', async () => {
    const { on, issuer, port, log } = await openWholeGateway({ transport: 'http' });
    const claims = { sub: 'agent-7', groups: ['bots'], scope: 'tools' };
    const good = await issuer.token({ claims });
    const expired = await issuer.token({ claims: { ...claims, exp: 1_000_000_000 } });
    const client = new TestClient(port, { authorization: `Bearer ${good}` });
    const answer = await callTool(era, client, 'write_note', WRITE);
    expect(objectOf(answer.messages.at(-1))).toMatchObject({ result: { content: [{ type: 'text' }] } });
    const refused = await new TestClient(port, { authorization: `Bearer ${expired}` }).post({ id: 2 });
    expect(refused.status).toBe(401);
    const [life] = await on.lives();
    expect(life?.call.principal).toMatchObject({ subject: 'agent-7', kind: 'human', groups: ['bots'] });
    const recorded = async (): Promise<string> =>
      (await on.at.gateway.gate.desk.read.rows(1, 1000))
        .map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
        .join('\n');
    await expect.poll(recorded, SOON).toContain('OAUTH_TOKEN');
    const { received, headers } = on.oracle();
    expect(headers().length).toBeGreaterThan(1);
    const behind = JSON.stringify([received(), headers(), on.at.log, log, await recorded()]);
    const files = readdirSync(on.at.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(files.join('').length).toBeGreaterThan(1000);
    for (const token of [good, expired])
      for (const part of token.split('.').slice(1))
        for (const text of [behind, ...files]) expect(text).not.toContain(part);
  });

  it('is judged by the groups and roles in it', async () => {
    const policy = policyOf(
      `  - id: no-bots
    when: "'bots' in principal.groups && !('writer' in principal.roles)"
    then: block
    reason: bots write nothing
`,
    );
    const { on, issuer, port } = await openWholeGateway({ policy });
    const callAs = async (claims: object): Promise<string> => {
      const token = await issuer.token({ claims: { scope: 'tools', ...claims } });
      const client = new TestClient(port, { authorization: `Bearer ${token}` });
      return (await callTool(era, client, 'write_note', WRITE)).text;
    };
    expect(await callAs({ groups: ['bots'] })).toContain('bots write nothing');
    expect(on.oracle().calls()).toEqual([]);
    expect(await callAs({ groups: ['bots'], roles: ['writer'] })).not.toContain('bots write nothing');
    expect(await callAs({ groups: ['people'] })).not.toContain('bots write nothing');
    expect(on.oracle().calls()).toHaveLength(2);
  });
});

it('an issuer that is down at the start is told, and nobody enters', async () => {
  const { log, port, issuer } = await openWholeGateway({}, () => ({ jwks: 'http://127.0.0.1:1/keys' }));
  await expect
    .poll(() => log.map(({ level, code }) => `${level} ${code}`), SOON)
    .toEqual(['error OAUTH_PROVIDER']);
  const authorization = `Bearer ${await issuer.token({ claims: { scope: 'tools' } })}`;
  expect((await new TestClient(port, { authorization }).post({ id: 1 })).status).toBe(503);
});

it('a modern client listens no longer than its token counts', async () => {
  const { issuer, port } = await openWholeGateway();
  const exp = Math.floor(Date.now() / 1000) + 3;
  const authorization = `Bearer ${await issuer.token({ claims: { scope: 'tools', exp } })}`;
  const params = { notifications: { toolsListChanged: true }, _meta: META };
  const { done } = new TestClient(port, { authorization }).open(
    'POST',
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
  );
  expect((await done).messages).toMatchObject([{ method: 'notifications/subscriptions/acknowledged' }]);
});

it.each([-3, 3])(
  'whether a token counts is told by the clock of the store, %i hours from here',
  async (hours) => {
    const now = (): number => Date.now() + hours * 3_600_000;
    const { issuer, port } = await openWholeGateway({}, undefined, now);
    const asking = async (iat: number): Promise<number> => {
      const at = Math.floor(iat / 1000);
      const token = await issuer.token({ claims: { scope: 'tools', iat: at, exp: at + 300 } });
      return (await new TestClient(port, { authorization: `Bearer ${token}` }).post({ id: 1, method: 'x' }))
        .status;
    };
    expect(await asking(now())).not.toBe(401);
    expect(await asking(Date.now())).toBe(401);
  },
);

it('is reached by the name that its resource has', async () => {
  const { port } = await openWholeGateway({}, () => ({ resource: 'https://gate.example.com/mcp' }));
  const at = async (host: string): Promise<number> =>
    (await new TestClient(port).post({ id: 1 }, { host })).status;
  expect(await at('gate.example.com')).toBe(401);
  expect(await at('other.example.com')).toBe(403);
});

/** The little that is used of the SDK, which is not there when types are checked. */
interface Sdk {
  readonly Client: new (info: object) => {
    connect(transport: unknown): Promise<void>;
    listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
    close(): Promise<void>;
  };
  readonly StreamableHTTPClientTransport: new (
    url: URL,
    options: object,
  ) => { finishAuth(code: string): Promise<void> };
  readonly UnauthorizedError: new () => Error;
  discoverOAuthProtectedResourceMetadata(url: string, options?: object): Promise<unknown>;
  extractWWWAuthenticateParams(response: Response): {
    readonly resourceMetadataUrl?: URL;
    readonly scope?: string;
    readonly error?: string;
  };
}

const sdk = async (): Promise<Sdk> => {
  const folder = await installed('clients');
  const path = join(folder, 'node_modules/@modelcontextprotocol/client/dist/index.mjs');
  return (await import(pathToFileURL(path).href)) as Sdk;
};

describe('a client of the SDK', () => {
  it('reads the challenge and what is said of the resource', async () => {
    const { discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams } = await sdk();
    const { url, issuer, port } = await openWholeGateway();
    const metadata = { resource: url, authorization_servers: [issuer.issuer], scopes_supported: ['tools'] };
    expect(await discoverOAuthProtectedResourceMetadata(url)).toMatchObject(metadata);
    const challenge = extractWWWAuthenticateParams(await fetch(url, { method: 'POST' }));
    expect(challenge.resourceMetadataUrl?.href).toBe(
      `http://127.0.0.1:${port}/.well-known/oauth-protected-resource/mcp`,
    );
    expect(challenge).toMatchObject({ scope: 'tools' });
    const lesser = { authorization: `Bearer ${await issuer.token()}` };
    const insufficient = extractWWWAuthenticateParams(await fetch(url, { method: 'POST', headers: lesser }));
    expect(insufficient).toMatchObject({ error: 'insufficient_scope', scope: 'tools' });
  });

  it('finds the issuer, registers, gets a token for this gateway and calls', async () => {
    const { Client, StreamableHTTPClientTransport, UnauthorizedError } = await sdk();
    const { url, issuer, on } = await openWholeGateway();
    const saved = new Map<string, unknown>();
    const authProvider = {
      redirectUrl: 'http://127.0.0.1:1/back',
      clientMetadata: {
        redirect_uris: ['http://127.0.0.1:1/back'],
        client_name: 'test',
        token_endpoint_auth_method: 'none',
      },
      clientInformation: () => saved.get('client'),
      saveClientInformation: (client: unknown) => void saved.set('client', client),
      tokens: () => saved.get('tokens'),
      saveTokens: (tokens: unknown) => void saved.set('tokens', tokens),
      redirectToAuthorization: (to: URL) => void saved.set('to', to),
      saveCodeVerifier: (verifier: string) => void saved.set('verifier', verifier),
      codeVerifier: () => saved.get('verifier'),
      saveDiscoveryState: (state: unknown) => void saved.set('discovery', state),
      discoveryState: () => saved.get('discovery'),
    };
    const transport = (): InstanceType<Sdk['StreamableHTTPClientTransport']> =>
      new StreamableHTTPClientTransport(new URL(url), { authProvider });
    const first = transport();
    const stranger = new Client({ name: 'test', version: '1' });
    await expect(stranger.connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
    // what a person does in a browser
    const { headers } = await fetch(saved.get('to') as URL, { redirect: 'manual' });
    await first.finishAuth(new URL(headers.get('location') ?? '').searchParams.get('code') ?? '');
    expect(issuer.exchanges.map((form) => form.get('resource'))).toEqual([url]);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('write_note');
    expect(await on.lives()).toEqual([]);
    await client.close();
  });
});
