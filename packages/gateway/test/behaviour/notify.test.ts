import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { Policy } from '@callgate/core';
import { isWebhookGenuine } from '@callgate/gate/confirm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GatewayConfig, NotifyConfig } from '../../src/config/gateway-config.ts';
import type { Stage } from './stage.ts';
import { loadedPolicy, stage } from './stage.ts';

interface Message {
  readonly path: string;
  readonly body: unknown;
  /** The message is Callgate's, by the shared secret. */
  readonly isGenuine: boolean;
}

const SECRET = 's'.repeat(32);

/** A real receiver that keeps what it gets. */
const startReceiver = async (): Promise<{ url: string; messages: Message[] }> => {
  const messages: Message[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const timestamp = String(request.headers['callgate-timestamp']);
      const signature = String(request.headers['callgate-signature']);
      const isGenuine = isWebhookGenuine(SECRET, { body, timestamp, signature, now: Date.now() });
      messages.push({ path: request.url ?? '', body: JSON.parse(body), isGenuine });
      response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, messages };
};

const startTelling = async (notify: readonly NotifyConfig[], policy?: Policy): Promise<Stage> =>
  await stage({
    waitMs: 200,
    ...(policy === undefined ? {} : { policy }),
    config: (config: GatewayConfig) => ({
      ...config,
      console: config.console === null ? null : { ...config.console, url: 'https://gate.example.org' },
      approvals: { ...config.approvals, notify },
    }),
  });

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
  vi.stubEnv('CHAT_URL', `${receiver.url}/chat`);
  vi.stubEnv('SIGNING_SECRET', SECRET);
  vi.stubEnv('PAGER_KEY', 'k'.repeat(32));
});
afterEach(() => void vi.unstubAllEnvs());

const deleteNote = async (on: Stage, id = '41'): Promise<void> => {
  const agent = await on.agent('legacy');
  await agent.call('delete_note', { id });
};

describe('people are told that a call waits', () => {
  it('by Slack: names and what happens then, no arguments, a link', async () => {
    const on = await startTelling([{ by: 'slack', urlEnv: 'CHAT_URL' }]);
    await deleteNote(on, 'secret-41');
    await expect.poll(() => receiver.messages.length).toBe(1);
    const text = JSON.stringify(receiver.messages[0]?.body);
    expect(text).toContain('delete_note');
    expect(text).toMatch(/Called by \S+/);
    expect(text).toMatch(/Rules?: [a-z-]+/);
    expect(text).toMatch(/Denied at \d{4}-\d\d-\d\d \d\d:\d\d UTC unless approved/);
    expect(text).toContain('"url":"https://gate.example.org/calls/');
    expect(text).not.toContain('secret-41');
    expect(text).not.toContain('mrkdwn');
  });

  it('by a webhook, Slack and Teams with a signature that the receiver can check', async () => {
    const secretEnv = 'SIGNING_SECRET';
    const on = await startTelling([
      { by: 'webhook', url: `${receiver.url}/own`, secretEnv },
      { by: 'slack', urlEnv: 'CHAT_URL', secretEnv, afterMs: 100 },
      { by: 'teams', urlEnv: 'CHAT_URL', secretEnv, afterMs: 200 },
      { by: 'slack', urlEnv: 'CHAT_URL', afterMs: 300 },
    ]);
    await deleteNote(on, 'secret-41');
    await expect
      .poll(() => receiver.messages.map(({ isGenuine }) => isGenuine))
      .toEqual([true, true, true, false]);
    const [{ body } = { body: null }] = receiver.messages;
    const [held] = await on.held();
    expect(body).toMatchObject({
      v: 1,
      event: 'waiting',
      call: held?.id,
      title: expect.stringContaining('delete_note'),
      link: `https://gate.example.org/calls/${held?.id ?? ''}`,
    });
    expect(JSON.stringify(body)).not.toContain('secret-41');
  });

  it('with arguments only where the operator says so', async () => {
    const on = await startTelling([{ by: 'teams', urlEnv: 'CHAT_URL', withArguments: true }]);
    await deleteNote(on, 'note41');
    await expect.poll(() => receiver.messages.length).toBe(1);
    expect(JSON.stringify(receiver.messages[0]?.body)).toContain('note41');
  });

  it('by PagerDuty: an incident that ends when the call is decided', async () => {
    const on = await startTelling([{ by: 'pagerduty', keyEnv: 'PAGER_KEY', url: `${receiver.url}/events` }]);
    await deleteNote(on);
    await expect.poll(() => receiver.messages.length).toBe(1);
    const [held] = await on.held();
    await on.vote(held?.id ?? '', 'refuse');
    await expect.poll(() => receiver.messages.length).toBe(2);
    expect(receiver.messages).toMatchObject([
      { body: { event_action: 'trigger', dedup_key: `callgate ${held?.id ?? ''}` } },
      { body: { event_action: 'resolve', dedup_key: `callgate ${held?.id ?? ''}` } },
    ]);
  });

  it('the next in line only if the call still waits then', async () => {
    const on = await startTelling([
      { by: 'slack', urlEnv: 'CHAT_URL' },
      { by: 'pagerduty', keyEnv: 'PAGER_KEY', url: `${receiver.url}/later`, afterMs: 300 },
      { by: 'pagerduty', keyEnv: 'PAGER_KEY', url: `${receiver.url}/never`, afterMs: 3_600_000 },
    ]);
    await deleteNote(on);
    await expect.poll(() => receiver.messages.map(({ path }) => path)).toEqual(['/chat', '/later']);
  });

  it('a group only of calls whose rules name it', async () => {
    const policy = loadedPolicy(
      'extends: balanced\nrules:\n  - {id: ops, tools: delete_note, then: confirm, notify: ops, reason: x}\n',
    );
    const entry = { by: 'pagerduty', keyEnv: 'PAGER_KEY' } as const;
    const on = await startTelling(
      [
        { ...entry, url: `${receiver.url}/ops`, name: 'ops' },
        { ...entry, url: `${receiver.url}/others`, name: 'others' },
        { ...entry, url: `${receiver.url}/all`, afterMs: 200 },
      ],
      policy,
    );
    await deleteNote(on);
    await expect.poll(() => receiver.messages.map(({ path }) => path)).toEqual(['/ops', '/all']);
  });

  it('also where another receiver fails, which is an alert', async () => {
    vi.stubEnv('BROKEN_URL', 'http://127.0.0.1:1/');
    const on = await startTelling([
      { by: 'slack', urlEnv: 'BROKEN_URL' },
      { by: 'teams', urlEnv: 'CHAT_URL', afterMs: 4000 },
    ]);
    await deleteNote(on);
    await expect.poll(() => receiver.messages.length).toBe(1);
    const { items } = await on.at.gateway.gate.desk.read.alerts({ limit: 10 });
    expect(items.map(({ code }) => code)).toContain('CHANNEL_FAILED');
  });

  it('not more often in an hour than is good', async () => {
    const on = await startTelling([{ by: 'slack', urlEnv: 'CHAT_URL', mostAnHour: 1 }]);
    for (const id of ['1', '2', '3']) await deleteNote(on, id);
    await expect.poll(() => receiver.messages.length).toBe(2);
    expect(JSON.stringify(receiver.messages[1]?.body)).toContain('More calls are waiting');
  });
});
