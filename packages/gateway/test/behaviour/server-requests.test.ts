import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { ConnectOptions } from '../test-gateway.ts';
import type { PipeAnswer, Stage } from './stage.ts';
import { COMBINATIONS, QUIET, decisionOf, stage, textOf, tool } from './stage.ts';

const ON = { sampling: true, elicitation: true, roots: true };
const says = { tools: [tool('question', QUIET), tool('read_note', QUIET)] };
const ANSWERS: Readonly<Record<string, JsonObject>> = {
  'elicitation/create': { action: 'accept', content: { name: 'Ada' } },
  'sampling/createMessage': {
    role: 'assistant',
    content: { type: 'text', text: 'from the model' },
    model: 'm',
  },
  'roots/list': { roots: [{ uri: 'file:///work', name: 'work' }] },
};
const PARAMS: Readonly<Record<string, JsonObject>> = {
  'elicitation/create': {
    message: 'Who are you?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  },
  'sampling/createMessage': {
    messages: [{ role: 'user', content: { type: 'text', text: 'think' } }],
    maxTokens: 10,
  },
  'roots/list': {},
};
const client: ConnectOptions = {
  capabilities: { elicitation: {}, sampling: {}, roots: {} },
  answer: (method) => ANSWERS[method] ?? {},
};
const KINDS = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

interface ServerQuestion {
  readonly on: Stage;
  readonly answered: PipeAnswer;
  /** What the client was asked. */
  readonly asked: readonly { readonly method: string; readonly params: JsonObject }[];
}

/** One call of a tool whose server asks, in the words of both eras; a modern client comes back with its answer. */
const asks = async (
  { before, behind }: (typeof COMBINATIONS)[number],
  method: string,
  on: Stage,
  options = client,
): Promise<ServerQuestion> => {
  const agent = await on.agent(before, options);
  const args = { method, params: PARAMS[method] ?? {} };
  const first = await agent.call('question', args);
  if (first.result?.['resultType'] !== 'input_required')
    return { on, answered: first, asked: agent.client.asked };
  const requests = first.result['inputRequests'] as Record<string, { method: string; params: JsonObject }>;
  const inputResponses = Object.fromEntries(
    Object.entries(requests).map(([name, each]) => [name, ANSWERS[each.method] ?? {}]),
  );
  const answered = await agent.request('tools/call', {
    name: 'question',
    arguments: args,
    inputResponses,
    requestState: first.result['requestState'] ?? '',
  });
  expect(behind).toBe('modern');
  return { on, answered, asked: Object.values(requests) };
};

describe.each(COMBINATIONS.filter(({ before, behind }) => before === 'legacy' || behind === 'modern'))(
  'a $behind server that asks a $before client',
  (combination) => {
    it.each(['elicitation/create', 'sampling/createMessage', 'roots/list'])(
      'for %s gets the answer where that is on',
      async (method) => {
        const on = await stage({ behind: combination.behind, says, servers: { notes: { asks: ON } } });
        const { answered, asked } = await asks(combination, method, on);
        const answer = ANSWERS[method];
        const text = JSON.parse(textOf(answered)) as JsonObject;
        if (combination.behind === 'legacy') expect(text['result']).toEqual(answer);
        else expect(text).toEqual({ inputResponses: { q: answer }, requestState: 'the state of the oracle' });
        expect(asked.map((each) => each.method)).toEqual([method]);
        if (method === 'elicitation/create')
          expect(asked[0]?.params['message']).toBe('[asked by the server notes] Who are you?');
      },
    );

    it.each(['elicitation/create', 'sampling/createMessage', 'roots/list'] as const)(
      'for %s leaves a call of its own in the record',
      async (method) => {
        const on = await stage({ behind: combination.behind, says, servers: { notes: { asks: ON } } });
        await asks(combination, method, on);
        const kinds = (await on.lives()).map(({ call, events }) => `${call.kind} ${events.join(' ')}`);
        expect(kinds).toContain(`${KINDS[method]} dispatching done`);
      },
    );

    it.each(['elicitation/create', 'sampling/createMessage', 'roots/list'])(
      'for %s gets nothing where that is off, and the client is not asked',
      async (method) => {
        const on = await stage({ behind: combination.behind, says });
        const { answered, asked } = await asks(combination, method, on);
        expect(asked).toEqual([]);
        if (combination.behind === 'legacy')
          expect(JSON.parse(textOf(answered))).toMatchObject({ error: { code: -32601 } });
        else expect(decisionOf(answered)).toMatchObject({ outcome: 'blocked', code: 'SERVER_ASKS_OFF' });
        const hello = on
          .oracle()
          .received()
          .find(({ method: each }) => each === 'initialize' || each === 'server/discover');
        expect(JSON.stringify(hello)).not.toMatch(/"(?:sampling|elicitation|roots)"/);
      },
    );

    it('gets nothing where the client cannot do that', async () => {
      const on = await stage({ behind: combination.behind, says, servers: { notes: { asks: ON } } });
      const { answered, asked } = await asks(combination, 'sampling/createMessage', on, {
        ...client,
        capabilities: { elicitation: {} },
      });
      expect(asked).toEqual([]);
      if (combination.behind === 'legacy') expect(JSON.parse(textOf(answered))).toHaveProperty('error');
      else expect(decisionOf(answered)).toMatchObject({ outcome: 'blocked' });
    });
  },
);

it('a client that refuses to answer is an error for the server, and its call goes on', async () => {
  const on = await stage({ behind: 'legacy', says, servers: { notes: { asks: ON } } });
  const agent = await on.agent('legacy', { capabilities: { roots: {} } });
  const answered = await agent.call('question', { method: 'roots/list', params: {} });
  expect(JSON.parse(textOf(answered))).toHaveProperty('error');
});

describe('the state of a modern server', () => {
  const asked = async (): Promise<{ on: Stage; state: string }> => {
    const on = await stage({ behind: 'modern', says, servers: { notes: { asks: ON }, other: { asks: ON } } });
    const agent = await on.agent('modern', client);
    const args = { method: 'roots/list', params: {} };
    const { result } = await agent.call('notes__question', args);
    const state = String(result?.['requestState']);
    expect(JSON.stringify(result)).not.toContain('the state of the oracle');
    const retry = (name: string, requestState: string): Promise<PipeAnswer> =>
      agent.request('tools/call', {
        name,
        arguments: args,
        inputResponses: { q: ANSWERS['roots/list'] ?? {} },
        requestState,
      });
    expect((await retry('other__question', state)).error).toMatchObject({ code: -32602 });
    expect((await retry('notes__read_note', state)).error).toMatchObject({ code: -32602 });
    expect((await retry('notes__question', 'the state of the oracle')).error).toMatchObject({ code: -32602 });
    expect(
      (await retry('notes__question', `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`)).error,
    ).toMatchObject({
      code: -32602,
    });
    expect(textOf(await retry('notes__question', state))).toContain('the state of the oracle');
    return { on, state };
  };

  it('is sealed: for this client, this server and this tool, and the server gets back what it gave', async () => {
    const { on } = await asked();
    expect(on.oracle('other').calls()).toEqual([]);
    expect(on.oracle('notes').calls()).toHaveLength(2);
  });

  it('is worth nothing to another client', async () => {
    const { on, state } = await asked();
    const stranger = await on.agent('modern', client);
    const { error } = await stranger.request('tools/call', {
      name: 'notes__question',
      arguments: { method: 'roots/list', params: {} },
      inputResponses: { q: ANSWERS['roots/list'] ?? {} },
      requestState: state,
    });
    expect(error).toMatchObject({ code: -32602 });
  });
});
