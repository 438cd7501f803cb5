import { generateKeyPairSync } from 'node:crypto';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { JWTPayload } from 'jose';
import { CompactEncrypt, SignJWT, UnsecuredJWT, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import type { ClaimNames } from '../../src/identity/oauth/claims.ts';
import { mintToken } from '../../src/identity/token-auth.ts';
import type { TokenRequest } from './issuer.ts';
import type { ServedGateway } from './served-gateway.ts';
import { CONSOLE, METADATA, RESOURCE, serveGateway } from './served-gateway.ts';

const seconds = (at: ServedGateway): number => Math.floor(at.now() / 1000);

const good = (at: ServedGateway): JWTPayload => ({
  iss: at.issuer.issuer,
  aud: RESOURCE,
  sub: 'agent-7',
  client_id: 'client-1',
  iat: seconds(at),
  exp: seconds(at) + 300,
});

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** So many who act, one for another. */
const actedBy = (count: number): JWTPayload =>
  count === 1 ? { sub: 'last' } : { sub: `actor-${count}`, act: actedBy(count - 1) };

/** What is wrong with it, how it is made, and what the client is told. */
type Forgery = readonly [name: string, make: (at: ServedGateway) => Promise<string> | string, told: RegExp];

const wish = (
  name: string,
  how: TokenRequest | ((at: ServedGateway) => TokenRequest),
  told: RegExp,
): Forgery => [name, (at) => at.issuer.token(typeof how === 'function' ? how(at) : how), told];

const SIGNED = /not signed by the issuer/;
const ACCESS = /not an access token/;

const FORGERIES: readonly Forgery[] = [
  ['not a token', () => 'something', SIGNED],
  ['three dots and nothing between', () => '...', SIGNED],
  ['a token of another gateway’s file', () => mintToken('agents'), SIGNED],
  ['without a signature', (at) => new UnsecuredJWT(good(at)).encode(), SIGNED],
  [
    'without a signature, and with its type',
    (at) => `${base64({ alg: 'none', typ: 'at+jwt' })}.${base64(good(at))}.`,
    SIGNED,
  ],
  ['with the signature cut off', async (at) => (await at.issuer.token()).replace(/[^.]+$/, ''), SIGNED],
  [
    'with other claims under the signature',
    async (at) => {
      const [head, , signature] = (await at.issuer.token()).split('.');
      return `${head}.${base64({ ...good(at), sub: 'root' })}.${signature}`;
    },
    SIGNED,
  ],
  [
    'with a signature by the public key as a shared secret',
    (at) =>
      new SignJWT(good(at))
        .setProtectedHeader({ alg: 'HS256', kid: at.issuer.jwk().kid ?? '', typ: 'at+jwt' })
        .sign(new TextEncoder().encode(JSON.stringify(at.issuer.jwk()))),
    SIGNED,
  ],
  [
    'signed by somebody else’s key under the issuer’s name of it',
    async (at) =>
      new SignJWT(good(at))
        .setProtectedHeader({ alg: 'ES256', kid: at.issuer.jwk().kid ?? '', typ: 'at+jwt' })
        .sign((await generateKeyPair('ES256')).privateKey),
    SIGNED,
  ],
  [
    'signed by a key that it brings along',
    async (at) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwk = publicKey.export({ format: 'jwk' }) as { kty: string; crv: string; x: string; y: string };
      return new SignJWT(good(at)).setProtectedHeader({ alg: 'ES256', jwk, typ: 'at+jwt' }).sign(privateKey);
    },
    SIGNED,
  ],
  [
    'signed by a key of an address that it names',
    async (at) =>
      new SignJWT(good(at))
        .setProtectedHeader({ alg: 'ES256', kid: 'x', jku: `${at.issuer.issuer}/theirs`, typ: 'at+jwt' })
        .sign((await generateKeyPair('ES256')).privateKey),
    SIGNED,
  ],
  [
    'with another algorithm than the key is for',
    async (at) =>
      new SignJWT(good(at))
        .setProtectedHeader({ alg: 'RS256', kid: at.issuer.jwk().kid ?? '', typ: 'at+jwt' })
        .sign((await generateKeyPair('RS256')).privateKey),
    SIGNED,
  ],
  [
    'encrypted',
    async (at) =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(good(at))))
        .setProtectedHeader({ alg: 'dir', enc: 'A128GCM' })
        .encrypt(new Uint8Array(16)),
    SIGNED,
  ],
  ['signed, and no claims', (at) => at.issuer.signed('"agent-7"'), SIGNED],
  [
    'with an extension that must be understood',
    (at) => at.issuer.signed(JSON.stringify(good(at)), { crit: ['urn:x'], 'urn:x': 1 }),
    SIGNED,
  ],
  wish('of another issuer', { claims: { iss: 'https://elsewhere.example' } }, /another issuer/),
  wish('of the issuer with a slash', (at) => ({ claims: { iss: `${at.issuer.issuer}/` } }), /another issuer/),
  wish('of no issuer', { without: ['iss'] }, /a claim of the token|another issuer/),
  wish('for another resource', { claims: { aud: 'https://other.example.com/mcp' } }, /for another service/),
  wish('for a resource that begins alike', { claims: { aud: `${RESOURCE}/more` } }, /for another service/),
  wish('for nobody', { without: ['aud'] }, /for another service|a claim of the token/),
  wish('for an empty list', { claims: { aud: [] } }, /for another service/),
  wish('for the console', { claims: { aud: CONSOLE } }, /for another service/),
  wish('for the console as well', { claims: { aud: [RESOURCE, CONSOLE] } }, /for people who approve/),
  wish('expired', (at) => ({ claims: { exp: seconds(at) - 60 } }), /has expired/),
  wish('without an end', { without: ['exp'] }, /a claim of the token/),
  wish(
    'with an end that is a text',
    { claims: { exp: '9999999999' as unknown as number } },
    /a claim of the token/,
  ),
  wish('not valid yet', (at) => ({ claims: { nbf: seconds(at) + 120 } }), /not valid yet/),
  wish('made in the future', (at) => ({ claims: { iat: seconds(at) + 120 } }), /not valid yet/),
  wish('about nobody', { without: ['sub'] }, /a claim of the token/),
  wish('about an empty name', { claims: { sub: '' } }, /whom it is for/),
  wish('about a number', { claims: { sub: 7 as unknown as string } }, /whom it is for/),
  wish('about a name with a line break', { claims: { sub: 'agent\n7' } }, /whom it is for/),
  wish('about the gate itself', { claims: { sub: 'callgate' } }, /reserved name/),
  wish('about the name of whoever is not known', { claims: { sub: 'unknown' } }, /reserved name/),
  wish('about a name with a blank that nobody sees', { claims: { sub: 'agent-7 ' } }, /whom it is for/),
  wish('of the console’s own client', { claims: { client_id: CONSOLE } }, /for people who approve/),
  wish(
    'of the console’s own client by another claim',
    { claims: { azp: CONSOLE } },
    /for people who approve/,
  ),
  wish('used by nobody who can be told', { claims: { act: 'bob' } }, /who acts/),
  wish('used by a nameless one', { claims: { act: {} } }, /who acts/),
  wish(
    'used by a nameless one behind another',
    { claims: { act: { sub: 'a', act: { sub: '' } } } },
    /who acts/,
  ),
  wish('used by too many', { claims: { act: actedBy(11) } }, /who acts/),
  wish('about the local user', { claims: { sub: LOCAL_PRINCIPAL.subject } }, /reserved name/),
  wish('an id token by its nonce', { claims: { nonce: 'n' }, header: { typ: 'JWT' } }, ACCESS),
  wish('an id token by its hash of a token', { claims: { at_hash: 'h' }, header: { typ: 'JWT' } }, ACCESS),
  wish('an id token that wears the type of access tokens', { claims: { nonce: 'n' } }, ACCESS),
  wish('a bare id token', { without: ['client_id'], header: { typ: 'JWT' } }, ACCESS),
  wish('an id token by its use', { claims: { token_use: 'id' }, header: { typ: 'JWT' } }, ACCESS),
  wish(
    'an id token as Keycloak types it',
    { claims: { typ: 'ID', azp: 'x' }, header: { typ: 'JWT' } },
    ACCESS,
  ),
  wish('a refresh token', { claims: { typ: 'Refresh' }, header: { typ: 'JWT' } }, ACCESS),
  wish('a logout token', { claims: { events: {} }, header: { typ: 'logout+jwt' } }, ACCESS),
  wish('a token of another type', { header: { typ: 'dpop+jwt' } }, ACCESS),
  wish('bound to a key', { claims: { cnf: { jkt: 'abc' } } }, /bound to a key/),
  wish('with groups that cannot be read', { claims: { groups: [1, 2] } }, /groups or roles/),
  wish('with groups that it does not name', { claims: { hasgroups: true } }, /groups or roles/),
  wish('with its groups elsewhere', { claims: { _claim_names: { groups: 'src1' } } }, /groups or roles/),
  wish('with null for its groups', { claims: { groups: null as unknown } }, /groups or roles/),
  wish(
    'with roles without end',
    { claims: { roles: Array.from({ length: 1001 }, () => 'r') } },
    /groups or roles/,
  ),
];

describe('a token is refused that is', () => {
  it.each(FORGERIES)('%s', async (_name, make, told) => {
    const at = await serveGateway();
    const token = await make(at);
    const answer = await at.ask(token);
    expect(answer.status).toBe(401);
    const challenge = answer.headers['www-authenticate'] ?? '';
    expect(challenge).toMatch(/^Bearer realm="callgate", error="invalid_token", error_description="/);
    expect(challenge).toContain(`resource_metadata="${METADATA}"`);
    expect(answer.text).toMatch(told);
    expect(at.protocol.callers).toEqual([]);
    // and the same issuer’s good one is not
    expect((await at.asking({})).status).toBe(200);
  });

  it('in no way said back, whatever it says', async () => {
    const at = await serveGateway();
    const claims = { problem: 'x", evil="1', sub: 'x", evil="1\r\nEvil: 1', aud: 'evil' };
    const { headers, text } = await at.asking({ claims });
    expect(`${JSON.stringify(headers)}${text}`).not.toMatch(/evil/i);
    expect((await at.asking({ claims: { problem: 'of mine' } })).status).toBe(200);
  });
});

describe('who sends no token', () => {
  it.each([
    ['nothing', {}],
    ['a password', { authorization: 'Basic eDp5' }],
    ['another scheme', { authorization: 'DPoP abc' }],
  ])('but %s is told where to get one, and of no error', async (_name, headers) => {
    const at = await serveGateway({ settings: { scopes: ['tools'] } });
    const answer = await at.client().send('POST', '{}', headers);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer realm="callgate", scope="tools", resource_metadata="${METADATA}"`,
    );
  });

  it.each(['Bearer', 'Bearer ', 'Bearer a b', 'bearer\ta'])('but %j is refused', async (authorization) => {
    const at = await serveGateway();
    expect((await at.client().send('POST', '{}', { authorization })).status).toBe(401);
  });

  it('in a header but in the address is sent away', async () => {
    const at = await serveGateway();
    const token = await at.issuer.token();
    const answer = await at.client().open('POST', '{}', {}, `/mcp?access_token=${token}`).done;
    expect(answer.status).toBe(404);
  });
});

describe('scopes', () => {
  it('are all needed, and what is needed is said', async () => {
    const at = await serveGateway({ settings: { scopes: ['tools:read', 'tools:call'] } });
    for (const claims of [
      {},
      { scope: 'tools:read' },
      { scope: 'tools:read tools:calls' },
      { scp: ['tools:call'] },
    ]) {
      const answer = await at.asking({ claims });
      expect(answer.status).toBe(403);
      expect(answer.headers['www-authenticate']).toMatch(
        /error="insufficient_scope", .*scope="tools:read tools:call", resource_metadata="https/,
      );
    }
    expect((await at.asking({ claims: { scope: 'a tools:call tools:read' } })).status).toBe(200);
    expect((await at.asking({ claims: { scp: ['tools:call', 'tools:read'] } })).status).toBe(200);
    expect((await at.asking({ claims: { scp: 'tools:call tools:read' } })).status).toBe(200);
    expect(at.protocol.callers).toHaveLength(3);
  });
});

describe('a token is taken', () => {
  it.each(['RS256', 'PS384', 'ES512', 'EdDSA'])('signed with %s', async (alg) => {
    const at = await serveGateway({ issuer: { alg } });
    expect((await at.asking({})).status).toBe(200);
  });

  it.each<[string, TokenRequest | ((at: ServedGateway) => TokenRequest)]>([
    ['with the whole name of its type', { header: { typ: 'application/at+jwt' } }],
    ['without the type that few issuers write, if it names its client', { header: { typ: 'JWT' } }],
    ['for others too', { claims: { aud: ['https://other.example', RESOURCE] } }],
    ['a moment after its end', (at) => ({ claims: { exp: seconds(at) - 5 } })],
  ])('%s', async (_name, how) => {
    const at = await serveGateway();
    expect((await at.asking(typeof how === 'function' ? how(at) : how)).status).toBe(200);
  });

  const principal = async (
    claims: JWTPayload,
    settings: object = {},
    without: string[] = [],
  ): Promise<unknown> => {
    const at = await serveGateway({ settings });
    expect((await at.asking({ claims, without })).status).toBe(200);
    return at.protocol.callers[0]?.principal;
  };

  it('for who it says, with groups and roles', async () => {
    expect(await principal({ sub: 'alice', groups: ['b', 'a', 'b'], roles: 'reader' })).toEqual({
      subject: 'alice',
      kind: 'human',
      groups: ['a', 'b'],
      roles: ['reader'],
      delegation: [],
    });
    const names = {
      subjectClaim: 'email',
      groupsClaim: 'https://x.example/groups',
      rolesClaim: 'realm_access.roles',
    };
    const claims = {
      email: 'a@x.example',
      email_verified: true,
      'https://x.example/groups': ['g'],
      realm_access: { roles: ['r'] },
    };
    expect(await principal(claims, names)).toMatchObject({
      subject: 'a@x.example',
      groups: ['g'],
      roles: ['r'],
    });
  });

  it('but not for an address that nobody verified', async () => {
    const at = await serveGateway({ settings: { subjectClaim: 'email' } });
    expect((await at.asking({ claims: { email: 'a@x.example' } })).status).toBe(401);
  });

  it.each<[string, string, JWTPayload]>([
    ['a path through something else', 'realm_access.roles', { realm_access: 'admin' }],
    ['a path through a list', 'realm_access.roles', { realm_access: [] }],
    ['a path that begins elsewhere', 'realm_access.roles', { _claim_names: { realm_access: 'src1' } }],
  ])('but not with roles at %s', async (_name, rolesClaim, claims) => {
    const at = await serveGateway({ settings: { rolesClaim } });
    const answer = await at.asking({ claims });
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('groups or roles')]);
    expect((await at.asking({ claims: { realm_access: {} } })).status).toBe(200);
  });

  it('only with the claims that it must have', async () => {
    const at = await serveGateway({ settings: { claims: ['groups', 'realm_access.roles'] } });
    const realm = { realm_access: { roles: [] } };
    const answer = await at.asking({ claims: realm });
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('lacks a required claim')]);
    expect((await at.asking({ claims: { groups: [] } })).status).toBe(401);
    expect((await at.asking({ claims: { groups: [], ...realm } })).status).toBe(200);
  });

  it('no longer than it may be old, however long its issuer lets it count', async () => {
    const at = await serveGateway({ settings: { maxAgeMs: 600_000 } });
    const exp = seconds(at) + 86_400;
    const token = await at.issuer.token({ claims: { exp } });
    expect((await at.ask(token)).status).toBe(200);
    at.later(590_000);
    expect((await at.ask(token)).status).toBe(200);
    at.later(60_000);
    expect((await at.ask(token)).text).toContain('the token is too old');
    expect((await at.asking({ claims: { exp }, without: ['iat'] })).text).toContain('when it was issued');
    expect((await at.asking({ claims: { exp: seconds(at) - 60 } })).text).toContain('has expired');
  });

  it('with everybody who acts as its subject', async () => {
    const act = { sub: 'bob', email: 'bob@x.example', act: { sub: 'agent-7', act: { client_id: 'robot' } } };
    expect(await principal({ sub: 'agent-7', act })).toMatchObject({ delegation: ['bob', 'robot'] });
    const program = { sub: 'client-1', act: { client_id: 'robot' } };
    const ann = { sub: 'x', email: 'ann@x.example', email_verified: true };
    const email = { ...ann, act: { ...act, act: program } };
    expect(await principal(email, { subjectClaim: 'email' })).toMatchObject({
      subject: 'ann@x.example',
      delegation: ['bob', 'bob@x.example', 'client-1', 'robot'],
    });
  });

  it.each<Partial<ClaimNames>>([{ subjectClaim: 'email' }, { personClaim: 'email' }])(
    'but not where a person acts whose name in the console it does not say: %o',
    async (settings) => {
      const at = await serveGateway({ settings });
      const ann = { sub: 'x', email: 'ann@x.example', email_verified: true };
      const asking = async (act: object): Promise<number> =>
        (await at.asking({ claims: { ...ann, act } })).status;
      expect(await asking({ sub: 'bob', email: 'bob@x.example' })).toBe(200);
      expect(await asking({ sub: 'robot', client_id: 'robot' })).toBe(200);
      expect(await asking({ sub: 'client-1@clients' })).toBe(200);
      expect(await asking({ sub: 'bob' })).toBe(401);
      expect(await asking({ sub: 'bob', client_id: 'robot' })).toBe(401);
      expect(await asking({ sub: 'client-1', act: { sub: 'bob' } })).toBe(401);
    },
  );

  it('with the name that its person approves under, and not without it', async () => {
    const settings = { personClaim: 'email' };
    const said = { email: 'ann@x.example', email_verified: true };
    expect(await principal(said, settings)).toMatchObject({
      subject: 'agent-7',
      delegation: ['ann@x.example'],
    });
    // a program has nobody behind it
    expect(await principal({ sub: 'client-1' }, settings)).toMatchObject({ delegation: [] });
    const at = await serveGateway({ settings });
    const asProgram = { preferred_username: 'service-account-ann' };
    for (const claims of [
      {},
      asProgram,
      { email: 'ann@x.example' },
      { ...said, email: '' },
      { email_verified: true },
    ])
      expect((await at.asking({ claims })).text).toContain('which person is behind it');
    expect((await at.asking({ claims: {}, without: ['client_id'] })).status).toBe(401);
  });

  it.each<[string, JWTPayload, string[]]>([
    ['that is about its own client', { sub: 'client-1' }, []],
    ['that is about its own client as Auth0 writes it', { sub: 'client-1@clients' }, []],
    ['that names no client', { scope: 'x' }, ['client_id']],
    ['of an application', { idtyp: 'app' }, []],
    ['that was had for a client’s own secret', { gty: 'client-credentials' }, []],
    ['of an application at Entra, that does not say so', { sub: 'o-1', oid: 'o-1', azp: 'client-1' }, []],
    ['of a service account by its address', { clientHost: '10.0.0.1' }, []],
    ['of a service account', { preferred_username: 'service-account-client-1' }, []],
  ])('as a service’s %s', async (_name, claims, without) => {
    expect(await principal(claims, {}, without)).toMatchObject({ kind: 'service' });
  });
});
