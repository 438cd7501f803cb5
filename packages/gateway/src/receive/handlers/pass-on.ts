import type { CallKind, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { CallRequest, HeldCall, Progress } from '@callgate/gate';
import type { Target } from '../../disclose/view.ts';
import type { Server } from '../../dispatch/servers.ts';
import type { Outbound } from '../../dispatch/upstream.ts';
import type { GatewayParts } from '../../parts.ts';
import type { Asked } from '../answer.ts';
import { answer } from '../answer.ts';
import type { Passed, Passing } from '../call-through.ts';
import { callThrough } from '../call-through.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { relayProgress } from '../progress.ts';
import { resolveFirst } from './resolve.ts';
import { invalid } from '../reply.ts';
import type { Retry } from '../request-of.ts';
import { judgedArguments, plainArguments } from '../request-of.ts';
import { askClient, isAskMethod, mayAsk, releasedAsks } from '../server-asks.ts';

/** What a handler has made of a request. */
export interface ToPass {
  readonly exchange: Exchange;
  readonly server: Server;
  readonly kind: CallKind;
  readonly target: string;
  readonly request: CallRequest;
  readonly how: Outbound;
  readonly retry?: Retry;
  /** Of a tool: what its effects depend on may have to be asked again. */
  readonly tool?: Target;
  readonly signal?: AbortSignal;
  readonly waitMs?: number;
  readonly detached?: boolean;
  readonly comesBack?: boolean;
  readonly onSent?: (call: string) => void;
  readonly onHeld?: (held: HeldCall) => void;
  readonly onProgress?: (progress: Progress) => void;
}

/** A server that asks again and again is let ask so often. */
const MAX_ROUNDS = 8;

const NO_INNER = { state: null, inputs: null } as const;

/** A client that follows its request hears that it waits. */
const tellHeld = (exchange: Exchange): ((held: HeldCall) => void) | undefined => {
  const tell = relayProgress(exchange);
  return (
    tell &&
    (({ waiting }) => tell({ progress: 0, message: `Callgate holds this call: it waits for ${waiting}` }))
  );
};

const passingOf = (
  parts: GatewayParts,
  {
    exchange,
    server,
    request,
    how,
    retry,
    signal,
    waitMs,
    detached,
    comesBack,
    onSent,
    onHeld = tellHeld(exchange),
    onProgress,
  }: ToPass,
): Passing => ({
  exchange,
  request,
  server,
  how,
  signal: signal ?? exchange.signal,
  waitMs: waitMs ?? parts.config().approvals.waitMs,
  inner: retry?.inner ?? NO_INNER,
  ...(retry?.approval === undefined ? {} : { carried: retry.approval }),
  ...(retry?.inputs === undefined ? {} : { inputs: retry.inputs }),
  ...(detached === undefined ? {} : { detached }),
  ...(comesBack === undefined ? {} : { comesBack }),
  ...(onSent === undefined ? {} : { onSent }),
  ...(onHeld === undefined ? {} : { onHeld }),
  ...(onProgress === undefined ? {} : { onProgress }),
});

const asksOf = (result: JsonObject): JsonObject => {
  const asks = own(result, 'inputRequests');
  return isJsonObject(asks) ? asks : {};
};

const isAsking = (passed: Passed): passed is Extract<Passed, { type: 'result' }> =>
  passed.type === 'result' && own(passed.result, 'resultType') === 'input_required';

const off = (server: string): Passed => ({
  type: 'stopped',
  stopped: {
    state: 'blocked',
    call: '',
    code: 'SERVER_ASKS_OFF',
    reasons: [
      `the server ${server} asked the client for something that is off for it, or that the client cannot do`,
    ],
  },
});

/** Every question of a server must be one it may ask. */
export const maySend = (server: Server, exchange: Exchange, result: JsonObject): boolean =>
  Object.values(asksOf(result)).every((ask) => {
    const method = isJsonObject(ask) ? own(ask, 'method') : undefined;
    return isAskMethod(method) && mayAsk(server, exchange, method);
  });

/** Asks a legacy client what a modern server wants to know, question by question. */
const inputsFor = async (parts: GatewayParts, to: ToPass, result: JsonObject): Promise<JsonObject> => {
  const inputs: Record<string, JsonObject> = Object.create(null);
  for (const [name, ask] of Object.entries(asksOf(result))) {
    const method = isJsonObject(ask) ? own(ask, 'method') : undefined;
    const params = isJsonObject(ask) ? own(ask, 'params') : undefined;
    if (!isAskMethod(method)) throw invalid('the server asked for what is not known here');
    inputs[name] = await askClient(parts, to.server, to.exchange, method, isJsonObject(params) ? params : {});
  }
  return inputs;
};

const withInputs = (to: ToPass, result: JsonObject, inputs: JsonObject): ToPass => {
  const given = own(result, 'requestState');
  const state = typeof given === 'string' ? given : null;
  const { requestState: _before, ...how } = { requestState: undefined, ...to.how };
  const retry: Retry = { inputs: undefined, inner: { state, inputs } };
  return {
    ...to,
    // a retry is a new call: it is judged again
    request: {
      ...to.request,
      arguments: judgedArguments(plainArguments(to.request.arguments), retry),
    },
    how: (state === null ? how : { ...how, requestState: state }) as Outbound,
    retry,
  };
};

/** Takes a request through, and sees to what a server of the other era asks on the way. */
export const passThrough = async (parts: GatewayParts, first: ToPass): Promise<Passed> => {
  let to = first;
  for (let round = 0; ; round += 1) {
    const passed = await callThrough(parts, passingOf(parts, to));
    if (!isAsking(passed)) return passed;
    const { exchange, server } = to;
    if (!maySend(server, exchange, passed.result)) return off(server.name);
    if (exchange.client.era === 'modern') {
      const inputRequests = await releasedAsks(parts, server, exchange, asksOf(passed.result));
      return inputRequests === undefined
        ? off(server.name)
        : { ...passed, result: { ...passed.result, inputRequests } };
    }
    if (!exchange.client.stateful || round >= MAX_ROUNDS) return off(server.name);
    to = withInputs(to, passed.result, await inputsFor(parts, to, passed.result));
    const refused = to.tool === undefined ? undefined : await resolveFirst(parts, to, to.tool);
    if (refused?.type === 'error') return { type: 'error', error: refused.error, call: '' };
  }
};

/** What the answer to it is about. */
export const askedOf = ({ exchange, kind, server, target, request }: ToPass): Asked => ({
  client: exchange.client,
  kind,
  server,
  target,
  plain: plainArguments(request.arguments),
});

export const passOn = async (parts: GatewayParts, to: ToPass): Promise<Reply> => {
  return answer(parts, askedOf(to), await passThrough(parts, to));
};
