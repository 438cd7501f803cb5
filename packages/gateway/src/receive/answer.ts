import type { CallKind, JsonObject } from '@callgate/core';
import { isJsonObject, own, receiveArguments } from '@callgate/core';
import { harmless, harmlessError, marked, resourcesIn } from '../absorb/mark.ts';
import type { PendingWords } from '../confirm/words.ts';
import {
  ARGUMENTS_INVALID,
  alreadyResult,
  approvalPlace,
  pendingResult,
  stoppedResult,
  unknownResult,
} from '../confirm/words.ts';
import type { Server } from '../dispatch/servers.ts';
import type { GatewayParts } from '../parts.ts';
import type { RpcError } from '../wire/json-rpc.ts';
import { metaIn } from '../wire/request-meta.ts';
import { INVALID_PARAMS } from '../wire/json-rpc.ts';
import type { Passed } from './call-through.ts';
import type { Client, Reply } from './exchange.ts';
import { cacheable, complete, failed } from './reply.ts';
import { MODEL_KEY } from './model-ask.ts';
import { seal } from './seal.ts';

export interface Asked {
  readonly client: Client;
  readonly kind: CallKind;
  readonly server: Server;
  readonly target: string;
  /** The arguments as the agent wrote them. */
  readonly plain: JsonObject;
}

/** Since this version models read what is wrong with arguments in a result; before, it is an error of the protocol. */
const ARGUMENT_ERRORS_ARE_RESULTS = '2025-11-25';
const HELD = -32001;
const LEGACY_NOT_FOUND = -32002;
/** How long a client may carry a server's state. */
const STATE_MS = 3_600_000;

/** What a server returned, as it is released: marked, made harmless, and its resources noted. */
const released = (parts: GatewayParts, { kind, server, target }: Asked, result: JsonObject): JsonObject => {
  const tool = parts.catalogue.find(kind, server.name, target);
  const { neutralise, internal } = server.config;
  for (const uri of resourcesIn(result)) parts.catalogue.noteResource(server.name, uri);
  return marked(harmless(result, tool, neutralise, internal.hosts), tool);
};

/** Only tools can fail in words that a model reads; for the rest there is an error. */
const said = (asked: Asked, result: JsonObject): Reply => {
  if (asked.kind === 'tool') return complete(asked.client, result);
  const content = own(result, 'content');
  const [first] = Array.isArray(content) ? content : [];
  const text = isJsonObject(first) ? own(first, 'text') : undefined;
  return failed({
    code: HELD,
    message: typeof text === 'string' ? text : 'Callgate did not let it through',
    ...(own(result, '_meta') === undefined ? {} : { data: own(result, '_meta') ?? null }),
  });
};

/** Eras call a resource that is not there by different numbers. */
const errorFor = (parts: GatewayParts, asked: Asked, given: RpcError): RpcError => {
  const { client, kind, server, target } = asked;
  const tool = parts.catalogue.find(kind, server.name, target);
  const error = harmlessError(given, tool, server.config.neutralise, server.config.internal.hosts);
  return client.era === 'modern' && kind === 'resource' && error.code === LEGACY_NOT_FOUND
    ? { code: INVALID_PARAMS, message: error.message, data: error.data ?? { uri: target } }
    : error;
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
const relayed = (parts: GatewayParts, asked: Asked, result: JsonObject): Reply => {
  const { client, server, target, plain } = asked;
  const { requestState, ...rest } = released(parts, asked, result);
  if (typeof requestState !== 'string') return { type: 'result', result: rest };
  const carried = {
    type: 'upstream',
    server: server.name,
    target,
    arguments: receiveArguments(plain).argumentsDigest,
    state: requestState,
  } as const;
  const sealed = seal(parts.keys, client, carried, parts.clock.now() + STATE_MS);
  return { type: 'result', result: { ...rest, requestState: sealed } };
};

/** Says which model should read a result. */
const advised = (result: JsonObject, model: JsonObject | undefined): JsonObject =>
  model === undefined ? result : { ...result, _meta: { ...metaIn(result), [MODEL_KEY]: model } };

const pendingWords = (
  parts: GatewayParts,
  { principal }: Client,
  uncounted: string | undefined,
): PendingWords => ({
  approveAt: approvalPlace(parts.people(), principal, parts.config().console?.url),
  ...(uncounted === undefined ? {} : { uncounted }),
});

const CACHED: ReadonlySet<CallKind> = new Set(['resource']);

/** Puts what became of a request into the words of the client's era. */
export const answer = (parts: GatewayParts, asked: Asked, passed: Passed): Reply => {
  switch (passed.type) {
    case 'result': {
      if (own(passed.result, 'resultType') === 'input_required') return relayed(parts, asked, passed.result);
      const result = advised(released(parts, asked, passed.result), passed.model);
      return CACHED.has(asked.kind)
        ? cacheable(asked.client, result, passed.noCaching)
        : complete(asked.client, result);
    }
    case 'error':
      return failed(errorFor(parts, asked, passed.error));
    case 'unknown':
      return said(asked, unknownResult(passed.finished));
    case 'stopped':
      if (passed.stopped.code === ARGUMENTS_INVALID && asked.client.version < ARGUMENT_ERRORS_ARE_RESULTS)
        return failed({ code: INVALID_PARAMS, message: passed.stopped.reasons.join('; ') });
      return said(asked, stoppedResult(passed.stopped, `${asked.server.name} ${asked.target}`));
    case 'held':
      return said(asked, pendingResult(passed.held, pendingWords(parts, asked.client, passed.uncounted)));
    case 'already':
      return said(asked, alreadyResult(passed.already));
    case 'asks':
      return inputRequired(passed.inputRequests, passed.requestState);
  }
};
