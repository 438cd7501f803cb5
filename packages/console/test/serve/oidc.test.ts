import { UnsecuredJWT, SignJWT, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConsoleOidc } from '@callgate/gateway/config';
import type { ApiResponse } from '../api-client.ts';
import { PAGE_HEADERS, sendRequest } from '../api-client.ts';
import type { TestConsole } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';
import { bareWeb } from './bare-web.ts';
import type { TokenForgery, OidcProvider } from './oidc-provider.ts';
import { startOidcProvider } from './oidc-provider.ts';
import { createShiftedClock } from './shifted-clock.ts';

const CLIENT = 'callgate-console';
const AGENTS = 'https://gate.example.com/mcp';
const GOOD = { email: 'ann@example.com', email_verified: true, groups: ['staff', 'gate-approvers'] };
const MINUTE_MS = 60_000;

const clock = createShiftedClock();
let provider: OidcProvider;
let place: TestConsole;

const oidc = (more: Partial<ConsoleOidc> = {}): ConsoleOidc => ({
  issuer: provider.issuer,
  clientId: CLIENT,
  secretEnv: 'CALLGATE_TEST_OIDC_SECRET',
  subjectClaim: 'email',
  groupsClaim: 'groups',
  roles: { 'gate-approvers': 'approver', 'gate-operators': 'operator', auditors: 'viewer' },
  ...more,
});

beforeAll(async () => {
  process.env['CALLGATE_TEST_OIDC_SECRET'] = 'a secret of the client';
  provider = await startOidcProvider(CLIENT, () => clock.now());
  place = await openTestConsole({
    servers: {},
    web: bareWeb(),
    clock,
    people: {
      all: [
        { subject: 'ann@example.com', groups: [], active: true },
        { subject: 'gone@example.com', groups: [], active: false },
      ],
      selfApproval: false,
    },
    settings: { oidc: oidc({ notFor: [AGENTS] }), limits: { signInsAMinute: 1000 } },
  });
});
afterAll(async () => {
  await place.close();
  await provider.close();
  delete process.env['CALLGATE_TEST_OIDC_SECRET'];
});
beforeEach(() => provider.says(GOOD));

const postTo = (url: string, path: string, body: unknown, cookie = ''): Promise<ApiResponse> =>
  sendRequest(`${url}${path}`, {
    method: 'POST',
    headers: {
      ...PAGE_HEADERS,
      origin: url,
      'content-type': 'application/json',
      ...(cookie === '' ? {} : { cookie }),
    },
    body: JSON.stringify(body),
  });

const post = (path: string, body: unknown, cookie = ''): Promise<ApiResponse> =>
  postTo(place.url, path, body, cookie);

const cookiesOf = ({ headers }: ApiResponse): readonly string[] =>
  (headers.get('set-cookie') ?? '').split(/,(?=__Host)/).map((each) => each.split(';')[0] ?? '');

interface ProviderVisit {
  /** Of the browser that began. */
  readonly cookie: string;
  readonly returned: { readonly state: string; readonly code: string };
}

/** Begins, goes to the provider and comes back with what it gave. */
const visit = async (): Promise<ProviderVisit> => {
  const begun = await post('/sign-in/team', {});
  const [cookie = ''] = cookiesOf(begun);
  const { url } = begun.body as { readonly url: string };
  const { headers } = await sendRequest(url);
  const back = new URL(headers.get('location') ?? '');
  expect(`${back.origin}${back.pathname}`).toBe(`${place.url}/sign-in/return`);
  const given = back.searchParams;
  return { cookie, returned: { state: given.get('state') ?? '', code: given.get('code') ?? '' } };
};

const codeOf = ({ status, body }: ApiResponse): string =>
  `${status} ${(body as { code?: string } | null)?.code ?? ''}`.trim();

const finish = ({ returned, cookie }: ProviderVisit): Promise<ApiResponse> =>
  post('/sign-in/return', returned, cookie);

/** All of it at another console. */
const visitAt = async (url: string): Promise<ApiResponse> => {
  const begun = await postTo(url, '/sign-in/team', {});
  const [cookie = ''] = cookiesOf(begun);
  const { headers } = await sendRequest((begun.body as { readonly url: string }).url);
  const given = new URL(headers.get('location') ?? '').searchParams;
  return await postTo(url, '/sign-in/return', { state: given.get('state'), code: given.get('code') }, cookie);
};

const signIn = async (): Promise<string> => codeOf(await finish(await visit()));

const whoIs = async (entered: ApiResponse): Promise<unknown> => {
  const [cookie = ''] = cookiesOf(entered);
  const { body } = await sendRequest(`${place.url}/api/me`, { headers: { ...PAGE_HEADERS, cookie } });
  return (body as { caller?: unknown }).caller;
};

describe('somebody of the team', () => {
  it('enters by what the provider says of them', async () => {
    const entered = await finish(await visit());
    expect(codeOf(entered)).toBe('200');
    expect(await whoIs(entered)).toEqual({
      subject: 'ann@example.com',
      role: 'approver',
      groups: ['staff', 'gate-approvers'],
    });
    const exchange = provider.exchanges.at(-1);
    expect(exchange?.authorization).toMatch(/^Basic /);
    expect(exchange?.form.get('client_secret')).toBeNull();
    expect(exchange?.form.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  it('has the highest role of their groups', async () => {
    provider.says({ ...GOOD, groups: ['auditors', 'gate-operators'] });
    expect(await whoIs(await finish(await visit()))).toMatchObject({ role: 'operator' });
  });

  it('is in one group where the provider says one', async () => {
    provider.says({ ...GOOD, groups: 'gate-operators' });
    expect(await whoIs(await finish(await visit()))).toEqual({
      subject: 'ann@example.com',
      role: 'operator',
      groups: ['gate-operators'],
    });
  });

  it('is in the groups of a claim inside of another, where that is what counts', async () => {
    provider.says({ ...GOOD, groups: ['auditors'], realm: { groups: ['gate-approvers'] } });
    const other = await openTestConsole({
      servers: {},
      web: bareWeb(),
      clock,
      settings: { oidc: oidc({ groupsClaim: 'realm.groups' }) },
    });
    const entered = await visitAt(other.url);
    const [cookie = ''] = cookiesOf(entered);
    const { body } = await sendRequest(`${other.url}/api/me`, { headers: { ...PAGE_HEADERS, cookie } });
    expect(body).toMatchObject({ caller: { role: 'approver', groups: ['gate-approvers'] } });
    await other.close();
  });

  it('has no role by a claim that calls itself one', async () => {
    provider.says({ ...GOOD, groups: ['auditors'], role: 'operator', roles: ['gate-operators'] });
    expect(await whoIs(await finish(await visit()))).toMatchObject({ role: 'viewer' });
  });

  it.each([
    ['in no group that has a role', { ...GOOD, groups: ['staff', 'constructor', '__proto__'] }],
    ['in no group at all', { ...GOOD, groups: undefined }],
    ['with groups that are none', { ...GOOD, groups: { 'gate-operators': true } }],
    ['without the claim that names them', { groups: ['gate-operators'] }],
    ['with groups in one text', { ...GOOD, groups: 'staff,gate-operators' }],
    ['with groups that are not all texts', { ...GOOD, groups: ['gate-operators', 7] }],
    ['with groups inside of groups', { ...GOOD, groups: [['gate-operators']] }],
    ['with groups that are told elsewhere', { ...GOOD, groups: undefined, _claim_names: { groups: 'src1' } }],
    ['with a name that hides a line', { ...GOOD, email: 'ann@example.com\nlocal' }],
    ['with several names', { ...GOOD, email: ['ann@example.com'] }],
    ['with an address that is verified in words', { ...GOOD, email_verified: 'true' }],
    ['with an address that nobody verified', { ...GOOD, email_verified: false }],
    ['whom the operator has disabled', { ...GOOD, email: 'gone@example.com' }],
    ['who takes the name of the person at the machine', { ...GOOD, email: 'local' }],
    ['who takes the name of the gate', { ...GOOD, email: 'callgate' }],
    ['whose name looks like another', { ...GOOD, email: 'ann@example.com ' }],
  ])('%s may not enter', async (_, claims) => {
    provider.says(claims);
    expect(await signIn()).toBe('403 CONSOLE_NO_ENTRY');
  });
});

describe('an id token', () => {
  const stranger = generateKeyPair('ES256');
  const now = (): number => Math.floor(clock.now() / 1000);
  const cases: readonly [string, () => TokenForgery][] = [
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['for another client', () => ({ claims: { aud: 'somebody-else' } })],
    ['for several clients, without saying for which', () => ({ claims: { aud: [CLIENT, 'other'] } })],
    ['for several clients, of another', () => ({ claims: { aud: [CLIENT, 'other'], azp: 'other' } })],
    ['of another sign-in', () => ({ claims: { nonce: 'another' } })],
    ['of no sign-in', () => ({ without: 'nonce' })],
    ['that has expired', () => ({ claims: { exp: now() - 120, iat: now() - 600 } })],
    ['that never expires', () => ({ without: 'exp' })],
    ['that counts only later', () => ({ claims: { nbf: now() + 600 } })],
    ['without a signature', () => ({ sign: (claims) => new UnsecuredJWT(claims).encode() })],
    [
      'signed with the public key as if it were a secret',
      () => ({
        sign: (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'HS256', kid: 'one' })
            .sign(new TextEncoder().encode(provider.publicText)),
      }),
    ],
    [
      'signed with a key of somebody else',
      () => ({
        sign: async (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'ES256', kid: 'one' })
            .sign((await stranger).privateKey),
      }),
    ],
    [
      'signed with a key it brings along',
      () => ({
        sign: async (claims) => {
          const { exportJWK } = await import('jose');
          const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
          return new SignJWT(claims)
            .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(publicKey) })
            .sign(privateKey);
        },
      }),
    ],
    ['for agents', () => ({ claims: { aud: AGENTS } })],
    ['for agents as well', () => ({ claims: { aud: [CLIENT, AGENTS], azp: CLIENT } })],
    ['for agents as well, without saying for which', () => ({ claims: { aud: [CLIENT, AGENTS] } })],
    ['for one client, made for another', () => ({ claims: { azp: 'other' } })],
    ['for one client, made for several', () => ({ claims: { azp: [CLIENT] as unknown as string } })],
    ['with its sign-in among others', () => ({ claims: { nonce: ['another'] as unknown as string } })],
    ['that is made in time to come', () => ({ claims: { iat: now() + 600, exp: now() + 900 } })],
    ['of an issuer with one letter more', () => ({ claims: { iss: `${provider.issuer}/` } })],
    ['that is for signing out', () => ({ type: 'logout+jwt' })],
    ['that tells of events', () => ({ claims: { events: {} } })],
    ['that calls itself an access token', () => ({ claims: { token_use: 'access' } })],
    ['that is carried by whoever bears it', () => ({ claims: { typ: 'Bearer' } })],
    [
      'signed with the secret of the client',
      () => ({
        sign: (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'HS256', kid: 'one' })
            .sign(new TextEncoder().encode(process.env['CALLGATE_TEST_OIDC_SECRET'])),
      }),
    ],
    ['that is an access token', () => ({ type: 'at+jwt' })],
    ['that is an access token by its whole type', () => ({ type: 'application/AT+JWT' })],
    ['that is none', () => ({ sign: () => 'e30.e30.e30' })],
  ];

  it.each(cases)('%s is not believed', async (_, forged) => {
    provider.forges(forged());
    expect(await signIn()).toBe('401 CONSOLE_ID_TOKEN');
  });
});

describe('a console whose client is what agents have tokens for', () => {
  it('lets nobody in by any of them', async () => {
    const other = await openTestConsole({
      servers: {},
      web: bareWeb(),
      clock,
      settings: { oidc: oidc({ notFor: [CLIENT] }), limits: { signInsAMinute: 1000 } },
    });
    expect(codeOf(await visitAt(other.url))).toBe('401 CONSOLE_ID_TOKEN');
    await other.close();
  });
});

describe('a sign-in', () => {
  it('is finished once', async () => {
    const visited = await visit();
    expect(codeOf(await finish(visited))).toBe('200');
    expect(codeOf(await finish(visited))).toBe('401 CONSOLE_STATE');
  });

  it('is finished by the browser that began it', async () => {
    const [ann, mallory] = [await visit(), await visit()];
    expect(codeOf(await finish({ ...mallory, cookie: ann.cookie }))).toBe('401 CONSOLE_STATE');
    expect(codeOf(await finish({ ...ann, cookie: '' }))).toBe('401 CONSOLE_STATE');
    expect(codeOf(await finish(ann))).toBe('401 CONSOLE_STATE');
  });

  it('takes no code under a state that nobody began', async () => {
    const { cookie, returned } = await visit();
    const made = { ...returned, state: 'x'.repeat(43) };
    expect(codeOf(await finish({ cookie, returned: made }))).toBe('401 CONSOLE_STATE');
  });

  it('is over after ten minutes', async () => {
    const visited = await visit();
    clock.forward(10 * MINUTE_MS);
    expect(codeOf(await finish(visited))).toBe('401 CONSOLE_STATE');
  });

  it('takes no answer that names another provider', async () => {
    const { cookie, returned } = await visit();
    const mixed = await post('/sign-in/return', { ...returned, iss: 'https://evil.example' }, cookie);
    expect(codeOf(mixed)).toBe('401 CONSOLE_STATE');
  });

  it('cannot use a code that was made for another browser’s verifier', async () => {
    const [ann, mallory] = [await visit(), await visit()];
    const injected = { ...mallory, returned: { ...mallory.returned, code: ann.returned.code } };
    expect(codeOf(await finish(injected))).toBe('400 CONSOLE_PROVIDER');
  });

  it('is not made by coming back alone: the page has to post', async () => {
    const { cookie, returned } = await visit();
    const back = await sendRequest(`${place.url}/sign-in/return?${new URLSearchParams(returned)}`, {
      headers: { cookie },
    });
    expect(back.headers.get('set-cookie')).toBeNull();
    expect(codeOf(await finish({ cookie, returned }))).toBe('200');
  });

  it('is offered where there is a team, and only there', async () => {
    const ways = (url: string): Promise<ApiResponse> =>
      sendRequest(`${url}/sign-in/ways`, { headers: PAGE_HEADERS });
    expect((await ways(place.url)).body).toEqual({ team: true });
    const alone = await openTestConsole({ servers: {}, web: bareWeb() });
    expect((await ways(alone.url)).body).toEqual({ team: false });
    await alone.close();
  });
});

describe('a provider', () => {
  const serving = async (
    more: Record<string, unknown>,
    settings: Partial<ConsoleOidc> = {},
  ): Promise<string> => {
    provider.metadata(more);
    const other = await openTestConsole({ servers: {}, web: bareWeb(), settings: { oidc: oidc(settings) } });
    try {
      const headers = { ...PAGE_HEADERS, origin: other.url, 'content-type': 'application/json' };
      return codeOf(await sendRequest(`${other.url}/sign-in/team`, { method: 'POST', headers, body: '{}' }));
    } finally {
      provider.metadata({});
      await other.close();
    }
  };

  it('that calls itself something else is not used', async () => {
    expect(await serving({ issuer: 'https://evil.example' })).toBe('400 CONSOLE_PROVIDER');
  });

  it('that wants things sent without encryption is not used', async () => {
    expect(await serving({ token_endpoint: 'http://token.example/x' })).toBe('400 CONSOLE_PROVIDER');
    expect(await serving({ authorization_endpoint: 'javascript:alert(1)' })).toBe('400 CONSOLE_PROVIDER');
  });

  it('that is not there is told', async () => {
    expect(await serving({}, { issuer: 'http://127.0.0.1:1' })).toBe('400 CONSOLE_PROVIDER');
  });
});
