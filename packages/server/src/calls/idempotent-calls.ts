import type { JsonObject } from '@callgate/core';
import { canonical, getOwn } from '@callgate/core';
import type { DeclaredLimits } from './guarded-tool.ts';
import { IDEMPOTENCY_KEY } from './keys.ts';
import { ExpiringMap } from './expiring-map.ts';
import type { GuardOptions } from './guard-options.ts';

const MOST_OF_A_CALLER = 1000;
const MANY_CALLERS = 1000;
const KEPT_MS = 600_000;
const MAX_KEY = 200;

/** What became of a call. */
export interface GuardedCallOutcome {
  readonly result: JsonObject;
  /** Its handler began, so it may have had its effect. */
  readonly ran: boolean;
}

interface KeyedCall {
  readonly arguments: string;
  /** Undefined where nothing ran, or the handler asked for more: it may be tried again then. */
  readonly answer: Promise<JsonObject | undefined>;
}

export type IdempotentResult =
  | { readonly type: 'first' | 'again'; readonly result: JsonObject }
  /** The key belongs to a call with other arguments. */
  | { readonly type: 'other' };

/** Where a call with a key is remembered: callers do not push out each other's. */
export interface IdempotencySlot {
  readonly caller: string;
  readonly key: string;
}

const isKeepable = ({ result, ran }: GuardedCallOutcome): boolean =>
  ran && getOwn(result, 'resultType') !== 'input_required';

/** Calls that carried an idempotency key, with their answers. */
export class IdempotentCalls {
  readonly #callers: Map<string, ExpiringMap<KeyedCall>> = new Map();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Starts the call unless one with this key did already. Nothing may come between looking and remembering. */
  async once(
    { caller, key }: IdempotencySlot,
    args: JsonObject,
    start: () => Promise<GuardedCallOutcome>,
  ): Promise<IdempotentResult> {
    const calls = this.#of(caller);
    for (;;) {
      const known = calls.get(key, this.#clock());
      if (known === undefined) break;
      if (known.arguments !== canonical(args)) return { type: 'other' };
      const answer = await known.answer;
      if (answer !== undefined) return { type: 'again', result: answer };
    }
    const running = start();
    const known: KeyedCall = {
      arguments: canonical(args),
      answer: running.then(
        (ended) => (isKeepable(ended) ? ended.result : this.#forget(calls, key, known)),
        () => this.#forget(calls, key, known),
      ),
    };
    calls.set(key, known, this.#clock() + KEPT_MS);
    return { type: 'first', result: (await running).result };
  }

  /** Another call that waited may have begun again. */
  #forget(calls: ExpiringMap<KeyedCall>, key: string, known: KeyedCall): undefined {
    if (calls.get(key, this.#clock()) === known) calls.delete(key);
  }

  #of(caller: string): ExpiringMap<KeyedCall> {
    if (this.#callers.size >= MANY_CALLERS)
      for (const [name, calls] of this.#callers) if (calls.isOver(this.#clock())) this.#callers.delete(name);
    const calls = this.#callers.get(caller) ?? new ExpiringMap<KeyedCall>(MOST_OF_A_CALLER);
    this.#callers.set(caller, calls);
    return calls;
  }
}

/** Answers are remembered for a server, not for a connection: for one manifest and one record. */
const idempotentCallsByServer = new WeakMap<object, WeakMap<object, IdempotentCalls>>();

export const idempotentCallsOf = (
  manifest: object,
  options: GuardOptions,
  clock: () => number,
): IdempotentCalls => {
  const family = idempotentCallsByServer.get(manifest) ?? new WeakMap<object, IdempotentCalls>();
  idempotentCallsByServer.set(manifest, family);
  const home: object = options.audit === 'none' ? options : options.audit;
  const repeated = family.get(home) ?? new IdempotentCalls(clock);
  family.set(home, repeated);
  return repeated;
};

/** Reads have no place, because they may be made again; nor has a call whose caller cannot be told from others. */
export const findIdempotencySlot = (
  meta: JsonObject | undefined,
  principal: string,
  proof: string | undefined,
  { tool, answers }: DeclaredLimits,
): IdempotencySlot | 'unreadable' | undefined => {
  const key = meta === undefined ? undefined : getOwn(meta, IDEMPOTENCY_KEY);
  if (key === undefined || answers.readOnly === 'yes') return undefined;
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY) return 'unreadable';
  if (proof === undefined) return undefined;
  // a client wrote the key: it need not be well-formed
  return { caller: JSON.stringify([principal, proof]), key: JSON.stringify([tool, key]) };
};
