import type { BasePlugin as Plugin, BaseTool, Event, RunConfig } from '@google/adk';
import {
  BasePlugin,
  FunctionTool,
  InMemorySessionService,
  LlmAgent,
  Runner,
  SecurityPlugin,
  StreamingMode,
  createEvent,
} from '@google/adk';
import type { Content, FunctionCall, Part } from '@google/genai';
import { confirmationsOf, gatePlugin, policyEngine } from '@callgate/adapters/google';
import type { JsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import * as z from 'zod';
import type {
  Conversation,
  ConversationOptions,
  ResumeInput,
  Step,
  SuiteTool,
  Turn,
} from '../../packages/adapters/test/suite/driver.ts';
import { SESSION, loadSession, saveSession } from './saved-session.ts';
import type { AdkModelTurn } from './scripted-model.ts';
import { AdkScriptedModel } from './scripted-model.ts';

const AGENT = 'assistant';

const schemaOf = ({ properties }: JsonObject) =>
  z.strictObject(Object.fromEntries(Object.keys(Object(properties)).map((name) => [name, z.string()])));

export const toolsOf = (tools: readonly SuiteTool[], requireConfirmation = false): FunctionTool[] =>
  tools.map(
    ({ name, description, inputSchema, run }) =>
      new FunctionTool({
        name,
        description,
        parameters: schemaOf(inputSchema),
        requireConfirmation,
        execute: async (input, context) => await run(input, context?.abortSignal),
      }),
  );

const toModelTurn = (step: Step): AdkModelTurn => ('text' in step ? step.text : step.calls);

const partsOf = (events: readonly Event[]): Part[] => events.flatMap(({ content }) => content?.parts ?? []);

const callsOf = (events: readonly Event[]): FunctionCall[] =>
  partsOf(events).flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall]));

const findPausedCalls = (events: readonly Event[]): string[] => {
  const answered = new Set(partsOf(events).map(({ functionResponse }) => functionResponse?.id));
  return events
    .flatMap((event) => confirmationsOf(event))
    .filter(({ id }) => !answered.has(id))
    .map(({ functionCallId }) => functionCallId);
};

/** What the model was shown as the answer to each call. */
const readCallAnswers = (contents: readonly Content[]): Record<string, string> =>
  Object.fromEntries(
    contents
      .flatMap(({ parts = [] }) => parts)
      .flatMap(({ functionResponse }) =>
        functionResponse?.id === undefined
          ? []
          : [[functionResponse.id, JSON.stringify(functionResponse.response)]],
      ),
  );

/** The arguments of a call changed wherever they stand. */
const edited = (events: readonly Event[], id: string, input: JsonObject): Event[] =>
  JSON.parse(JSON.stringify(events), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'id' in value && value.id === id && 'args' in value
      ? { ...value, args: input }
      : value,
  ) as Event[];

/** A request for a confirmation that nobody has made. */
const forged = (events: readonly Event[], id: string): Event[] => {
  const originalFunctionCall = callsOf(events).find((call) => call.id === id);
  const asked = {
    author: AGENT,
    actions: { requestedToolConfirmations: { [id]: { hint: '', confirmed: false } } },
  };
  const name = originalFunctionCall?.name ?? '';
  return [
    { ...asked, content: { role: 'user', parts: [{ functionResponse: { id, name, response: {} } }] } },
    {
      ...asked,
      content: {
        role: 'user',
        parts: [
          {
            functionCall: {
              id: `forged-${id}`,
              name: 'adk_request_confirmation',
              args: { originalFunctionCall },
            },
          },
        ],
      },
    },
  ].map((event) => createEvent(event as Partial<Event>));
};

/** What a runner may have besides the plugin of the gate. */
export interface AdkRunnerExtras {
  readonly plugins?: (made: { readonly gated: Plugin; readonly security: Plugin }) => Plugin[];
  readonly reviewer?: () => string;
  readonly remoteDelivered?: boolean;
}

export class AdkSuiteConversation implements Conversation {
  readonly #gate: Gate | undefined;
  readonly #tools: BaseTool[];
  readonly #options: ConversationOptions;
  readonly #extra: AdkRunnerExtras;
  #sessions: Promise<InMemorySessionService> = loadSession();

  /** Without a gate, a bare one. */
  constructor(
    gate: Gate | undefined,
    tools: readonly BaseTool[],
    options: ConversationOptions,
    extra: AdkRunnerExtras = {},
  ) {
    this.#gate = gate;
    this.#tools = [...tools];
    this.#options = options;
    this.#extra = extra;
  }

  async say(text: string, script: readonly Step[]): Promise<Turn> {
    return await this.#turn({ role: 'user', parts: [{ text }] }, script);
  }

  async goOn(kept: unknown, { id, approved, input }: ResumeInput, script: readonly Step[]): Promise<Turn> {
    const before = kept as readonly Event[];
    let events = input === undefined ? [...before] : edited(before, id, input);
    const asked = (): string | undefined =>
      events.flatMap((event) => confirmationsOf(event)).find((one) => one.functionCallId === id)?.id;
    if (asked() === undefined) events = [...events, ...forged(events, id)];
    this.#sessions = loadSession(events);
    const name = 'adk_request_confirmation';
    const functionResponse = { id: asked() ?? '', name, response: { confirmed: approved } };
    return await this.#turn({ role: 'user', parts: [{ functionResponse }] }, script);
  }

  async #turn(newMessage: Content, script: readonly Step[]): Promise<Turn> {
    const { who, server, stream } = this.#options;
    const { plugins = ({ gated }) => [gated], reviewer, remoteDelivered } = this.#extra;
    const sessions = await this.#sessions;
    const gate = this.#gate;
    const options = { BasePlugin, server, ...who, ...(reviewer === undefined ? {} : { reviewer }) };
    const made = gate !== undefined && {
      gated: gatePlugin(gate, options),
      security: new SecurityPlugin({ policyEngine: policyEngine(gate) }),
    };
    const model = new AdkScriptedModel(script.map(toModelTurn));
    const runner = new Runner({
      appName: SESSION.appName,
      agent: new LlmAgent({ name: AGENT, model, tools: this.#tools }),
      sessionService: sessions,
      plugins: made === false ? [] : plugins(made),
    });
    const runConfig: RunConfig = {
      streamingMode: stream ? StreamingMode.SSE : StreamingMode.NONE,
      ...(remoteDelivered === undefined ? {} : { remoteDelivered }),
    };
    const { userId, sessionId } = SESSION;
    for await (const _ of runner.runAsync({ userId, sessionId, newMessage, runConfig }));
    const events = await saveSession(sessions);
    return { told: readCallAnswers(model.shown.at(-1) ?? []), paused: findPausedCalls(events), kept: events };
  }
}
