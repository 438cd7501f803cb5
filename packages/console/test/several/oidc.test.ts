import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import type { OidcSettings } from '../../src/serve/settings.ts';
import { send } from '../api-client.ts';
import type { Place } from '../place.ts';
import { bareWeb } from '../serve/bare-web.ts';
import type { OidcProvider } from '../serve/oidc-provider.ts';
import { oidcProvider } from '../serve/oidc-provider.ts';
import { shiftedClock } from '../serve/shifted-clock.ts';
import type { Several } from './several.ts';
import { cookiesOf, get, openSeveral, post, said } from './several.ts';

const CLIENT = 'callgate-console';
const ANN = { email: 'ann@example.com', email_verified: true, groups: ['staff', 'gate-operators'] };

const oidc = (more: Partial<OidcSettings> = {}): OidcSettings => ({
  issuer: provider.issuer,
  clientId: CLIENT,
  subjectClaim: 'email',
  groupsClaim: 'groups',
  roles: { 'gate-operators': 'operator', auditors: 'viewer' },
  ...more,
});

const clock = shiftedClock();
let cluster: Cluster;
let provider: OidcProvider;
let both: Several;

beforeAll(async () => {
  cluster = await Cluster.start();
  provider = await oidcProvider(CLIENT, () => clock.now());
});
afterAll(async () => {
  await cluster.remove();
  await provider.close();
});
beforeEach(async () => {
  provider.says(ANN);
  both = await openSeveral(cluster, {
    web: bareWeb(),
    clock,
    settings: { oidc: oidc() },
  });
});
afterEach(() => both.close());

interface Visited {
  readonly cookie: string;
  readonly returned: { readonly state: string; readonly code: string };
}

/** Begins at one console, goes to the provider and comes back to the address of all of them. */
const visit = async (at: Place): Promise<Visited> => {
  const begun = await post(at, '/sign-in/team', {});
  const [cookie = ''] = cookiesOf(begun);
  const { url } = begun.body as { readonly url: string };
  const back = new URL((await send(url)).headers.get('location') ?? '');
  expect(`${back.origin}${back.pathname}`).toBe(`${both.balancer.url}/sign-in/return`);
  const given = back.searchParams;
  return { cookie, returned: { state: given.get('state') ?? '', code: given.get('code') ?? '' } };
};

describe('a sign-in at a provider', () => {
  it('that was begun at one console ends at the other, and counts at both', async () => {
    const { one, two } = both;
    const { cookie, returned } = await visit(one);
    const entered = await post(two, '/sign-in/return', returned, { cookie });
    expect(said(entered)).toBe('200');
    const [session = ''] = cookiesOf(entered);
    for (const at of [one, two])
      expect((await get(at, 'me', session)).body).toMatchObject({
        caller: { subject: 'ann@example.com', role: 'operator', groups: ['staff', 'gate-operators'] },
      });
  });

  it('gives the role and the groups of that sign-in everywhere, whatever the provider says later', async () => {
    const { one, two } = both;
    const first = await visit(one);
    const [before = ''] = cookiesOf(
      await post(two, '/sign-in/return', first.returned, { cookie: first.cookie }),
    );
    provider.says({ ...ANN, groups: ['auditors'] });
    const second = await visit(two);
    const [after = ''] = cookiesOf(
      await post(one, '/sign-in/return', second.returned, { cookie: second.cookie }),
    );
    for (const at of [one, two]) {
      expect((await get(at, 'me', before)).body).toMatchObject({ caller: { role: 'operator' } });
      expect((await get(at, 'me', after)).body).toMatchObject({
        caller: { role: 'viewer', groups: ['auditors'] },
      });
    }
  });

  it('gives what its groups may at a console that was started since, with another configuration', async () => {
    const { one, two, open } = both;
    const { cookie, returned } = await visit(one);
    const [session = ''] = cookiesOf(await post(two, '/sign-in/return', returned, { cookie }));
    const startedWith = async (settings: OidcSettings | null): Promise<unknown> => {
      const { status, body } = await get(await open({ settings: { oidc: settings } }), 'me', session);
      return status === 200 ? (body as { readonly caller: { role: string } }).caller.role : status;
    };
    expect(await startedWith(oidc())).toBe('operator');
    expect(await startedWith(oidc({ roles: { 'gate-operators': 'viewer' } }))).toBe('viewer');
    expect(await startedWith(oidc({ roles: { auditors: 'viewer' } }))).toBe(401);
    expect(await startedWith(oidc({ subjectClaim: 'sub' }))).toBe(401);
    expect(await startedWith(oidc({ clientId: 'another-console' }))).toBe(401);
    expect(await startedWith(null)).toBe(401);
    // nobody is signed out by it where nothing has changed
    expect((await get(one, 'me', session)).status).toBe(200);
  });

  it('is finished once, at however many consoles at once', async () => {
    const { one, two } = both;
    const { cookie, returned } = await visit(one);
    const tries = await Promise.all(
      [one, two, one, two].map((at) => post(at, '/sign-in/return', returned, { cookie })),
    );
    expect(tries.map(said).toSorted()).toEqual(['200', ...Array(3).fill('401 CONSOLE_STATE')]);
  });

  it('is finished nowhere by another browser, and is over once it was tried', async () => {
    const { one, two } = both;
    const [ann, mallory] = [await visit(one), await visit(one)];
    const stolen = await post(two, '/sign-in/return', ann.returned, { cookie: mallory.cookie });
    expect(said(stolen)).toBe('401 CONSOLE_STATE');
    const again = await post(one, '/sign-in/return', ann.returned, { cookie: ann.cookie });
    expect(said(again)).toBe('401 CONSOLE_STATE');
  });

  it('lasts twelve hours at all of them', async () => {
    const { one, two } = both;
    const { cookie, returned } = await visit(two);
    const [session = ''] = cookiesOf(await post(one, '/sign-in/return', returned, { cookie }));
    clock.forward(7 * 3_600_000);
    expect((await get(two, 'me', session)).status).toBe(200);
    clock.forward(5 * 3_600_000);
    expect(said(await get(one, 'me', session))).toBe('401 CONSOLE_SIGN_IN');
    expect(said(await get(two, 'me', session))).toBe('401 CONSOLE_SIGN_IN');
  });
});
