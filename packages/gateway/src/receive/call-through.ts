import type { JsonObject } from '@callgate/core';
import { CallgateError, own } from '@callgate/core';
import type {
  AlreadyOut,
  Begun,
  CallRequest,
  Finished,
  HeldCall,
  InBandConnection,
  Progress,
  Stopped,
} from '@callgate/gate';
import {
  APPROVAL_INPUT,
  approvalForm,
  approvalText,
  inBandConnection,
  readWord,
} from '../confirm/in-band.ts';
import type { Word } from '../confirm/in-band.ts';
import { harmlessText } from '../absorb/mark.ts';
import { dispatcherFor } from '../dispatch/dispatcher.ts';
import type { Server } from '../dispatch/servers.ts';
import type { Outbound, UpstreamReply } from '../dispatch/upstream.ts';
import type { GatewayParts } from '../parts.ts';
import type { RpcError } from '../wire/json-rpc.ts';
import { activityOf } from './activity.ts';
import type { Exchange } from './exchange.ts';
import { modelAskIn } from './model-ask.ts';
import { relayProgress } from './progress.ts';
import type { Carried } from './seal.ts';
import { seal } from './seal.ts';

/** One request on its way through the gate. */
export interface Passing {
  readonly exchange: Exchange;
  readonly request: CallRequest;
  readonly server: Server;
  readonly how: Outbound;
  /** The approval that the client came back with. */
  readonly carried?: Extract<Carried, { type: 'approval' }>;
  /** What it answered to our question, as it came. */
  readonly inputs?: JsonObject;
  /** What must come back with the next try: the server's state and what was answered to it. */
  readonly inner: { readonly state: string | null; readonly inputs: JsonObject | null };
  /** The requester left, or cancelled. */
  readonly signal: AbortSignal;
  /** How long a person is waited for here. */
  readonly waitMs: number;
  /** The client has its answer already, so it cannot be asked. */
  readonly detached?: boolean;
  /** Somebody can go on with a call that waits when this process ends. */
  readonly comesBack?: boolean;
  /** Told before it is sent. */
  readonly onSent?: (call: string) => void;
  /** Told when it begins to wait. */
  readonly onHeld?: (held: HeldCall) => void;
  /** Told how far it is. */
  readonly onProgress?: (progress: Progress) => void;
}

/** What became of it, in no era's words yet. */
export type Passed =
  | {
      readonly type: 'result';
      readonly result: JsonObject;
      readonly call: string;
      readonly noCaching: boolean;
      /** Which model should read it, where that is to be told. */
      readonly model?: JsonObject;
    }
  | { readonly type: 'error'; readonly error: RpcError; readonly call: string }
  | { readonly type: 'unknown'; readonly finished: Finished }
  | { readonly type: 'stopped'; readonly stopped: Stopped }
  | {
      readonly type: 'held';
      readonly held: HeldCall;
      /** Why an answer over the client's own connection did not count, or none is asked for. */
      readonly uncounted?: string;
    }
  /** The very call is out or over; it does not run twice. */
  | { readonly type: 'already'; readonly already: AlreadyOut }
  /** A person is asked over this very client, which comes back with the answer. */
  | { readonly type: 'asks'; readonly inputRequests: JsonObject; readonly requestState: string };

/** A client that was asked over its own connection. */
interface AskedClient {
  readonly call: string;
  readonly binding: string;
  readonly subject: string;
  readonly connection: InBandConnection;
  readonly receipt: string;
}

type Step = Begun | HeldCall | Stopped | AlreadyOut;

const NOT_SENT = -32000;

const errorOf = (finished: Finished, reply: UpstreamReply | undefined): RpcError => {
  if (reply?.type === 'error') return reply.error;
  const { answer } = finished;
  const message = answer.type === 'error' ? answer.message : 'it failed';
  return { code: NOT_SENT, message: `Callgate: ${message}` };
};

const passed = (finished: Finished, reply: UpstreamReply | undefined): Passed => {
  const { call, answer, noCaching } = finished;
  if (finished.state === 'indeterminate' || answer.type === 'unknown') return { type: 'unknown', finished };
  if (reply?.type === 'result' && answer.type === 'result')
    return { type: 'result', result: reply.result, call, noCaching };
  return { type: 'error', error: errorOf(finished, reply), call };
};

const asksMore = (result: JsonObject): boolean => own(result, 'resultType') === 'input_required';

class Passage {
  readonly #parts: GatewayParts;
  readonly #passing: Passing;

  constructor(parts: GatewayParts, passing: Passing) {
    this.#parts = parts;
    this.#passing = passing;
  }

  async go(): Promise<Passed> {
    const { server, carried } = this.#passing;
    await server.ready();
    const first = carried === undefined ? await this.#begin() : await this.#comeBack(carried);
    // who came back without a word has been asked: it stays in the inbox
    const step = first.state === 'held' && carried === undefined ? await this.#hold(first) : first;
    if ('type' in step) return step;
    if (step.state === 'held')
      return {
        type: 'held',
        held: step,
        ...(this.#uncounted === undefined ? {} : { uncounted: this.#uncounted }),
      };
    if (step.state === 'dispatching' && step.dispatchable !== undefined) return await this.#send(step);
    if ('code' in step) return { type: 'stopped', stopped: step };
    return await this.#join({ state: step.state, call: step.call });
  }

  /** The same call may wait already, or may have been approved since. */
  async #begin(): Promise<Step> {
    const { gate } = this.#parts;
    const { request } = this.#passing;
    const begun = await gate.begin(request);
    return begun.state === 'held' && begun.joined === true ? await gate.resume(begun.ticket, request) : begun;
  }

  /** The same call, made again while it runs here, gets the same answer. */
  async #join(already: AlreadyOut): Promise<Passed> {
    const running = this.#parts.running.get(already.call);
    const { signal } = this.#passing;
    if (running === undefined || signal.aborted) return { type: 'already', already };
    this.isOut = true;
    const { promise: left, resolve } = Promise.withResolvers<Passed>();
    const leave = (): void => resolve({ type: 'already', already });
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([running, left]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** It may have left: whatever goes wrong now, nobody may say that it did not run. */
  isOut = false;

  async #send(begun: Begun): Promise<Passed> {
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

  async #sendNow(begun: Begun): Promise<Passed> {
    this.#passing.onSent?.(begun.call);
    const { server, how, exchange, signal } = this.#passing;
    let reply: UpstreamReply | undefined;
    const dispatch = dispatcherFor({
      server,
      catalogue: this.#parts.known,
      how,
      exchange,
      out: this.#parts.out,
      replied: (given) => {
        reply = given;
      },
    });
    const { onProgress: follow } = this.#passing;
    const tellers = [
      relayProgress(exchange, (text) => harmlessText(text, server.config)),
      activityOf(this.#parts, exchange, begun, server.name),
      follow,
    ].filter((tell) => tell !== undefined);
    const finished = await this.#parts.gate.send(begun, dispatch, {
      signal,
      ...(tellers.length === 0
        ? {}
        : { onProgress: (progress) => tellers.forEach((tell) => tell(progress)) }),
    });
    const what = passed(finished, reply);
    if (what.type === 'result') await this.#given(what.result);
    return await this.#advised(begun, what);
  }

  /** The result goes out all the same where that cannot be told: what others do not know of, they do not read. */
  async #given(result: JsonObject): Promise<void> {
    const { server, request } = this.#passing;
    await this.#parts.given
      .note(server.name, result, request.principal.subject)
      .catch(() =>
        this.#parts.log(server.name, 'RESOURCE_UNTOLD', 'other processes do not know of resources it gave'),
      );
  }

  async #advised({ decision }: Begun, what: Passed): Promise<Passed> {
    const { exchange, request, server } = this.#passing;
    const { principal, context, authenticated } = request;
    if (what.type !== 'result' || request.kind !== 'tool' || asksMore(what.result)) return what;
    const model = await this.#parts.models.afterCall(
      {
        whose: { principal, context, authenticated },
        call: what.call,
        server: server.name,
        tool: request.name,
        model: decision.obligations.model,
      },
      modelAskIn(exchange.params),
    );
    return model === undefined ? what : { ...what, model };
  }

  /** The client is back with what it carried, and with a person's word or without. */
  async #comeBack(carried: Extract<Carried, { type: 'approval' }>): Promise<Step> {
    const { request, inputs, exchange } = this.#passing;
    const word = readWord(inputs?.[APPROVAL_INPUT]);
    const connection = inBandConnection(exchange.client);
    if (word !== undefined && connection !== undefined)
      await this.#vote({ ...carried, subject: exchange.client.principal.subject, connection }, word);
    return await this.#parts.gate.resume(carried.ticket, request);
  }

  /** Why an answer over the client's own connection did not count. */
  #uncounted: string | undefined;

  async #vote(asked: AskedClient, { verdict, reason, code }: Word): Promise<void> {
    const { call, binding, subject, connection, receipt } = asked;
    const { refusedBecause } = await this.#parts.gate.desk.vote({
      call,
      subject,
      verdict,
      via: 'elicitation',
      binding,
      // the question shows the whole arguments, or it is not asked this way
      opened: true,
      ...(reason === undefined ? {} : { reason }),
      inBand: { connection, receipt, ...(code === undefined ? {} : { code }) },
    });
    this.#uncounted = refusedBecause;
  }

  async #hold(held: HeldCall): Promise<Step | Passed> {
    const { request, signal, waitMs, onHeld, comesBack = false } = this.#passing;
    const { gate } = this.#parts;
    onHeld?.(held);
    if (held.waiting === 'people') {
      const asked = await this.#askInBand(held);
      if (asked !== undefined) return asked;
    }
    const step = await gate.waitFor(held, request, { withinMs: waitMs, signal, comesBack });
    // what waited for a slot or its hours came to need a person: that is another question
    if (step.state === 'withdrawn' && 'code' in step && step.code === 'DECISION_CHANGED') {
      const again = await gate.begin(request);
      return again.state === 'held' && again.waiting === 'people'
        ? ((await this.#askInBand(again)) ?? again)
        : again;
    }
    return step;
  }

  /** Undefined where this client cannot be asked. */
  async #askInBand(held: HeldCall): Promise<Step | Passed | undefined> {
    const { exchange, detached = false } = this.#passing;
    const { client } = exchange;
    if (detached) return undefined;
    const connection = inBandConnection(client);
    if (connection === undefined || (client.era === 'legacy' && !client.stateful)) return undefined;
    const asked = await this.#parts.gate.desk.askInBand(held.call, connection, approvalText);
    if (!asked.asked) {
      this.#uncounted = asked.because;
      return undefined;
    }
    const { question, subject, receipt } = asked;
    const form = approvalForm(asked.text);
    if (client.era === 'modern') {
      const { inner } = this.#passing;
      const carried = {
        type: 'approval',
        ticket: held.ticket,
        call: held.call,
        binding: question.binding,
        receipt,
        state: inner.state,
        inputs: inner.inputs,
      } as const;
      return {
        type: 'asks',
        inputRequests: {
          [APPROVAL_INPUT]: { method: 'elicitation/create', params: { mode: 'form', ...form } },
        },
        requestState: seal(this.#parts.keys, client, carried, held.expiresAt),
      };
    }
    const { call } = held;
    return await this.#elicit(held, { call, binding: question.binding, subject, connection, receipt }, form);
  }

  /** Asks over the connection while others may decide too; whoever is first counts. */
  async #elicit(held: HeldCall, asked: AskedClient, form: JsonObject): Promise<Step> {
    const { exchange, request, signal, waitMs } = this.#passing;
    const enough = new AbortController();
    const asking = exchange
      .ask('elicitation/create', form, { signal: enough.signal, timeoutMs: waitMs })
      .then(async (answer) => {
        const word = readWord(answer);
        if (word !== undefined) await this.#vote(asked, word);
      })
      // a client that cannot be asked leaves the question to the inbox
      .catch(() => {});
    const step = await this.#parts.gate.waitFor(held, request, { withinMs: waitMs, signal });
    enough.abort();
    await asking;
    return step;
  }
}

const unrecorded = ({ code }: CallgateError): RpcError => ({
  code: NOT_SENT,
  message: `Callgate: the call may have run, and what came of it could not be recorded (${code}). Do not repeat it by yourself; tell the person.`,
});

const OF_THE_SERVER = /^(?:UPSTREAM|EGRESS)_/;

/** A server that is not there has words of its own for that: they are the operator's to read, not the agent's. */
const notEvenBegun = (parts: GatewayParts, { server, request }: Passing, error: CallgateError): Stopped => {
  parts.refused(request.principal.subject, error.code, `a call at ${server.name}`);
  parts.log(server.name, error.code, error.message);
  const help = error.help === undefined ? '' : `; ${error.help}`;
  const reason = OF_THE_SERVER.test(error.code)
    ? `the server ${server.name} cannot be reached (${error.code}); the operator can read why in the log`
    : `${error.message}${help}`;
  return { state: 'blocked', call: '', code: error.code, reasons: [reason] };
};

/** Takes a request through the gate to its server and back. */
export const callThrough = async (parts: GatewayParts, passing: Passing): Promise<Passed> => {
  const passage = new Passage(parts, passing);
  try {
    return await passage.go();
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    if (passage.isOut) return { type: 'error', error: unrecorded(error), call: '' };
    return { type: 'stopped', stopped: notEvenBegun(parts, passing, error) };
  }
};
