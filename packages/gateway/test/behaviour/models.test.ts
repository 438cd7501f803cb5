import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { MODEL_SCRIPT, modelIn, readReroutings, withModels } from './models-stage.ts';
import type { PipeAnswer } from './stage.ts';
import { ERAS, policyOf, stage } from './stage.ts';

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
    expect(await readReroutings(on)).toEqual([
      'notes/list: small in place of medium; about 2 cheaper a step; notes/list asks for 0.1; `small` is enough for 0.1',
      'notes/diagnose: big in place of medium; about 2 more expensive a step; notes/diagnose asks for 0.9; `big` is enough for 0.9',
    ]);
  });

  it('says it whenever a client asks, with what the client says of itself', async () => {
    const on = await withModels();
    const agent = await on.agent(era);
    const ask = (asked: JsonObject | true, name = 'find'): Promise<PipeAnswer> =>
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
    expect(await readReroutings(on)).toHaveLength(1);
    expect(JSON.stringify(on.oracle().received())).not.toContain('dev.callgate/model');
  });
});

it('nothing is said where no models are configured', async () => {
  const on = await stage({ says: MODEL_SCRIPT });
  const agent = await on.agent('legacy');
  expect(modelIn(await agent.call('list', {}, { 'dev.callgate/model': true }))).toBeUndefined();
  expect(await readReroutings(on)).toEqual([]);
});

it('a server cannot say it in our name', async () => {
  const on = await withModels(
    {},
    {
      says: { ...MODEL_SCRIPT, result: { content: [], _meta: { 'dev.callgate/model': { model: 'dear' } } } },
    },
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

const NOT_KEPT = { when: ['sensitive'], data: ['retained'], reason: 'nothing is kept of it' } as const;

describe('a session that has touched sensitive data', () => {
  it('stays so for models, whatever is called next', async () => {
    const on = await withModels({ forbid: [NOT_KEPT] });
    const agent = await on.agent('legacy');
    expect(modelIn(await agent.call('find'))).toBeUndefined();
    expect(modelIn(await agent.call('letters'))).toMatchObject({ model: 'big' });
    expect(modelIn(await agent.call('find'))).toMatchObject({
      model: 'big',
      instead: 'medium',
      reasons: expect.arrayContaining(['policy does not allow `medium`', 'nothing is kept of it']),
    });
    expect(
      modelIn(await agent.call('find', {}, { 'dev.callgate/model': { explicit: 'medium' } })),
    ).toMatchObject({ outcome: 'forbidden', permitted: ['big', 'small'] });
  });

  it('is one by the operator’s own word on a tool too', async () => {
    const on = await withModels(
      { forbid: [NOT_KEPT] },
      {
        servers: {
          notes: { overrides: [{ tools: 'find', override: { set: { sensitiveData: 'yes' } } }] },
        },
      },
    );
    const agent = await on.agent('legacy');
    const asked = { 'dev.callgate/model': { explicit: 'medium' } };
    expect(modelIn(await agent.call('list', {}, asked))).toMatchObject({ outcome: 'chosen' });
    await agent.call('find');
    expect(modelIn(await agent.call('list', {}, asked))).toMatchObject({ outcome: 'forbidden' });
  });
});
