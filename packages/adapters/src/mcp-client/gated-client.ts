import type { JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject } from '@callgate/core';
import { stripReservedMembers } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import type { McpToolDefinition } from '../host/catalogue.ts';
import { errorText } from '../host/error-text.ts';
import type { ConversationRef } from '../host/host-options.ts';
import { toJson } from '../host/host-options.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import { runWithApproval } from '../host/run-with-approval.ts';
import { recordUserTexts } from '../host/record-user-texts.ts';
import type { ClientCatalogue } from './client-catalogue.ts';
import type { InputRequirement } from './rounds.ts';
import { callKey, inputRequiredIn, judgedInput, sentParams } from './rounds.ts';
import type { CallOptions, CallParams, ClientLike } from './shapes.ts';
import { isVersion2 } from './shapes.ts';

export interface ClientHost extends Omit<WaitingHostOptions, 'server'> {
  /** Of `catalogueOf`, for the same client. It says whose tools they are. */
  readonly catalogue: ClientCatalogue;
  /**
   * Answers what a server asks for before it answers a call (`input_required`): one answer for each request, by its
   * name. The next round is a call of its own at the gate. Without it, and without `allowInputRequired`, such a call fails.
   */
  readonly answerInput?: (requests: JsonObject, call: CallParams) => Promise<JsonObject>;
}

type SendFunction = (params: JsonObject, ...rest: readonly unknown[]) => Promise<unknown>;

const MOST_ROUNDS = 10;

const errorResult = (error: CallgateError): JsonObject => ({
  content: [{ type: 'text', text: errorText(error) }],
  isError: true,
  _meta: { 'dev.callgate/code': error.code },
});

/** What is said under Callgate's names, Callgate says: nothing of it comes from a server. */
const stripOwnMembers = (result: unknown): unknown =>
  isJsonObject(result) ? stripReservedMembers(result) : result;

/** A call as it would go over the wire. */
const toWireParams = (params: CallParams): CallParams => {
  try {
    return toJson(params) as unknown as CallParams;
  } catch (error) {
    throw new CallgateError(adapterErrors.paramsNotJson(), { cause: error });
  }
};

/** As it is listed: the client takes nothing else for the tool's definition, and checks no result by it. */
const withoutOutputSchema = ({ outputSchema: _, ...definition }: McpToolDefinition): JsonObject => definition;

/** What a definition claims to Callgate is not the program's to read. */
const withoutClaims = (definition: McpToolDefinition): McpToolDefinition => {
  const { name, inputSchema } = definition;
  return { name, inputSchema, ...stripReservedMembers(definition) };
};

class GatedCalls {
  readonly #gate: Gate;
  readonly #client: ClientLike;
  readonly #host: WaitingHostOptions & ClientHost;
  readonly #two: boolean;

  constructor(gate: Gate, client: ClientLike, host: ClientHost) {
    this.#gate = gate;
    this.#client = client;
    this.#host = { ...host, server: host.catalogue.server };
    this.#two = isVersion2(client);
  }

  /** `callTool` of both versions. What does not run is a result that says why. */
  readonly callTool = async (params: CallParams, second?: unknown, third?: CallOptions): Promise<unknown> => {
    const options = (this.#two ? (second as CallOptions | undefined) : third) ?? {};
    const schema = this.#two ? undefined : second;
    try {
      // what becomes of the object later is not what was called
      const call = toWireParams(params);
      let result = await this.#round(call, schema, options);
      for (let round = 1; ; round += 1) {
        const asked = inputRequiredIn(result);
        if (asked === undefined || options.allowInputRequired === true) return result;
        result = await this.#round(await this.#next(call, asked, round), schema, options);
      }
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return errorResult(error);
    }
  };

  async #next(params: CallParams, { requests, state }: InputRequirement, round: number): Promise<CallParams> {
    const { answerInput } = this.#host;
    if (answerInput === undefined || round > MOST_ROUNDS)
      throw new CallgateError(
        round > MOST_ROUNDS ? adapterErrors.inputRepeated() : adapterErrors.inputRequired(),
      );
    const inputResponses = await answerInput(requests, params);
    const { requestState: _, ...rest } = params;
    return { ...rest, inputResponses, ...(state === undefined ? {} : { requestState: state }) };
  }

  async #round(params: CallParams, schema: unknown, options: CallOptions): Promise<unknown> {
    const { catalogue } = this.#host;
    await catalogue.settled(this.#gate);
    const { name } = params;
    const use = { name, input: judgedInput(params), id: callKey(params), signal: options.signal };
    return await runWithApproval(this.#gate, this.#host, use, async (judged, { abortSignal }) => {
      const send = this.#client.callTool.bind(this.#client) as unknown as SendFunction;
      const given = { ...options, ...(abortSignal === undefined ? {} : { signal: abortSignal }) };
      const sent = sentParams(params, judged);
      if (!this.#two) return stripOwnMembers(await send(sent, schema, given));
      const definition = catalogue.definitions.find((known) => known.name === name);
      const toolDefinition =
        definition === undefined ? {} : { toolDefinition: withoutOutputSchema(definition) };
      return stripOwnMembers(await send(sent, { ...given, ...toolDefinition, allowInputRequired: true }));
    });
  }
}

const aroundGateError = (what: string): CallgateError =>
  new CallgateError(adapterErrors.aroundGate({ what }));

const gatedRequest =
  (client: ClientLike) =>
  async (request: { readonly method?: unknown }, ...rest: readonly unknown[]): Promise<unknown> => {
    if (request.method === 'tools/call') throw aroundGateError(adapterMessages.tools.toolsCallRequest);
    const send = client.request.bind(client) as unknown as (...args: readonly unknown[]) => Promise<unknown>;
    return await send(request, ...rest);
  };

const SENDS: ReadonlySet<string | symbol> = new Set(['experimental', 'requestStream', 'transport']);

/** What could send a call by itself. Members that begin with a line are the client's own, and some of them send. */
const canSendCalls = (client: object, key: string | symbol): key is string =>
  SENDS.has(key) || (typeof key === 'string' && key.startsWith('_') && key in client);

const LIST_CHANGED = 'notifications/tools/list_changed';

const listeningGates = new WeakMap<ClientCatalogue, WeakSet<Gate>>();

/** Hears of changed tools where the host has no handler of its own for it, once for all conversations. */
const followListChanges = (gate: Gate, client: ClientLike, catalogue: ClientCatalogue): void => {
  const gates = listeningGates.get(catalogue) ?? new WeakSet();
  if (gates.has(gate)) return;
  listeningGates.set(catalogue, gates.add(gate));
  const before = client.fallbackNotificationHandler as
    | ((notification: { readonly method: string }) => Promise<void>)
    | undefined;
  client.fallbackNotificationHandler = async (notification: { readonly method: string }): Promise<void> => {
    // where it fails, the next call says so
    if (notification.method === LIST_CHANGED) await catalogue.refresh(gate).catch(() => {});
    await before?.(notification);
  };
};

/**
 * The same client, whose `callTool` runs only what the gate lets out, with the arguments that were judged; a call that
 * needs people waits inside it. `listTools` gives what the catalogue has. Make one for each conversation.
 */
export const gatedClient = <C extends ClientLike>(gate: Gate, client: C, host: ClientHost): C => {
  const { catalogue } = host;
  const { callTool } = new GatedCalls(gate, client, host);
  const listTools = async (): Promise<{ readonly tools: readonly McpToolDefinition[] }> => {
    await catalogue.settled(gate);
    // whatever a program makes of them, the catalogue stays as it is
    return { tools: structuredClone(catalogue.definitions).map(withoutClaims) };
  };
  const request = gatedRequest(client);
  followListChanges(gate, client, catalogue);
  return new Proxy(client, {
    get: (target, key): unknown => {
      if (key === 'callTool') return callTool;
      if (key === 'listTools') return listTools;
      if (key === 'request') return request;
      if (canSendCalls(target, key))
        throw aroundGateError(adapterMessages.tools.clientMember({ member: key }));
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === 'function' ? (member as (...args: never) => unknown).bind(target) : member;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
};

/** Reports what the person has said: their own text, and nothing that was pasted into it by the program. */
export const recordUserMessages = async (
  gate: Gate,
  who: ConversationRef,
  ...texts: readonly string[]
): Promise<number> => await recordUserTexts(gate, who, texts);
