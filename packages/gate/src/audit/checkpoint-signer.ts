import { CallgateError } from '@callgate/core';
import { auditLogMessages } from '@callgate/messages/audit-log';
import type { Clock } from '../environment/clock.ts';
import type { GateLimits } from '../environment/limits.ts';
import type { EventStream } from '../events/event-stream.ts';
import type { GateEvent } from '../events/gate-event.ts';
import type { CheckpointAnchor } from '../record/checkpoint-anchor.ts';
import { anchorAll } from '../record/checkpoint-anchor.ts';
import type { Keys } from '../record/keys.ts';
import { addAlert } from '../store/add-alert.ts';
import type { Store } from '../store/store.ts';
import { Checkpointer } from './checkpointer.ts';

const texts = auditLogMessages.alerts;

interface SigningParts {
  readonly store: Store;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly limits: GateLimits;
  readonly events: EventStream<GateEvent>;
}

/** Rows do not stay unsigned for longer, however few they are. */
const SIGNED_WITHIN_MS = 60_000;

const codeOf = (error: unknown): string => (error instanceof CallgateError ? error.code : texts.noReason);

/** Signs the record of a gate as it grows, and remembers what was signed outside the database. What fails is an alert. */
export class CheckpointSigner {
  readonly #parts: SigningParts;
  readonly #anchors: readonly CheckpointAnchor[];
  #checkpointer: Checkpointer;
  #anchoring: Promise<void> = Promise.resolve();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: SigningParts, anchors: readonly CheckpointAnchor[]) {
    this.#parts = parts;
    this.#anchors = anchors;
    this.#checkpointer = this.#makeCheckpointer();
  }

  /** The log is another one now: what was signed before is looked up again. */
  startAnew(): void {
    this.#checkpointer = this.#makeCheckpointer();
  }

  async catchUp(when: 'due' | 'now'): Promise<void> {
    const now = this.#parts.clock.now();
    const isDue = when === 'now' || now - this.#lookedAt >= SIGNED_WITHIN_MS;
    if (isDue) this.#lookedAt = now;
    try {
      await this.#checkpointer.catchUp(isDue ? 'now' : 'due');
    } catch (error) {
      if (this.#parts.store.broken !== undefined) return;
      this.#alert('CHECKPOINT_FAILED', texts.signFailed({ code: codeOf(error) }));
    }
    if (when === 'now') await this.#anchoring;
  }

  #makeCheckpointer(): Checkpointer {
    const { store, keys, limits } = this.#parts;
    return new Checkpointer({
      store,
      keys,
      everyRows: limits.checkpointRows,
      onCheckpoint: (checkpoint) => {
        // in their order: a file that remembers must not go back
        this.#anchoring = this.#anchoring.then(() =>
          anchorAll(this.#anchors, checkpoint, (anchor, error) =>
            this.#alert('ANCHOR_FAILED', texts.anchorFailed({ anchor: anchor.name, code: codeOf(error) })),
          ),
        );
      },
    });
  }

  #alert(code: string, message: string): void {
    const { store, events } = this.#parts;
    store
      .transact((tx) =>
        addAlert(tx, { code, message, call: null, to: ['operator'], now: tx.now(), onceAnHour: message }),
      )
      .then(
        (alert) => alert !== undefined && events.emit({ type: 'alert', alert }),
        () => {},
      );
  }
}
