import type { Clock } from '@callgate/gate';
import type { SharedState } from '@callgate/gate/store';
import { getHeartbeatName } from './shared-tasks.ts';
import type { TaskTiming } from './task-timing.ts';

export interface HeartbeatOptions {
  readonly board: SharedState;
  readonly clock: Clock;
  readonly timing: TaskTiming;
  readonly by: string;
  /** Whether there is work that other replicas must know of. */
  readonly isNeeded: () => boolean;
  /** Told after every beat. `missed`: others may have thought that nobody is here. */
  readonly beaten: (missed: boolean) => void;
}

/** Says again and again that this process is there, as long as it works on tasks. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #lastAt: number | undefined;
  #stop: (() => void) | undefined;
  #closed = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Resolves when others know that this process is there. */
  async start(): Promise<void> {
    if (this.#stop !== undefined || this.#closed) return;
    try {
      await this.#beat();
    } finally {
      this.#again();
    }
  }

  /** It was heard of lately, so nobody has told that it is gone. */
  get isFresh(): boolean {
    const { clock, timing } = this.#options;
    return this.#lastAt !== undefined && clock.now() - this.#lastAt < timing.aliveMs;
  }

  /** Others need not wait until they miss it. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stop?.();
    if (this.#lastAt === undefined) return;
    await this.#options.board.take('task', getHeartbeatName(this.#options.by)).catch(() => {});
  }

  #again(): void {
    const { clock, timing, isNeeded } = this.#options;
    this.#stop?.();
    this.#stop = clock.after(
      timing.beatMs,
      () => {
        this.#stop = undefined;
        if (this.#closed) return;
        if (!isNeeded()) {
          this.#lastAt = undefined;
          return;
        }
        // a board that is away is tried again with the next beat
        void this.#beat().then(
          () => this.#again(),
          () => this.#again(),
        );
      },
      'idle',
    );
  }

  async #beat(): Promise<void> {
    const { board, clock, timing, by, beaten } = this.#options;
    const began = clock.now();
    await board.put('task', getHeartbeatName(by), '', { lifeMs: timing.aliveMs });
    const missed = this.#lastAt !== undefined && clock.now() - this.#lastAt >= timing.aliveMs;
    this.#lastAt = began;
    beaten(missed);
  }
}
