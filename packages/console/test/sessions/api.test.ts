import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ApiClient } from '../api-client.ts';
import { signInClient } from '../api-client.ts';
import type { TestConsole } from '../test-console.ts';
import { bareWeb } from '../serve/bare-web.ts';
import { CONTEXT, attack, openOffice } from './attacked-office.ts';

let place: TestConsole;
let operator: ApiClient;
let viewer: ApiClient;
const KEY = JSON.stringify(['local', CONTEXT]);

beforeAll(async () => {
  place = await openOffice({ web: bareWeb(), roles: { vera: 'viewer', anna: 'approver' } });
  await attack(place);
  operator = await signInClient(place);
  viewer = await signInClient(place, 'vera');
});

afterAll(() => place.close());

const declassify = { session: KEY, label: 'private', reason: 'looked at it' } as const;

describe('sessions over the console', () => {
  it('are listed page by page and told to whoever may look', async () => {
    for (const context of ['one', 'two'])
      await place.call({ tool: 'calendar__list_events', arguments: { day: 'x' }, context });
    const first = await viewer.read('sessions.list', { limit: 2 });
    const rest = await viewer.read('sessions.list', { limit: 2, after: first.next ?? '' });
    expect([...first.items, ...rest.items].map(({ context }) => context)).toEqual(['two', 'one', CONTEXT]);
    expect(rest.next).toBeNull();
    const story = await viewer.read('sessions.show', { session: rest.items[0]?.lastCall ?? '' });
    expect(story.summary.session).toBe(KEY);
    expect(story.legs.map(({ strength }) => strength)).toEqual(['known', 'known', 'known']);
    expect(story.flows).toContainEqual(
      expect.objectContaining({ text: 'collect@evil.example', origin: 'untrusted', unproven: true }),
    );
  });

  it('are worked out once for all who look at the same moment', async () => {
    const find = vi.spyOn(place.gateway.catalogue, 'find');
    onTestFinished(() => find.mockRestore());
    const session = KEY;
    await place.call({ tool: 'calendar__list_events', arguments: { day: 'x' }, context: 'other' });
    find.mockClear();
    await viewer.read('sessions.show', { session });
    const once = find.mock.calls.length;
    expect(once).toBeGreaterThan(0);
    await place.call({ tool: 'calendar__list_events', arguments: { day: 'y' }, context: 'other' });
    find.mockClear();
    const stories = await Promise.all(
      [viewer, operator, viewer, viewer].map((client) => client.read('sessions.show', { session })),
    );
    expect(find.mock.calls.length).toBe(once);
    expect(stories.map(({ words }) => words[0]?.text ?? null)).toEqual([
      null,
      expect.stringContaining('salaries.csv'),
      null,
      null,
    ]);
  });

  it('lose a label only by the word of an operator, with a reason, and it is recorded', async () => {
    await expect(viewer.change('sessions.declassify', declassify)).rejects.toThrow(/403/);
    const approver = await signInClient(place, 'anna');
    await expect(approver.change('sessions.declassify', declassify)).rejects.toThrow(/403/);
    for (const reason of ['', '   '])
      await expect(operator.change('sessions.declassify', { ...declassify, reason })).rejects.toThrow(/400/);
    await expect(
      operator.change('sessions.declassify', { ...declassify, session: '["x","y"]' }),
    ).rejects.toThrow(/404 SESSION_UNKNOWN/);
    expect((await viewer.read('sessions.show', { session: KEY })).summary.labels?.private).toBe('known');
    await operator.change('sessions.declassify', declassify);
    const { summary, events } = await viewer.read('sessions.show', { session: KEY });
    expect(summary.labels).toEqual({ private: 'none', untrusted: 'known' });
    expect(events).toMatchObject([
      { event: 'declassified', label: 'private', by: 'local', reason: 'looked at it' },
    ]);
    await expect(operator.change('sessions.declassify', declassify)).rejects.toThrow(/409 LABEL_CHANGED/);
  });

  it('leave labels in stores, which an operator takes away too', async () => {
    const { desk } = place.gateway.gate;
    await place.gateway.gate.report(
      {
        kind: 'tool',
        server: 'mail',
        name: 'send_mail',
        arguments: { to: 'a@example.org' },
        principal: { subject: 'local', kind: 'human', groups: [], roles: [], delegation: [] },
        context: CONTEXT,
        authenticated: true,
      },
      { type: 'result', result: { content: [] } },
    );
    const { items } = await viewer.read('sessions.stores', {});
    expect(items).toContainEqual({ store: 'server mail', labels: { private: 'none', untrusted: 'known' } });
    const what = { store: 'server mail', label: 'untrusted', reason: 'cleaned up' } as const;
    await expect(viewer.change('sessions.declassify', what)).rejects.toThrow(/403/);
    await operator.change('sessions.declassify', what);
    expect((await viewer.read('sessions.stores', {})).items.map(({ store }) => store)).not.toContain(
      'server mail',
    );
    await expect(operator.change('sessions.declassify', what)).rejects.toThrow(/409 LABEL_CHANGED/);
    const { seq } = await desk.read.head();
    const rows = await desk.read.rows(Math.max(1, seq - 5), 9);
    expect(rows.map(({ event }) => event)).toContain('declassified');
  });
});
