import type { Clock } from '@callgate/gate';

const KEPT = 8;
const GOOD_FOR_MS = 5000;

interface CachedWork<T> {
  readonly at: number;
  readonly what: Promise<T>;
}

/** Does work that costs much one piece after the other, and gives everybody who asks for the same what came of it. */
export class SerialCache<T> {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #made: Map<string, CachedWork<T>> = new Map();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** `key` names all that it depends on; it is believed for a few seconds. */
  of(key: string, work: () => Promise<T>): Promise<T> {
    const now = this.#clock.now();
    const known = this.#made.get(key);
    if (known !== undefined && now - known.at < GOOD_FOR_MS) return known.what;
    const what = this.#turn.then(work);
    this.#turn = what.catch(() => {});
    this.#keep(key, { at: now, what });
    what.catch(() => this.#made.delete(key));
    return what;
  }

  #keep(key: string, made: CachedWork<T>): void {
    this.#made.delete(key);
    this.#made.set(key, made);
    const [oldest] = this.#made.keys();
    if (this.#made.size > KEPT && oldest !== undefined) this.#made.delete(oldest);
  }
}
