import { receiveArguments } from '@callgate/core/receive';
import type { Dispatchable, Gate, DispatchResult } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import type { CallgateError } from '@callgate/core';
import { adapterMessages } from '@callgate/messages/adapter';
import type { HostOptions, ToolRequest, ConversationRef } from './host-options.ts';
import { callName, requestOf, sessionOf, digestOf } from './host-options.ts';
import { perGate, dropOldest } from './per-gate.ts';
import { settleIfOpen, settleRun } from './settle-run.ts';

interface StoredRefusal {
  readonly session: string;
  readonly call: string;
  readonly error: CallgateError;
}

const MOST = 10_000;

/** What of a call cannot be read makes no difference: it does not run either way. */
const callOf = (request: ToolRequest): string =>
  JSON.stringify([request.server, request.name, digestOf(request) ?? null]);

/** Why calls do not run, until the framework comes to run them. */
class StoredRefusals {
  readonly #refusals: Map<string, StoredRefusal> = new Map();

  set(who: ConversationRef, key: string, request: ToolRequest, error: CallgateError): void {
    const session = sessionOf(who);
    this.#refusals.set(callName(who, key), { session, call: callOf(request), error });
    dropOldest(this.#refusals, MOST);
  }

  /** Once, and for the very same call alone. */
  take(who: ConversationRef, key: string, request: ToolRequest): CallgateError | undefined {
    const name = callName(who, key);
    const refusal = this.#refusals.get(name);
    if (refusal?.call !== callOf(request)) return undefined;
    this.#refusals.delete(name);
    return refusal.error;
  }

  delete(who: ConversationRef, key: string): void {
    this.#refusals.delete(callName(who, key));
  }

  endTurn(who: ConversationRef): void {
    const session = sessionOf(who);
    for (const [name, refusal] of this.#refusals)
      if (refusal.session === session) this.#refusals.delete(name);
  }
}

export const refusalsOf: (gate: Gate) => StoredRefusals = perGate(() => new StoredRefusals());

interface UnstartedCall {
  readonly begun: Dispatchable;
  readonly session: string;
  readonly runBy: 'host' | 'client';
  /** What has left for a client, to report it if its answer comes too late. */
  readonly sent: ToolRequest | undefined;
  readonly stopTimer: () => void;
}

const UNUSED_MS = 600_000;
/** The gate itself gives up every call in flight a minute after its time. */
const GRACE_MS = 30_000;

const NOT_ANSWERED: DispatchResult = {
  type: 'unknown',
  message: adapterMessages.outcome.runnerLate,
};
const notRunResult = (message: string): DispatchResult => ({ type: 'error', code: 'NOT_RUN', message });

const sentRequest = (host: HostOptions, dispatchable: Dispatchable): ToolRequest => {
  const { server, target } = dispatchable;
  return requestOf({ ...host, server }, target, dispatchable.take().arguments, undefined);
};

/** Calls that were let out and that the SDK has not run yet. */
export class UnstartedCalls {
  readonly #gate: Gate;
  readonly #waiting: Map<string, UnstartedCall> = new Map();
  readonly #names: Map<string, string> = new Map();

  constructor(gate: Gate) {
    this.#gate = gate;
    // a call that is over is not handed over any more
    gate.onEvent((event) => {
      if (event.type === 'moved' && event.state !== 'dispatching') this.#remove(this.#names.get(event.call));
    });
  }

  /** Keeps a call for `execute`, or until a client that runs it has answered; neither for longer than its time. */
  keep(host: HostOptions, key: string, begun: Dispatchable, runBy: 'host' | 'client'): void {
    const name = callName(host, key);
    const { clock = systemClock, unusedMs = UNUSED_MS } = host;
    const latest = begun.timeoutMs + GRACE_MS;
    const [ms, told] =
      runBy === 'client'
        ? [latest, NOT_ANSWERED]
        : [Math.min(unusedMs, latest), notRunResult(adapterMessages.outcome.hostLate)];
    const sent = runBy === 'client' ? sentRequest(host, begun) : undefined;
    const stopTimer = clock.after(ms, () => void this.#end(name, told).catch(() => {}), 'idle');
    this.#remove(name);
    this.#names.set(begun.call, name);
    this.#waiting.set(name, { begun, session: sessionOf(host), runBy, sent, stopTimer });
  }

  /** How many calls are kept here. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Who is to run the call that is out under this id. */
  runBy(who: ConversationRef, key: string): UnstartedCall['runBy'] | undefined {
    return this.#waiting.get(callName(who, key))?.runBy;
  }

  /** Hands a call over, once, and only to who comes with the very same one. */
  take(who: ConversationRef, request: ToolRequest): Dispatchable | undefined {
    const { key } = request;
    const begun = key === undefined ? undefined : this.#waiting.get(callName(who, key))?.begun;
    if (key === undefined || begun === undefined) return undefined;
    const same =
      begun.server === request.server &&
      begun.target === request.name &&
      begun.argumentsDigest === receiveArguments(request.arguments).argumentsDigest;
    return same ? this.#remove(callName(who, key))?.begun : undefined;
  }

  /** Of a call that a client ran there is an answer. The caller that takes it settles it, best with `settleRun`. */
  takeFromClient(who: ConversationRef, key: string): Dispatchable | undefined {
    return this.runBy(who, key) === 'client' ? this.#remove(callName(who, key))?.begun : undefined;
  }

  /** Says what came of a call that a client ran. False if there is none here. */
  async settleFromClient(who: ConversationRef, key: string, told: DispatchResult): Promise<boolean> {
    const sent = this.#waiting.get(callName(who, key))?.sent;
    const begun = this.takeFromClient(who, key);
    if (begun === undefined || sent === undefined) return false;
    await settleRun(this.#gate, begun, sent, told);
    return true;
  }

  /** What was let out in this conversation and never run is over. How many that were. */
  async endTurn(who: ConversationRef): Promise<number> {
    const session = sessionOf(who);
    refusalsOf(this.#gate).endTurn(who);
    const unused = Array.from(this.#waiting).filter(
      ([, waiting]) => waiting.session === session && waiting.runBy === 'host',
    );
    const told = notRunResult(adapterMessages.outcome.hostEnded);
    const ended = await Promise.allSettled(unused.map(([name]) => this.#end(name, told)));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
    return unused.length;
  }

  #remove(name: string | undefined): UnstartedCall | undefined {
    const waiting = name === undefined ? undefined : this.#waiting.get(name);
    if (name === undefined || waiting === undefined) return undefined;
    waiting.stopTimer();
    this.#waiting.delete(name);
    this.#names.delete(waiting.begun.call);
    return waiting;
  }

  async #end(name: string, told: DispatchResult): Promise<void> {
    const waiting = this.#remove(name);
    if (waiting !== undefined) await settleIfOpen(this.#gate, waiting.begun, told);
  }
}

/** `toolApproval` lets calls out and `execute` runs them: they meet here. */
export const unstartedCallsOf: (gate: Gate) => UnstartedCalls = perGate((gate) => new UnstartedCalls(gate));

/**
 * Call it when a turn is over, however it ended. The SDK does not run what it has approved if the turn is aborted, the
 * model ran out of tokens or the stream is tried again; such calls are recorded as failed, because nothing has left.
 */
export const endTurn = (gate: Gate, who: ConversationRef): Promise<number> =>
  unstartedCallsOf(gate).endTurn(who);
