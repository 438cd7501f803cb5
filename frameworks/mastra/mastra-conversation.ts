import { recordUserMessages } from '@callgate/adapters/mastra';
import type { JsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { ToolsInput } from '@mastra/core/agent';
import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { Mastra } from '@mastra/core/mastra';
import type {
  Conversation,
  ConversationOptions,
  ResumeInput,
  Step,
  Turn,
} from '../../packages/adapters/test/suite/driver.ts';
import type { SavedRun } from './saved-storage.ts';
import { savedRuns, storageWith } from './saved-storage.ts';
import { createScript } from './scripted-model.ts';

/** What the host keeps of a run: what its storage has. */
interface SavedConversation {
  readonly runId: string;
  readonly runs: readonly SavedRun[];
}

/** The kept snapshots, with other arguments wherever the call stands in them. */
const edited = (value: unknown, id: string, input: JsonObject): unknown => {
  if (Array.isArray(value)) return value.map((item) => edited(item, id, input));
  if (typeof value !== 'object' || value === null) return value;
  const isCall = 'toolCallId' in value && value.toolCallId === id;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      isCall && (key === 'args' || key === 'input') ? input : edited(member, id, input),
    ]),
  );
};

/** The agent that a turn starts with, perhaps with others. */
export type MakeMastraAgent = (model: MastraModelConfig) => Agent;

/** The usual one. */
export const agentWith =
  (tools: ToolsInput): MakeMastraAgent =>
  (model) =>
    new Agent({ id: 'suite', name: 'suite', instructions: 'Help.', model, tools });

const STEPS = { maxSteps: 10 };

/** A process: an agent, and the storage by which it goes on. */
const openAgent = async (makeAgent: MakeMastraAgent, script: readonly Step[], runs: readonly SavedRun[]) => {
  const { model, told } = createScript(script);
  const storage = await storageWith(runs);
  const suite = makeAgent(model);
  const agent = new Mastra({ agents: { suite }, storage, logger: false }).getAgent('suite');
  const kept = async (runId: string): Promise<SavedConversation> => ({
    runId,
    runs: await savedRuns(storage),
  });
  return { agent, told, kept };
};

/** A conversation with such an agent. Without a gate nobody hears the person. */
export class MastraConversation implements Conversation {
  readonly #gate: Gate | undefined;
  readonly #options: ConversationOptions;
  readonly #makeAgent: MakeMastraAgent;
  readonly close: () => Promise<void>;

  constructor(
    gate: Gate | undefined,
    options: ConversationOptions,
    makeAgent: MakeMastraAgent,
    close: () => Promise<void> = async () => {},
  ) {
    this.#gate = gate;
    this.#options = options;
    this.#makeAgent = makeAgent;
    this.close = close;
  }

  async say(text: string, script: readonly Step[]): Promise<Turn> {
    if (this.#gate !== undefined) await recordUserMessages(this.#gate, this.#options.who, text);
    const { agent, told, kept } = await openAgent(this.#makeAgent, script, []);
    if (!this.#options.stream) {
      const { runId = '' } = await agent.generate(text, STEPS);
      const { runs } = await agent.listSuspendedRuns();
      const paused = runs.flatMap(({ toolCalls }) => toolCalls.flatMap(({ toolCallId = [] }) => toolCallId));
      return { told: told(), paused, kept: await kept(runId) };
    }
    const stream = await agent.stream(text, STEPS);
    return { paused: await findPausedCalls(stream.fullStream), told: told(), kept: await kept(stream.runId) };
  }

  async goOn(kept: unknown, answer: ResumeInput, script: readonly Step[]): Promise<Turn> {
    const { id, approved, input } = answer;
    const { runs, runId } = (input === undefined ? kept : edited(kept, id, input)) as SavedConversation;
    const open = await openAgent(this.#makeAgent, script, runs);
    const call = { runId, toolCallId: id };
    const stream = approved ? await open.agent.approveToolCall(call) : await open.agent.declineToolCall(call);
    const paused = await findPausedCalls(stream.fullStream);
    return { paused, told: open.told(), kept: await open.kept(runId) };
  }
}

type Chunks = AsyncIterable<{ readonly type: string; readonly payload?: unknown }>;

/** Ids of the calls for which a stream has asked. */
const findPausedCalls = async (chunks: Chunks): Promise<string[]> => {
  const paused: string[] = [];
  for await (const { type, payload } of chunks) {
    if (type === 'error') throw new Error(JSON.stringify(payload));
    if (type === 'tool-call-approval') paused.push((payload as { toolCallId: string }).toolCallId);
  }
  return paused;
};
