import type { JsonObject } from '@callgate/core';
import { describeTool, traceTool } from '@callgate/core';
import type { CallRequest, Gate } from '@callgate/gate';
import { contextName } from '../../packages/adapters/src/host/host-options.ts';
import type {
  Conversation,
  ConversationOptions,
  Driver,
  ScriptedCall,
  Step,
  SuiteTool,
  Turn,
} from '../../packages/adapters/test/suite/driver.ts';

const definitionOf = ({ run: _, ...definition }: SuiteTool): JsonObject =>
  JSON.parse(JSON.stringify(definition)) as JsonObject;

type CallAnswerer = (call: ScriptedCall) => Promise<unknown>;

const running =
  (tools: readonly SuiteTool[]): CallAnswerer =>
  async ({ tool, input }) =>
    await tools.find(({ name }) => name === tool)?.run(input);

const gated =
  (gate: Gate, tools: readonly SuiteTool[], { who, server }: ConversationOptions): CallAnswerer =>
  async (call) => {
    const request: CallRequest = {
      kind: 'tool',
      server,
      name: call.tool,
      arguments: call.input,
      key: call.id,
      authenticated: true,
      ...who,
    };
    const finished = await gate.run(request, async (dispatchable) => {
      dispatchable.take();
      const text = JSON.stringify(await running(tools)(call));
      return { type: 'result', result: { content: [{ type: 'text', text }] } };
    });
    return finished.state === 'done' ? finished.answer : finished.state;
  };

const loop = (answer: CallAnswerer, hear?: (text: string) => Promise<void>): Conversation => {
  const say = async (text: string, script: readonly Step[]): Promise<Turn> => {
    await hear?.(text);
    const told: Record<string, string> = {};
    for (const step of script)
      if ('calls' in step)
        await Promise.all(
          step.calls.map(async (call) => {
            told[call.id] = JSON.stringify(await answer(call));
          }),
        );
    return { told, paused: [], kept: undefined };
  };
  return {
    say,
    goOn: async () => {
      throw new Error('nobody is asked');
    },
  };
};

/** No framework and no adapter: calls of a function, and the same through the gate. */
export const gateAlone: Driver = {
  framework: 'the gate alone',
  style: 'hold',
  canStream: false,
  canParallel: true,
  catalogue: async (tools, trust) => {
    const found = new Map(
      tools.map((tool) => {
        const definition = definitionOf(tool);
        return [tool.name, traceTool(describeTool({ server: 'app', trust, definition }), definition)];
      }),
    );
    return { find: (_, __, name) => found.get(name) };
  },
  converse: async (gate, tools, options) =>
    loop(gated(gate, tools, options), async (text) => {
      await gate.hear(contextName(options.who), { text, via: 'host' });
    }),
  bare: async (tools) => loop(running(tools)),
};
