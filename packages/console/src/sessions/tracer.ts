import { digest } from '@callgate/core';
import type { CallRow, Clock } from '@callgate/gate';
import type { Flow } from '../api/sessions.ts';
import type { Tracing } from './flows.ts';
import { flowsOf } from './flows.ts';

const KEPT = 20;
const GOOD_FOR_MS = 10_000;

interface Traced {
  readonly at: number;
  readonly flows: Promise<readonly Flow[]>;
}

/** All that flows depend on, but for tools that come to be defined otherwise. */
const stateOf = (rows: readonly CallRow[], { session, words }: Tracing): string =>
  digest('traced', {
    rows: rows.map(({ id, endedAt }) => [id, endedAt]),
    said: session.said.map(({ text }) => text),
    created: session.created.length,
    seen: session.seen.map(({ call }) => call),
    words: words.map(({ at, text }) => [at, text]),
  });

/** Traces one session at a time, and remembers for a moment what came of it: whoever asks again costs nothing. */
export class Tracer {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #flowsOf: typeof flowsOf;
  readonly #traced: Map<string, Traced> = new Map();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(clock: Pick<Clock, 'now'>, trace: typeof flowsOf = flowsOf) {
    this.#clock = clock;
    this.#flowsOf = trace;
  }

  trace(rows: readonly CallRow[], tracing: Tracing | undefined): Promise<readonly Flow[]> {
    if (tracing === undefined) return this.#flowsOf(rows, undefined);
    const key = stateOf(rows, tracing);
    const now = this.#clock.now();
    const known = this.#traced.get(key);
    if (known !== undefined && now - known.at < GOOD_FOR_MS) return known.flows;
    const flows = this.#turn.then(() => this.#flowsOf(rows, tracing));
    this.#turn = flows.catch(() => {});
    this.#keep(key, { at: now, flows });
    flows.catch(() => this.#traced.delete(key));
    return flows;
  }

  #keep(key: string, traced: Traced): void {
    this.#traced.delete(key);
    this.#traced.set(key, traced);
    const [oldest] = this.#traced.keys();
    if (this.#traced.size > KEPT && oldest !== undefined) this.#traced.delete(oldest);
  }
}
