import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { CallKind } from '@callgate/core/receive';
import { receiveArguments } from '@callgate/core/receive';
import type { UpstreamResponse, FinishedCall } from '@callgate/gate';
import { agentMessages } from '@callgate/messages/agent';
import type { PendingCallDetails } from '../confirm/gate-results.ts';
import {
  ARGUMENTS_INVALID,
  alreadySentResult,
  approvalLocation,
  pendingResult,
  stoppedResult,
  indeterminateResult,
} from '../confirm/gate-results.ts';
import type { GatewayParts } from './gateway-parts.ts';
import type { Reply, RpcError } from '../wire/json-rpc.ts';
import { INVALID_PARAMS } from '../wire/json-rpc.ts';
import type { ConnectedClient } from '../wire/exchange.ts';
import type { Passage, PassageOutcome } from '../dispatch/passage.ts';
import { plainArguments } from './read-request.ts';
import { seal } from '../wire/seal.ts';

export const isFinished = (end: PassageOutcome): end is FinishedCall => 'answer' in end;

/** The released result; undefined where there is none. */
export const resultOf = (end: PassageOutcome): JsonObject | undefined =>
  isFinished(end) && end.answer.type === 'result' && isJsonObject(end.answer.result)
    ? end.answer.result
    : undefined;

/** The server wants to know something before it answers. */
export const isInputRequired = (result: JsonObject): boolean =>
  getOwn(result, 'resultType') === 'input_required';

export const withResult = (finished: FinishedCall, result: JsonObject): FinishedCall => ({
  ...finished,
  answer: { ...finished.answer, type: 'result', result },
});

export const finishedWithResult = (result: JsonObject): FinishedCall => ({
  state: 'done',
  call: '',
  answer: { type: 'result', result },
  noCaching: false,
});

export const finishedWithError = (error: RpcError): FinishedCall => ({
  state: 'failed',
  call: '',
  answer: { type: 'error', ...error },
  noCaching: true,
});

/** How long a client may keep a list: short, whatever the server said. */
const LIST_TTL_MS = 30_000;

/** Keys that only clients of the modern era know. */
const MODERN_KEYS = ['resultType', 'ttlMs', 'cacheScope'] as const;

const withoutModernKeys = (result: JsonObject): JsonObject => {
  if (!MODERN_KEYS.some((key) => Object.hasOwn(result, key))) return result;
  const rest: Record<string, Json> = { ...result };
  for (const key of MODERN_KEYS) delete rest[key];
  return rest;
};

/** A result that is final, as clients of that era expect it. */
export const completeReply = (client: Pick<ConnectedClient, 'era'>, result: JsonObject): Reply => ({
  type: 'result',
  result: client.era === 'legacy' ? withoutModernKeys(result) : { ...result, resultType: 'complete' },
});

/** The same for what clients may keep: never for others, and never for as long as a server would like. */
export const cacheableReply = (
  client: Pick<ConnectedClient, 'era'>,
  result: JsonObject,
  noCaching: boolean,
): Reply =>
  completeReply(
    client,
    client.era === 'legacy' ? result : { ...result, ...caching(noCaching ? 0 : LIST_TTL_MS) },
  );

const caching = (ttlMs: number): JsonObject => ({ ttlMs, cacheScope: 'private' });

export const errorReply = (error: RpcError): Reply => ({ type: 'error', ...error });

/** Since this version models read what is wrong with arguments in a result; before, it is an error of the protocol. */
const ARGUMENT_ERRORS_ARE_RESULTS = '2025-11-25';
const HELD = -32001;
const LEGACY_NOT_FOUND = -32002;
/** How long a client may carry a server's state. */
const STATE_MS = 3_600_000;

/** Only tools can fail in words that a model reads; for the rest there is an error. */
const textReply = ({ request, exchange }: Passage, result: JsonObject): Reply => {
  if (request.kind === 'tool') return completeReply(exchange.client, result);
  const content = getOwn(result, 'content');
  const [first] = Array.isArray(content) ? content : [];
  const text = isJsonObject(first) ? getOwn(first, 'text') : undefined;
  return errorReply({
    code: HELD,
    message: typeof text === 'string' ? text : agentMessages.notLetThrough,
    ...(getOwn(result, '_meta') === undefined ? {} : { data: getOwn(result, '_meta') ?? null }),
  });
};

const NOT_SENT = -32000;

/** Eras call a resource that is not there by different numbers. */
const errorFor = (
  { exchange, request, target }: Passage,
  { code, message, data }: Extract<UpstreamResponse, { type: 'error' }>,
): RpcError => {
  if (typeof code !== 'number')
    return { code: NOT_SENT, message: agentMessages.fromCallgate({ text: message }) };
  return exchange.client.era === 'modern' && request.kind === 'resource' && code === LEGACY_NOT_FOUND
    ? { code: INVALID_PARAMS, message, data: data ?? { uri: target } }
    : { code, message, ...(data === undefined ? {} : { data }) };
};

const inputRequired = (inputRequests: JsonObject, requestState: string | undefined): Reply => ({
  type: 'result',
  result: {
    resultType: 'input_required',
    inputRequests,
    ...(requestState === undefined ? {} : { requestState }),
  },
});

/** A server's own `input_required`, its state sealed so that only this client can bring it back for this request. */
const relayInputRequired = (parts: GatewayParts, passage: Passage, result: JsonObject): Reply => {
  const { exchange, server, target, request } = passage;
  const { requestState, ...rest } = result;
  if (typeof requestState !== 'string') return { type: 'result', result: rest };
  const carried = {
    type: 'upstream',
    server: server.name,
    target,
    arguments: receiveArguments(plainArguments(request.arguments)).argumentsDigest,
    state: requestState,
  } as const;
  const sealed = seal(parts.keys, exchange.client, carried, parts.clock.now() + STATE_MS);
  return { type: 'result', result: { ...rest, requestState: sealed } };
};

const pendingWords = (
  parts: GatewayParts,
  { principal }: ConnectedClient,
  uncounted: string | undefined,
): PendingCallDetails => ({
  approveAt: approvalLocation(parts.people(), principal, parts.config().console?.url),
  ...(uncounted === undefined ? {} : { uncounted }),
});

const CACHED: ReadonlySet<CallKind> = new Set(['resource']);

const finishedReply = (parts: GatewayParts, passage: Passage, finished: FinishedCall): Reply => {
  const { answer, noCaching } = finished;
  if (answer.type === 'unknown') return textReply(passage, indeterminateResult(finished));
  if (answer.type === 'error') return errorReply(errorFor(passage, answer));
  const result = resultOf(finished) ?? {};
  const { client } = passage.exchange;
  if (isInputRequired(result)) return relayInputRequired(parts, passage, result);
  return CACHED.has(passage.request.kind)
    ? cacheableReply(client, result, noCaching)
    : completeReply(client, result);
};

/** Puts what became of a request into the words of the client's era. */
export const replyFor = (parts: GatewayParts, passage: Passage, end: PassageOutcome): Reply => {
  if (isFinished(end)) return finishedReply(parts, passage, end);
  const { client } = passage.exchange;
  if (end.state === 'asks') return inputRequired(end.inputRequests, end.requestState);
  if (end.state === 'held')
    return textReply(passage, pendingResult(end, pendingWords(parts, client, end.uncounted)));
  if (!('code' in end)) return textReply(passage, alreadySentResult(end));
  if (end.code === ARGUMENTS_INVALID && client.version < ARGUMENT_ERRORS_ARE_RESULTS)
    return errorReply({ code: INVALID_PARAMS, message: end.reasons.join('; ') });
  return textReply(passage, stoppedResult(end, `${passage.server.name} ${passage.target}`));
};
