import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CallgateError } from '@callgate/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultServerConfig } from '../../src/config/defaults.ts';
import type { ServerAuth } from '../../src/config/gateway-config.ts';
import type { PendingLogin } from '../../src/login/begin-login.ts';
import { beginLogin } from '../../src/login/begin-login.ts';
import { listenForRedirect } from '../../src/login/listen-for-redirect.ts';
import { LoginStore } from '../../src/login/login-store.ts';
import { revokeLogin } from '../../src/login/revoke-login.ts';
import { SavedAccessTokens } from '../../src/login/saved-access-tokens.ts';
import type { SavedLogin } from '../../src/login/saved-login.ts';
import { createServerSignIn } from '../../src/login/server-sign-in.ts';
import { openEndpointHarness } from '../dispatch/harness.ts';
import type { ProtectedServer } from './protected-server.ts';
import { startProtectedServer, visit } from './protected-server.ts';

const WORKER = fileURLToPath(new URL('renew-worker.ts', import.meta.url));

const cleanups: (() => unknown)[] = [];
let server: ProtectedServer;
let home = '';
let store: LoginStore;

beforeEach(async () => {
  server = await startProtectedServer();
  home = mkdtempSync(join(tmpdir(), 'cg-'));
  store = new LoginStore(home, null);
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

const allowPrivate = (): readonly string[] => [`127.0.0.1:${new URL(server.url).port}`];

const begin = async (
  more: { readonly auth?: ServerAuth; readonly url?: string; readonly redirectUri?: string } = {},
): Promise<PendingLogin> =>
  await beginLogin({
    server: 'notes',
    url: server.url,
    auth: {},
    allowPrivate: allowPrivate(),
    redirectUri: 'http://127.0.0.1:1/callback',
    ...more,
  });

/** The whole flow, with the browser's part. */
const signIn = async (auth: ServerAuth = {}): Promise<SavedLogin> => {
  const listener = await listenForRedirect(0);
  try {
    const pending = await begin({ auth, redirectUri: listener.redirectUri });
    const returned = listener.wait(pending.state, 20_000);
    const page = await visit(pending.authorizationUrl);
    expect(await page.text()).toContain('Return to the terminal');
    const login = await pending.finish(await returned);
    await store.save(login);
    return login;
  } finally {
    await listener.close();
  }
};

const tokensOf = (now?: () => number): SavedAccessTokens =>
  new SavedAccessTokens({
    home,
    server: 'notes',
    target: 'notes',
    url: server.url,
    allowPrivate: allowPrivate(),
    store: new LoginStore(home, null),
    ...(now === undefined ? {} : { now }),
  });

const failure = async (work: Promise<unknown>): Promise<CallgateError> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CallgateError) return error;
  throw new Error(`not refused as it should be: ${String(error)}`);
};

const openServer = async () => {
  const reach = { kind: 'http', url: server.url, headers: {} } as const;
  const signInWay = createServerSignIn(home, defaultServerConfig('notes', reach), true);
  if (signInWay === undefined) throw new Error('no way to sign in');
  return await openEndpointHarness(reach, {
    era: 'legacy',
    server: 'tiny',
    allowPrivate: allowPrivate(),
    signIn: signInWay,
  });
};

const textsIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');

describe('signing in', () => {
  it('registers, asks with PKCE, state and resource, and saves the tokens encrypted', async () => {
    const login = await signIn();
    expect(server.registrations).toEqual([
      expect.objectContaining({ client_name: 'Callgate', token_endpoint_auth_method: 'none' }),
    ]);
    expect(server.exchanges[0]?.get('resource')).toBe(server.url);
    expect(server.exchanges[0]?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
    expect(login).toMatchObject({ url: server.url, issuer: server.issuer, scope: 'notes.read' });
    expect(await store.read(server.url)).toEqual(login);
    expect(await new LoginStore(home, null).list()).toEqual([login]);
    const text = textsIn(home);
    for (const token of server.issued) expect(text).not.toContain(token);
    expect(text).not.toContain(server.url);
    const saved = readdirSync(join(home, 'logins')).filter((name) => name.endsWith('.json'));
    expect(saved).toHaveLength(1);
    for (const name of ['logins.key', 'logins', ...saved.map((one) => join('logins', one))])
      expect(statSync(join(home, name)).mode & 0o077, name).toBe(0);
  });

  it('takes a client of the configuration, its secret and its scopes', async () => {
    server.metadata = {
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      registration_endpoint: undefined,
    };
    const auth = { clientId: 'callgate-7', clientSecret: 'a-client-secret', scopes: ['a', 'b'] };
    const login = await signIn(auth);
    expect(server.registrations).toEqual([]);
    expect(server.exchanges[0]?.get('client_secret')).toBe('a-client-secret');
    expect(login).toMatchObject({ clientId: 'callgate-7', clientAuth: 'post', scope: 'a b' });
    expect(textsIn(home)).not.toContain('a-client-secret');
  });

  it('finds an issuer without metadata of the server at the origin of the server', async () => {
    server.answer('server /.well-known/oauth-protected-resource/mcp', (_, response) => {
      response.writeHead(404).end();
    });
    server.answer('server /mcp', (_, response) => response.writeHead(401).end());
    const { origin } = new URL(server.url);
    server.answer('server /.well-known/oauth-authorization-server', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${server.issuer}/register`,
          code_challenge_methods_supported: ['S256'],
        }),
      );
    });
    const { authorizationUrl } = await begin();
    expect(authorizationUrl).toContain(`${origin}/authorize?`);
    expect(new URL(authorizationUrl).searchParams.get('resource')).toBe(server.url);
  });

  it('waits on although a page comes with another state, and refuses other hosts', async () => {
    const listener = await listenForRedirect(0);
    cleanups.push(() => listener.close());
    const returned = listener.wait('right', 20_000);
    expect((await visit(`${listener.redirectUri}?code=stolen&state=wrong`)).status).toBe(400);
    expect((await visit(`${listener.redirectUri.replace('/callback', '/other')}`)).status).toBe(404);
    expect((await visit(`${listener.redirectUri}?code=c&state=right`)).status).toBe(200);
    expect((await returned).get('code')).toBe('c');
    // a state counts once
    expect((await visit(`${listener.redirectUri}?code=c&state=right`)).status).toBe(400);
  });

  it('refuses an answer with the wrong issuer, without one, or with another state', async () => {
    const pending = await begin();
    const good = { code: 'c', state: pending.state, iss: server.issuer };
    for (const wrong of [
      { ...good, iss: 'https://evil.example' },
      { code: 'c', state: pending.state },
      { ...good, state: 'other' },
    ])
      expect((await failure(pending.finish(new URLSearchParams(wrong)))).code).toBe('LOGIN_FAILED');
    const denied = { error: 'access_denied', state: pending.state, iss: server.issuer };
    expect((await failure(pending.finish(new URLSearchParams(denied)))).code).toBe('LOGIN_REFUSED');
    expect(server.exchanges).toEqual([]);
  });

  const hostile: readonly (readonly [string, string, () => void])[] = [
    [
      'another issuer in its metadata',
      'LOGIN_FAILED',
      () => (server.metadata = { issuer: 'https://evil.example' }),
    ],
    [
      'another resource',
      'LOGIN_RESOURCE',
      () => (server.resource = { resource: 'https://bank.example/mcp' }),
    ],
    [
      'another path as resource',
      'LOGIN_RESOURCE',
      () => (server.resource = { resource: `${new URL(server.url).origin}/mc` }),
    ],
    [
      'an authorization server over plain HTTP',
      'LOGIN_METADATA',
      () => (server.resource = { authorization_servers: ['http://auth.example'] }),
    ],
    [
      'a token endpoint over plain HTTP',
      'LOGIN_METADATA',
      () => (server.metadata = { token_endpoint: 'http://auth.example/token' }),
    ],
    [
      'a page that is a program',
      'LOGIN_METADATA',
      () => (server.metadata = { authorization_endpoint: 'javascript:alert(1)' }),
    ],
    [
      'an authorization server at a metadata service',
      'EGRESS_REFUSED',
      () => (server.resource = { authorization_servers: ['https://169.254.169.254'] }),
    ],
    [
      'an authorization server in the private network',
      'EGRESS_REFUSED',
      () => (server.resource = { authorization_servers: ['https://10.0.0.7'] }),
    ],
    ['no PKCE', 'LOGIN_PKCE', () => (server.metadata = { code_challenge_methods_supported: ['plain'] })],
    ['no registration', 'LOGIN_CLIENT_ID', () => (server.metadata = { registration_endpoint: undefined })],
    [
      'metadata at another origin',
      'LOGIN_METADATA',
      () =>
        server.answer('server /mcp', (_, response) =>
          response
            .writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="http://10.0.0.1/x"' })
            .end(),
        ),
    ],
    [
      'huge metadata',
      'LOGIN_FAILED',
      () =>
        server.answer('/.well-known/oauth-authorization-server', (_, response) =>
          response.writeHead(200).end(`{"issuer":"${'x'.repeat(2_000_000)}"}`),
        ),
    ],
    [
      'a redirect in place of metadata',
      'LOGIN_METADATA',
      () =>
        server.answer('/.well-known/oauth-authorization-server', (_, response) =>
          response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
        ),
    ],
  ];

  it.each(hostile)('refuses %s', async (_, code, prepare) => {
    prepare();
    const error = await failure(begin());
    expect(error.code).toBe(code);
    expect(server.exchanges).toEqual([]);
  });

  it('refuses a server over plain HTTP, and one that asks for no sign-in', async () => {
    expect((await failure(begin({ url: 'http://notes.example/mcp' }))).code).toBe('LOGIN_PLAIN_HTTP');
    server.answer('server /.well-known/oauth-protected-resource/mcp', (_, response) => {
      response.writeHead(404).end();
    });
    server.answer('server /mcp', (_, response) => response.writeHead(200).end('{}'));
    expect((await failure(begin())).code).toBe('LOGIN_NOT_NEEDED');
  });

  it('revokes the tokens', async () => {
    const login = await signIn();
    expect(await revokeLogin(login, allowPrivate())).toBe(true);
    const upstream = await openServer();
    expect((await failure(upstream.upstream.hello())).code).toBe('UPSTREAM_SIGN_IN');
  });
});

describe('a server that was signed in to', () => {
  it('is reached with the token, which it cannot give away', async () => {
    const { accessToken } = await signIn();
    const { tool } = await openServer();
    const { reply } = await tool('look', { echo: 'token' });
    expect(server.calls.map(({ authorization }) => authorization).slice(1)).toEqual(
      server.calls.slice(1).map(() => `Bearer ${accessToken}`),
    );
    expect(JSON.stringify(reply)).toContain('[a secret of this server]');
    expect(JSON.stringify(reply)).not.toContain(accessToken);
  });

  it('says how to sign in where nobody did', async () => {
    const { upstream } = await openServer();
    const error = await failure(upstream.hello());
    expect(error.code).toBe('UPSTREAM_SIGN_IN');
    expect(error.help).toBe('Sign in again: `callgate login notes`.');
    // somebody does
    await signIn();
    expect((await upstream.hello()).info).toMatchObject({ name: 'notes' });
  });

  it('renews before the token expires, and keeps what the rotation gave', async () => {
    const first = await signIn();
    const later = tokensOf(() => Date.now() + 3_590_000);
    const second = await later.get();
    expect(second).not.toBe(first.accessToken);
    const saved = await store.read(server.url);
    expect(saved?.accessToken).toBe(second);
    expect(saved?.refreshToken).not.toBe(first.refreshToken);
    expect(server.exchanges[1]?.get('resource')).toBe(server.url);
    // what was renewed by one is found by all
    expect(await tokensOf().get()).toBe(second);
    expect(server.exchanges).toHaveLength(2);
  });

  it('renews once when the server refuses the token, and never sends a call twice', async () => {
    await signIn();
    await store.update({
      ...((await store.read(server.url)) ?? expect.fail('no sign-in')),
      savedAt: Date.now() - 60_000,
    });
    const { tool, upstream } = await openServer();
    await upstream.hello();
    server.revokeAccess();
    server.calls.length = 0;
    const { reply } = await tool('look');
    expect(reply).toMatchObject({
      type: 'error',
      message: expect.stringContaining('refused the access token, which is renewed now'),
    });
    // a stream for news may be asked for meanwhile
    const sent = server.calls.map(({ method }) => method).filter((method) => method !== 'GET');
    expect(sent).toEqual(['tools/call']);
    expect(JSON.stringify((await tool('look')).reply)).toContain('a note');
    expect(server.exchanges).toHaveLength(2);
    // the token is new: one that is refused too is not renewed again
    server.revokeAccess();
    expect(JSON.stringify((await tool('look')).reply)).toContain('callgate login notes');
    expect(server.exchanges).toHaveLength(2);
  });

  it('renews in the handshake without anybody noticing', async () => {
    await signIn();
    await store.update({
      ...((await store.read(server.url)) ?? expect.fail('no sign-in')),
      savedAt: Date.now() - 60_000,
    });
    server.revokeAccess();
    const { upstream } = await openServer();
    expect((await upstream.hello()).info).toMatchObject({ name: 'notes' });
    expect(server.exchanges).toHaveLength(2);
  });

  it('asks for a new sign-in where the refresh token was revoked, and does not ask again and again', async () => {
    await signIn();
    server.revokeAll();
    const late = (): number => Date.now() + 4_000_000;
    const error = await failure(tokensOf(late).get());
    expect(error.code).toBe('UPSTREAM_SIGN_IN');
    expect((await failure(tokensOf(late).get())).code).toBe('UPSTREAM_SIGN_IN');
    expect(server.exchanges).toHaveLength(2);
    for (const token of server.issued)
      expect(`${error.stack} ${error.message} ${error.help} ${String(error.cause)}`).not.toContain(token);
  });

  it('keeps a refresh token while the authorization server is away', async () => {
    const { accessToken } = await signIn();
    server.answer('/token', (_, response) => response.writeHead(503).end());
    // it still counts for some seconds
    expect(await tokensOf(() => Date.now() + 3_590_000).get()).toBe(accessToken);
    const late = (): number => Date.now() + 4_000_000;
    expect((await failure(tokensOf(late).get())).code).toBe('LOGIN_FAILED');
    server.answer('/token', undefined);
    expect(await tokensOf(late).get()).not.toBe(accessToken);
  });

  it('renews once for many requests and for several processes', async () => {
    await signIn();
    const login = (await store.read(server.url)) ?? expect.fail('no sign-in');
    await store.update({ ...login, expiresAt: Date.now() - 1 });
    const workers = Array.from({ length: 3 }, () =>
      fork(WORKER, [home, server.url, ...allowPrivate()], {
        execArgv: ['--conditions=@callgate/source'],
        env: { ...process.env, CALLGATE_KEYRING: 'none' },
      }),
    );
    cleanups.push(() => workers.forEach((worker) => worker.kill()));
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const answers = workers.map((worker) => once(worker, 'message'));
    for (const worker of workers) worker.send('go');
    const tokens = (await Promise.all(answers)).flatMap(([given]) => given as string[]);
    expect(tokens).toHaveLength(15);
    expect(new Set(tokens).size).toBe(1);
    expect(server.exchanges).toHaveLength(2);
    expect((await store.read(server.url))?.accessToken).toBe(tokens[0]);
  });

  it('is not followed to another address with the token', async () => {
    const elsewhere: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      elsewhere.push(request.headers.authorization);
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => other.close());
    await signIn();
    server.answer('server /mcp', (_, response) => {
      const { port } = other.address() as AddressInfo;
      response.writeHead(307, { location: `http://127.0.0.1:${port}/mcp` }).end();
    });
    const { upstream } = await openServer();
    await failure(upstream.hello());
    expect(elsewhere).toEqual([]);
  });

  it('has its token sent to its own address only', async () => {
    await signIn();
    const other = new SavedAccessTokens({
      home,
      server: 'notes',
      target: 'notes',
      url: `${server.url}/other`,
      allowPrivate: [],
      store,
    });
    expect(await other.get()).toBeNull();
    const plain = { kind: 'http', url: 'http://notes.example/mcp', headers: {} } as const;
    expect(createServerSignIn(home, defaultServerConfig('notes', plain), true)).toBeUndefined();
    const given = { kind: 'http', url: server.url, headers: { authorization: 'Bearer x' } } as const;
    expect(createServerSignIn(home, defaultServerConfig('notes', given), true)).toBeUndefined();
  });

  it('is signed out at once where the sign-in is removed, changed or moved', async () => {
    await signIn();
    const tokens = tokensOf();
    expect(await tokens.get()).not.toBeNull();
    const name = readdirSync(join(home, 'logins')).find((one) => one.endsWith('.json')) ?? '';
    const path = join(home, 'logins', name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace(/"s1\.(.)/, (_, first: string) => `"s1.${first === 'A' ? 'B' : 'A'}`),
    );
    expect((await failure(tokensOf().get())).code).toBe('LOGIN_FILE');
    writeFileSync(join(home, 'logins', `${'0'.repeat(32)}.json`), text, { mode: 0o600 });
    expect((await failure(store.list())).code).toBe('LOGIN_FILE');
    await store.remove(server.url);
    expect(await tokens.get()).toBeNull();
  });
});
