import type { Clock } from '@callgate/gate';
import type { TaskTiming } from './task-timing.ts';

export interface TaskWriterOptions {
  readonly clock: Clock;
  readonly timing: TaskTiming;
  /** Writes how the task stands now. */
  readonly write: () => Promise<'go on' | 'over'>;
  /** The board failed, for the first time since it worked; it is tried again. */
  readonly failed: (error: unknown) => void;
}

export interface TaskWriteFailure {
  readonly error: unknown;
}

/** Keeps the note of one task up to date: what moves often is written now and then, and what failed is tried again. */
export class TaskWriter {
  readonly #options: TaskWriterOptions;
  #moved = false;
  #working = false;
  #stopped = false;
  #failing = false;
  #urgent = false;
  #hurry: (() => void) | undefined;
  #tried: ((failure: TaskWriteFailure | undefined) => void)[] = [];

  constructor(options: TaskWriterOptions) {
    this.#options = options;
  }

  moved(how: 'at once' | 'soon'): void {
    if (this.#stopped) return;
    this.#moved = true;
    if (how === 'at once') this.#urgent = true;
    if (this.#urgent && !this.#failing) this.#hurry?.();
    if (!this.#working) void this.#work();
  }

  /** Resolves when what it is now was written, or could not be, and then with the reason. */
  async tried(): Promise<TaskWriteFailure | undefined> {
    if (this.#stopped || (!this.#moved && !this.#working)) return undefined;
    const { promise, resolve } = Promise.withResolvers<TaskWriteFailure | undefined>();
    this.#tried.push(resolve);
    this.moved('at once');
    return await promise;
  }

  stop(): void {
    this.#stopped = true;
    this.#hurry?.();
    this.#tell(this.#tried.splice(0));
  }

  async #work(): Promise<void> {
    const { write, failed, timing } = this.#options;
    this.#working = true;
    while (this.#moved && !this.#stopped) {
      this.#moved = false;
      this.#urgent = false;
      const waiting = this.#tried.splice(0);
      let failure: TaskWriteFailure | undefined;
      try {
        const next = await write();
        this.#failing = false;
        if (next === 'over') this.#stopped = true;
      } catch (error) {
        failure = { error };
        this.#moved = true;
        if (!this.#failing) failed(error);
        this.#failing = true;
      }
      this.#tell(waiting, failure);
      if (!this.#stopped) await this.#rest(this.#failing ? timing.againMs : timing.restMs);
    }
    this.#working = false;
    if (this.#stopped) this.#tell(this.#tried.splice(0));
  }

  async #rest(ms: number): Promise<void> {
    if (this.#urgent && !this.#failing) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = this.#options.clock.after(ms, resolve, 'idle');
    this.#hurry = resolve;
    await promise;
    stop();
    this.#hurry = undefined;
  }

  #tell(
    waiting: readonly ((failure: TaskWriteFailure | undefined) => void)[],
    failure?: TaskWriteFailure,
  ): void {
    for (const tell of waiting) tell(failure);
  }
}
