import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import type { ConsoleOidc } from '@callgate/gateway/config';
import { sendRequest } from '../api-client.ts';
import type { TestConsole } from '../test-console.ts';
import { bareWeb } from '../serve/bare-web.ts';
import type { OidcProvider } from '../serve/oidc-provider.ts';
import { startOidcProvider } from '../serve/oidc-provider.ts';
import { createShiftedClock } from '../serve/shifted-clock.ts';
import type { ConsolePair } from './console-pair.ts';
import { cookiesOf, readOperation, openConsolePair, postJson, responseText } from './console-pair.ts';

const CLIENT = 'callgate-console';
const ANN = { email: 'ann@example.com', email_verified: true, groups: ['staff', 'gate-operators'] };

const oidc = (more: Partial<ConsoleOidc> = {}): ConsoleOidc => ({
  issuer: provider.issuer,
  clientId: CLIENT,
  subjectClaim: 'email',
  groupsClaim: 'groups',
  roles: { 'gate-operators': 'operator', auditors: 'viewer' },
  ...more,
});

const clock = createShiftedClock();
let cluster: Cluster;
let provider: OidcProvider;
let both: ConsolePair;

beforeAll(async () => {
  cluster = await Cluster.start();
  provider = await startOidcProvider(CLIENT, () => clock.now());
});
afterAll(async () => {
  await cluster.remove();
  await provider.close();
});
beforeEach(async () => {
  provider.says(ANN);
  both = await openConsolePair(cluster, {
    web: bareWeb(),
    clock,
    settings: { oidc: oidc() },
  });
});
afterEach(() => both.close());

interface BalancedProviderVisit {
  readonly cookie: string;
  readonly returned: { readonly state: string; readonly code: string };
}

/** Begins at one console, goes to the provider and comes back to the address of all of them. */
const visit = async (at: TestConsole): Promise<BalancedProviderVisit> => {
  const begun = await postJson(at, '/sign-in/team', {});
  const [cookie = ''] = cookiesOf(begun);
  const { url } = begun.body as { readonly url: string };
  const back = new URL((await sendRequest(url)).headers.get('location') ?? '');
  expect(`${back.origin}${back.pathname}`).toBe(`${both.balancer.url}/sign-in/return`);
  const given = back.searchParams;
  return { cookie, returned: { state: given.get('state') ?? '', code: given.get('code') ?? '' } };
};

describe('a sign-in at a provider', () => {
  it('that was begun at one console ends at the other, and counts at both', async () => {
    const { one, two } = both;
    const { cookie, returned } = await visit(one);
    const entered = await postJson(two, '/sign-in/return', returned, { cookie });
    expect(responseText(entered)).toBe('200');
    const [session = ''] = cookiesOf(entered);
    for (const at of [one, two])
      expect((await readOperation(at, 'me', session)).body).toMatchObject({
        caller: { subject: 'ann@example.com', role: 'operator', groups: ['staff', 'gate-operators'] },
      });
  });

  it('gives the role and the groups of that sign-in everywhere, whatever the provider says later', async () => {
    const { one, two } = both;
    const first = await visit(one);
    const [before = ''] = cookiesOf(
      await postJson(two, '/sign-in/return', first.returned, { cookie: first.cookie }),
    );
    provider.says({ ...ANN, groups: ['auditors'] });
    const second = await visit(two);
    const [after = ''] = cookiesOf(
      await postJson(one, '/sign-in/return', second.returned, { cookie: second.cookie }),
    );
    for (const at of [one, two]) {
      expect((await readOperation(at, 'me', before)).body).toMatchObject({ caller: { role: 'operator' } });
      expect((await readOperation(at, 'me', after)).body).toMatchObject({
        caller: { role: 'viewer', groups: ['auditors'] },
      });
    }
  });

  it('gives what its groups may at a console that was started since, with another configuration', async () => {
    const { one, two, open } = both;
    const { cookie, returned } = await visit(one);
    const [session = ''] = cookiesOf(await postJson(two, '/sign-in/return', returned, { cookie }));
    const startedWith = async (settings: ConsoleOidc | null): Promise<unknown> => {
      const { status, body } = await readOperation(
        await open({ settings: { oidc: settings } }),
        'me',
        session,
      );
      return status === 200 ? (body as { readonly caller: { role: string } }).caller.role : status;
    };
    expect(await startedWith(oidc())).toBe('operator');
    expect(await startedWith(oidc({ roles: { 'gate-operators': 'viewer' } }))).toBe('viewer');
    expect(await startedWith(oidc({ roles: { auditors: 'viewer' } }))).toBe(401);
    expect(await startedWith(oidc({ subjectClaim: 'sub' }))).toBe(401);
    expect(await startedWith(oidc({ clientId: 'another-console' }))).toBe(401);
    expect(await startedWith(null)).toBe(401);
    // nobody is signed out by it where nothing has changed
    expect((await readOperation(one, 'me', session)).status).toBe(200);
  });

  it('is finished once, at however many consoles at once', async () => {
    const { one, two } = both;
    const { cookie, returned } = await visit(one);
    const tries = await Promise.all(
      [one, two, one, two].map((at) => postJson(at, '/sign-in/return', returned, { cookie })),
    );
    expect(tries.map(responseText).toSorted()).toEqual(['200', ...Array(3).fill('401 CONSOLE_STATE')]);
  });

  it('is finished nowhere by another browser, and is over once it was tried', async () => {
    const { one, two } = both;
    const [ann, mallory] = [await visit(one), await visit(one)];
    const stolen = await postJson(two, '/sign-in/return', ann.returned, { cookie: mallory.cookie });
    expect(responseText(stolen)).toBe('401 CONSOLE_STATE');
    const again = await postJson(one, '/sign-in/return', ann.returned, { cookie: ann.cookie });
    expect(responseText(again)).toBe('401 CONSOLE_STATE');
  });

  it('lasts twelve hours at all of them', async () => {
    const { one, two } = both;
    const { cookie, returned } = await visit(two);
    const [session = ''] = cookiesOf(await postJson(one, '/sign-in/return', returned, { cookie }));
    clock.forward(7 * 3_600_000);
    expect((await readOperation(two, 'me', session)).status).toBe(200);
    clock.forward(5 * 3_600_000);
    expect(responseText(await readOperation(one, 'me', session))).toBe('401 CONSOLE_SIGN_IN');
    expect(responseText(await readOperation(two, 'me', session))).toBe('401 CONSOLE_SIGN_IN');
  });
});
