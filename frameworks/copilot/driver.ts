import type { Tool } from '@github/copilot-sdk';
import { approveAll, defineTool } from '@github/copilot-sdk';
import { catalogueOf, endTurn, gateHooks, gatedTools, permissionHandler } from '@callgate/adapters/copilot';
import type { Gate } from '@callgate/gate';
import type {
  Conversation,
  ConversationOptions,
  Driver,
  ScriptedCall,
  Step,
  SuiteTool,
  Turn,
} from '../../packages/adapters/test/suite/driver.ts';
import type { CopilotHome } from './copilot-home.ts';
import { copilotHome } from './copilot-home.ts';
import type { CopilotScriptedModel } from './scripted-model.ts';
import { scriptedModel } from './scripted-model.ts';

const toolsOf = (tools: readonly SuiteTool[]): Tool[] =>
  tools.map(({ name, description, inputSchema, annotations, _meta, run }) =>
    defineTool(name, {
      description,
      parameters: { ...inputSchema },
      handler: (input, { signal }) => run(input, signal),
      metadata: { annotations, ...(_meta === undefined ? {} : { _meta }) },
    }),
  );

const callsIn = (script: readonly Step[]): Readonly<Record<string, ScriptedCall>> =>
  Object.fromEntries(
    script.flatMap((step) => ('calls' in step ? step.calls.map((call) => [call.id, call] as const) : [])),
  );

const LONG_MS = 600_000;

class CopilotConversation implements Conversation {
  readonly #gate: Gate | undefined;
  readonly #tools: readonly SuiteTool[];
  readonly #options: ConversationOptions;
  readonly #model: CopilotScriptedModel;
  readonly #home: CopilotHome;

  /** Without a gate, a bare one: everything is allowed. */
  constructor(
    gate: Gate | undefined,
    tools: readonly SuiteTool[],
    options: ConversationOptions,
    model: CopilotScriptedModel,
  ) {
    this.#gate = gate;
    this.#tools = tools;
    this.#options = options;
    this.#model = model;
    this.#home = copilotHome(model.url);
  }

  async say(text: string, script: readonly Step[]): Promise<Turn> {
    const { who, server, waitMs, stream } = this.#options;
    const host = { ...who, server, waitMs };
    const gate = this.#gate;
    const own = toolsOf(this.#tools);
    const seams =
      gate === undefined
        ? { tools: own, onPermissionRequest: approveAll }
        : {
            tools: gatedTools(gate, own, host),
            hooks: gateHooks(gate, host),
            onPermissionRequest: permissionHandler(gate, host),
          };
    this.#model.plays(script);
    const session = await this.#home.client.createSession({
      ...this.#home.config,
      streaming: stream,
      availableTools: this.#tools.map(({ name }) => name),
      ...seams,
    });
    try {
      await session.sendAndWait({ prompt: text }, LONG_MS);
    } finally {
      await session.disconnect();
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
    await this.#home.close();
    await this.#model.close();
  }
}

/** Runs the runtime of Copilot itself, with a scripted model in the place of its own. */
export const driver: Driver = {
  framework: 'copilot',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => catalogueOf(toolsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, options) =>
    new CopilotConversation(gate, tools, options, await scriptedModel()),
  bare: async (tools, options) => new CopilotConversation(undefined, tools, options, await scriptedModel()),
};
