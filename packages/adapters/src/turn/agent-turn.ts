import type { Decision, JsonObject, PrincipalName, ToolAnnotations, TracedTool } from '@callgate/core';
import { CallgateError, display, principalOf } from '@callgate/core';
import { TRUST_LEVELS } from '@callgate/core/disclose';
import type { Gate } from '@callgate/gate';
import type { VoteResult } from '@callgate/gate/confirm';
import type { PlannedCall } from '@callgate/gate/host';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { definitionOf as aiSdkDefinition } from '../ai-sdk/catalogue.ts';
import { gatedTools as aiSdkTools } from '../ai-sdk/gated-tools.ts';
import type { AiSdkToolsLike as AiSdkTools } from '../ai-sdk/shapes.ts';
import type { ToolApproval } from '../ai-sdk/tool-approval.ts';
import { toolApproval } from '../ai-sdk/tool-approval.ts';
import { recordUserMessages as recordAiSdk } from '../ai-sdk/record-user-messages.ts';
import {
  definitionsOf as anthropicDefinitions,
  gatedTools as anthropicTools,
} from '../anthropic/gated-tools.ts';
import { recordUserMessages as recordAnthropic } from '../anthropic/record-user-messages.ts';
import { callableTool } from '../google/genai-callable-tool.ts';
import type { CallableToolLike, FunctionCallLike, FunctionResponsePart } from '../google/genai-shapes.ts';
import { recordUserMessages as recordGoogle } from '../google/record-user-messages.ts';
import type { PendingApproval, PersonVote } from '../host/approvals.ts';
import { castPersonVote, waitingApprovals } from '../host/approvals.ts';
import type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
import { catalogueFrom } from '../host/catalogue.ts';
import type { ConversationRef } from '../host/host-options.ts';
import { toJson, requestOf } from '../host/host-options.ts';
import { isValidatingSchema } from '../host/json-schema.ts';
import type { ToolHandler } from '../host/model-call.ts';
import { endTurn } from '../host/unstarted-calls.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import { runWithApproval } from '../host/run-with-approval.ts';
import type { ToolExecutor } from '../host/run-tool.ts';
import { definitionOf as langchainDefinition } from '../langchain/catalogue.ts';
import type { PolicyMiddleware } from '../langchain/policy-middleware.ts';
import { policyMiddleware } from '../langchain/policy-middleware.ts';
import type { LangChainToolLike as LangchainTool, ToolMessageClass } from '../langchain/shapes.ts';
import { definitionOf as mastraDefinition } from '../mastra/catalogue.ts';
import { gatedTools as mastraTools } from '../mastra/gated-tools.ts';
import type { MastraToolsLike as MastraTools } from '../mastra/shapes.ts';
import { recordUserMessages as recordMastra } from '../mastra/record-user-messages.ts';
import { ClientCatalogue } from '../mcp-client/client-catalogue.ts';
import type { ClientHost } from '../mcp-client/gated-client.ts';
import { gatedClient } from '../mcp-client/gated-client.ts';
import type { ClientLike } from '../mcp-client/shapes.ts';
import { definitionOf as openaiAgentsDefinition } from '../openai-agents/catalogue.ts';
import { gatedTools as openaiAgentsTools } from '../openai-agents/gated-tools.ts';
import type { FunctionToolLike } from '../openai-agents/shapes.ts';
import { recordUserMessages as recordOpenaiAgents } from '../openai-agents/record-user-messages.ts';
import type { ChatChoiceLike, ChatToolMessage } from '../openai/answer-tool-calls.ts';
import { answerToolCalls } from '../openai/answer-tool-calls.ts';
import { answerFunctionCalls } from '../openai/answer-function-calls.ts';
import type { CustomCallOutput, FunctionCallOutput, ResponseLike } from '../openai/shapes.ts';
import { recordUserMessages as recordOpenai } from '../openai/record-user-messages.ts';
import type { FunctionTool, FunctionTools } from './function-tools.ts';
import { describeFunctions, handlersOf } from './function-tools.ts';
import type { Preparations } from './prepared-gate.ts';
import { refuseUnknownOptions } from './refuse-unknown-options.ts';
import type { ToolRegistry } from './tool-registry.ts';

/** A text, or the messages of the conversation as the framework has them. */
export type TurnMessages = string | readonly (string | object)[];

export interface TurnOptions {
  /** Whom the program has authenticated. `local`, the one person at this machine, where absent. */
  readonly user?: PrincipalName;
  /** The id of the conversation. The program mints it, or knows it to be this user's. */
  readonly conversation: string;
  /** The conversation so far. The turn takes the user's own last message from it. */
  readonly messages?: TurnMessages;
}

/** The same options for every framework. */
export interface WrapOptions
  extends Partial<ToolServerOptions>, Pick<WaitingHostOptions, 'waitMs' | 'knownFailure' | 'unusedMs'> {
  /** Hints by tool name, for tools that have no field for them. They add to those that a tool has. */
  readonly annotations?: Readonly<Record<string, ToolAnnotations>>;
}

/** The options of a turn. */
export const TURN_OPTIONS: readonly (keyof TurnOptions)[] = ['user', 'conversation', 'messages'];

const WRAP_OPTIONS: readonly (keyof WrapOptions)[] = [
  'server',
  'trust',
  'settings',
  'operator',
  'autorunFiles',
  'waitMs',
  'knownFailure',
  'unusedMs',
  'annotations',
];

/** What the gate would decide. */
export interface TurnDecision extends Decision {
  /** How the program answers a call that needs approval. Absent where the gate asks people itself. */
  readonly help?: string;
}

/** A call that an agent intends, with its exact arguments. */
export interface IntendedCall {
  /** `server/name`; a name alone is a tool of the program. */
  readonly tool: string;
  readonly args?: JsonObject;
}

export interface TurnParts {
  readonly gate: Gate;
  readonly tools: ToolRegistry;
  readonly preparations: Preparations;
  /** How the program answers a call that needs approval, where the gate asks nobody. */
  readonly approvalHelp?: string | undefined;
}

/** Where tools come from, unless the program says otherwise. */
const DEFAULT_SERVER = 'app';

interface RoleMessage {
  readonly role: string;
  readonly content: unknown;
}

/** What has no role is nobody's message. */
const roleMessages = (messages: TurnMessages): readonly RoleMessage[] =>
  (typeof messages === 'string' ? [messages] : messages).map((message) =>
    typeof message === 'string'
      ? { role: 'user', content: message }
      : {
          role: 'role' in message && typeof message.role === 'string' ? message.role : '',
          content: 'content' in message ? message.content : undefined,
        },
  );

/** The same for APIs whose history also has items that are no messages. */
const inputItems = (messages: TurnMessages): string | readonly object[] =>
  typeof messages === 'string'
    ? messages
    : messages.map((message) => (typeof message === 'string' ? { role: 'user', content: message } : message));

type HearMessages = (gate: Gate, who: ConversationRef, messages: TurnMessages) => Promise<number>;

const HEAR_ROLES: HearMessages = (gate, who, messages) => recordAnthropic(gate, who, roleMessages(messages));

/** `server/name`; a name alone is a tool of the program. */
const toolName = (tool: string): { readonly server: string; readonly name: string } => {
  const slash = tool.indexOf('/');
  return slash === -1
    ? { server: DEFAULT_SERVER, name: tool }
    : { server: tool.slice(0, slash), name: tool.slice(slash + 1) };
};

/** A function tool of OpenAI's Responses API. */
export interface ResponsesTool {
  type: 'function';
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: false;
}

/** A function tool of OpenAI's chat completions API. */
export interface ChatTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** A function declaration of Google's API. */
export interface GoogleFunction {
  name: string;
  description: string;
  parametersJsonSchema: unknown;
}

type ExecuteOf<T> = T extends FunctionTool ? T['execute'] : T;

/** The same functions. Each takes its input, and gives its result as JSON has it. */
export type GatedFunctions<T extends FunctionTools> = {
  readonly [K in keyof T]: ExecuteOf<T[K]> extends (input: infer I, ...rest: never) => infer R
    ? (input: I, call?: { readonly id?: string; readonly signal?: AbortSignal }) => Promise<Awaited<R>>
    : never;
};

/** One turn of an agent: whose it is, what the person said, and the tools it may call. */
export class AgentTurn {
  /** Whose conversation it is, for the functions of single adapters. */
  readonly who: ConversationRef;
  readonly #gate: Gate;
  readonly #tools: ToolRegistry;
  readonly #preparations: Preparations;
  readonly #approvalHelp: string | undefined;
  #messages: TurnMessages | undefined;
  #isClosed = false;

  constructor(parts: TurnParts, { user = 'local', conversation, messages }: TurnOptions) {
    if (typeof conversation !== 'string' || conversation === '')
      throw new CallgateError(adapterErrors.conversationMissing());
    this.#gate = parts.gate;
    this.#approvalHelp = parts.approvalHelp;
    this.#tools = parts.tools;
    this.#preparations = parts.preparations;
    this.#messages = messages;
    this.who = { principal: principalOf(user), context: conversation };
    this.#preparations.restart(this.who);
  }

  /** What the gate would decide about a call now. Nothing runs and nothing is recorded. */
  async decide(tool: string, args: JsonObject = {}): Promise<TurnDecision> {
    this.#hear(HEAR_ROLES);
    const { server, name } = toolName(tool);
    const request = requestOf({ ...this.who, server }, name, args, undefined);
    const { decision } = await this.#gate.decide(request);
    const help = this.#approvalHelp;
    return decision.outcome === 'confirm' && help !== undefined ? { ...decision, help } : decision;
  }

  /**
   * Puts the calls that the agent intends before people as one question. Nothing runs. An approval is for the very same
   * call, once, and is void if anything tightened until then; a call that is not listed is asked about when it is made.
   *
   * @example
   * await turn.plan([
   *   { tool: 'mail/send', args: { to: 'ann@shop.example', body: 'Hello' } },
   *   { tool: 'delete_note', args: { id: 'n-7' } },
   * ]);
   */
  async plan(calls: readonly IntendedCall[]): Promise<readonly PlannedCall[]> {
    this.#hear(HEAR_ROLES);
    return await this.#gate.plan(
      calls.map(({ tool, args = {} }) => {
        const { server, name } = toolName(tool);
        return requestOf({ ...this.who, server }, name, args, undefined);
      }),
    );
  }

  /** Calls of this conversation that wait for a person. */
  async pending(): Promise<readonly PendingApproval[]> {
    return await waitingApprovals(this.#gate, this.who);
  }

  /**
   * Counts a person's vote on a pending call. The program has authenticated the person.
   *
   * @example
   * const [first] = await turn.pending();
   * if (first?.question !== undefined)
   *   await turn.vote({ question: first.question, approved: true, subject: 'ann', opened: true });
   */
  async vote(vote: PersonVote): Promise<VoteResult> {
    return await castPersonVote(this.#gate, vote);
  }

  /** Ends the turn. What was let out and never ran is recorded so. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await endTurn(this.#gate, this.who);
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new CallgateError(adapterErrors.turnClosed());
  }

  /** Vercel AI SDK: spread it into `generateText`, `streamText` or an agent. */
  aiSdk<T extends AiSdkTools>(
    tools: T,
    options: WrapOptions = {},
  ): { readonly tools: T; readonly toolApproval: ToolApproval } {
    this.#hear((gate, who, messages) => recordAiSdk(gate, who, roleMessages(messages)));
    const entries = Object.entries(tools);
    this.#register(
      options,
      checkingIn(entries, ({ inputSchema }) => inputSchema),
      () => Promise.all(entries.map(([name, tool]) => aiSdkDefinition(name, tool))),
    );
    return {
      tools: aiSdkTools(this.#gate, tools, this.#host(options)),
      toolApproval: toolApproval(this.#gate),
    };
  }

  /** OpenAI Responses API: `tools` for the request, `answer` for what the response calls. */
  openai(
    tools: FunctionTools,
    options: WrapOptions = {},
  ): {
    readonly tools: ResponsesTool[];
    readonly answer: (
      response: ResponseLike,
      signal?: AbortSignal,
    ) => Promise<(FunctionCallOutput | CustomCallOutput)[]>;
  } {
    this.#hear((gate, who, messages) => recordOpenai(gate, who, inputItems(messages)));
    const definitions = this.#registerFunctions(tools, options);
    const [host, handlers] = [this.#host(options), handlersOf(tools)];
    return {
      tools: definitions.map(({ name, description, inputSchema }) => ({
        type: 'function',
        name,
        description,
        parameters: inputSchema,
        strict: false,
      })),
      answer: (response, signal) => answerFunctionCalls(this.#gate, host, response, handlers, signal),
    };
  }

  /** OpenAI chat completions API: `tools` for the request, `answer` for what a choice calls. */
  openaiChat(
    tools: FunctionTools,
    options: WrapOptions = {},
  ): {
    readonly tools: ChatTool[];
    readonly answer: (choice: ChatChoiceLike, signal?: AbortSignal) => Promise<ChatToolMessage[]>;
  } {
    this.#hear((gate, who, messages) => recordOpenai(gate, who, inputItems(messages)));
    const definitions = this.#registerFunctions(tools, options);
    const [host, handlers] = [this.#host(options), handlersOf(tools)];
    return {
      tools: definitions.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      })),
      answer: (choice, signal) => answerToolCalls(this.#gate, host, choice, handlers, signal),
    };
  }

  /** OpenAI Agents SDK: the tools of an agent. */
  openaiAgents<const T extends readonly FunctionToolLike[]>(
    tools: T,
    options: WrapOptions = {},
  ): { -readonly [K in keyof T]: T[K] } {
    this.#hear((gate, who, messages) => recordOpenaiAgents(gate, who, inputItems(messages)));
    this.#register(options, new Set(), () => tools.map(openaiAgentsDefinition));
    return openaiAgentsTools(this.#gate, tools, this.#host(options));
  }

  /** Anthropic SDK: the tools of a tool runner. */
  anthropic<T extends object>(tools: readonly T[], options: WrapOptions = {}): T[] {
    this.#hear(HEAR_ROLES);
    this.#register(options, new Set(), () => anthropicDefinitions(tools));
    return anthropicTools(this.#gate, tools, this.#host(options));
  }

  /** LangChain: the last middleware of an agent with these tools. It reads the user's messages from the run. */
  langchain<M>(
    tools: readonly LangchainTool[],
    options: WrapOptions & { readonly ToolMessage: ToolMessageClass<M> },
  ): PolicyMiddleware<M> {
    this.#refuseClosed();
    this.#messages = undefined;
    const entries = tools.map((tool) => [tool.name, tool] as const);
    this.#register(
      options,
      checkingIn(entries, ({ schema }) => schema),
      () => Promise.all(tools.map((tool) => langchainDefinition(tool))),
    );
    return policyMiddleware(this.#gate, { ...this.#host(options), ToolMessage: options.ToolMessage });
  }

  /** Mastra: the tools of an agent. */
  mastra<T extends MastraTools>(tools: T, options: WrapOptions = {}): T {
    this.#hear((gate, who, messages) => recordMastra(gate, who, messages));
    const entries = Object.entries(tools);
    this.#register(
      options,
      checkingIn(entries, ({ inputSchema }) => inputSchema),
      () => Promise.all(entries.map(([name, tool]) => mastraDefinition(name, tool))),
    );
    return mastraTools(this.#gate, tools, this.#host(options));
  }

  /** Google Gen AI SDK: a tool that the SDK calls by itself. */
  google(
    tools: FunctionTools,
    options: WrapOptions = {},
  ): CallableToolLike<FunctionCallLike, FunctionResponsePart, { functionDeclarations: GoogleFunction[] }> {
    this.#hear((gate, who, messages) => recordGoogle(gate, who, messages));
    const definitions = this.#registerFunctions(tools, options);
    const declarations = definitions.map(({ name, description, inputSchema }) => ({
      name,
      description,
      parametersJsonSchema: inputSchema,
    }));
    return callableTool(this.#gate, declarations, handlersOf(tools), this.#host(options));
  }

  /** MCP client, SDK 1 or 2: the same client, which calls only what the gate lets out. */
  mcpClient<C extends ClientLike>(
    client: C,
    options: WrapOptions & Pick<ClientHost, 'answerInput'> & { readonly server: string },
  ): C {
    this.#hear(HEAR_ROLES);
    const catalogue = new ClientCatalogue(client, wordOf(options));
    this.#tools.addClient(catalogue);
    // where it fails, the next call reads the list again
    catalogue.refresh(this.#gate).catch(() => {});
    const { server: _, ...host } = this.#host(options);
    const { answerInput } = options;
    return gatedClient(this.#gate, client, {
      ...host,
      catalogue,
      ...(answerInput === undefined ? {} : { answerInput }),
    });
  }

  /** Plain functions: call them with what the model wrote. One that may not run throws the reason. */
  functions<const T extends FunctionTools>(tools: T, options: WrapOptions = {}): GatedFunctions<T> {
    this.#hear(HEAR_ROLES);
    this.#registerFunctions(tools, options);
    const host = this.#host(options);
    const gated = Object.entries(handlersOf(tools)).map(([name, handler]) => [
      name,
      (input: unknown, call: { readonly id?: string; readonly signal?: AbortSignal } = {}) =>
        runWithApproval(this.#gate, host, { name, input, ...call }, executeOf(handler)),
    ]);
    return Object.fromEntries(gated) as GatedFunctions<T>;
  }

  #host({ server = DEFAULT_SERVER, waitMs, knownFailure, unusedMs }: WrapOptions): WaitingHostOptions {
    return {
      ...this.who,
      server,
      ...(waitMs === undefined ? {} : { waitMs }),
      ...(knownFailure === undefined ? {} : { knownFailure }),
      ...(unusedMs === undefined ? {} : { unusedMs }),
    };
  }

  /** Once a turn, in the form of the framework that comes first. */
  #hear(hear: HearMessages): void {
    this.#refuseClosed();
    const messages = this.#messages;
    if (messages === undefined) return;
    this.#messages = undefined;
    this.#prepare(() => hear(this.#gate, this.who, messages));
  }

  #registerFunctions(tools: FunctionTools, options: WrapOptions): ReturnType<typeof describeFunctions> {
    const definitions = describeFunctions(tools);
    this.#register(options, new Set(), () => definitions);
    return definitions;
  }

  #register(
    options: WrapOptions,
    selfChecking: ReadonlySet<string>,
    describe: () => readonly McpToolDefinition[] | Promise<readonly McpToolDefinition[]>,
  ): void {
    const word = wordOf(options);
    this.#prepare(async () => {
      const definitions = (await describe()).map((definition) => withAnnotations(definition, options));
      const catalogue = catalogueFrom(definitions, word, selfChecking);
      this.#tools.add(
        definitions.flatMap(({ name }): readonly TracedTool[] => {
          const traced = catalogue.find('tool', word.server, name);
          return traced === undefined ? [] : [traced];
        }),
      );
    });
  }

  /** Calls of the conversation wait for it, and fail with it. */
  #prepare(work: () => Promise<unknown>): void {
    this.#preparations.add(this.who, work);
  }
}

const checkTrust = (trust: unknown): void => {
  if (trust === undefined || TRUST_LEVELS.some((level) => level === trust)) return;
  throw new CallgateError(
    adapterErrors.trustUnknown({
      trust: display(String(trust), { max: 80 }),
      levels: TRUST_LEVELS.join(', '),
    }),
  );
};

const wordOf = (options: WrapOptions): ToolServerOptions => {
  refuseUnknownOptions('turn', options, [...WRAP_OPTIONS, 'ToolMessage', 'answerInput']);
  const { server = DEFAULT_SERVER, trust, settings, operator, autorunFiles } = options;
  checkTrust(trust);
  return {
    server,
    ...(trust === undefined ? {} : { trust }),
    ...(settings === undefined ? {} : { settings }),
    ...(operator === undefined ? {} : { operator }),
    ...(autorunFiles === undefined ? {} : { autorunFiles }),
  };
};

const withAnnotations = (
  definition: McpToolDefinition,
  { annotations = {} }: WrapOptions,
): McpToolDefinition => {
  const { name } = definition;
  const more = Object.hasOwn(annotations, name) ? annotations[name] : undefined;
  if (more === undefined) return definition;
  const before = definition['annotations'];
  return {
    ...definition,
    annotations: toJson({ ...(typeof before === 'object' ? before : {}), ...more }),
  };
};

/** Names of tools whose framework applies the schema itself. */
const checkingIn = <T>(
  entries: readonly (readonly [string, T])[],
  schemaOf: (tool: T) => unknown,
): ReadonlySet<string> =>
  new Set(entries.filter(([, tool]) => isValidatingSchema(schemaOf(tool))).map(([name]) => name));

const executeOf = (handler: ToolHandler): ToolExecutor => {
  const execute = handler as ToolExecutor;
  return (input, options) => execute(input, options);
};
