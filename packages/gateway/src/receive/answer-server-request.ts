import type { Json, JsonObject } from '@callgate/core';
import { display, isJsonObject, getOwn } from '@callgate/core';
import type { CallKind } from '@callgate/core/receive';
import type { CallRequest } from '@callgate/gate';
import { agentMessages } from '@callgate/messages/agent';
import type { Server } from '../dispatch/servers.ts';
import { SERVER_ANSWER_KEY } from '../wire/extensions.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';
import type { RequestExchange } from '../wire/exchange.ts';
import { identifyCaller } from './identify-caller.ts';

const texts = agentMessages.serverRequests;

type ServerRequestMethod = 'sampling/createMessage' | 'elicitation/create' | 'roots/list';

const KIND_OF: Readonly<Record<ServerRequestMethod, 'sampling' | 'elicitation' | 'roots'>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

export const isServerRequestMethod = (method: Json | undefined): method is ServerRequestMethod =>
  typeof method === 'string' && Object.hasOwn(KIND_OF, method);

/** A person and a model must know who asks: a server's words are never shown as the client's own. */
const labelServerRequest = (server: string, method: ServerRequestMethod, params: JsonObject): JsonObject => {
  const member = method === 'elicitation/create' ? 'message' : 'systemPrompt';
  if (method === 'roots/list') return params;
  const said = getOwn(params, member);
  const who = texts.label({ server });
  return { ...params, [member]: typeof said === 'string' ? `${who} ${said}` : who };
};

const refusedError = (message: string): RpcFailure => new RpcFailure({ code: -1, message });

const ASK_MS = 300_000;

/** What of a client's answer reaches the server that asked. */
const ANSWERED: Readonly<Record<ServerRequestMethod, readonly string[]>> = {
  'sampling/createMessage': ['role', 'content', 'model', 'stopReason'],
  'elicitation/create': ['action', 'content'],
  'roots/list': ['roots'],
};

const knownMembers = (method: ServerRequestMethod, answer: Json): Json =>
  isJsonObject(answer)
    ? Object.fromEntries(Object.entries(answer).filter(([key]) => ANSWERED[method].includes(key)))
    : answer;

/** Whether a server may ask this at all: the operator said so, and the client can. */
export const canAsk = (server: Server, exchange: RequestExchange, method: ServerRequestMethod): boolean => {
  const kind = KIND_OF[method];
  return server.config.asks[kind] && Object.hasOwn(exchange.client.capabilities, kind);
};

const requestOf = (
  parts: GatewayParts,
  server: string,
  { client }: RequestExchange,
  kind: 'sampling' | 'elicitation' | 'roots',
  params: JsonObject,
): CallRequest => ({
  kind,
  server,
  arguments: params,
  ...identifyCaller(parts, client),
});

const OUR_NAMES = 'dev.callgate/';

/**
 * What a modern server asks a modern client, each through the gate as a call of its own; the answers come back with the
 * next request and are judged with it. Undefined where one of them may not be asked.
 */
export const releaseServerRequests = async (
  parts: GatewayParts,
  server: Server,
  exchange: RequestExchange,
  asks: JsonObject,
): Promise<JsonObject | undefined> => {
  const released: Record<string, JsonObject> = Object.create(null);
  for (const [name, ask] of Object.entries(asks)) {
    const method = isJsonObject(ask) ? getOwn(ask, 'method') : undefined;
    const given = isJsonObject(ask) ? getOwn(ask, 'params') : undefined;
    if (name.startsWith(OUR_NAMES) || !isServerRequestMethod(method) || !canAsk(server, exchange, method))
      return undefined;
    const params = labelServerRequest(server.name, method, isJsonObject(given) ? given : {});
    const { _meta: _dropped, ...shown } = params;
    const finished = await parts.gate.run(
      requestOf(parts, server.name, exchange, KIND_OF[method], shown),
      async (call) => {
        call.take();
        return { type: 'result', result: { asked: name } };
      },
      { signal: exchange.signal },
    );
    if (finished.state !== 'done') return undefined;
    released[name] = given === undefined ? { method } : { method, params };
  }
  return released;
};

/**
 * Takes what a server asks through the gate to the client. Throws what the server is told. The answer was not judged:
 * it leaves only with `answerServerRequest`, or among the arguments of another call.
 */
export const askClient = async (
  parts: GatewayParts,
  server: Server,
  exchange: RequestExchange,
  method: ServerRequestMethod,
  given: JsonObject,
): Promise<JsonObject> => {
  if (!canAsk(server, exchange, method)) throw refusedError(texts.off({ method }));
  const { _meta: _dropped, ...params } = labelServerRequest(server.name, method, given);
  const kind: CallKind & ('sampling' | 'elicitation' | 'roots') = KIND_OF[method];
  const finished = await parts.gate.run(
    requestOf(parts, server.name, exchange, kind, params),
    async (call, { signal }) => {
      const outgoing = call.take();
      const answer = await exchange.ask(method, outgoing.arguments, { signal, timeoutMs: ASK_MS });
      return { type: 'result', result: knownMembers(method, answer) };
    },
    { signal: exchange.signal },
  );
  if ('reasons' in finished) throw refusedError(finished.reasons.join('; '));
  const { answer } = finished;
  if (answer.type === 'result' && isJsonObject(answer.result)) return answer.result;
  throw refusedError(answer.type === 'result' ? texts.noAnswer : display(answer.message, { max: 500 }));
};

/** An answer that holds nothing of the client's but that it does not answer. */
const isRefusal = (method: ServerRequestMethod, answer: JsonObject): boolean =>
  method === 'elicitation/create' &&
  Object.keys(answer).length === 1 &&
  ['decline', 'cancel'].includes(String(getOwn(answer, 'action')));

/** What is judged of an answer: data that leaves. Sampling has to have messages, and the question held them. */
const answerArguments = (method: ServerRequestMethod, answer: JsonObject): JsonObject => ({
  ...(method === 'sampling/createMessage' ? { messages: [] } : {}),
  [SERVER_ANSWER_KEY]: answer,
});

/**
 * Asks the client what a legacy server wants to know and takes the answer through the gate, as a call of its own, before
 * it is posted. A person is waited for as long as for any call; then the server is told that there is no answer.
 */
export const answerServerRequest = async (
  parts: GatewayParts,
  server: Server,
  exchange: RequestExchange,
  method: ServerRequestMethod,
  params: JsonObject,
): Promise<JsonObject> => {
  const answer = await askClient(parts, server, exchange, method, params);
  if (isRefusal(method, answer)) return answer;
  const { waitMs } = parts.config().approvals;
  let posted: Json | undefined;
  const finished = await parts.gate.run(
    requestOf(parts, server.name, exchange, KIND_OF[method], answerArguments(method, answer)),
    async (call) => {
      posted = getOwn(call.take().arguments, SERVER_ANSWER_KEY);
      return { type: 'result', result: { answered: true } };
    },
    { signal: AbortSignal.any([exchange.signal, AbortSignal.timeout(waitMs)]) },
  );
  if ('reasons' in finished)
    throw refusedError(texts.notSentBecause({ reasons: finished.reasons.join('; ') }));
  if (finished.state === 'done' && posted !== undefined && isJsonObject(posted)) return posted;
  throw refusedError(texts.notSent);
};
