import { loadPolicy } from '@callgate/policy';
import type { Policy } from '@callgate/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '../api-client.ts';
import { signInClient } from '../api-client.ts';
import type { TestConsole } from '../test-console.ts';
import { NOTE_TOOLS, openTestConsole } from '../test-console.ts';
import { bareWeb } from './bare-web.ts';
import type { PageEventStream } from './page-event-stream.ts';
import { openPageEventStream } from './page-event-stream.ts';

const SECRET = 'hunter2-of-bob';
const SESSION = '["local","one"]';

const policy = (): Policy => {
  const loaded = loadPolicy([
    {
      name: 'test.yaml',
      text: 'extends: balanced\nrules:\n  - {id: hide, tools: "*/set_password", redact: [password], reason: secret}\n',
    },
  ]);
  if (loaded.ok) return loaded.policy;
  throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
};

let place: TestConsole;
let viewer: ApiClient;
let approver: ApiClient;
let heard: { readonly viewer: PageEventStream; readonly approver: PageEventStream };
let goOn: () => void;
let call = '';

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 10 });

beforeAll(async () => {
  const waits = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  place = await openTestConsole({
    web: bareWeb(),
    policy: policy(),
    roles: { vera: 'viewer', anna: 'approver' },
    servers: {
      notes: [
        ...NOTE_TOOLS,
        {
          name: 'set_password',
          inputSchema: {
            type: 'object',
            properties: { user: { type: 'string' }, password: { type: 'string' } },
          },
          annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
          run: async (args, progress) => {
            progress({ progress: 1, total: 2, message: `setting ${String(args['password'])}` });
            await waits;
            return 'done';
          },
        },
        {
          name: 'chatty',
          annotations: { readOnlyHint: true, openWorldHint: false },
          run: (_args, progress) => {
            progress({ progress: 1, message: 'm'.repeat(100_000) });
            return 'done';
          },
        },
      ],
    },
  });
  viewer = await signInClient(place, 'vera');
  approver = await signInClient(place, 'anna');
  const operator = await signInClient(place);
  heard = {
    viewer: await openPageEventStream(place.url, viewer.cookie),
    approver: await openPageEventStream(place.url, approver.cookie),
  };
  await place.call({ tool: 'read_note', arguments: { id: '1' } });
  await place.gateway.gate.hear(
    { principal: 'local', context: 'one', authenticated: true },
    { text: `set the password of bob to ${SECRET}`, via: 'host', vouched: true },
  );
  const request = { tool: 'set_password', arguments: { user: 'bob', password: SECRET } };
  const held = await place.call(request);
  call = held.call ?? '';
  const { question } = await operator.read('inbox.question', { call });
  await operator.change('inbox.vote', { call, binding: question.binding, verdict: 'approve', opened: true });
  void place.call(request).catch(() => {});
  await vi.waitUntil(() => heard.approver.text().includes('"type":"progress"'), { timeout: 10_000 });
});

afterAll(async () => {
  goOn();
  heard.viewer.close();
  heard.approver.close();
  await place.close();
});

describe('what only those who decide may see', () => {
  it('are the words of the person in a session: viewers see that something was said', async () => {
    const [seen, whole] = [
      await viewer.read('sessions.show', { session: SESSION }),
      await approver.read('sessions.show', { session: SESSION }),
    ];
    expect(whole.words.map(({ text }) => text)).toEqual([`set the password of bob to ${SECRET}`]);
    expect(seen.words).toEqual(whole.words.map((words) => ({ ...words, text: null })));
    expect(seen.flows.length).toBe(whole.flows.length);
    expect(JSON.stringify(seen)).not.toContain(SECRET);
    expect(seen.gaps).toContain('Only approvers and operators see what the user said');
    expect(whole.gaps).not.toContain('Only approvers and operators see what the user said');
  });

  it('is what a call says of itself while it runs: viewers see how far it is', async () => {
    const [[seen], [whole]] = [
      await viewer.read('inbox.activity', {}),
      await approver.read('inbox.activity', {}),
    ];
    expect(whole).toMatchObject({ call, progress: { progress: 1, total: 2, message: `setting ${SECRET}` } });
    expect(seen).toMatchObject({ call, progress: { progress: 1, total: 2 } });
    expect(JSON.stringify(seen)).not.toContain(SECRET);
  });

  it('is the same in what open pages hear', async () => {
    expect(heard.approver.events).toContainEqual(
      expect.objectContaining({ type: 'progress', call, message: `setting ${SECRET}` }),
    );
    await until(() =>
      expect(heard.viewer.events).toContainEqual({ type: 'progress', call, progress: 1, total: 2 }),
    );
    expect(heard.viewer.text()).not.toContain(SECRET);
  });

  it('is in nothing else that viewers can read of the call', async () => {
    const read = [
      await viewer.read('record.story', { call }),
      await viewer.download('record.export', { format: 'jsonl', filter: {} }),
      await viewer.read('inbox.list', { limit: 100 }),
    ];
    expect(JSON.stringify(read)).toContain('set_password');
    expect(JSON.stringify(read)).not.toContain(SECRET);
  });
});

it('what a call says of itself is cut before it goes to open pages', async () => {
  await place.call({ tool: 'chatty', context: 'two' });
  const messages = (): readonly number[] =>
    heard.approver.events.flatMap((event) =>
      event.type === 'progress' && event.message?.startsWith('mm') === true ? [event.message.length] : [],
    );
  await until(() => expect(messages()).toEqual([2000]));
});
