import { policyMiddleware } from '@callgate/adapters/langchain';
import type { Gate } from '@callgate/gate';
import type { ReviewRequest } from '@callgate/adapters/langchain';
import type { Interrupt, MemorySaver } from '@langchain/langgraph';
import { Command, INTERRUPT, MemorySaver as Memory, isInterrupted } from '@langchain/langgraph';
import type { AgentMiddleware, DynamicStructuredTool } from 'langchain';
import { AIMessage, HumanMessage, ToolMessage, createAgent, tool } from 'langchain';
import type {
  Conversation,
  ConversationOptions,
  ResumeInput,
  Step,
  SuiteTool,
  Turn,
} from '../../packages/adapters/test/suite/driver.ts';
import { loadMemory, saveMemory } from './saved-memory.ts';
import type { LangChainModelTurn } from './scripted-model.ts';
import { LangChainScriptedModel } from './scripted-model.ts';

export const toolsOf = (tools: readonly SuiteTool[]): DynamicStructuredTool[] =>
  tools.map(({ name, description, inputSchema, annotations, _meta, run }) =>
    tool(async (input: unknown, { signal }: { signal?: AbortSignal }) => await run(input, signal), {
      name,
      description,
      schema: { ...inputSchema, type: 'object' },
      metadata: { annotations, ...(_meta === undefined ? {} : { _meta }) },
    }),
  );

const toModelTurn = (step: Step): LangChainModelTurn => ('text' in step ? step.text : step.calls);

const CONFIG = { configurable: { thread_id: 'thread-1' } };

/** What an agent may have besides the policy. */
export interface LangChainAgentExtras {
  readonly confirm: 'hold' | 'pause';
  readonly version?: 'v1' | 'v2';
  /** Between the policy and the tool. */
  readonly inside?: AgentMiddleware;
  readonly reviewer?: () => string;
}

interface PendingInterrupt {
  readonly interrupt: string | undefined;
  readonly toolCallId: string;
}

export class LangChainSuiteConversation implements Conversation {
  readonly #gate: Gate | undefined;
  readonly #tools: DynamicStructuredTool[];
  readonly #options: ConversationOptions;
  readonly #extra: LangChainAgentExtras;
  #memory: MemorySaver = new Memory();

  /** Without a gate, a bare one. */
  constructor(
    gate: Gate | undefined,
    tools: DynamicStructuredTool[],
    options: ConversationOptions,
    extra: LangChainAgentExtras,
  ) {
    this.#gate = gate;
    this.#tools = tools;
    this.#options = options;
    this.#extra = extra;
  }

  async say(text: string, script: readonly Step[]): Promise<Turn> {
    return await this.#turn({ messages: [new HumanMessage(text)] }, script.map(toModelTurn));
  }

  async goOn(kept: unknown, answer: ResumeInput, script: readonly Step[]): Promise<Turn> {
    this.#memory = loadMemory(kept);
    return this.#extra.confirm === 'pause'
      ? await this.#resume(answer, script.map(toModelTurn))
      : await this.#callAgain(answer, script.map(toModelTurn));
  }

  async #resume({ id, approved, input }: ResumeInput, script: readonly LangChainModelTurn[]): Promise<Turn> {
    const { waiting, calls } = await this.#state();
    const name = calls.find((call) => call.id === id)?.name ?? '';
    const decision = !approved
      ? { type: 'reject', message: 'no' }
      : input === undefined
        ? { type: 'approve' }
        : { type: 'edit', editedAction: { name, args: input } };
    const interrupt = waiting.find(({ toolCallId }) => toolCallId === id)?.interrupt;
    const response = { decisions: [decision] };
    const resume = interrupt === undefined ? response : { [interrupt]: response };
    return await this.#turn(new Command({ resume }), script);
  }

  async #callAgain({ id, input }: ResumeInput, script: readonly LangChainModelTurn[]): Promise<Turn> {
    const { calls } = await this.#state();
    const made = calls.find((call) => call.id === id);
    if (made === undefined) throw new Error(`the model has not called ${id}`);
    const again = { id, tool: made.name, input: input ?? made.args };
    return await this.#turn({ messages: [] }, [[again], ...script]);
  }

  #agent(script: readonly LangChainModelTurn[]) {
    const { who, server, waitMs } = this.#options;
    const { confirm, reviewer, inside, version = 'v2' } = this.#extra;
    const policyOf = (gate: Gate) =>
      policyMiddleware(gate, {
        ToolMessage,
        server,
        ...who,
        waitMs,
        confirm,
        ...(reviewer === undefined ? {} : { reviewer }),
      });
    return createAgent({
      model: new LangChainScriptedModel(script),
      tools: this.#tools,
      middleware: [
        ...(this.#gate === undefined ? [] : [policyOf(this.#gate)]),
        ...(inside === undefined ? [] : [inside]),
      ],
      checkpointer: this.#memory,
      version,
    });
  }

  async #turn(
    input: { messages: HumanMessage[] } | Command,
    script: readonly LangChainModelTurn[],
  ): Promise<Turn> {
    const interrupts = await this.#run(input, script);
    const { told } = await this.#state();
    const paused = interrupts.map(({ value }) => (value as ReviewRequest).toolCallId);
    return { told, paused, kept: saveMemory(this.#memory) };
  }

  /** What the graph has paused for. Its state does not tell: a task that was resumed and is done keeps its interrupts. */
  async #run(
    input: { messages: HumanMessage[] } | Command,
    script: readonly LangChainModelTurn[],
  ): Promise<readonly Interrupt[]> {
    const agent = this.#agent(script);
    if (!this.#options.stream) {
      const output = await agent.invoke(input, CONFIG);
      return isInterrupted(output) ? output[INTERRUPT] : [];
    }
    const interrupts: Interrupt[] = [];
    const stream = await agent.stream(input, { ...CONFIG, streamMode: ['updates', 'messages'] });
    for await (const [, chunk] of stream) if (isInterrupted(chunk)) interrupts.push(...chunk[INTERRUPT]);
    return interrupts;
  }

  async #state() {
    const { values, tasks } = await this.#agent([]).graph.getState(CONFIG);
    const messages: readonly unknown[] = Array.isArray(values.messages) ? values.messages : [];
    return {
      calls: messages.flatMap((message) => (AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [])),
      told: Object.fromEntries(
        messages.flatMap((message) =>
          ToolMessage.isInstance(message) ? [[message.tool_call_id, message.text]] : [],
        ),
      ),
      waiting: tasks.flatMap(({ interrupts }): PendingInterrupt[] =>
        interrupts.map(({ id, value }) => ({
          interrupt: id,
          toolCallId: value.toolCallId,
        })),
      ),
    };
  }
}
