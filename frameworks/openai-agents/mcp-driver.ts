import { gatedServer, recordUserMessages } from '@callgate/adapters/openai-agents';
import type { Gate } from '@callgate/gate';
import type { AgentInputItem, MCPServerStreamableHttp } from '@openai/agents';
import { Agent, run } from '@openai/agents';
import type {
  Conversation,
  ConversationOptions,
  Driver,
  ResumeInput,
  ScriptedCall,
  Step,
  Turn,
} from '../../packages/adapters/test/suite/driver.ts';
import type { ConnectedSuite } from './connect-suite.ts';
import { catalogueOfSuite, connectSuite } from './connect-suite.ts';
import { scriptedModel, readCallAnswers } from './scripted-model.ts';

interface SavedHoldingConversation {
  readonly history: AgentInputItem[];
  readonly calls: readonly ScriptedCall[];
}

class HoldingConversation implements Conversation {
  readonly #gate: Gate;
  readonly #options: ConversationOptions;
  readonly #connected: ConnectedSuite;
  readonly #gated: MCPServerStreamableHttp;
  #history: AgentInputItem[] = [];

  constructor(gate: Gate, options: ConversationOptions, to: ConnectedSuite) {
    const { who, server, waitMs } = options;
    this.#gate = gate;
    this.#options = options;
    this.#connected = to;
    this.#gated = gatedServer(gate, to.server, { server, waitMs, ...who });
  }

  async say(text: string, script: readonly Step[]): Promise<Turn> {
    const input: AgentInputItem[] = [...this.#history, { role: 'user', content: text }];
    await recordUserMessages(this.#gate, this.#options.who, input);
    return await this.#run(input, script);
  }

  async goOn(kept: unknown, { id, input }: ResumeInput, script: readonly Step[]): Promise<Turn> {
    const { history, calls } = kept as SavedHoldingConversation;
    const same = calls.find((call) => call.id === id);
    if (same === undefined) throw new Error(`the model has not called ${id}`);
    const again = { calls: [{ ...same, input: input ?? same.input }] };
    return await this.#run(history, [again, ...script]);
  }

  async close(): Promise<void> {
    await this.#connected.close();
  }

  async #run(input: AgentInputItem[], script: readonly Step[]): Promise<Turn> {
    const model = scriptedModel(script);
    const agent = new Agent({ name: 'suite', model, mcpServers: [this.#gated] });
    const result = this.#options.stream ? await run(agent, input, { stream: true }) : await run(agent, input);
    if ('completed' in result) await result.completed;
    this.#history = result.history;
    const calls = script.flatMap((step) => ('calls' in step ? step.calls : []));
    const kept: SavedHoldingConversation = { history: result.history, calls };
    return { told: readCallAnswers(model), paused: result.interruptions.map(({ name }) => name ?? ''), kept };
  }
}

/** MCP servers of the SDK: calls wait inside the turn. */
export const driver: Driver = {
  framework: 'openai-agents, MCP servers',
  style: 'hold',
  canStream: true,
  canParallel: true,
  catalogue: catalogueOfSuite,
  converse: async (gate, tools, options) => new HoldingConversation(gate, options, await connectSuite(tools)),
};
