import { display } from '@callgate/core';
import type { Clock, Gate } from '@callgate/gate';
import { agentMessages } from '@callgate/messages/agent';

const A_MINUTE = 60_000;
/** Entries a minute: invalid requests cannot fill the audit log. */
const MAX_ROWS = 60;

/** Leaves a row for what was refused before it became a call; of a flood only a count. */
export class RefusalLog {
  readonly #gate: Gate;
  readonly #clock: Clock;
  #since = 0;
  #rows = 0;
  #dropped = 0;
  #waiting = false;

  constructor(gate: Gate, clock: Clock) {
    this.#gate = gate;
    this.#clock = clock;
  }

  note(principal: string, code: string, detail: string): void {
    const now = this.#clock.now();
    if (now - this.#since > A_MINUTE) {
      this.#since = now;
      this.#rows = 0;
    }
    this.#rows += 1;
    if (this.#rows <= MAX_ROWS) this.#write(principal, code, display(detail, { max: 200 }));
    else this.#dropped += 1;
    if (this.#dropped > 0 && !this.#waiting) {
      this.#waiting = true;
      this.#clock.after(A_MINUTE, () => this.#count(), 'idle');
    }
  }

  #count(): void {
    this.#waiting = false;
    const dropped = this.#dropped;
    this.#dropped = 0;
    if (dropped > 0) this.#write('', 'MESSAGES_REFUSED', agentMessages.message.dropped({ count: dropped }));
  }

  #write(principal: string, code: string, message: string): void {
    // nothing was let through; a store that cannot write now stops calls by itself
    this.#gate
      .refused({ principal: principal === '' ? 'unknown' : principal, code, message })
      .catch(() => {});
  }
}
