import type { Clock } from '@callgate/gate';
import type { ConsoleEvent } from '@callgate/operations';

/** What waits to be told; more than this is dropped, alerts last, and pages are told to look again. */
const WAITING = 1000;

const LOOK_AGAIN: ConsoleEvent = { type: 'changed', what: 'calls' };

/** Of two with one key only the later is told. */
const keyOf = (event: ConsoleEvent): string => {
  switch (event.type) {
    case 'changed':
      return `changed ${event.what}`;
    case 'progress':
      return `progress ${event.call}`;
    case 'alert':
      return `alert ${event.alert.id}`;
    case 'job':
      return `job ${event.job}`;
  }
};

/** Gathers what happens and passes it on a few times a second, however much it is. */
export class EventBatcher {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #tell: (events: readonly ConsoleEvent[]) => void;
  readonly #waiting: Map<string, ConsoleEvent> = new Map();
  #cancel: (() => void) | undefined;
  #told = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, everyMs: number, tell: (events: readonly ConsoleEvent[]) => void) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#tell = tell;
  }

  add(event: ConsoleEvent): void {
    const room = event.type === 'alert' ? 2 * WAITING : WAITING;
    if (this.#waiting.size >= room) this.#waiting.set(keyOf(LOOK_AGAIN), LOOK_AGAIN);
    else this.#waiting.set(keyOf(event), event);
    if (this.#cancel !== undefined) return;
    const wait = Math.min(this.#everyMs, this.#told + this.#everyMs - this.#clock.now());
    this.#cancel = this.#clock.after(Math.max(0, wait), () => this.#flush(), 'idle');
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#waiting.clear();
  }

  #flush(): void {
    this.#cancel = undefined;
    this.#told = this.#clock.now();
    const events = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#tell(events);
  }
}
