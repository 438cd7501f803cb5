import type { JsonObject } from '@callgate/core';
import { canonical, own } from '@callgate/core';
import type { CallClass } from './call-class.ts';
import { IDEMPOTENCY_KEY } from './keys.ts';
import { Remembered } from './memory.ts';

const MOST = 1000;
const KEPT_MS = 600_000;
const MAX_KEY = 200;

interface Known {
  readonly arguments: string;
  /** Undefined where the call did not end well: it may be tried again then. */
  readonly answer: Promise<JsonObject | undefined>;
}

export type Once =
  | { readonly type: 'first' | 'again'; readonly result: JsonObject }
  /** The key belongs to a call with other arguments. */
  | { readonly type: 'other' };

const isDone = (result: JsonObject): boolean =>
  own(result, 'isError') !== true && own(result, 'resultType') !== 'input_required';

/** Calls that carried an idempotency key, with their answers. */
export class RepeatedCalls {
  readonly #known: Remembered<Known> = new Remembered(MOST);
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Starts the call unless one with this key did already. Nothing may come between looking and remembering. */
  async once(place: string, args: JsonObject, start: () => Promise<JsonObject>): Promise<Once> {
    for (;;) {
      const known = this.#known.get(place, this.#clock());
      if (known === undefined) break;
      if (known.arguments !== canonical(args)) return { type: 'other' };
      const answer = await known.answer;
      if (answer !== undefined) return { type: 'again', result: answer };
      // whoever waited as well may have begun anew
      if (this.#known.get(place, this.#clock()) === known) this.#known.delete(place);
    }
    const running = start();
    const answer = running.then(
      (result) => (isDone(result) ? result : undefined),
      () => undefined,
    );
    this.#known.set(place, { arguments: canonical(args), answer }, this.#clock() + KEPT_MS);
    return { type: 'first', result: await running };
  }
}

/** Where a call with a key is remembered. Reads have no place: they may be made again. */
export const placeOf = (
  meta: JsonObject | undefined,
  principal: string,
  { tool, answers }: CallClass,
): string | undefined => {
  const key = meta === undefined ? undefined : own(meta, IDEMPOTENCY_KEY);
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY || answers.readOnly === 'yes')
    return undefined;
  // a client wrote the key: it need not be well-formed
  return JSON.stringify([principal, tool, key]);
};
