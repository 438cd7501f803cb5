import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import { bareWeb } from '../serve/bare-web.ts';
import { openPageEventStream } from '../serve/page-event-stream.ts';
import { startOidcProvider } from '../serve/oidc-provider.ts';
import type { ConsolePair } from './console-pair.ts';
import {
  changeOperation,
  codeIn,
  readOperation,
  openConsolePair,
  postJson,
  responseText,
  signInAt,
} from './console-pair.ts';

let cluster: Cluster;
let both: ConsolePair;

beforeEach(async () => {
  cluster = await Cluster.start();
});
afterEach(async () => {
  await both.close();
  await cluster.remove();
});

const until = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 30_000, interval: 100 });

it('while the database is away nobody is signed in or out, and everybody goes on when it is back', async () => {
  const provider = await startOidcProvider('callgate-console');
  both = await openConsolePair(cluster, {
    web: bareWeb(),
    settings: {
      limits: { heartbeatMs: 100 },
      oidc: {
        issuer: provider.issuer,
        clientId: 'callgate-console',
        subjectClaim: 'sub',
        groupsClaim: 'groups',
        roles: {},
      },
    },
  });
  const { one, two } = both;
  const local = await signInAt(one);
  const code = codeIn(await one.console.link('local'));
  const stream = await openPageEventStream(two.console.local, local.cookie);
  expect(stream.status).toBe(200);

  await cluster.end('immediate');
  await stream.ended;
  for (const at of [one, two])
    await until(async () =>
      expect(responseText(await readOperation(at, 'me', local.cookie))).toBe('503 STORE_AWAY'),
    );
  const refused = [
    await postJson(two, '/sign-in', { code }),
    await postJson(one, '/sign-in/team', {}),
    await postJson(two, '/sign-in/return', { state: 'x'.repeat(43), code: 'y' }, { cookie: local.cookie }),
    await changeOperation(two, 'me.leave', local),
  ];
  expect(refused.map(responseText)).toEqual(Array(4).fill('503 STORE_AWAY'));
  for (const { headers, body } of refused) {
    expect(headers.get('set-cookie')).toBeNull();
    // where the database is is nothing for people who are not signed in
    expect(JSON.stringify(body)).not.toContain(String(cluster.port));
  }
  await expect(one.console.link('local')).rejects.toMatchObject({ code: 'STORE_AWAY' });
  // what everybody may see is there
  expect((await readOperation(one, '../sign-in/ways', '')).status).toBe(200);

  await cluster.run();
  for (const at of [one, two])
    await until(async () => expect((await readOperation(at, 'me', local.cookie)).status).toBe(200));
  expect((await readOperation(two, 'me', local.cookie)).body).toMatchObject({ csrf: local.csrf });
  expect(responseText(await postJson(two, '/sign-in', { code }))).toBe('200');
  const again = await openPageEventStream(two.console.local, local.cookie);
  expect(responseText(await changeOperation(one, 'me.leave', local))).toBe('200');
  await again.ended;
  await provider.close();
});
