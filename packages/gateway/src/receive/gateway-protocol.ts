import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject, getOwn } from '@callgate/core';
import { errorSentences } from '@callgate/messages/text/error-text';
import { agentMessages } from '@callgate/messages/agent';
import { upstreamMessages } from '@callgate/messages/upstream';
import type { GatewayParts } from './gateway-parts.ts';
import { LATEST_LEGACY, LEGACY_VERSIONS } from '../wire/eras.ts';
import { INTERNAL_ERROR, METHOD_NOT_FOUND } from '../wire/json-rpc.ts';
import { isClientRequest } from '../wire/methods.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';
import { SERVER_INFO, gatewayInstructions, gatewayCapabilities } from './gateway-capabilities.ts';
import type { Reply } from '../wire/json-rpc.ts';
import type {
  AccessReply,
  ModelAdviceReply,
  Caller,
  ConnectedClient,
  ClientStream,
  RequestExchange,
  Protocol,
} from '../wire/exchange.ts';
import { callTool } from './handlers/call-tool.ts';
import { completeArgument } from './handlers/complete-argument.ts';
import { discover } from './handlers/discover.ts';
import { getPrompt } from './handlers/get-prompt.ts';
import { endSubscriptions } from './handlers/renew-subscriptions.ts';
import { createListHandler } from './handlers/create-list-handler.ts';
import { setLogLevel } from './handlers/logging.ts';
import { readResource } from './handlers/read-resource.ts';
import { listen, subscribe, unsubscribe } from './handlers/subscriptions.ts';
import { cancelTask, getTask, listTasks, getTaskResult, updateTask } from './handlers/task-methods.ts';
import { LISTING_METHODS, recordListedServers } from './record-listed-servers.ts';
import { readAdviceRequest } from '../absorb/model-advice-request.ts';
import type { RefusalLog } from './refusal-log.ts';
import { completeReply, errorReply } from './reply.ts';
import { textMember } from './read-request.ts';

type MethodHandler = (parts: GatewayParts, exchange: RequestExchange) => Promise<Reply>;

const pong: MethodHandler = async (_, { client }) => completeReply(client, {});

/** What is served. Whether a method exists in the client's era is for the table of methods to say. */
const HANDLERS: ReadonlyMap<string, MethodHandler> = new Map<string, MethodHandler>([
  ['ping', pong],
  ['server/discover', discover],
  ['tools/list', createListHandler('tools')],
  ['tools/call', callTool],
  ['prompts/list', createListHandler('prompts')],
  ['prompts/get', getPrompt],
  ['resources/list', createListHandler('resources')],
  ['resources/templates/list', createListHandler('templates')],
  ['resources/read', readResource],
  ['resources/subscribe', subscribe],
  ['resources/unsubscribe', unsubscribe],
  ['subscriptions/listen', listen],
  ['completion/complete', completeArgument],
  ['logging/setLevel', setLogLevel],
  ['tasks/get', getTask],
  ['tasks/result', getTaskResult],
  ['tasks/list', listTasks],
  ['tasks/cancel', cancelTask],
  ['tasks/update', updateTask],
]);

const object = (params: JsonObject, key: string): JsonObject | null => {
  const value = getOwn(params, key);
  return isJsonObject(value) ? value : null;
};

/** What goes wrong inside is told by its code; its words may hold what is not for the client. */
const internalErrorReply = (error: unknown): Reply =>
  errorReply({
    code: INTERNAL_ERROR,
    message:
      error instanceof CallgateError
        ? agentMessages.failure({ code: error.code, problem: display(error.message, { max: 500 }) })
        : agentMessages.internalFailure,
  });

const refusedAdvice = (status: number, reason: string, message: string): ModelAdviceReply => ({
  type: 'refused',
  status,
  reason,
  message,
});

/** The protocol of both eras, above all transports. */
export class GatewayProtocol implements Protocol {
  readonly #parts: GatewayParts;
  readonly #refusals: RefusalLog;

  constructor(parts: GatewayParts, refusals: RefusalLog) {
    this.#parts = parts;
    this.#refusals = refusals;
  }

  async initialize(params: JsonObject, caller: Caller): ReturnType<Protocol['initialize']> {
    try {
      const wanted = textMember(params, 'protocolVersion');
      const version = LEGACY_VERSIONS.includes(wanted) ? wanted : LATEST_LEGACY;
      await this.#parts.ready;
      await this.#parts.servers.reachAll();
      const failure = this.#startFailure(caller);
      if (failure !== undefined) return { reply: failure };
      if (caller.authenticated) await recordListedServers(this.#parts, caller);
      const said = gatewayInstructions(this.#parts);
      const result = {
        protocolVersion: version,
        capabilities: gatewayCapabilities(this.#parts, 'legacy'),
        serverInfo: SERVER_INFO,
        ...(said === undefined ? {} : { instructions: said }),
      };
      return {
        reply: { type: 'result', result },
        opens: {
          version,
          capabilities: object(params, 'capabilities') ?? {},
          info: object(params, 'clientInfo'),
        },
      };
    } catch (error) {
      return { reply: error instanceof RpcFailure ? errorReply(error.error) : internalErrorReply(error) };
    }
  }

  /**
   * A process that stands for one server fails where that one cannot be started at all, or its client would show a
   * healthy server without tools. What may come back by itself is waited for.
   */
  #startFailure({ transport }: Caller): Reply | undefined {
    const [server, ...others] = this.#parts.servers.all;
    if (transport !== 'stdio' || server === undefined || others.length > 0) return undefined;
    const cause = server.unavailableReason()?.cause;
    if (!(cause instanceof CallgateError) || cause.code !== 'UPSTREAM_START') return undefined;
    return errorReply({
      code: INTERNAL_ERROR,
      message: upstreamMessages.startFailed({ code: cause.code, problem: cause.message }),
    });
  }

  async request(exchange: RequestExchange): Promise<Reply> {
    const { method, client } = exchange;
    const handler = isClientRequest(method, client.era) ? HANDLERS.get(method) : undefined;
    if (handler === undefined) {
      this.refused(client, 'METHOD_UNKNOWN', method);
      return errorReply({ code: METHOD_NOT_FOUND, message: agentMessages.message.methodUnsupported });
    }
    try {
      await this.#parts.ready;
      // what clients say in contexts that only they name proves nothing anyway
      if (client.authenticated && LISTING_METHODS.has(method)) await recordListedServers(this.#parts, client);
      return await handler(this.#parts, exchange);
    } catch (error) {
      if (!(error instanceof RpcFailure)) return internalErrorReply(error);
      this.refused(client, `RPC_${error.error.code}`, error.error.message);
      return errorReply(error.error);
    }
  }

  async recommend(caller: Caller, asked: Json): Promise<ModelAdviceReply> {
    const read = readAdviceRequest(asked);
    if ('problem' in read) return refusedAdvice(400, 'MODEL_ASK', read.problem);
    try {
      const advice = await this.#parts.models.forSession(caller, read.ask);
      return advice === undefined
        ? refusedAdvice(404, 'MODEL_NONE', agentMessages.modelAdvice.none)
        : { type: 'advice', advice };
    } catch (error) {
      if (!(error instanceof CallgateError))
        return refusedAdvice(500, 'MODEL_ADVICE', agentMessages.http.failed);
      const words = display(errorSentences(error), { max: 500 });
      return refusedAdvice(error.code === 'MODEL_ASKS' ? 429 : 500, error.code, words);
    }
  }

  async evaluateAccess(caller: Caller, asked: Json, isBatch: boolean): Promise<AccessReply> {
    const { evaluateAccess } = await import('./access/evaluate-access.ts');
    return await evaluateAccess(this.#parts, caller, asked, isBatch);
  }

  notification(): void {
    // `initialized`, `progress` and `roots/list_changed` of clients: nothing of them goes on to a server
  }

  opened(client: ConnectedClient, stream: ClientStream): void {
    this.#parts.listeners.open(client, stream);
  }

  closed(client: ConnectedClient): void {
    endSubscriptions(this.#parts, client, client.key);
    this.#parts.left(client);
  }

  refused(caller: Caller | null, reason: string, detail: string): void {
    this.#refusals.note(caller?.principal.subject ?? '', reason, detail);
  }
}
