import type { JsonObject } from '@callgate/core';
import { readRow, rowWords } from '@callgate/gate';
import { readModelCatalogue } from '@callgate/routing';
import { describe, expect, it } from 'vitest';
import type { ModelsConfig } from '../../src/config/models-entry.ts';
import { serveHttp } from '../../src/receive/http/serve-http.ts';
import { mintToken, tokenAuth } from '../../src/receive/http/token-auth.ts';
import { TestClient } from '../http-client.ts';
import type { Answered, Stage, StageOptions } from './stage.ts';
import { ERAS, QUIET, READS, kept, metaOf, policyOf, stage, tool } from './stage.ts';

const MODELS: ModelsConfig = {
  catalogue: readModelCatalogue([
    {
      name: 'small',
      intelligence: 0.3,
      speed: 1,
      cost: { input: 1, output: 5 },
      context: 9000,
      data: 'local',
    },
    {
      name: 'medium',
      intelligence: 0.6,
      speed: 0.5,
      cost: { input: 3, output: 15 },
      context: 9000,
      data: 'retained',
    },
    {
      name: 'big',
      intelligence: 0.95,
      speed: 0.2,
      cost: { input: 5, output: 25 },
      context: 9000,
      data: 'none',
    },
  ]),
  default: 'medium',
  explicit: null,
  stepBudget: null,
  step: { input: 1_000_000, output: 0 },
  untrustedCap: null,
  forbid: [],
  tools: [],
};

const prefers = (intelligencePriority: number): JsonObject => ({
  modelPreferences: { intelligencePriority },
});

const SAYS = {
  tools: [
    tool('list', { ...QUIET, ...prefers(0.1) }),
    tool('find', { ...QUIET }, { _meta: { 'org.farm/model-preferences': { intelligencePriority: 0.5 } } }),
    tool('diagnose', QUIET, { _meta: prefers(0.9) }),
    tool('letters', { ...READS, sensitiveDataHint: true }),
  ],
};

const withModels = (models: Partial<ModelsConfig> = {}, more: StageOptions = {}): Promise<Stage> =>
  stage({ says: SAYS, config: (config) => ({ ...config, models: { ...MODELS, ...models } }), ...more });

const modelIn = ({ result }: Answered): JsonObject | undefined =>
  metaOf(result)['dev.callgate/model'] as JsonObject | undefined;

const rerouted = async (on: Stage): Promise<readonly string[]> =>
  (await on.at.gateway.gate.desk.read.rows(1, 1000))
    .filter(({ event }) => event === 'rerouted')
    .map(({ bytes }) => readRow(bytes))
    .map((row) => `${row.tool}: ${rowWords(row)}`);

describe.each(ERAS)('a result in the %s era', (era) => {
  it('says which model should read it, where that is another than the host’s own, and a row tells of it', async () => {
    const on = await withModels();
    const agent = await on.agent(era);
    expect(modelIn(await agent.call('list'))).toEqual({
      outcome: 'chosen',
      model: 'small',
      instead: 'medium',
      reasons: ['notes/list asks for 0.1', '`small` is enough for 0.1'],
      estimate: { cost: 1, saved: 2, seconds: null },
    });
    expect(modelIn(await agent.call('diagnose'))).toMatchObject({ model: 'big', estimate: { saved: -2 } });
    expect(modelIn(await agent.call('find'))).toBeUndefined();
    expect(modelIn(await agent.call('letters'))).toBeUndefined();
    expect(await rerouted(on)).toEqual([
      'notes/list: small in place of medium; about 2 cheaper a step; notes/list asks for 0.1; `small` is enough for 0.1',
      'notes/diagnose: big in place of medium; about 2 dearer a step; notes/diagnose asks for 0.9; `big` is enough for 0.9',
    ]);
  });

  it('says it whenever a client asks, with what the client says of itself', async () => {
    const on = await withModels();
    const agent = await on.agent(era);
    const ask = (asked: JsonObject | true, name = 'find'): Promise<Answered> =>
      agent.call(name, {}, { 'dev.callgate/model': asked });
    expect(modelIn(await ask(true))).toMatchObject({ outcome: 'chosen', model: 'medium' });
    expect(modelIn(await ask({ current: 'big' }, 'list'))).toMatchObject({ model: 'small', instead: 'big' });
    expect(modelIn(await ask({ explicit: 'big' }, 'list'))).toMatchObject({
      model: 'big',
      reasons: ['the user chose it'],
    });
    const wrong = await ask({ nonsense: 1 });
    expect(wrong.error?.code).toBe(-32602);
    expect(on.oracle().calls()).toHaveLength(3);
    // what the user chose is no rerouting
    expect(await rerouted(on)).toHaveLength(1);
    expect(JSON.stringify(on.oracle().received())).not.toContain('dev.callgate/model');
  });
});

it('nothing is said where no models are configured', async () => {
  const on = await stage({ says: SAYS });
  const agent = await on.agent('legacy');
  expect(modelIn(await agent.call('list', {}, { 'dev.callgate/model': true }))).toBeUndefined();
  expect(await rerouted(on)).toEqual([]);
});

it('a server cannot say it in our name', async () => {
  const on = await withModels(
    {},
    { says: { ...SAYS, result: { content: [], _meta: { 'dev.callgate/model': { model: 'dear' } } } } },
  );
  const agent = await on.agent('legacy');
  expect(modelIn(await agent.call('find'))).toBeUndefined();
});

it('a server that nobody vouches for changes nothing', async () => {
  const on = await withModels(
    {},
    {
      servers: { notes: { trust: 'untrusted', overrides: [{ tools: '*', override: { set: QUIET_SET } }] } },
    },
  );
  const agent = await on.agent('legacy');
  expect(modelIn(await agent.call('list'))).toBeUndefined();
  expect(modelIn(await agent.call('diagnose'))).toBeUndefined();
});

const QUIET_SET = { readOnly: 'yes', openWorld: 'no', sensitiveData: 'no', unsafeOutput: 'no' } as const;

it('the operator’s own word on a tool counts whole', async () => {
  const on = await withModels(
    { tools: [{ tools: 'notes/f*', preferences: { intelligencePriority: 0.9 } }] },
    {},
  );
  const agent = await on.agent('legacy');
  expect(modelIn(await agent.call('find'))).toMatchObject({ model: 'big' });
});

it('bounds of the policy hold, and what forbids models for private data counts once there is some', async () => {
  const on = await withModels(
    {
      forbid: [{ when: ['private'], strength: 'known', data: ['retained'], reason: 'nothing is kept of it' }],
    },
    {
      policy: policyOf(
        '  - id: able\n    tools: [list]\n    model: {atLeast: 0.5}\n    reason: able readers only\n',
      ),
    },
  );
  const agent = await on.agent('legacy');
  expect(modelIn(await agent.call('list'))).toBeUndefined();
  expect(modelIn(await agent.call('letters'))).toMatchObject({
    model: 'big',
    instead: 'medium',
    reasons: ['policy does not allow `medium`', 'nothing is kept of it', '`big` is enough for 0.6'],
  });
  expect(modelIn(await agent.call('find', {}, { 'dev.callgate/model': { explicit: 'medium' } }))).toEqual({
    outcome: 'forbidden',
    asked: 'medium',
    reasons: ['the user chose `medium`, and policy does not allow it', 'nothing is kept of it'],
    permitted: ['big', 'small'],
  });
});

describe('the endpoint for hosts', () => {
  const served = async (on: Stage): Promise<{ readonly port: number; readonly token: string }> => {
    const token = mintToken('agents');
    const server = kept(
      await serveHttp({
        protocol: on.at.gateway.protocol,
        host: '127.0.0.1',
        port: 0,
        authenticate: tokenAuth(token),
        limits: { closeMs: 200 },
      }),
    );
    return { port: server.port, token };
  };

  const ask = async (
    client: TestClient,
    body: string = '{}',
    headers: Record<string, string> = {},
  ): Promise<{ readonly status: number; readonly said: JsonObject | undefined }> => {
    const { status, messages } = await client.open('POST', body, headers, '/model').done;
    return { status, said: messages[0] };
  };

  it('tells what all results since it was last asked need', async () => {
    const on = await withModels();
    const { port, token } = await served(on);
    const client = await new TestClient(port, { authorization: `Bearer ${token}` }).initialize();
    const call = (id: number, name: string): Promise<unknown> =>
      client.post({ id, method: 'tools/call', params: { name, arguments: {} } });
    expect(await ask(client)).toMatchObject({ status: 200, said: { outcome: 'chosen', model: 'medium' } });
    await call(1, 'list');
    await call(2, 'diagnose');
    expect(await ask(client)).toMatchObject({ said: { model: 'big', instead: 'medium' } });
    await call(3, 'list');
    expect(await ask(client)).toMatchObject({ said: { model: 'small' } });
    expect(await ask(client, '{"current":"small"}')).toMatchObject({ said: { model: 'small' } });
    // each was told with its result already
    expect(await rerouted(on)).toHaveLength(3);
  });

  it('is for those who are let in, and says what is wrong', async () => {
    const on = await withModels();
    const { port, token } = await served(on);
    const client = new TestClient(port, { authorization: `Bearer ${token}` });
    expect((await ask(new TestClient(port))).status).toBe(401);
    expect((await ask(client, '{"current":7}')).status).toBe(400);
    expect((await ask(client, '{')).status).toBe(400);
    expect((await ask(client, '{}', { 'mcp-session-id': 'nobody' })).status).toBe(404);
    expect((await client.open('GET', null, {}, '/model').done).status).toBe(405);
    expect((await ask(client, '{}', { accept: 'application/json' })).status).toBe(200);
    expect((await ask(client, '{}', { accept: 'text/html' })).status).toBe(406);
    expect((await ask(client, '{}', { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('is not there where no models are configured', async () => {
    const on = await stage({ says: SAYS });
    const { port, token } = await served(on);
    expect((await ask(new TestClient(port, { authorization: `Bearer ${token}` }))).status).toBe(404);
  });
});
