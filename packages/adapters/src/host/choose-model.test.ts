import { readRow } from '@callgate/gate';
import type { Gate } from '@callgate/gate';
import { readModelCatalogue } from '@callgate/routing';
import { tool } from 'ai';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { host, openGate, who } from '../../test/conversation.ts';
import { definitionOf } from '../ai-sdk/index.ts';
import { answerToolUses } from '../anthropic/index.ts';
import { answerFunctionCalls } from '../openai/index.ts';
import type { ModelRouting } from './choose-model.ts';
import { chosenModel, modelForNextStep } from './choose-model.ts';

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
const handlers = { list: async () => ['a'] };

const routingOn = (gate: Gate, more: Partial<ModelRouting> = {}): ModelRouting => ({
  ...who,
  gate,
  models: MODELS,
  current: 'medium',
  servers: [{ server: 'app', trust: 'owned', definitions }],
  ...more,
});

const calledIn = async (gate: Gate): Promise<readonly (string | null)[]> =>
  (await gate.desk.read.rows(1, 1000))
    .filter(({ event }) => event === 'rerouted')
    .map(({ bytes }) => readRow(bytes).tool);

describe('the model for the next step of a loop', () => {
  it('is named after the function calls of a response were answered', async () => {
    const gate = await openGate(TOOLS);
    const call = { type: 'function_call', call_id: 'c1', name: 'list', arguments: '{}' } as const;
    await answerFunctionCalls(gate, host, { output: [call] }, handlers);
    const choice = await modelForNextStep(routingOn(gate), [{ name: call.name, id: call.call_id }]);
    expect(chosenModel(choice)).toMatchObject({ model: 'small', instead: 'medium' });
    expect(await calledIn(gate)).toEqual(['app/list']);
  });

  it('is named after the tool uses of a message were answered', async () => {
    const gate = await openGate(TOOLS);
    const use = { type: 'tool_use', id: 't1', name: 'list', input: {} } as const;
    await answerToolUses(gate, host, { content: [use], stop_reason: 'tool_use' }, handlers);
    const choice = await modelForNextStep(routingOn(gate), [use]);
    expect(choice).toMatchObject({ outcome: 'chosen', model: 'small' });
  });

  it('is the host’s own for tools that nobody knows, and before any was called', async () => {
    const gate = await openGate(TOOLS);
    const routing = routingOn(gate);
    expect(await modelForNextStep(routing, [])).toMatchObject({ model: 'medium', changed: false });
    expect(await modelForNextStep(routing, [{ name: 'elsewhere' }])).toMatchObject({ model: 'medium' });
    expect(await modelForNextStep(routing, [{ name: 'list', server: 'other' }])).toMatchObject({
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
    expect(await modelForNextStep(routingOn(gate, { servers }), study)).toMatchObject({ model: 'small' });
    expect(
      await modelForNextStep(routingOn(gate, { servers }), study, { contextTokens: 20_000 }),
    ).toMatchObject({ model: 'medium' });
    const spent = await modelForNextStep(routingOn(gate), [], { budgetLeft: 0 });
    expect(spent.reasons.join('; ')).toContain('over budget');
  });

  it('takes a tool that nobody knows for one that may return anything', async () => {
    const gate = await openGate(TOOLS);
    const forbid = [{ when: ['sensitive'], names: ['*'], reason: 'not with these' }] as const;
    const routing = routingOn(gate, { bounds: { atLeast: null, atMost: null, forbid } });
    const choice = await modelForNextStep(routing, [{ name: 'elsewhere' }]);
    expect(() => chosenModel(choice)).toThrow(
      expect.objectContaining({ code: 'MODEL_FORBIDDEN', help: 'no model may be used here' }),
    );
    const large = await modelForNextStep(routingOn(gate), [], { contextTokens: 1_000_000 });
    expect(() => chosenModel(large)).toThrow(expect.objectContaining({ code: 'MODEL_UNFIT' }));
  });
});
