import { seededRandom } from '@callgate/gate/testing';
import { expect } from 'vitest';
import { METHODS } from '../../src/wire/methods.ts';
import type { Cell, Suite } from './cell.ts';
import { cleanAgent } from './clean-agent.ts';
import { OUR_OWN } from './judge.ts';
import { FORBIDDEN } from './cell.ts';

/** Every method that any version of the schema names, for either side, and some that only drafts and products have. */
const OF_SCHEMAS = [
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'tools/resolve',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
  'completion/complete',
  'logging/setLevel',
  'sampling/createMessage',
  'elicitation/create',
  'roots/list',
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'tasks/cancel',
  'tasks/update',
  'tasks/create',
  'tasks/delete',
  'messages/listen',
  'events/stream',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/message',
  'notifications/roots/list_changed',
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/tasks/status',
  'notifications/tasks',
  'notifications/tasks/created',
  'notifications/elicitation/complete',
  'notifications/subscriptions/acknowledged',
  'rpc.discover',
  'rpc.call',
  '$/cancelRequest',
  'shutdown',
  'exit',
  'ui/resource',
  'ui/message',
  'skills/list',
  'files/read',
  'interceptors/list',
] as const;

const SERVED: ReadonlySet<string> = new Set(
  METHODS.filter(({ from, kind, served }) => from === 'client' && kind === 'request' && served).map(
    ({ method }) => method,
  ),
);

const unknownName = (random: () => number): string => {
  const known = OF_SCHEMAS[Math.floor(random() * OF_SCHEMAS.length)] ?? 'x';
  const at = Math.floor(random() * known.length);
  const odd =
    ['/', '.', '_', ' ', '\u0000', 'x', 'T', '%2f', '\u2028', '\ufeff', 'ſ', '\\'][
      Math.floor(random() * 12)
    ] ?? 'x';
  const pick = random();
  if (pick < 0.3) return known.slice(0, at) + odd + known.slice(at);
  if (pick < 0.5) return known.slice(0, at) + known.slice(at + 1);
  if (pick < 0.6) return known.toUpperCase();
  if (pick < 0.7) return `${known}/${Math.floor(random() * 1e6)}`;
  return Array.from({ length: 1 + Math.floor(random() * 20) }, () =>
    String.fromCodePoint(0x20 + Math.floor(random() * 0x5f)),
  ).join('');
};

const PARAMS = {
  name: 'delete_note',
  uri: `note://${FORBIDDEN}`,
  taskId: FORBIDDEN,
  arguments: { id: FORBIDDEN },
};

/** What reached the server meanwhile besides reading lists. */
const heardMeanwhile = async (cell: Cell, work: () => Promise<void>): Promise<readonly unknown[]> => {
  const { upstream } = cell.arena();
  const before = upstream.received().length;
  await work();
  await cell.agent().call('read_note', { id: 'the last' });
  return upstream
    .received()
    .slice(before)
    .map(({ method }) => method)
    .filter((method) => method !== 'tools/call' && !OUR_OWN.has(method));
};

const unknown: Suite = (cell) => {
  cell.verifies(
    'A45',
    'every method of every version: what is not served in this era is unknown, and no server hears of it',
    async () => {
      const agent = cell.agent();
      const heard = await heardMeanwhile(cell, async () => {
        for (const method of OF_SCHEMAS) {
          const listed = METHODS.some(
            (row) =>
              row.method === method &&
              row.from === 'client' &&
              row.kind === 'request' &&
              row.served &&
              row.eras.includes(cell.speech.era),
          );
          if (listed) continue;
          const { error, result } = await agent.request(method, PARAMS);
          expect(result, method).toBeUndefined();
          expect(error?.code, method).toBe(-32601);
        }
      });
      expect(heard).toEqual([]);
    },
  );

  cell.verifies('A45', 'names that nobody knows are unknown, and no server hears of them', async () => {
    const count = cell.full
      ? cell.speech.version === '2025-11-25' || cell.speech.era === 'modern'
        ? 10_000
        : 1000
      : 200;
    const seed = 0x45a + count;
    const random = seededRandom(seed);
    const agent = cell.agent();
    const heard = await heardMeanwhile(cell, async () => {
      for (let done = 0; done < count; done += 50) {
        const names = Array.from({ length: 50 }, () => unknownName(random)).filter(
          (name) => !SERVED.has(name),
        );
        const codes = await Promise.all(
          names.map(async (method) => {
            const id = 100_000 + Math.floor(random() * 1e9);
            const mirrored = cell.speech.transport === 'http' && /^[!-~]+$/.test(method) ? { method } : {};
            return [
              (await agent.ask(id, agent.text(id, method, PARAMS), mirrored)).error?.code,
              method,
            ] as const;
          }),
        );
        // a name that no header can repeat does not get as far
        for (const [code, method] of codes)
          expect([-32601, -32020], `seed ${seed}: ${JSON.stringify(method)}`).toContain(code);
      }
    });
    expect(heard).toEqual([]);
  });
};

const others: Suite = (cell) => {
  cell.verifies(
    'A45',
    'reading resources and prompts, completing and subscribing are recorded and judged as calls are',
    async () => {
      const agent = await cleanAgent(cell);
      const { at, upstream } = cell.arena();
      const before = upstream.received().length;
      await agent.request('resources/read', { uri: 'note://one' });
      await agent.request('prompts/get', { name: 'greet', arguments: { who: 'you' } });
      await agent.request('completion/complete', {
        ref: { type: 'ref/prompt', name: 'greet' },
        argument: { name: 'who', value: 'y' },
      });
      if (cell.speech.era === 'legacy') await agent.request('resources/subscribe', { uri: 'note://one' });
      const heard = new Set(
        upstream
          .received()
          .slice(before)
          .map(({ method }) => method),
      );
      for (const method of ['resources/read', 'prompts/get', 'completion/complete'])
        expect(heard).toContain(method);
      const { items } = await at.gateway.gate.desk.read.search({ server: 'notes' }, { limit: 1000 });
      const kinds = new Set(items.map(({ kind }) => kind));
      for (const kind of ['resource', 'prompt', 'completion']) expect(kinds).toContain(kind);
    },
  );

  cell.verifies('A45', 'what is not listed cannot be read, got or completed, in any spelling', async () => {
    const agent = cell.agent();
    const heard = await heardMeanwhile(cell, async () => {
      const uris = [
        'note://../etc/passwd',
        'note://a/b',
        'NOTE://one',
        'file:///etc/passwd',
        'http://169.254.169.254/',
        'note://one#x',
        'note://one?x=1',
        'note:one',
        'note://%2e%2e/x',
        'note://one\u0000',
        '',
        'javascript:1',
      ];
      for (const uri of uris)
        expect((await agent.request('resources/read', { uri })).result, uri).toBeUndefined();
      for (const name of ['Greet', 'greet ', 'read_note', ''])
        expect((await agent.request('prompts/get', { name })).result, name).toBeUndefined();
      for (const ref of [
        { type: 'ref/prompt', name: 'x' },
        { type: 'ref/tool', name: 'read_note' },
        { type: 'ref/resource', uri: 'file:///x' },
        {},
      ])
        expect(
          (await agent.request('completion/complete', { ref, argument: { name: 'a', value: 'b' } })).result,
        ).toBeUndefined();
    });
    expect(heard).toEqual([]);
  });

  cell.verifies('A45', 'members that are not known are refused in every method', async () => {
    const agent = cell.agent();
    const heard = await heardMeanwhile(cell, async () => {
      for (const [method, params] of [
        ['tools/call', { name: 'read_note', arguments: { id: FORBIDDEN } }],
        ['resources/read', { uri: 'note://one' }],
        ['prompts/get', { name: 'greet', arguments: { who: FORBIDDEN } }],
        [
          'completion/complete',
          { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: FORBIDDEN } },
        ],
        ['tools/list', {}],
      ] as const)
        for (const extra of ['Name', 'uRi', 'x', 'cursor\u0000', '_Meta', '__proto__x', 'requeststate'])
          expect(
            (await agent.request(method, { ...params, [extra]: { id: FORBIDDEN } })).error,
            `${method} ${extra}`,
          ).toBeDefined();
    });
    expect(heard).toEqual([]);
  });

  cell.verifies(
    'A44',
    'lists are for one client and for a short time, whatever the server says',
    async () => {
      cell.arena().upstream.says({
        results: {
          'resources/read': {
            contents: [{ uri: 'note://one', text: 'x' }],
            resultType: 'complete',
            ttlMs: 315_360_000_000,
            cacheScope: 'public',
          },
        },
      });
      const agent = await cleanAgent(cell);
      const read = await agent.request('resources/read', { uri: 'note://one' });
      cell.arena().upstream.says({});
      expect(JSON.stringify(read)).not.toMatch(/"public"|315360000000/);
      const { result } = await cell.agent().request('tools/list');
      if (cell.speech.era === 'legacy') {
        expect(result).not.toHaveProperty('ttlMs');
        expect(result).not.toHaveProperty('cacheScope');
      } else {
        expect(result).toMatchObject({ cacheScope: 'private' });
        expect(Number(result?.['ttlMs'])).toBeLessThanOrEqual(60_000);
      }
    },
  );
};

export const OTHER_METHODS: readonly Suite[] = [unknown, others];
