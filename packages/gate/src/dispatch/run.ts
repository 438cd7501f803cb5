import { CallgateError, display } from '@callgate/core';
import { addAlert } from '../alerts.ts';
import type { Asking } from '../confirm/ask.ts';
import { withdraw, withdrawInTheEnd } from '../confirm/end-call.ts';
import type { HeldCallWatch } from '../confirm/held-call-watch.ts';
import type {
  AlreadyOut,
  Begun,
  CallRequest,
  Finished,
  HeldCall,
  RunOptions,
  Stopped,
  WaitOptions,
} from '../gate.ts';
import type { GateParts } from '../parts.ts';
import { isProposed, proposeCall } from '../receive.ts';
import { tryAgain } from './attempt.ts';
import { pauseBefore } from './back-off.ts';
import { DECISION_CHANGED, begin } from './begin.ts';
import { withDeadline } from './deadline.ts';
import type { Dispatchable } from './dispatchable.ts';
import type { Answer, DispatchContext, Dispatcher } from './dispatcher.ts';
import { NotSent } from './dispatcher.ts';
import type { ResourceUse } from './resource-watch.ts';
import { watchResources } from './resource-watch.ts';
import { slotKeys } from './next-step.ts';
import { resume } from './resume.ts';
import type { SlotTicket } from './slots.ts';
import type { DispatchResult } from './settle.ts';
import { settleInTheEnd } from './settle.ts';

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

type Step = Begun | HeldCall | Stopped | AlreadyOut;

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

/** What one attempt came to, in the words that are settled. */
type Attempted = { readonly told: DispatchResult; readonly again: boolean };

const LEFT: Attempted = {
  told: { type: 'unknown', message: 'the requester left before the answer came' },
  again: false,
};

const attempted = (raced: Awaited<ReturnType<typeof withDeadline<Answer>>>, timeoutMs: number): Attempted => {
  switch (raced.type) {
    case 'answered':
      return { told: raced.value, again: false };
    case 'timed-out':
      return { told: { type: 'unknown', message: `no answer within ${timeoutMs} ms` }, again: true };
    case 'aborted':
      return raced.started ? LEFT : { told: notSent('the requester left before it was sent'), again: false };
    case 'threw':
      return raced.error instanceof NotSent
        ? { told: notSent(raced.error.message), again: true }
        : { told: { type: 'unknown', message: problem(raced.error) }, again: true };
  }
};

const notSent = (message: string): DispatchResult => ({ type: 'not-sent', message });

const problem = (error: unknown): string =>
  error instanceof CallgateError
    ? `${error.code}: ${error.message}`
    : display(error instanceof Error ? error.message : String(error), { max: 500 });

/** Another attempt where the policy orders one, after a pause. Undefined where there is none, or `signal` was aborted. */
export const retry = async (
  parts: GateParts,
  { dispatchable, decision }: Pick<Begun, 'dispatchable' | 'decision'>,
  signal?: AbortSignal,
): Promise<Begun | undefined> => {
  const { attempt } = dispatchable;
  if (attempt > decision.obligations.retries) return undefined;
  const ms = pauseBefore(attempt + 1, { firstMs: parts.limits.backOffMs }, Math.random);
  await new Promise<void>((resolve) => parts.clock.after(ms, resolve));
  if (signal?.aborted === true) return undefined;
  // a store that cannot take another intent now is no reason to lose the outcome of the first
  return await tryAgain(parts, dispatchable).catch(() => undefined);
};

class Sending {
  readonly #parts: GateParts;
  readonly #dispatch: Dispatcher;
  readonly #options: RunOptions;
  #watched: (() => ResourceUse) | undefined;

  constructor(parts: GateParts, dispatch: Dispatcher, options: RunOptions) {
    this.#parts = parts;
    this.#dispatch = dispatch;
    this.#options = options;
  }

  #context(dispatchable: Dispatchable, signal: AbortSignal): DispatchContext {
    const { call } = dispatchable;
    return {
      signal,
      progress: (progress) => {
        try {
          this.#options.onProgress?.(progress);
        } catch {
          // who only listens does not stop a call
        }
        this.#parts.events.emit({ type: 'progress', call, progress });
      },
      watch: (pid) => {
        if (dispatchable.heavy) this.#watched ??= watchResources(pid, this.#parts.clock);
      },
    };
  }

  async #once(dispatchable: Dispatchable): Promise<Attempted> {
    const { timeoutMs } = dispatchable;
    this.#parts.failpoint('dispatch:before-send');
    const raced = await withDeadline<Answer>(
      this.#parts.clock,
      timeoutMs,
      this.#options.signal,
      (signal) => this.#dispatch(dispatchable, this.#context(dispatchable, signal)),
      (late) => late.type === 'answered' && this.#late(dispatchable.call),
    );
    this.#parts.failpoint('dispatch:answered');
    return attempted(raced, timeoutMs);
  }

  #late(call: string): void {
    this.#parts.store
      .transact((tx) =>
        addAlert(tx, {
          code: 'LATE_ANSWER',
          message: 'an answer came after the call was given up on; it was not released',
          call,
          to: ['operator'],
          now: tx.now(),
          onceAnHour: call,
        }),
      )
      .then(
        (alert) => alert !== undefined && this.#parts.events.emit({ type: 'alert', alert }),
        () => {},
      );
  }

  async send(begun: Begun): Promise<Finished> {
    let { dispatchable, decision } = begun;
    let result = await this.#once(dispatchable);
    let unknown: DispatchResult | undefined;
    while (result.again) {
      const next = await retry(this.#parts, { dispatchable, decision }, this.#options.signal);
      if (next === undefined) break;
      if (result.told.type === 'unknown') unknown = result.told;
      ({ dispatchable, decision } = next);
      result = await this.#once(dispatchable);
    }
    const resources = this.#watched?.();
    // that the last attempt never left says nothing about one before it
    const told = result.again && unknown !== undefined ? unknown : result.told;
    return await settleInTheEnd(this.#parts, dispatchable, told, {
      released: this.#options.signal?.aborted !== true,
      resources,
      absorb: this.#options.absorb,
    });
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

/** Takes a call that was begun the rest of the way. */
export const send = async (
  parts: GateParts,
  begun: Begun,
  dispatch: Dispatcher,
  options: RunOptions = {},
): Promise<Finished> => await new Sending(parts, dispatch, options).send(begun);

/** Takes a call all the way. */
export const run = async (
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
  if (step.state !== 'dispatching') return 'code' in step ? step : asStopped(step);
  if (step.dispatchable === undefined) return asStopped(step);
  return await new Sending(parts, dispatch, options).send(step);
};
