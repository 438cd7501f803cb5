import type { Clock } from '@callgate/gate';
import type { SharedState, SharedItemKind } from '@callgate/gate/store';

interface WatchState {
  changed: boolean;
  wake: (() => void) | undefined;
}

/** Looks out for changes of one note, from the moment it was made. */
export interface SharedItemWatch {
  /** Resolves when the note may have changed since the last time, after so many milliseconds, or when nobody waits. */
  next(ms: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

/** Who waits in this process for notes of one kind. Listens only while there are waiters. */
export class SharedItemWatches {
  readonly #board: SharedState;
  readonly #kind: SharedItemKind;
  readonly #clock: Clock;
  readonly #watched: Map<string, Set<WatchState>> = new Map();
  #stop: (() => void) | undefined;

  constructor(board: SharedState, kind: SharedItemKind, clock: Clock) {
    this.#board = board;
    this.#kind = kind;
    this.#clock = clock;
  }

  watch(name: string): SharedItemWatch {
    const watched: WatchState = { changed: false, wake: undefined };
    const all = this.#watched.get(name) ?? new Set();
    this.#watched.set(name, all.add(watched));
    this.#stop ??= this.#board.onChange(this.#kind, (changed) => this.#tell(changed));
    return {
      next: (ms, signal) => this.#next(watched, ms, signal),
      end: () => {
        all.delete(watched);
        if (all.size === 0 && this.#watched.get(name) === all) this.#watched.delete(name);
        if (this.#watched.size > 0) return;
        this.#stop?.();
        this.#stop = undefined;
      },
    };
  }

  async #next(watched: WatchState, ms: number, signal: AbortSignal): Promise<void> {
    if (!watched.changed && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => resolve();
      const stop = this.#clock.after(ms, wake, 'idle');
      signal.addEventListener('abort', wake, { once: true });
      watched.wake = wake;
      await promise;
      stop();
      signal.removeEventListener('abort', wake);
      watched.wake = undefined;
    }
    watched.changed = false;
  }

  #tell(name: string): void {
    for (const watched of this.#watched.get(name) ?? []) {
      watched.changed = true;
      watched.wake?.();
    }
  }
}
