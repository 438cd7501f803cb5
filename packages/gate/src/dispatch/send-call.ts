import { CallgateError, display } from '@callgate/core';
import { dispatchMessages } from '@callgate/messages/dispatch';
import { dispatchErrors } from '@callgate/messages/errors/dispatch';
import type {
  ResponseFilter,
  UpstreamResponse,
  DispatchResult,
  FinishedCall,
} from '../absorb/upstream-response.ts';
import type { Clock } from '../environment/clock.ts';
import type { Progress } from '../events/gate-event.ts';
import { addAlert } from '../store/add-alert.ts';
import { beginNextAttempt } from './begin-next-attempt.ts';
import { computePause } from './back-off.ts';
import type { Dispatchable } from './dispatchable.ts';
import type { DispatchContext, Dispatcher } from './dispatcher.ts';
import { NotSentError } from './dispatcher.ts';
import type { GateParts } from './gate-parts.ts';
import type { ResourceUse } from './resource-watch.ts';
import { watchResources } from './resource-watch.ts';
import { settleEventually } from './settle-call.ts';

export interface RunOptions {
  /** The requester left: a held call is withdrawn, one that is out is given up on. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** What is released of the answer. Done before the outcome is recorded, which tells of the whole answer. */
  readonly absorb?: ResponseFilter;
}

/** What `work` came to, by itself. */
export type WorkResult<T> =
  | { readonly type: 'answered'; readonly value: T }
  | { readonly type: 'threw'; readonly error: unknown };

export type RaceResult<T> =
  | WorkResult<T>
  | { readonly type: 'timed-out' }
  /** `started` is false where `work` was not even called: then nothing has left. */
  | { readonly type: 'aborted'; readonly started: boolean };

/** No timer of Node is longer. */
const LONGEST = 2 ** 31 - 1;

/** Calls `work` once after so many milliseconds, be it years. */
const afterLong = (clock: Clock, ms: number, work: () => void): (() => void) => {
  let left = ms;
  let stop: (() => void) | undefined;
  const arm = (): void => {
    const step = Math.min(left, LONGEST);
    left -= step;
    stop = clock.after(step, () => (left > 0 ? arm() : work()));
  };
  arm();
  return () => stop?.();
};

const settled = async <T>(work: () => Promise<T>): Promise<WorkResult<T>> => {
  try {
    return { type: 'answered', value: await work() };
  } catch (error) {
    return { type: 'threw', error };
  }
};

/**
 * Runs `work` until it answers, the time is over or `outer` is aborted, whichever is first, and tells `work` by its
 * signal. What it comes to afterwards goes to `onLate`. Never rejects.
 */
export const withDeadline = <T>(
  clock: Clock,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  onLate?: (late: WorkResult<T>) => void,
): Promise<RaceResult<T>> => {
  if (outer?.aborted) return Promise.resolve({ type: 'aborted', started: false });
  return new Promise((resolve) => {
    const inner = new AbortController();
    let over = false;
    const finish = (raced: RaceResult<T>): void => {
      over = true;
      stopTimer();
      outer?.removeEventListener('abort', onAbort);
      resolve(raced);
    };
    const onAbort = (): void => {
      finish({ type: 'aborted', started: true });
      inner.abort(outer?.reason);
    };
    const stopTimer = afterLong(clock, timeoutMs, () => {
      finish({ type: 'timed-out' });
      inner.abort(new CallgateError(dispatchErrors.timeout({ timeoutMs })));
    });
    outer?.addEventListener('abort', onAbort, { once: true });
    void settled(() => work(inner.signal))
      .then((result) => {
        if (!over) finish(result);
        else onLate?.(result);
        // a late answer is news, never a fault of the call
      })
      .catch(() => {});
  });
};

/** What one attempt came to, in the words that are settled. */
type AttemptResult = { readonly told: DispatchResult; readonly again: boolean };

const LEFT: AttemptResult = {
  told: { type: 'unknown', message: dispatchMessages.requesterLeftAfter },
  again: false,
};

const attempted = (
  raced: Awaited<ReturnType<typeof withDeadline<UpstreamResponse>>>,
  timeoutMs: number,
): AttemptResult => {
  switch (raced.type) {
    case 'answered':
      return { told: raced.value, again: false };
    case 'timed-out':
      return {
        told: { type: 'unknown', message: dispatchErrors.timeout({ timeoutMs }).message },
        again: true,
      };
    case 'aborted':
      return raced.started ? LEFT : { told: notSent(dispatchMessages.requesterLeftBefore), again: false };
    case 'threw':
      return raced.error instanceof NotSentError
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
export const retryCall = async (
  parts: GateParts,
  dispatchable: Dispatchable,
  signal?: AbortSignal,
): Promise<Dispatchable | undefined> => {
  const { attempt, decision } = dispatchable;
  if (attempt > decision.obligations.retries) return undefined;
  const ms = computePause(attempt + 1, { firstMs: parts.limits.backOffMs }, Math.random);
  await new Promise<void>((resolve) => parts.clock.after(ms, resolve));
  if (signal?.aborted === true) return undefined;
  // a store that cannot take another intent now is no reason to lose the outcome of the first
  return await beginNextAttempt(parts, dispatchable).catch(() => undefined);
};

class CallSender {
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

  async #once(dispatchable: Dispatchable): Promise<AttemptResult> {
    const { timeoutMs } = dispatchable;
    this.#parts.failpoint('dispatch:before-send');
    const raced = await withDeadline<UpstreamResponse>(
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
          message: dispatchMessages.lateAnswer,
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

  async send(first: Dispatchable): Promise<FinishedCall> {
    let dispatchable = first;
    let result = await this.#once(dispatchable);
    let unknown: DispatchResult | undefined;
    while (result.again) {
      const next = await retryCall(this.#parts, dispatchable, this.#options.signal);
      if (next === undefined) break;
      if (result.told.type === 'unknown') unknown = result.told;
      dispatchable = next;
      result = await this.#once(dispatchable);
    }
    const resources = this.#watched?.();
    // that the last attempt never left says nothing about one before it
    const told = result.again && unknown !== undefined ? unknown : result.told;
    return await settleEventually(this.#parts, dispatchable, told, {
      released: this.#options.signal?.aborted !== true,
      resources,
      absorb: this.#options.absorb,
    });
  }
}

/** Takes a call that was begun the rest of the way. */
export const sendCall = async (
  parts: GateParts,
  dispatchable: Dispatchable,
  dispatch: Dispatcher,
  options: RunOptions = {},
): Promise<FinishedCall> => await new CallSender(parts, dispatch, options).send(dispatchable);
