import type { JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { Stopped } from '@callgate/gate';
import type { Server } from '../../dispatch/servers.ts';
import type { Outbound } from '../../dispatch/upstream.ts';
import type { GatewayParts } from '../../parts.ts';
import type { Exchange, Reply } from '../exchange.ts';
import type { Passage, PassageEnd } from '../passage.ts';
import { asksForInput, isFinished, resultOf, withResult } from '../passage.ts';
import { replyFor } from '../reply.ts';
import type { Retry } from '../read-request.ts';
import { invalid, judgedArguments, plainArguments } from '../read-request.ts';
import { askClient, isAskMethod, mayAsk, releasedAsks } from '../server-asks.ts';
import { takeThroughGate } from '../take-through-gate.ts';
import { resolveFirst } from './resolve.ts';

/** A server that asks again and again is let ask so often. */
const MAX_ROUNDS = 8;

const asksOf = (result: JsonObject): JsonObject => {
  const asks = own(result, 'inputRequests');
  return isJsonObject(asks) ? asks : {};
};

const off = (server: string): Stopped => ({
  state: 'blocked',
  call: '',
  code: 'SERVER_ASKS_OFF',
  reasons: [
    `the server ${server} asked the client for something that is off for it, or that the client cannot do`,
  ],
});

/** Every question of a server must be one it may ask. */
export const maySend = (server: Server, exchange: Exchange, result: JsonObject): boolean =>
  Object.values(asksOf(result)).every((ask) => {
    const method = isJsonObject(ask) ? own(ask, 'method') : undefined;
    return isAskMethod(method) && mayAsk(server, exchange, method);
  });

/** Asks a legacy client what a modern server wants to know, question by question. */
const inputsFor = async (parts: GatewayParts, passage: Passage, result: JsonObject): Promise<JsonObject> => {
  const inputs: Record<string, JsonObject> = Object.create(null);
  for (const [name, ask] of Object.entries(asksOf(result))) {
    const method = isJsonObject(ask) ? own(ask, 'method') : undefined;
    const params = isJsonObject(ask) ? own(ask, 'params') : undefined;
    if (!isAskMethod(method)) throw invalid('the server asked for what is not known here');
    inputs[name] = await askClient(
      parts,
      passage.server,
      passage.exchange,
      method,
      isJsonObject(params) ? params : {},
    );
  }
  return inputs;
};

const withInputs = (passage: Passage, result: JsonObject, inputs: JsonObject): Passage => {
  const given = own(result, 'requestState');
  const state = typeof given === 'string' ? given : null;
  const { requestState: _before, ...outbound } = { requestState: undefined, ...passage.outbound };
  const retry: Retry = { inputs: undefined, inner: { state, inputs } };
  return {
    ...passage,
    // a retry is a new call: it is judged again
    request: {
      ...passage.request,
      arguments: judgedArguments(plainArguments(passage.request.arguments), retry),
    },
    outbound: (state === null ? outbound : { ...outbound, requestState: state }) as Outbound,
    retry,
  };
};

/** Takes a request through, and sees to what a server of the other era asks on the way. */
export const passThrough = async (parts: GatewayParts, first: Passage): Promise<PassageEnd> => {
  let passage = first;
  for (let round = 0; ; round += 1) {
    const end = await takeThroughGate(parts, passage);
    const result = resultOf(end);
    if (result === undefined || !isFinished(end) || !asksForInput(result)) return end;
    const { exchange, server } = passage;
    if (!maySend(server, exchange, result)) return off(server.name);
    if (exchange.client.era === 'modern') {
      const inputRequests = await releasedAsks(parts, server, exchange, asksOf(result));
      return inputRequests === undefined ? off(server.name) : withResult(end, { ...result, inputRequests });
    }
    if (!exchange.client.stateful || round >= MAX_ROUNDS) return off(server.name);
    passage = withInputs(passage, result, await inputsFor(parts, passage, result));
    const refused = passage.resolved === undefined ? undefined : await resolveFirst(parts, passage);
    if (refused !== undefined) return refused;
  }
};

export const passOn = async (parts: GatewayParts, passage: Passage): Promise<Reply> =>
  replyFor(parts, passage, await passThrough(parts, passage));
