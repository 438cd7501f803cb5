import type { Clock } from '@callgate/gate';

const A_MINUTE = 60_000;
/** A server that lists much has much to be told of at first. */
const MOST = 300;

/** How much of one server or principal is told in a minute: who misbehaves all the time does not fill log and record with it. */
export class NoticeRateLimit {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #most: number;
  readonly #told: Map<string, { since: number; count: number }> = new Map();

  constructor(clock: Pick<Clock, 'now'>, most: number = MOST) {
    this.#clock = clock;
    this.#most = most;
  }

  mayTell(of: string): boolean {
    const now = this.#clock.now();
    const told = this.#told.get(of);
    if (told === undefined || now - told.since > A_MINUTE) {
      this.#told.set(of, { since: now, count: 1 });
      return true;
    }
    told.count += 1;
    return told.count <= this.#most;
  }
}
