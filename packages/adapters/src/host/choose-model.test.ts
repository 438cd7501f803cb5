import { parseEntry } from '@callgate/gate/record';
import type { Gate } from '@callgate/gate';
import { readModelCatalogue } from '@callgate/routing';
import { tool } from 'ai';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { host, openGate, policyFrom, who } from '../../test/conversation.ts';
import { definitionOf } from '../ai-sdk/index.ts';
import { answerToolUses } from '../anthropic/index.ts';
import { answerFunctionCalls } from '../openai/index.ts';
import { catalogueFrom } from './catalogue.ts';
import type { ModelRouting } from './choose-model.ts';
import { requireChosenModel, chooseNextModel } from './choose-model.ts';

const MODELS = readModelCatalogue([
  { name: 'small', intelligence: 0.3, speed: 1, cost: { input: 1, output: 5 }, context: 9000 },
  { name: 'medium', intelligence: 0.6, speed: 0.5, cost: { input: 3, output: 15 }, context: 90_000 },
]);

const TOOLS = {
  list: tool({
    description: 'Lists names',
    inputSchema: z.object({}),
    metadata: {
      annotations: {
        readOnlyHint: true,
        openWorldHint: false,
        modelPreferences: { intelligencePriority: 0.1 },
      },
    },
    execute: async () => ['a'],
  }),
  study: tool({
    description: 'Studies them',
    inputSchema: z.object({}),
    metadata: { annotations: { readOnlyHint: true, modelPreferences: { intelligencePriority: 0.9 } } },
    execute: async () => 'long',
  }),
};
const definitions = await Promise.all(Object.entries(TOOLS).map(([name, each]) => definitionOf(name, each)));
const handlers = { list: async () => ['a'], study: async () => 'long' };

const routingOn = (gate: Gate, more: Partial<ModelRouting> = {}): ModelRouting => ({
  ...who,
  gate,
  models: MODELS,
  current: 'medium',
  servers: [{ server: 'app', trust: 'owned', definitions }],
  ...more,
});

/** Has a tool called through the gate. */
const called = async (gate: Gate, name: string, id: string): Promise<void> => {
  const call = { type: 'function_call', call_id: id, name, arguments: '{}' } as const;
  await answerFunctionCalls(gate, host, { output: [call] }, handlers);
};

const calledIn = async (gate: Gate): Promise<readonly (string | null)[]> =>
  (await gate.desk.read.rows(1, 1000))
    .filter(({ event }) => event === 'rerouted')
    .map(({ bytes }) => parseEntry(bytes).tool);

describe('the model for the next step of a loop', () => {
  it('is named after the function calls of a response were answered', async () => {
    const gate = await openGate(TOOLS);
    const call = { type: 'function_call', call_id: 'c1', name: 'list', arguments: '{}' } as const;
    await answerFunctionCalls(gate, host, { output: [call] }, handlers);
    const choice = await chooseNextModel(routingOn(gate), [{ name: call.name, id: call.call_id }]);
    expect(requireChosenModel(choice)).toMatchObject({ model: 'small', instead: 'medium' });
    expect(await calledIn(gate)).toEqual(['app/list']);
  });

  it('is named after the tool uses of a message were answered', async () => {
    const gate = await openGate(TOOLS);
    const use = { type: 'tool_use', id: 't1', name: 'list', input: {} } as const;
    await answerToolUses(gate, host, { content: [use], stop_reason: 'tool_use' }, handlers);
    const choice = await chooseNextModel(routingOn(gate), [use]);
    expect(choice).toMatchObject({ outcome: 'chosen', model: 'small' });
  });

  it('is the host’s own for tools that nobody knows, and before any was called', async () => {
    const gate = await openGate(TOOLS);
    const routing = routingOn(gate);
    expect(await chooseNextModel(routing, [])).toMatchObject({ model: 'medium', changed: false });
    expect(await chooseNextModel(routing, [{ name: 'elsewhere' }])).toMatchObject({ model: 'medium' });
    expect(await chooseNextModel(routing, [{ name: 'list', server: 'other' }])).toMatchObject({
      model: 'medium',
    });
    expect(await calledIn(gate)).toEqual([]);
  });

  it('heeds what the operator says of a tool, how much it must take, and what is left', async () => {
    const gate = await openGate(TOOLS);
    const servers = [
      { server: 'app', definitions, believed: { study: { intelligencePriority: 0.2 } } },
    ] as const;
    const study = [{ name: 'study' }];
    expect(await chooseNextModel(routingOn(gate, { servers }), study)).toMatchObject({ model: 'small' });
    expect(
      await chooseNextModel(routingOn(gate, { servers }), study, { contextTokens: 20_000 }),
    ).toMatchObject({ model: 'medium' });
    const spent = await chooseNextModel(routingOn(gate), [], { budgetLeft: 0 });
    expect(spent.reasons.join('; ')).toContain('over budget');
  });

  it('takes a tool that nobody knows for one that may return anything', async () => {
    const gate = await openGate(TOOLS);
    const forbid = [{ when: ['sensitive'], names: ['*'], reason: 'not with these' }] as const;
    const routing = routingOn(gate, { bounds: { atLeast: null, atMost: null, forbid } });
    const choice = await chooseNextModel(routing, [{ name: 'elsewhere' }]);
    expect(() => requireChosenModel(choice)).toThrow(
      expect.objectContaining({ code: 'MODEL_FORBIDDEN', help: 'No model can be used here.' }),
    );
    const large = await chooseNextModel(routingOn(gate), [], { contextTokens: 1_000_000 });
    expect(() => requireChosenModel(large)).toThrow(expect.objectContaining({ code: 'MODEL_UNFIT' }));
  });

  it('stays careful in a session that has read what nobody knows, whatever is called next', async () => {
    const gate = await openGate(TOOLS);
    const forbid = [{ when: ['sensitive'], names: ['medium'], reason: 'not with these' }] as const;
    const routing = routingOn(gate, { bounds: { atLeast: null, atMost: null, forbid } });
    const known = [{ name: 'list' }];
    expect(await chooseNextModel(routing, known)).toMatchObject({ model: 'medium' });
    await chooseNextModel(routing, [{ name: 'elsewhere' }]);
    expect(await chooseNextModel(routing, known)).toMatchObject({ model: 'small', instead: 'medium' });
    const other = { ...routing, context: 'conversation-2' };
    expect(await chooseNextModel(other, known)).toMatchObject({ model: 'medium' });
  });

  it('heeds what the operator says of a tool’s data, now and after it', async () => {
    const operator = {
      list: { overrides: [{ set: { sensitiveData: 'yes' } }] },
    } as const;
    const forbid = [{ when: ['sensitive'], names: ['medium'], reason: 'not with these' }] as const;
    const bounds = { atLeast: null, atMost: null, forbid };
    const study = [{ name: 'study' }];
    // where the gate saw nothing, by what the routing was told
    const apart = await openGate(TOOLS);
    const servers = [{ server: 'app', trust: 'owned', definitions, operator }] as const;
    expect(await chooseNextModel(routingOn(apart, { bounds, servers }), study)).toMatchObject({
      model: 'medium',
    });
    const read = await chooseNextModel(routingOn(apart, { bounds, servers }), [{ name: 'list' }]);
    expect(read).toMatchObject({ model: 'small' });
    expect(await chooseNextModel(routingOn(apart, { bounds, servers }), study)).toMatchObject({
      model: 'small',
    });
    // where it did, by the labels it raised
    const catalogue = catalogueFrom(definitions, { server: 'app', trust: 'owned', operator });
    const gate = await openGate(TOOLS, { catalogue });
    expect(await chooseNextModel(routingOn(gate, { bounds }), study)).toMatchObject({ model: 'medium' });
    await called(gate, 'list', 'c1');
    expect(await chooseNextModel(routingOn(gate, { bounds }), study)).toMatchObject({ model: 'small' });
  });

  it('is not lowered by what a server says of a call that the gate has not seen, and tells so', async () => {
    const gate = await openGate(TOOLS);
    await called(gate, 'list', 'c1');
    const routing = routingOn(gate);
    expect(await chooseNextModel(routing, [{ name: 'list', id: 'c1' }])).toMatchObject({ model: 'small' });
    for (const unseen of [{ name: 'list' }, { name: 'list', id: 'c2' }]) {
      const choice = await chooseNextModel(routing, [unseen]);
      expect(choice).toMatchObject({ model: 'medium', changed: false });
      expect(choice.reasons.at(-1)).toBe(
        'the model requirements of list are unknown: the gate has no such call',
      );
    }
  });

  it('knows what policy demands of every call of a long step', async () => {
    const policy = policyFrom(
      'extends: balanced\nrules:\n  - id: able\n    tools: [study]\n    model: {atLeast: 0.6}\n    reason: able readers\n',
    );
    const gate = await openGate(TOOLS, { policy });
    await called(gate, 'study', 'first');
    const ids = Array.from({ length: 230 }, (_, at) => `c${at}`);
    for (const id of ids) await called(gate, 'list', id);
    const step = [{ name: 'study', id: 'first' }, ...ids.map((id) => ({ name: 'list', id }))];
    const servers = [
      {
        server: 'app',
        trust: 'owned',
        definitions,
        believed: { study: { intelligencePriority: 0.1 } },
      },
    ] as const;
    const choice = await chooseNextModel(routingOn(gate, { servers }), step);
    expect(choice).toMatchObject({ model: 'medium' });
    expect(choice.reasons.join()).not.toContain('is not known');
  });

  it('takes a call for one of the server that the gate saw it at, and else of the least trusted', async () => {
    const gate = await openGate(TOOLS);
    await called(gate, 'list', 'c1');
    const [app, other] = ['app', 'other'].map((server) => ({ server, definitions }));
    if (app === undefined || other === undefined) throw new Error('two servers');
    const believed = { list: { intelligencePriority: 0.2 } };
    const trusted = { ...other, trust: 'owned', believed } as const;
    const servers = [trusted, app];
    const byRow = await chooseNextModel(routingOn(gate, { servers }), [{ name: 'list', id: 'c1' }]);
    expect(byRow).toMatchObject({ model: 'medium' });
    const byTrust = await chooseNextModel(routingOn(gate, { servers }), [{ name: 'list' }]);
    expect(byTrust).toMatchObject({ model: 'medium' });
    const named = await chooseNextModel(routingOn(gate, { servers }), [{ name: 'list', server: 'other' }]);
    expect(named).toMatchObject({ model: 'small' });
  });
});
