import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { isReservedName, receiveArguments } from '@callgate/core/receive';
import { agentMessages } from '@callgate/messages/agent';
import type { CallTarget } from '../disclose/agent-view.ts';
import type { Server } from '../dispatch/servers.ts';
import { stateDigest } from '../dispatch/params-text.ts';
import { INPUT_RESPONSES_KEY, RESERVED_KEYS, STATE_KEY } from '../dispatch/upstream.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { CLIENT_CAPABILITIES_KEY } from '../wire/eras.ts';
import { INVALID_PARAMS } from '../wire/json-rpc.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';
import { LOG_LEVEL_KEY, TRACE_PARENT_KEY, isTraced, metaOrEmpty } from '../wire/request-meta.ts';
import type { ConnectedClient, RequestExchange } from '../wire/exchange.ts';
import { LOG_LEVELS } from './client-listeners.ts';
import type { ClientRetry } from '../dispatch/passage.ts';
import { unseal } from '../wire/seal.ts';

const texts = agentMessages.params;

export const invalidParams = (message: string, data?: Json): RpcFailure =>
  new RpcFailure({ code: INVALID_PARAMS, message, ...(data === undefined ? {} : { data }) });

/** The members a request may have. Any other is refused: a server might read it where we do not. */
export const requireKnownMembers = (params: JsonObject, known: readonly string[]): void => {
  for (const key of Object.keys(params)) if (!known.includes(key)) throw invalidParams(texts.memberUnknown);
};

export const textMember = (params: JsonObject, key: string): string => {
  const value = getOwn(params, key);
  if (typeof value === 'string') return value;
  throw invalidParams(texts.notText({ member: key }));
};

export const objectMember = (params: JsonObject, key: string): JsonObject | undefined => {
  const value = getOwn(params, key);
  if (value === undefined || isJsonObject(value)) return value;
  throw invalidParams(texts.notObject({ member: key }));
};

/** The level a client wants to hear a server's log at; null where it wants none. */
export const wantedLogLevel = (parts: GatewayParts, { client, params }: RequestExchange): string | null => {
  if (client.era === 'legacy') return parts.listeners.logLevel(client.key);
  const level = getOwn(metaOrEmpty(params), LOG_LEVEL_KEY);
  return typeof level === 'string' && LOG_LEVELS.includes(level) ? level : null;
};

/** The members of each capability that servers may know of. Their values are Callgate's: a client's could be any text. */
const CAPABILITY_MEMBERS = {
  sampling: ['context', 'tools'],
  elicitation: ['form', 'url'],
  roots: [],
} as const;

/** What this client can do, as far as this server may know and use it. */
const shownCapabilities = (client: ConnectedClient, server: Server): JsonObject => {
  const { asks } = server.config;
  const shown: Record<string, JsonObject> = {};
  for (const name of ['sampling', 'elicitation', 'roots'] as const) {
    const capability = getOwn(client.capabilities, name);
    if (!asks[name] || !isJsonObject(capability)) continue;
    const members = CAPABILITY_MEMBERS[name].filter((member) => isJsonObject(getOwn(capability, member)));
    shown[name] = Object.fromEntries(members.map((member) => [member, {}]));
  }
  return shown;
};

const TRACED: JsonObject = Object.freeze({ [TRACE_PARENT_KEY]: true });
const UNTRACED: JsonObject = Object.freeze({});

/** The request `_meta` that goes on to a server. Nothing in it is the client's own text. */
export const outboundMeta = (parts: GatewayParts, exchange: RequestExchange, server: Server): JsonObject => {
  const trace = isTraced(metaOrEmpty(exchange.params)) ? TRACED : UNTRACED;
  if (server.hello?.era !== 'modern') return trace;
  const level = wantedLogLevel(parts, exchange);
  return {
    ...trace,
    [CLIENT_CAPABILITIES_KEY]: shownCapabilities(exchange.client, server),
    ...(level === null ? {} : { [LOG_LEVEL_KEY]: level }),
  };
};

const NOTHING = { state: null, inputs: null } as const;

/** Reads `inputResponses` and `requestState`. A state that is not ours, or not for this very request, is refused. */
export const readRetry = (
  parts: GatewayParts,
  { params, client }: RequestExchange,
  { server, name: target }: Pick<CallTarget, 'server' | 'name'>,
  args: JsonObject,
): ClientRetry => {
  const inputs = objectMember(params, 'inputResponses');
  const state = getOwn(params, 'requestState');
  if (state === undefined)
    return { inputs: undefined, inner: inputs === undefined ? NOTHING : { state: null, inputs } };
  const carried =
    typeof state === 'string' ? unseal(parts.keys, client, state, parts.clock.now()) : undefined;
  if (carried === undefined) throw invalidParams(texts.stateInvalid);
  if (carried.type === 'approval')
    return { approval: carried, inputs, inner: { state: carried.state, inputs: carried.inputs } };
  const same =
    carried.server === server &&
    carried.target === target &&
    carried.arguments === receiveArguments(args).argumentsDigest;
  if (!same) throw invalidParams(texts.stateOfOther);
  return { inputs: undefined, inner: { state: carried.state, inputs: inputs ?? null } };
};

/** The arguments as the agent wrote them. */
export const plainArguments = (args: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(args).filter(([key]) => !RESERVED_KEYS.includes(key)));

/** The arguments as they are judged: what was answered to the server, and its state, are among them. */
export const judgedArguments = (args: JsonObject, { inner }: ClientRetry): JsonObject => {
  if (Object.keys(args).some(isReservedName)) throw invalidParams(texts.argumentReserved);
  if (inner.inputs === null && inner.state === null) return args;
  return {
    ...args,
    ...(inner.inputs === null ? {} : { [INPUT_RESPONSES_KEY]: inner.inputs }),
    ...(inner.state === null ? {} : { [STATE_KEY]: stateDigest(inner.state) }),
  };
};
