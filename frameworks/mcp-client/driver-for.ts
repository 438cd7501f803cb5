import type { ClientLike } from '@callgate/adapters/mcp-client';
import { catalogueOf, gatedClient, recordUserMessages, withCallId } from '@callgate/adapters/mcp-client';
import type { Gate } from '@callgate/gate';
import type {
  Conversation,
  ConversationOptions,
  Driver,
  ResumeInput,
  ScriptedCall,
  Step,
  SuiteTool,
  Turn,
} from '../../packages/adapters/test/suite/driver.ts';

export interface ConnectedMcpClient<C extends ClientLike> {
  readonly client: C;
  readonly close: () => Promise<void>;
}

type McpClientCall = (call: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>;

interface SavedLoop {
  readonly calls: readonly ScriptedCall[];
}

/** A program's own loop: the model's calls of one step are made at once, and it is told what came of each. Without a gate nobody hears the person. */
class McpClientConversation implements Conversation {
  readonly #gate: Gate | undefined;
  readonly #call: McpClientCall;
  readonly #options: ConversationOptions;
  readonly #calls: ScriptedCall[] = [];
  readonly close: () => Promise<void>;

  constructor(
    gate: Gate | undefined,
    call: McpClientCall,
    options: ConversationOptions,
    close: () => Promise<void>,
  ) {
    this.#gate = gate;
    this.#call = call;
    this.#options = options;
    this.close = close;
  }

  async say(text: string, script: readonly Step[]): Promise<Turn> {
    if (this.#gate !== undefined) await recordUserMessages(this.#gate, this.#options.who, text);
    return await this.#turn(script);
  }

  async goOn(kept: unknown, { id, input }: ResumeInput, script: readonly Step[]): Promise<Turn> {
    const call = (kept as SavedLoop).calls.find((known) => known.id === id);
    if (call === undefined) throw new Error(`there was no call ${id}`);
    const again = { ...call, input: input ?? call.input };
    return await this.#turn([{ calls: [again] }, ...script]);
  }

  async #turn(script: readonly Step[]): Promise<Turn> {
    const told: Record<string, string> = {};
    for (const step of script) {
      if ('text' in step) break;
      this.#calls.push(...step.calls);
      await Promise.all(
        step.calls.map(async ({ id, tool, input }) => {
          const call = withCallId({ name: tool, arguments: { ...input } }, id);
          told[id] = JSON.stringify(await this.#call(call));
        }),
      );
    }
    const kept: SavedLoop = { calls: this.#calls };
    return { told, paused: [], kept };
  }
}

/** A driver for clients that are connected in this way. */
export const createDriver = <C extends ClientLike>(
  framework: string,
  connect: (tools: readonly SuiteTool[]) => Promise<ConnectedMcpClient<C>>,
  callOf: (client: C) => McpClientCall,
): Driver => ({
  framework,
  style: 'hold',
  canStream: false,
  canParallel: true,
  catalogue: async (tools, trust) => {
    const { client, close } = await connect(tools);
    try {
      return await catalogueOf(client, { server: 'app', trust });
    } finally {
      await close();
    }
  },
  converse: async (gate, tools, options) => {
    const { client, close } = await connect(tools);
    const catalogue = await catalogueOf(client, { server: options.server, trust: 'owned' });
    const { who, waitMs } = options;
    const gated = gatedClient(gate, client, { catalogue, waitMs, ...who });
    return new McpClientConversation(gate, callOf(gated), options, close);
  },
  bare: async (tools, options) => {
    const { client, close } = await connect(tools);
    return new McpClientConversation(undefined, callOf(client), options, close);
  },
});
