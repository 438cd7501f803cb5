import type { JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject, getOwn } from '@callgate/core';
import type { Dispatchable, PendingCall, StoppedCall } from '@callgate/gate';
import type { DispatchedCall } from '@callgate/gate/host';
import { isDispatchable } from '@callgate/gate';
import { errorSentences } from '@callgate/messages/text/error-text';
import { approvalMessages } from '@callgate/messages/approval';
import { agentMessages } from '@callgate/messages/agent';
import { createResultAbsorber, neutraliseText, findResourceUris } from '../absorb/create-result-absorber.ts';
import { InBandApproval } from '../confirm/in-band-approval.ts';
import { createDispatcher } from '../dispatch/create-dispatcher.ts';
import type { Server } from '../dispatch/servers.ts';
import type { OutboundRequest } from '../dispatch/upstream.ts';
import type { GatewayParts } from './gateway-parts.ts';
import type { Reply } from '../wire/json-rpc.ts';
import type { RequestExchange } from '../wire/exchange.ts';
import { TRACE_PARENT_KEY } from '../wire/request-meta.ts';
import { resolveBeforeCall } from './handlers/resolve-before-call.ts';
import type { ClientQuestion, Passage, PassageOutcome, ClientRetry } from '../dispatch/passage.ts';
import { relayActivity, relayProgress } from './relay-progress.ts';
import { invalidParams, judgedArguments, plainArguments } from './read-request.ts';
import { isInputRequired, finishedWithError, isFinished, replyFor, resultOf, withResult } from './reply.ts';
import { askClient, isServerRequestMethod, canAsk, releaseServerRequests } from './answer-server-request.ts';

/** Where a call stands at the gate. */
type GateOutcome = Dispatchable | PendingCall | StoppedCall | DispatchedCall;

const NOT_SENT = -32000;

/** A client that follows its request hears that it waits. */
const notifyPending = ({ exchange, onHeld }: Passage, held: PendingCall): void => {
  if (onHeld !== undefined) onHeld(held);
  else
    relayProgress(exchange)?.({
      progress: 0,
      message: approvalMessages.agent.progress({ waiting: held.waiting }),
    });
};

class GatePassage {
  readonly #parts: GatewayParts;
  readonly #passage: Passage;
  readonly #signal: AbortSignal;
  #client: InBandApproval | undefined;

  constructor(parts: GatewayParts, passage: Passage) {
    this.#parts = parts;
    this.#passage = passage;
    this.#signal = passage.signal ?? passage.exchange.signal;
  }

  /** It may have left: whatever goes wrong now, nobody may say that it did not run. */
  isOut = false;

  async go(): Promise<PassageOutcome> {
    const { server, retry } = this.#passage;
    if (!server.isReady) await server.ready();
    const carried = retry?.approval;
    const first = carried === undefined ? await this.#begin() : await this.#asker.comeBack(carried);
    // who came back without a word has been asked: it stays in the inbox
    const isAsked = carried !== undefined && !this.#asker.wantsDetails;
    const step = first.state === 'held' && !isAsked ? await this.#hold(first) : first;
    if (step.state === 'held') {
      const uncounted = this.#client?.uncounted;
      return uncounted === undefined ? step : { ...step, uncounted };
    }
    if (step.state === 'asks' || 'code' in step) return step;
    return isDispatchable(step) ? await this.#send(step) : await this.#join(step);
  }

  get #asker(): InBandApproval {
    this.#client ??= new InBandApproval(this.#parts, this.#passage);
    return this.#client;
  }

  /** The same call may wait already, or may have been approved since. */
  async #begin(): Promise<GateOutcome> {
    const { gate } = this.#parts;
    const { request } = this.#passage;
    const isPreviewed = this.#canPreview();
    const begun = await gate.begin(request, { isPreviewed });
    if (this.#parts.joinTrace !== undefined) this.#joinTrace(this.#parts.joinTrace, begun.call);
    if (isPreviewed && begun.state === 'held' && begun.waiting === 'people') await this.#preview(begun);
    return begun.state === 'held' && begun.joined === true ? await gate.resume(begun.ticket, request) : begun;
  }

  #joinTrace(join: NonNullable<GatewayParts['joinTrace']>, call: string): void {
    const meta = getOwn(this.#passage.exchange.params, '_meta');
    const parent = isJsonObject(meta) ? getOwn(meta, TRACE_PARENT_KEY) : undefined;
    if (typeof parent === 'string') join(call, parent);
  }

  #canPreview(): boolean {
    const { previews, known } = this.#parts;
    const { server, request, outbound } = this.#passage;
    if (server.config.contract === undefined) return false;
    if (request.kind !== 'tool' || outbound.method !== 'tools/call') return false;
    const tool = known.find('tool', request.server, request.name);
    return previews.canPreview(server, tool?.tool.contract);
  }

  /** People see what it would change before they decide. */
  async #preview(held: PendingCall): Promise<void> {
    const { gate, previews } = this.#parts;
    const { server, request, outbound } = this.#passage;
    await gate.preview(held, request, previews.runner(server, outbound), this.#signal);
  }

  /** The same call, made again while it runs here, gets the same answer. */
  async #join(already: DispatchedCall): Promise<PassageOutcome> {
    const running = this.#parts.running.get(already.call);
    const signal = this.#signal;
    if (running === undefined || signal.aborted) return already;
    this.isOut = true;
    const { promise: left, resolve } = Promise.withResolvers<PassageOutcome>();
    const leave = (): void => resolve(already);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([running, left]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  async #send(begun: Dispatchable): Promise<PassageOutcome> {
    this.isOut = true;
    const { running } = this.#parts;
    const sending = this.#sendNow(begun);
    running.set(begun.call, sending);
    try {
      return await sending;
    } finally {
      running.delete(begun.call);
    }
  }

  async #sendNow(begun: Dispatchable): Promise<PassageOutcome> {
    const { server, exchange, onSent, onProgress } = this.#passage;
    onSent?.(begun.call);
    const tellers = [
      Object.hasOwn(exchange.params, '_meta')
        ? relayProgress(exchange, (text) => neutraliseText(text, server.config))
        : undefined,
      begun.progress ? relayActivity(this.#parts, exchange, begun, server.name) : undefined,
      onProgress,
    ].filter((tell) => tell !== undefined);
    const absorb = createResultAbsorber(server.config);
    let given: JsonObject = {};
    let finished = await this.#parts.gate.send(begun, createDispatcher(this.#parts, this.#passage), {
      signal: this.#signal,
      absorb: (answer, tool) => {
        if (answer.type === 'result' && isJsonObject(answer.result)) given = answer.result;
        return absorb(answer, tool);
      },
      ...(tellers.length === 0
        ? {}
        : { onProgress: (progress) => tellers.forEach((tell) => tell(progress)) }),
    });
    if (resultOf(finished) === undefined) return finished;
    // the agent may read what the server points to, by the server's own uris
    for (const uri of findResourceUris(given)) this.#parts.catalogue.noteResource(server.name, uri);
    for (const stage of this.#parts.resultStages)
      finished = await stage(this.#passage, begun, finished, given);
    return finished;
  }

  async #hold(held: PendingCall): Promise<GateOutcome | ClientQuestion> {
    const { request, comesBack = false } = this.#passage;
    const { gate } = this.#parts;
    notifyPending(this.#passage, held);
    if (held.waiting === 'people') {
      const asked = await this.#asker.ask(held);
      if (asked !== undefined) return asked;
    }
    const withinMs = this.#passage.waitMs ?? this.#parts.config().approvals.waitMs;
    const step = await gate.waitFor(held, request, { withinMs, signal: this.#signal, comesBack });
    // what waited for a slot or its hours came to need a person: that is another question
    if (step.state === 'withdrawn' && 'code' in step && step.code === 'DECISION_CHANGED') {
      const again = await gate.begin(request);
      return again.state === 'held' && again.waiting === 'people'
        ? ((await this.#asker.ask(again)) ?? again)
        : again;
    }
    return step;
  }
}

const unrecordedOutcome = ({ code }: CallgateError): PassageOutcome =>
  finishedWithError({
    code: NOT_SENT,
    message: agentMessages.unrecorded({ code }),
  });

const OF_THE_SERVER = /^(?:UPSTREAM|EGRESS)_/;

/** A server that is not there has words of its own for that: they are the operator's to read, not the agent's. */
const notBegunOutcome = (
  parts: GatewayParts,
  { server, request }: Passage,
  error: CallgateError,
): StoppedCall => {
  parts.refused(request.principal.subject, error.code, agentMessages.server.callAt({ server: server.name }));
  const text = errorSentences(error);
  parts.log(server.name, error.code, text);
  const reason = OF_THE_SERVER.test(error.code)
    ? agentMessages.server.unreachable({ server: server.name, code: error.code })
    : text;
  return { state: 'blocked', call: '', code: error.code, reasons: [reason] };
};

/** Takes a request through the gate to its server and back. */
export const takeThroughGate = async (parts: GatewayParts, passage: Passage): Promise<PassageOutcome> => {
  const through = new GatePassage(parts, passage);
  try {
    return await through.go();
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return through.isOut ? unrecordedOutcome(error) : notBegunOutcome(parts, passage, error);
  }
};

/** A server that asks again and again is let ask so often. */
const MAX_ROUNDS = 8;

const asksOf = (result: JsonObject): JsonObject => {
  const asks = getOwn(result, 'inputRequests');
  return isJsonObject(asks) ? asks : {};
};

const serverRequestsOff = (server: string): StoppedCall => ({
  state: 'blocked',
  call: '',
  code: 'SERVER_ASKS_OFF',
  reasons: [agentMessages.serverRequests.notAllowed({ server })],
});

/** Every question of a server must be one it may ask. */
export const canSend = (server: Server, exchange: RequestExchange, result: JsonObject): boolean =>
  Object.values(asksOf(result)).every((ask) => {
    const method = isJsonObject(ask) ? getOwn(ask, 'method') : undefined;
    return isServerRequestMethod(method) && canAsk(server, exchange, method);
  });

/** Asks a legacy client what a modern server wants to know, question by question. */
const inputsFor = async (parts: GatewayParts, passage: Passage, result: JsonObject): Promise<JsonObject> => {
  const inputs: Record<string, JsonObject> = Object.create(null);
  for (const [name, ask] of Object.entries(asksOf(result))) {
    const method = isJsonObject(ask) ? getOwn(ask, 'method') : undefined;
    const params = isJsonObject(ask) ? getOwn(ask, 'params') : undefined;
    if (!isServerRequestMethod(method)) throw invalidParams(agentMessages.serverRequests.kindUnknown);
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
  const given = getOwn(result, 'requestState');
  const state = typeof given === 'string' ? given : null;
  const { requestState: _before, ...outbound } = { requestState: undefined, ...passage.outbound };
  const retry: ClientRetry = { inputs: undefined, inner: { state, inputs } };
  return {
    ...passage,
    // a retry is a new call: it is judged again
    request: {
      ...passage.request,
      arguments: judgedArguments(plainArguments(passage.request.arguments), retry),
    },
    outbound: (state === null ? outbound : { ...outbound, requestState: state }) as OutboundRequest,
    retry,
  };
};

/** Takes a request through, and sees to what a server of the other era asks on the way. */
export const passThrough = async (parts: GatewayParts, first: Passage): Promise<PassageOutcome> => {
  let passage = first;
  for (let round = 0; ; round += 1) {
    const end = await takeThroughGate(parts, passage);
    const result = resultOf(end);
    if (result === undefined || !isFinished(end) || !isInputRequired(result)) return end;
    const { exchange, server } = passage;
    if (!canSend(server, exchange, result)) return serverRequestsOff(server.name);
    if (exchange.client.era === 'modern') {
      const inputRequests = await releaseServerRequests(parts, server, exchange, asksOf(result));
      return inputRequests === undefined
        ? serverRequestsOff(server.name)
        : withResult(end, { ...result, inputRequests });
    }
    if (!exchange.client.stateful || round >= MAX_ROUNDS) return serverRequestsOff(server.name);
    passage = withInputs(passage, result, await inputsFor(parts, passage, result));
    const refused = passage.resolved === undefined ? undefined : await resolveBeforeCall(parts, passage);
    if (refused !== undefined) return refused;
  }
};

export const replyThroughGate = async (parts: GatewayParts, passage: Passage): Promise<Reply> =>
  replyFor(parts, passage, await passThrough(parts, passage));
