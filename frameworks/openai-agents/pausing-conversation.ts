import { endTurn, recordUserMessages } from '@callgate/adapters/openai-agents';
import type { JsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { Agent, AgentInputItem, Model, RunState } from '@openai/agents';
import { RunState as States, run } from '@openai/agents';
import type {
  Conversation,
  ConversationOptions,
  ResumeInput,
  Step,
  Turn,
} from '../../packages/adapters/test/suite/driver.ts';
import { scriptedModel, readCallAnswers } from './scripted-model.ts';

export type SuiteAgent = Agent<unknown>;
type PausedState = RunState<unknown, SuiteAgent>;

const idOf = ({ rawItem }: { readonly rawItem: object }): string =>
  'callId' in rawItem ? String(rawItem.callId) : '';

/** The kept state, with other arguments wherever the call stands in it. */
const edited = (value: unknown, id: string, input: JsonObject): unknown => {
  if (Array.isArray(value)) return value.map((item) => edited(item, id, input));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) =>
    key === 'arguments' && 'callId' in value && value.callId === id
      ? [key, JSON.stringify(input)]
      : [key, edited(member, id, input)],
  );
  return Object.fromEntries(members);
};

/** The agent that a turn starts with, or several that know each other. */
export type MakeSuiteAgent = (model: Model) => SuiteAgent;

/** A conversation that pauses; without a gate, a bare one. */
export class PausingConversation implements Conversation {
  readonly #gate: Gate | undefined;
  readonly #options: ConversationOptions;
  readonly #makeAgent: MakeSuiteAgent;
  readonly close: () => Promise<void>;
  #history: AgentInputItem[] = [];

  constructor(
    gate: Gate | undefined,
    options: ConversationOptions,
    makeAgent: MakeSuiteAgent,
    close: () => Promise<void> = async () => {},
  ) {
    this.#gate = gate;
    this.#options = options;
    this.#makeAgent = makeAgent;
    this.close = close;
  }

  async say(text: string, script: readonly Step[]): Promise<Turn> {
    const input: AgentInputItem[] = [...this.#history, { role: 'user', content: text }];
    if (this.#gate !== undefined) await recordUserMessages(this.#gate, this.#options.who, input);
    return await this.#run(script, async () => input);
  }

  async goOn(kept: unknown, answer: ResumeInput, script: readonly Step[]): Promise<Turn> {
    const state = answer.input === undefined ? kept : edited(kept, answer.id, answer.input);
    return await this.#run(script, async (agent) => {
      const back: PausedState = await States.fromString(agent, JSON.stringify(state));
      const waiting = back.getInterruptions().find((item) => idOf(item) === answer.id);
      if (waiting === undefined) throw new Error(`the run does not wait for ${answer.id}`);
      if (answer.approved) back.approve(waiting);
      else back.reject(waiting);
      return back;
    });
  }

  /** Goes on without a word to the SDK: people have decided elsewhere, or not yet. */
  async again(kept: unknown, script: readonly Step[]): Promise<Turn> {
    return await this.#run(script, async (agent) => await States.fromString(agent, JSON.stringify(kept)));
  }

  async #run(
    script: readonly Step[],
    from: (agent: SuiteAgent) => Promise<AgentInputItem[] | PausedState>,
  ): Promise<Turn> {
    const model = scriptedModel(script);
    const agent = this.#makeAgent(model);
    try {
      const input = await from(agent);
      const result = this.#options.stream
        ? await run(agent, input, { stream: true })
        : await run(agent, input);
      if ('completed' in result) await result.completed;
      this.#history = result.history;
      return {
        told: readCallAnswers(model),
        paused: result.interruptions.map(idOf),
        kept: JSON.parse(result.state.toString()) as unknown,
      };
    } finally {
      if (this.#gate !== undefined) await endTurn(this.#gate, this.#options.who);
    }
  }
}
