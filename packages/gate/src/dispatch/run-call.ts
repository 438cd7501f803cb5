import { CallgateError } from '@callgate/core';
import type { Finished } from '../absorb/answer.ts';
import type { Asking } from '../confirm/ask.ts';
import { withdraw, withdrawInTheEnd } from '../confirm/end-call.ts';
import type { HeldCallWatch } from '../confirm/held-call-watch.ts';
import type { HeldCall } from '../confirm/held-call.ts';
import type { CallRequest } from '../receive/call-request.ts';
import type { Stopped } from '../receive/propose-call.ts';
import { isProposed, proposeCall } from '../receive/propose-call.ts';
import { DECISION_CHANGED, begin } from './begin.ts';
import type { Dispatchable } from './dispatchable.ts';
import { isDispatchable } from './dispatchable.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { GateParts } from './gate-parts.ts';
import { slotKeys } from './next-step.ts';
import type { AlreadyOut } from './resume.ts';
import { resume } from './resume.ts';
import type { RunOptions } from './send-call.ts';
import { sendCall } from './send-call.ts';
import type { SlotTicket } from './slots.ts';

export interface WaitOptions {
  /** How long to wait here. What still waits then stays held, for whoever comes back. */
  readonly withinMs: number;
  /** The requester left: the call is withdrawn. */
  readonly signal?: AbortSignal;
  /** Whoever waits can come back: a gate that closes leaves the call held, and does not withdraw it. */
  readonly comesBack?: boolean;
}

export interface RunParts {
  readonly parts: GateParts;
  readonly waiting: HeldCallWatch;
  readonly asking: Asking;
  /** How many wait here for each held call. */
  readonly holders: Map<string, number>;
  /** The gate closes: what waits is withdrawn, what is out is waited for. */
  readonly closing: AbortSignal;
}

/** Looks again at least so often, whatever nobody told it. */
const LONGEST_WAIT = 60_000;
const SHORTEST_WAIT = 20;

type Step = Dispatchable | HeldCall | Stopped | AlreadyOut;

const gone = (call: string): Stopped => ({
  state: 'withdrawn',
  call,
  code: 'REQUESTER_LEFT',
  reasons: ['whoever asked for it is gone'],
});

/** Waits until a held call may leave or never will. */
class Holding {
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

  async until(held: HeldCall): Promise<Exclude<Step, HeldCall>> {
    const step = await this.within(held, Infinity);
    return step.state === 'held' ? gone(step.call) : step;
  }

  async within(held: HeldCall, withinMs: number): Promise<Step> {
    if (held.waiting === 'people') this.#run.asking.start(held);
    const { holders, asking } = this.#run;
    holders.set(held.call, (holders.get(held.call) ?? 0) + 1);
    let step: Step | undefined;
    try {
      step = await this.#loop(held, this.#run.parts.clock.now() + withinMs);
      return step;
    } finally {
      // people who were asked may still answer a call that stays held
      if (this.#leave(held.call) && step?.state !== 'held') asking.stop(held.call);
      this.#slot?.leave();
    }
  }

  #slotTicket({ decision }: HeldCall): SlotTicket | undefined {
    const { parts } = this.#run;
    const proposed = proposeCall(parts, this.#request);
    return isProposed(proposed) ? parts.slots.enter(slotKeys(decision, proposed)) : undefined;
  }

  async #loop(first: HeldCall, end: number): Promise<Step> {
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
        if (this.#isLast(held.call) && first.joined !== true) await withdrawInTheEnd(parts, held.ticket);
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

  /** Listens first and looks then: whoever moves it in between is not missed. */
  async #moved(call: string, ms: number): Promise<void> {
    const { parts, waiting } = this.#run;
    const enough = new AbortController();
    const moved = waiting.wait(call, ms, AbortSignal.any([this.#signal, enough.signal]));
    const row = await parts.store.read.call(call).catch(() => undefined);
    if (row !== undefined && row.state !== 'held') enough.abort();
    await moved;
  }

  /** A store that is busy or away just now is asked again. Whatever else goes wrong, nobody waits any more. */
  async #resume(held: HeldCall): Promise<Step> {
    const { parts } = this.#run;
    try {
      return await resume(parts, held.ticket, this.#request);
    } catch (error) {
      const code = error instanceof CallgateError ? error.code : '';
      if (code === 'STORE_BUSY' || code === 'STORE_AWAY') return held;
      if (code === 'STORE_FULL' && this.#comesBack) return held;
      if (code === 'STORE_FULL') {
        await withdrawInTheEnd(parts, held.ticket);
        throw error;
      }
      await withdraw(parts, held.ticket, 'whoever waited for it met a fault').catch(() => false);
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

const asStopped = (step: AlreadyOut): Stopped => ({
  state: 'withdrawn',
  call: step.call,
  code: 'CALL_TWICE',
  reasons: [`this call is ${step.state} already; it does not run twice`],
});

/** Waits for a held call as long as its requester can. */
export const waitFor = async (
  runParts: RunParts,
  held: HeldCall,
  request: CallRequest,
  { withinMs, signal, comesBack = false }: WaitOptions,
): Promise<Step> => await new Holding(runParts, request, signal, comesBack).within(held, withinMs);

/** Takes a call all the way. */
export const runCall = async (
  runParts: RunParts,
  request: CallRequest,
  dispatch: Dispatcher,
  options: RunOptions = {},
): Promise<Finished | Stopped> => {
  const { parts } = runParts;
  if (options.signal?.aborted === true) return gone('');
  let step: Step = await begin(parts, request, { attached: true, ask: false });
  for (let round = 0; step.state === 'held'; round += 1) {
    const held = step;
    step = await new Holding(runParts, request, options.signal, false).until(held);
    // what waited for a slot or its hours came to need a person: that is another question
    if (step.state === 'withdrawn' && 'code' in step && step.code === DECISION_CHANGED && round === 0)
      step = await begin(parts, request, { attached: true, ask: false });
  }
  if (!isDispatchable(step)) return 'code' in step ? step : asStopped(step);
  return await sendCall(parts, step, dispatch, options);
};
