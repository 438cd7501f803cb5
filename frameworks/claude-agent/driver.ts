import type { SdkMcpToolDefinition } from '@anthropic-ai/claude-agent-sdk';
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { canUseTool, catalogueOf, endTurn, gateHooks, gatedTools } from '@callgate/adapters/claude-agent';
import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import * as z from 'zod';
import type {
  Conversation,
  ConversationOptions,
  Driver,
  ScriptedCall,
  Step,
  SuiteTool,
  Turn,
} from '../../packages/adapters/test/suite/driver.ts';
import { claudeHome } from './claude-home.ts';
import type { ClaudeScriptedModel } from './scripted-model.ts';
import { scriptedModel } from './scripted-model.ts';

type ZodShape = Record<string, z.ZodType>;

const shapeOf = ({ properties, required }: JsonObject): ZodShape => {
  const needed = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.keys(isJsonObject(properties ?? null) ? (properties as JsonObject) : {}).map((name) => [
      name,
      needed.includes(name) ? z.string() : z.string().optional(),
    ]),
  );
};

const toolsOf = (tools: readonly SuiteTool[]): SdkMcpToolDefinition<ZodShape>[] =>
  tools.map(({ name, description, inputSchema, annotations, _meta, run }) => ({
    ...tool(
      name,
      description,
      shapeOf(inputSchema),
      async (input, extra) => {
        const { signal } = extra as { readonly signal: AbortSignal };
        return { content: [{ type: 'text', text: JSON.stringify(await run(input, signal)) }] };
      },
      { annotations, alwaysLoad: true },
    ),
    ...(_meta === undefined ? {} : { _meta: { ..._meta } }),
  }));

const named = (step: Step): Step =>
  'calls' in step ? { calls: step.calls.map((call) => ({ ...call, tool: `mcp__app__${call.tool}` })) } : step;

const callsIn = (script: readonly Step[]): Readonly<Record<string, ScriptedCall>> =>
  Object.fromEntries(
    script.flatMap((step) => ('calls' in step ? step.calls.map((call) => [call.id, call] as const) : [])),
  );

class ClaudeConversation implements Conversation {
  readonly #gate: Gate | undefined;
  readonly #tools: readonly SuiteTool[];
  readonly #options: ConversationOptions;
  readonly #model: ClaudeScriptedModel;
  readonly #home: ReturnType<typeof claudeHome>;

  /** Without a gate, a bare one: everything is allowed. */
  constructor(
    gate: Gate | undefined,
    tools: readonly SuiteTool[],
    options: ConversationOptions,
    model: ClaudeScriptedModel,
  ) {
    this.#gate = gate;
    this.#tools = tools;
    this.#options = options;
    this.#model = model;
    this.#home = claudeHome(model.url);
  }

  async say(text: string, script: readonly Step[]): Promise<Turn> {
    const { who, waitMs, stream } = this.#options;
    const host = { ...who, waitMs };
    this.#model.plays(script.map(named));
    const gate = this.#gate;
    const own = toolsOf(this.#tools);
    const tools = gate === undefined ? own : gatedTools(gate, own, { server: 'app', ...host });
    const seams =
      gate === undefined
        ? { allowedTools: own.map(({ name }) => `mcp__app__${name}`) }
        : { hooks: gateHooks(gate, host), canUseTool: canUseTool(gate, host) };
    const app = createSdkMcpServer({ name: 'app', tools });
    const turn = query({
      prompt: text,
      options: {
        ...this.#home.options,
        tools: [],
        mcpServers: { app },
        ...seams,
        includePartialMessages: stream,
      },
    });
    try {
      for await (const _ of turn);
    } finally {
      if (gate !== undefined) await endTurn(gate, who);
    }
    return { told: this.#model.told(), paused: [], kept: callsIn(script) };
  }

  /** The model makes the call again, under the same id. */
  async goOn(
    kept: unknown,
    answer: Parameters<Conversation['goOn']>[1],
    script: readonly Step[],
  ): Promise<Turn> {
    const call = (kept as Readonly<Record<string, ScriptedCall>>)[answer.id];
    if (call === undefined) throw new Error(`nobody has made the call ${answer.id}`);
    const again = { ...call, input: answer.input ?? call.input };
    return await this.say('Go on.', [{ calls: [again] }, ...script]);
  }

  async close(): Promise<void> {
    await this.#model.close();
    this.#home.close();
  }
}

/** Runs Claude Code itself, with a scripted model in the place of its own. */
export const driver: Driver = {
  framework: 'claude-agent',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: (tools, trust) => catalogueOf(toolsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, options) =>
    new ClaudeConversation(gate, tools, options, await scriptedModel()),
  bare: async (tools, options) => new ClaudeConversation(undefined, tools, options, await scriptedModel()),
};
