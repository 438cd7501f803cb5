import { CallgateError } from '@callgate/core';
import { dispatchMessages } from '@callgate/messages/dispatch';
import type { FinishedCall } from '../absorb/upstream-response.ts';
import type { ApprovalRequester } from '../confirm/approval-requester.ts';
import { withdrawCall, withdrawEventually } from '../confirm/end-call.ts';
import type { PendingCallWatch } from '../confirm/pending-call-watch.ts';
import type { PendingCall } from '../confirm/pending-call.ts';
import type { CallRequest } from '../receive/call-request.ts';
import type { StoppedCall } from '../receive/propose-call.ts';
import { isProposedCall, proposeCall } from '../receive/propose-call.ts';
import { DECISION_CHANGED, beginCall } from './begin-call.ts';
import type { Dispatchable } from './dispatchable.ts';
import { isDispatchable } from './dispatchable.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { GateParts } from './gate-parts.ts';
import { listSlotKeys } from './next-step.ts';
import type { DispatchedCall } from './resume-call.ts';
import { resumeCall } from './resume-call.ts';
import type { RunOptions } from './send-call.ts';
import { sendCall } from './send-call.ts';
import type { SlotTicket } from './slot-queue.ts';

export interface WaitOptions {
  /** How long to wait here. A call that still waits then stays pending, for a caller who comes back. */
  readonly withinMs: number;
  /** The requester left: the call is withdrawn. */
  readonly signal?: AbortSignal;
  /** The caller can come back: a gate that closes leaves the call pending, and does not withdraw it. */
  readonly comesBack?: boolean;
}

export interface RunParts {
  readonly parts: GateParts;
  readonly waiting: PendingCallWatch;
  readonly asking: ApprovalRequester;
  /** How many wait here for each held call. */
  readonly holders: Map<string, number>;
  /** The gate closes: what waits is withdrawn, what is out is waited for. */
  readonly closing: AbortSignal;
}

/** Looks again at least so often, whatever nobody told it. */
const LONGEST_WAIT = 60_000;
const SHORTEST_WAIT = 20;

type RunStep = Dispatchable | PendingCall | StoppedCall | DispatchedCall;

const gone = (call: string): StoppedCall => ({
  state: 'withdrawn',
  call,
  code: 'REQUESTER_LEFT',
  reasons: [dispatchMessages.requesterLeft],
});

/** Waits until a held call may leave or never will. */
class PendingCallWait {
  readonly #run: RunParts;
  readonly #request: CallRequest;
  readonly #signal: AbortSignal;
  readonly #left: AbortSignal | undefined;
  readonly #comesBack: boolean;

  constructor(runParts: RunParts, request: CallRequest, signal: AbortSignal | undefined, comesBack: boolean) {
    this.#run = runParts;
    this.#request = request;
    this.#left = signal;
    this.#comesBack = comesBack;
    this.#signal = signal === undefined ? runParts.closing : AbortSignal.any([signal, runParts.closing]);
  }

  #slot: SlotTicket | undefined;

  async until(held: PendingCall): Promise<Exclude<RunStep, PendingCall>> {
    const step = await this.within(held, Infinity);
    return step.state === 'held' ? gone(step.call) : step;
  }

  async within(held: PendingCall, withinMs: number): Promise<RunStep> {
    if (held.waiting === 'people') this.#run.asking.start(held);
    const { holders, asking } = this.#run;
    holders.set(held.call, (holders.get(held.call) ?? 0) + 1);
    let step: RunStep | undefined;
    try {
      step = await this.#loop(held, this.#run.parts.clock.now() + withinMs);
      return step;
    } finally {
      // people who were asked may still answer a call that stays held
      if (this.#leave(held.call) && step?.state !== 'held' && held.joined !== true) asking.stop(held.call);
      this.#slot?.leave();
    }
  }

  #slotTicket({ decision }: PendingCall): SlotTicket | undefined {
    const { parts } = this.#run;
    const proposed = proposeCall(parts, this.#request);
    return isProposedCall(proposed) ? parts.slots.enter(listSlotKeys(decision, proposed)) : undefined;
  }

  async #loop(first: PendingCall, end: number): Promise<RunStep> {
    const { parts } = this.#run;
    let held = first;
    for (;;) {
      const now = parts.clock.now();
      const left = Math.min((held.opensAt ?? held.expiresAt) - now, LONGEST_WAIT, end - now);
      const ms = Math.max(SHORTEST_WAIT, left);
      if (held.waiting === 'slot') this.#slot ??= this.#slotTicket(held);
      if (this.#slot === undefined) await this.#moved(held.call, ms);
      else await this.#turn(this.#slot, ms);
      if (this.#signal.aborted) {
        // the gate closes, and nobody has left
        if (this.#comesBack && this.#left?.aborted !== true) return held;
        if (this.#isLast(held.call) && first.joined !== true) await withdrawEventually(parts, held.ticket);
        return gone(held.call);
      }
      const step = await this.#resume(held);
      if (step.state !== 'held' || parts.clock.now() >= end) return step;
      held = step;
    }
  }

  /** Two who came with the same key wait for the same call; it goes with the last of them. */
  #isLast(call: string): boolean {
    return this.#run.holders.get(call) === 1;
  }

  #leave(call: string): boolean {
    const left = (this.#run.holders.get(call) ?? 1) - 1;
    if (left > 0) this.#run.holders.set(call, left);
    else this.#run.holders.delete(call);
    return left <= 0;
  }

  /** Listens first and looks then: a change in between is not missed. */
  async #moved(call: string, ms: number): Promise<void> {
    const { parts, waiting } = this.#run;
    const enough = new AbortController();
    const moved = waiting.wait(call, ms, AbortSignal.any([this.#signal, enough.signal]));
    const row = await parts.store.read.call(call).catch(() => undefined);
    if (row !== undefined && row.state !== 'held') enough.abort();
    await moved;
  }

  /** A store that is busy or away just now is asked again. Whatever else goes wrong, nobody waits any more. */
  async #resume(held: PendingCall): Promise<RunStep> {
    const { parts } = this.#run;
    try {
      return await resumeCall(parts, held.ticket, this.#request);
    } catch (error) {
      const code = error instanceof CallgateError ? error.code : '';
      if (code === 'STORE_BUSY' || code === 'STORE_AWAY') return held;
      if (code === 'STORE_FULL' && this.#comesBack) return held;
      if (code === 'STORE_FULL') {
        await withdrawEventually(parts, held.ticket);
        throw error;
      }
      await withdrawCall(parts, held.ticket, dispatchMessages.waiterFailed).catch(() => false);
      throw error;
    }
  }

  /** Its turn for a slot, or the end of its time. */
  async #turn(slot: SlotTicket, ms: number): Promise<void> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const stop = this.#run.parts.clock.after(ms, resolve);
    await Promise.race([slot.turn(this.#signal), over]);
    stop();
  }
}

const asStopped = (step: DispatchedCall): StoppedCall => ({
  state: 'withdrawn',
  call: step.call,
  code: 'CALL_TWICE',
  reasons: [dispatchMessages.alreadyInState({ state: step.state })],
});

/** Waits for a held call as long as its requester can. */
export const waitForCall = async (
  runParts: RunParts,
  held: PendingCall,
  request: CallRequest,
  { withinMs, signal, comesBack = false }: WaitOptions,
): Promise<RunStep> => await new PendingCallWait(runParts, request, signal, comesBack).within(held, withinMs);

/** Takes a call all the way. */
export const runCall = async (
  runParts: RunParts,
  request: CallRequest,
  dispatch: Dispatcher,
  options: RunOptions = {},
): Promise<FinishedCall | StoppedCall> => {
  const { parts } = runParts;
  if (options.signal?.aborted === true) return gone('');
  let step: RunStep = await beginCall(parts, request, { attached: true, ask: false });
  for (let round = 0; step.state === 'held'; round += 1) {
    const held = step;
    step = await new PendingCallWait(runParts, request, options.signal, false).until(held);
    // what waited for a slot or its hours came to need a person: that is another question
    if (step.state === 'withdrawn' && 'code' in step && step.code === DECISION_CHANGED && round === 0)
      step = await beginCall(parts, request, { attached: true, ask: false });
  }
  if (!isDispatchable(step)) return 'code' in step ? step : asStopped(step);
  return await sendCall(parts, step, dispatch, options);
};
