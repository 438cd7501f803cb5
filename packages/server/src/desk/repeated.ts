import type { JsonObject } from '@callgate/core';
import { canonical, own } from '@callgate/core';
import type { CallClass } from './declared-tool.ts';
import { IDEMPOTENCY_KEY } from './keys.ts';
import { Remembered } from './remembered.ts';
import type { GuardOptions } from './options.ts';

const MOST_OF_A_CALLER = 1000;
const MANY_CALLERS = 1000;
const KEPT_MS = 600_000;
const MAX_KEY = 200;

/** What became of a call. */
export interface Ended {
  readonly result: JsonObject;
  /** Its handler began, so it may have had its effect. */
  readonly ran: boolean;
}

interface Known {
  readonly arguments: string;
  /** Undefined where nothing ran, or the handler asked for more: it may be tried again then. */
  readonly answer: Promise<JsonObject | undefined>;
}

export type Once =
  | { readonly type: 'first' | 'again'; readonly result: JsonObject }
  /** The key belongs to a call with other arguments. */
  | { readonly type: 'other' };

/** Where a call with a key is remembered: callers do not push out each other's. */
export interface Place {
  readonly caller: string;
  readonly key: string;
}

const isToBeKept = ({ result, ran }: Ended): boolean => ran && own(result, 'resultType') !== 'input_required';

/** Calls that carried an idempotency key, with their answers. */
export class RepeatedCalls {
  readonly #callers: Map<string, Remembered<Known>> = new Map();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Starts the call unless one with this key did already. Nothing may come between looking and remembering. */
  async once({ caller, key }: Place, args: JsonObject, start: () => Promise<Ended>): Promise<Once> {
    const calls = this.#of(caller);
    for (;;) {
      const known = calls.get(key, this.#clock());
      if (known === undefined) break;
      if (known.arguments !== canonical(args)) return { type: 'other' };
      const answer = await known.answer;
      if (answer !== undefined) return { type: 'again', result: answer };
    }
    const running = start();
    const known: Known = {
      arguments: canonical(args),
      answer: running.then(
        (ended) => (isToBeKept(ended) ? ended.result : this.#forget(calls, key, known)),
        () => this.#forget(calls, key, known),
      ),
    };
    calls.set(key, known, this.#clock() + KEPT_MS);
    return { type: 'first', result: (await running).result };
  }

  /** Whoever waited as well may have begun anew. */
  #forget(calls: Remembered<Known>, key: string, known: Known): undefined {
    if (calls.get(key, this.#clock()) === known) calls.delete(key);
  }

  #of(caller: string): Remembered<Known> {
    if (this.#callers.size >= MANY_CALLERS)
      for (const [name, calls] of this.#callers) if (calls.isOver(this.#clock())) this.#callers.delete(name);
    const calls = this.#callers.get(caller) ?? new Remembered<Known>(MOST_OF_A_CALLER);
    this.#callers.set(caller, calls);
    return calls;
  }
}

/** Answers are remembered for a server, not for a connection: for one manifest and one record. */
const repeatedIn = new WeakMap<object, WeakMap<object, RepeatedCalls>>();

export const repeatedOf = (manifest: object, options: GuardOptions, clock: () => number): RepeatedCalls => {
  const family = repeatedIn.get(manifest) ?? new WeakMap<object, RepeatedCalls>();
  repeatedIn.set(manifest, family);
  const home: object = options.audit === 'none' ? options : options.audit;
  const repeated = family.get(home) ?? new RepeatedCalls(clock);
  family.set(home, repeated);
  return repeated;
};

/** Reads have no place, because they may be made again; nor has a call whose caller cannot be told from others. */
export const placeOf = (
  meta: JsonObject | undefined,
  principal: string,
  proof: string | undefined,
  { tool, answers }: CallClass,
): Place | 'unreadable' | undefined => {
  const key = meta === undefined ? undefined : own(meta, IDEMPOTENCY_KEY);
  if (key === undefined || answers.readOnly === 'yes') return undefined;
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY) return 'unreadable';
  if (proof === undefined) return undefined;
  // a client wrote the key: it need not be well-formed
  return { caller: JSON.stringify([principal, proof]), key: JSON.stringify([tool, key]) };
};
