import { request } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openKeys } from '@callgate/gate';
import { createApprovalService } from '@callgate/gate/confirm';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { PAGE_HEADERS, signInClient, sendRequest } from '../api-client.ts';
import type { TestConsole, TestConsoleOptions } from '../test-console.ts';
import { NOTE_TOOLS, openTestConsole } from '../test-console.ts';
import { bareWeb } from './bare-web.ts';
import { openPageEventStream } from './page-event-stream.ts';
import { createShiftedClock } from './shifted-clock.ts';

const open: TestConsole[] = [];

const opened = async (options: TestConsoleOptions = {}): Promise<TestConsole> => {
  const place = await openTestConsole({ web: bareWeb(), ...options });
  open.push(place);
  return place;
};

afterEach(async () => {
  for (const place of open.splice(0)) await place.close();
});

const SOON = { timeout: 10_000 };
const until = (check: () => void): Promise<void> => vi.waitFor(check, { ...SOON, interval: 10 });

describe('an open page', () => {
  it('hears that calls changed, that tools changed and how far a call is', async () => {
    const place = await opened({
      servers: {
        notes: [
          ...NOTE_TOOLS,
          {
            name: 'slow',
            annotations: { readOnlyHint: true, openWorldHint: false },
            run: (_args, progress) => {
              progress({ progress: 1, total: 2, message: 'half' });
              return 'done';
            },
          },
        ],
      },
    });
    const { cookie } = await signInClient(place);
    const stream = await openPageEventStream(place.url, cookie);
    await place.call({ tool: 'slow' });
    await until(() => {
      expect(stream.events).toContainEqual({ type: 'changed', what: 'calls' });
      expect(stream.events).toContainEqual(
        expect.objectContaining({ type: 'progress', progress: 1, total: 2, message: 'half' }),
      );
    });
    place.servers['notes']?.use([...NOTE_TOOLS, { name: 'another' }]);
    await until(() => expect(stream.events).toContainEqual({ type: 'changed', what: 'tools' }));
    stream.close();
  });

  it('hears what another process does at the same store', async () => {
    const place = await opened();
    const { call = '' } = await place.call({ tool: 'delete_note', arguments: { id: '1' } });
    const { cookie } = await signInClient(place);
    const stream = await openPageEventStream(place.url, cookie);
    const keys = openKeys(place.home.keys);
    const store = await openSqliteStore({ path: place.gateway.config().store.path, keys });
    const desk = createApprovalService({ store, keys, people: place.gateway.config().people });
    const before = stream.events.length;
    const { binding = '' } = (await desk.question(call)) ?? {};
    await desk.vote({ call, subject: 'local', verdict: 'refuse', via: 'terminal', binding, opened: true });
    await until(() => expect(stream.events.slice(before)).toContainEqual({ type: 'changed', what: 'calls' }));
    await store.close();
    stream.close();
  });

  it('is told a few times a second, however much happens', async () => {
    const place = await opened({ settings: { limits: { tellMs: 200 } } });
    const { cookie } = await signInClient(place);
    const stream = await openPageEventStream(place.url, cookie);
    for (let time = 0; time < 60; time += 1)
      await place.call({ tool: 'read_note', arguments: { id: String(time) } });
    await until(() => expect(stream.events.length).toBeGreaterThan(0));
    const told = stream.events.filter(({ type }) => type === 'changed').length;
    const rows = (await place.gateway.gate.desk.read.head()).seq;
    expect(rows).toBeGreaterThan(120);
    expect(told).toBeLessThan(rows / 4);
    stream.close();
  });

  it('has a pulse while nothing happens', async () => {
    const place = await opened({ servers: {}, settings: { limits: { heartbeatMs: 20 } } });
    const { cookie } = await signInClient(place);
    const stream = await openPageEventStream(place.url, cookie);
    await until(() => expect(stream.text().split(': \n\n').length).toBeGreaterThan(3));
    stream.close();
  });

  it('is cut off when they sign out, elsewhere too', async () => {
    const place = await opened({ servers: {} });
    const client = await signInClient(place);
    const [one, two] = [
      await openPageEventStream(place.url, client.cookie),
      await openPageEventStream(place.url, client.cookie),
    ];
    await client.change('me.leave', {});
    await Promise.all([one.ended, two.ended]);
    expect((await openPageEventStream(place.url, client.cookie)).status).toBe(401);
  });

  it('is cut off when whoever looks may not any more', async () => {
    const roles: Record<string, 'viewer'> = { vera: 'viewer' };
    const place = await opened({ servers: {}, roles, settings: { limits: { heartbeatMs: 20 } } });
    const { cookie } = await signInClient(place, 'vera');
    const stream = await openPageEventStream(place.url, cookie);
    expect(stream.status).toBe(200);
    delete roles['vera'];
    await stream.ended;
  });

  it('is one of a few of the same person', async () => {
    const place = await opened({ servers: {}, settings: { limits: { streamsPerSession: 2 } } });
    const { cookie } = await signInClient(place);
    const streams = [
      await openPageEventStream(place.url, cookie),
      await openPageEventStream(place.url, cookie),
    ];
    expect((await openPageEventStream(place.url, cookie)).status).toBe(429);
    const other = await signInClient(place);
    const theirs = await openPageEventStream(place.url, other.cookie);
    expect(theirs.status).toBe(200);
    streams[0]?.close();
    await vi.waitFor(async () => {
      const again = await openPageEventStream(place.url, cookie);
      again.close();
      expect(again.status).toBe(200);
    }, SOON);
    for (const stream of [...streams, theirs]) stream.close();
  });

  it('that went away before it was known whose it is takes nobody’s place', async () => {
    const clock = createShiftedClock();
    const place = await opened({ servers: {}, clock, settings: { limits: { streamsPerSession: 1 } } });
    const { cookie } = await signInClient(place);
    const { board } = place.gateway;
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const get = board.get.bind(board);
    vi.spyOn(board, 'get').mockImplementation(async (...given) => {
      asked.resolve();
      await answer.promise;
      return await get(...given);
    });
    // what is remembered of them is too old by now
    clock.forward(3000);
    const gone = request(`${place.url}/api/events`, { headers: { ...PAGE_HEADERS, cookie } });
    gone.on('error', () => {});
    gone.end();
    await asked.promise;
    gone.destroy();
    // by the time these are answered, it has been seen to go
    for (let time = 0; time < 3; time += 1)
      await sendRequest(`${place.url}/sign-in/ways`, { headers: PAGE_HEADERS });
    answer.resolve();
    await vi.waitFor(async () => {
      const stream = await openPageEventStream(place.url, cookie);
      stream.close();
      expect(stream.status).toBe(200);
    }, SOON);
  });
});
