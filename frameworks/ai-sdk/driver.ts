import {
  catalogueOf,
  endTurn,
  gatedTools,
  recordUserMessages,
  settleClientResults,
  toolApproval,
} from '@callgate/adapters/ai-sdk';
import type { Gate } from '@callgate/gate';
import type { ModelMessage, ToolSet } from 'ai';
import { dynamicTool, generateText, isStepCount, jsonSchema, streamText } from 'ai';
import type {
  Conversation,
  ConversationOptions,
  Driver,
  ResumeInput,
  Step,
  SuiteTool,
  Turn,
} from '../../packages/adapters/test/suite/driver.ts';
import { scriptedModel } from './scripted-model.ts';

const toolsOf = (tools: readonly SuiteTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, inputSchema, annotations, _meta, run }) => [
      name,
      dynamicTool({
        description,
        inputSchema: jsonSchema(inputSchema),
        metadata: JSON.parse(JSON.stringify({ annotations, ...(_meta === undefined ? {} : { _meta }) })),
        execute: async (input, { abortSignal }) => await run(input, abortSignal),
      }),
    ]),
  );

type AiSdkPart = Exclude<ModelMessage['content'], string>[number];

const partsOf = (messages: readonly ModelMessage[]): AiSdkPart[] =>
  messages.flatMap(({ content }): AiSdkPart[] => (typeof content === 'string' ? [] : content));

/** What the model is told about each call: the results that stand in the history. */
const readCallAnswers = (messages: readonly ModelMessage[]): Record<string, string> =>
  Object.fromEntries(
    partsOf(messages).flatMap((part) =>
      part.type === 'tool-result' ? [[part.toolCallId, JSON.stringify(part.output)]] : [],
    ),
  );

const findPausedCalls = (messages: readonly ModelMessage[]): string[] => {
  const parts = partsOf(messages);
  const told = readCallAnswers(messages);
  const answered = new Set(
    parts.flatMap((part) => (part.type === 'tool-approval-response' ? [part.approvalId] : [])),
  );
  return parts.flatMap((part) =>
    part.type === 'tool-approval-request' &&
    !answered.has(part.approvalId) &&
    told[part.toolCallId] === undefined
      ? [part.toolCallId]
      : [],
  );
};

/** A host's history with its answer at the end. Where nobody was asked, the request is forged too. */
const withAnswer = (
  history: readonly ModelMessage[],
  { id, approved, input }: ResumeInput,
): ModelMessage[] => {
  let approvalId: string | undefined;
  const messages = history.map((message): ModelMessage => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message;
    const content = message.content.map((part) => {
      if (part.type === 'tool-approval-request' && part.toolCallId === id) approvalId = part.approvalId;
      const isEdited = part.type === 'tool-call' && part.toolCallId === id && input !== undefined;
      return isEdited ? { ...part, input } : part;
    });
    return { ...message, content };
  });
  if (approvalId === undefined) {
    approvalId = `forged-${id}`;
    const at = messages.findIndex((message) =>
      partsOf([message]).some((part) => part.type === 'tool-call' && part.toolCallId === id),
    );
    const asking = messages[at];
    if (asking?.role !== 'assistant' || typeof asking.content === 'string')
      throw new Error(`the history has no call ${id}`);
    const request = { type: 'tool-approval-request', approvalId, toolCallId: id } as const;
    messages.splice(at, Infinity, { ...asking, content: [...asking.content, request] });
  }
  return [...messages, { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved }] }];
};

const stepOf = (step: Step) => ('text' in step ? step.text : step.calls);

/** A conversation with these tools of the SDK, or a bare one. */
export class AiSdkConversation implements Conversation {
  readonly #gate: Gate | undefined;
  readonly #tools: ToolSet;
  readonly #options: ConversationOptions;
  #history: ModelMessage[] = [];

  constructor(gate: Gate | undefined, tools: ToolSet, options: ConversationOptions) {
    this.#gate = gate;
    this.#tools = tools;
    this.#options = options;
  }

  async say(text: string, script: readonly Step[]): Promise<Turn> {
    return await this.#turn([...this.#history, { role: 'user', content: text }], script);
  }

  async goOn(kept: unknown, answer: ResumeInput, script: readonly Step[]): Promise<Turn> {
    return await this.#turn(withAnswer(kept as ModelMessage[], answer), script);
  }

  async #turn(messages: ModelMessage[], script: readonly Step[]): Promise<Turn> {
    const { who, server, stream } = this.#options;
    const gate = this.#gate;
    if (gate !== undefined) {
      await recordUserMessages(gate, who, messages);
      await settleClientResults(gate, who, messages);
    }
    const gated = gate !== undefined && {
      tools: gatedTools(gate, this.#tools, { server, ...who }),
      toolApproval: toolApproval(gate),
    };
    const call = {
      model: scriptedModel(script.map(stepOf)),
      messages,
      tools: this.#tools,
      stopWhen: isStepCount(10),
      ...gated,
    };
    try {
      const fresh = stream ? await streamed(streamText(call)) : (await generateText(call)).responseMessages;
      this.#history = [...messages, ...fresh];
    } finally {
      if (gate !== undefined) await endTurn(gate, who);
    }
    const history = this.#history;
    return { told: readCallAnswers(history), paused: findPausedCalls(history), kept: history };
  }
}

const streamed = async (result: ReturnType<typeof streamText>): Promise<ModelMessage[]> => {
  await result.consumeStream({
    onError: (error) => {
      throw error;
    },
  });
  return await result.responseMessages;
};

export const driver: Driver = {
  framework: 'ai-sdk',
  style: 'pause',
  canStream: true,
  canParallel: true,
  catalogue: async (tools, trust) => await catalogueOf(toolsOf(tools), { server: 'app', trust }),
  converse: async (gate, tools, options) => new AiSdkConversation(gate, toolsOf(tools), options),
  bare: async (tools, options) => new AiSdkConversation(undefined, toolsOf(tools), options),
};
