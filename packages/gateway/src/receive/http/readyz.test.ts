import { expect, it, onTestFinished } from 'vitest';
import { FakeProtocol } from '../../../test/fake-protocol.ts';
import type { Readiness } from './readiness.ts';
import { serveHttp } from './serve-http.ts';
import { tokenAuth } from '../../identity/token-auth.ts';

const TOKEN = 'callgate-agents-0123456789012345678901234567890123456789012';

const served = async (
  readiness?: () => Readiness,
): Promise<(method?: string, path?: string) => Promise<Response>> => {
  const server = await serveHttp({
    protocol: new FakeProtocol(),
    host: '127.0.0.1',
    port: 0,
    authenticate: tokenAuth(TOKEN),
    ...(readiness === undefined ? {} : { readiness }),
  });
  onTestFinished(() => server.close());
  return (method = 'GET', path = '/readyz') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });
};

it('/readyz says without a token whether calls can be decided, and since when', async () => {
  let now: Readiness = { state: 'ready', since: 0, replication: 'synchronous' };
  const ask = await served(() => now);
  const ready = await ask();
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { state: 'ready', since: '1970-01-01T00:00:00.000Z', replication: 'synchronous' },
  ]);
  for (const state of ['away', 'lost'] as const) {
    now = { state, since: 1000, replication: 'none' };
    const answer = await ask();
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { state, since: '1970-01-01T00:00:01.000Z', replication: 'none' },
    ]);
  }
  expect((await ask('POST')).status).toBe(405);
});

it('/readyz is ready where the store is a file', async () => {
  const answer = await (await served())();
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { state: 'ready', since: null, replication: null },
  ]);
});

it('/livez answers while the store is lost: a restart would not bring it back', async () => {
  const ask = await served(() => ({ state: 'lost', since: null, replication: null }));
  expect((await ask()).status).toBe(503);
  const live = await ask('GET', '/livez');
  expect([live.status, await live.text()]).toEqual([200, 'ok\n']);
  expect((await ask('POST', '/livez')).status).toBe(405);
});
