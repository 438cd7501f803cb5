import type { Clock } from '../environment/clock.ts';

/** A place in the queue for slots. */
export interface SlotTicket {
  /**
   * Resolves with true when it is worth asking the store whether there is a slot now. If there is none, ask for another
   * turn; if there is, or nobody wants it any more, leave. Resolves with false once the ticket has left or `signal` was
   * aborted, which leaves too.
   */
  turn(signal?: AbortSignal): Promise<boolean>;
  /** Gives the place up. The next in line gets a turn. */
  leave(): void;
}

/** How long to gather changes of the store before those at the front ask it again. */
const REST_MS = 25;

/**
 * Who waits in this process for a slot to be free, in the order in which they came. Slots are counted in the store, for
 * all processes; this only says when to look, and lets nobody past one who waits for the same slot. Between processes
 * there is no order.
 */
export class SlotQueue {
  readonly #clock: Clock;
  readonly #onChange: (listener: () => void) => () => void;
  readonly #restMs: number;
  readonly #lines: Map<string, Set<QueuedTicket>> = new Map();
  readonly #tickets: Set<QueuedTicket> = new Set();
  #stopRest: (() => void) | undefined;
  #stopListening: (() => void) | undefined;

  /** `onChange` tells that the store changed, here or in another process. */
  constructor(
    clock: Clock,
    onChange: (listener: () => void) => () => void = () => () => {},
    restMs: number = REST_MS,
  ) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#restMs = restMs;
  }

  /** Joins the end of the line for every one of these slots. */
  enter(keys: readonly string[]): SlotTicket {
    const ticket = new QueuedTicket(new Set(keys), {
      isFirst: () => this.#isFirst(ticket),
      left: () => this.#remove(ticket),
    });
    this.#tickets.add(ticket);
    this.#stopListening ??= this.#onChange(() => this.woken());
    for (const key of ticket.keys) {
      const line = this.#lines.get(key) ?? new Set();
      this.#lines.set(key, line.add(ticket));
    }
    return ticket;
  }

  /** A call that took these slots has ended here. */
  released(keys: readonly string[]): void {
    for (const key of keys) this.#front(key)?.call();
  }

  woken(): void {
    if (this.#stopRest !== undefined || this.#tickets.size === 0) return;
    this.#stopRest = this.#clock.after(this.#restMs, () => {
      this.#stopRest = undefined;
      for (const ticket of Array.from(this.#tickets)) if (this.#isFirst(ticket)) ticket.call();
    });
  }

  /** A call waits here for one of these slots: a new call must not take it. */
  waitsFor(keys: readonly string[]): boolean {
    return keys.some((key) => this.#lines.has(key));
  }

  get size(): number {
    return this.#tickets.size;
  }

  #front(key: string): QueuedTicket | undefined {
    return this.#lines.get(key)?.values().next().value;
  }

  #isFirst(ticket: QueuedTicket): boolean {
    for (const key of ticket.keys) if (this.#front(key) !== ticket) return false;
    return this.#tickets.has(ticket);
  }

  #remove(ticket: QueuedTicket): void {
    this.#tickets.delete(ticket);
    for (const key of ticket.keys) {
      const line = this.#lines.get(key);
      line?.delete(ticket);
      if (line?.size === 0) this.#lines.delete(key);
    }
    for (const key of ticket.keys) this.#front(key)?.move();
    if (this.#tickets.size > 0) return;
    this.#stopRest?.();
    this.#stopRest = undefined;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }
}

interface QueuePosition {
  isFirst(): boolean;
  left(): void;
}

class QueuedTicket implements SlotTicket {
  readonly keys: ReadonlySet<string>;
  readonly #place: QueuePosition;
  // the store may have changed since it said that there is no slot, so the first turn comes by itself
  #called = true;
  #left = false;
  #waiting: { readonly promise: Promise<boolean>; readonly answer: (turn: boolean) => void } | undefined;

  constructor(keys: ReadonlySet<string>, place: QueuePosition) {
    this.keys = keys;
    this.#place = place;
  }

  turn(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) this.leave();
    if (this.#left) return Promise.resolve(false);
    if (this.#waiting !== undefined) return this.#waiting.promise;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const onAbort = (): void => this.leave();
    signal?.addEventListener('abort', onAbort, { once: true });
    const answer = (turn: boolean): void => {
      signal?.removeEventListener('abort', onAbort);
      this.#waiting = undefined;
      resolve(turn);
    };
    this.#waiting = { promise, answer };
    this.move();
    return promise;
  }

  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.#waiting?.answer(false);
    this.#place.left();
  }

  /** Something changed for it. If it is just asking the store, it gets another turn afterwards. */
  call(): void {
    this.#called = true;
    this.move();
  }

  move(): void {
    if (this.#waiting === undefined || !this.#called || !this.#place.isFirst()) return;
    this.#called = false;
    this.#waiting.answer(true);
  }
}
