import type { Clock } from '@callgate/gate';
import type { SharedState } from '@callgate/gate/store';
import type { SharedItemWatch } from './shared-item-watches.ts';
import { SharedItemWatches } from './shared-item-watches.ts';
import type { TaskEnd } from './task.ts';
import type { SharedTask } from './shared-task.ts';
import {
  isTaskId,
  getTaskListKey,
  makeLostEnd,
  parseTaskEnd,
  parseSharedTask,
  formatTaskItem,
} from './shared-task.ts';
import type { TaskTiming } from './task-timing.ts';

const HOUR_MS = 3_600_000;
/** The note of a task that runs outlives its process, so that it can be told what became of it. */
const RUNNING_MS = 4 * HOUR_MS;
/** What nothing happened to is written anew so often, lest it be over before the task is. */
export const RENEW_MS: number = HOUR_MS;
/** An end is there a little longer than the note that tells of it. */
const LONGER_MS = 60_000;

export interface SharedTasksOptions {
  readonly board: SharedState;
  readonly clock: Clock;
  readonly timing: TaskTiming;
  /** Says what to do about a call whose process is gone. */
  readonly lostWords: (call: string | null) => Promise<string>;
  /** Nothing is waited for any more. */
  readonly closing: AbortSignal;
}

export interface FoundTask {
  readonly id: string;
  readonly note: SharedTask;
}

const endName = (id: string): string => `end/${id}`;

/** Under what name a process says that it is there. */
export const getHeartbeatName = (by: string): string => `alive/${by}`;

/** Tasks as all processes on one store see them. */
export class SharedTasks {
  readonly #board: SharedState;
  readonly #clock: Clock;
  readonly #timing: TaskTiming;
  readonly #lostWords: SharedTasksOptions['lostWords'];
  readonly #watches: SharedItemWatches;
  /** Concurrent waits for an absent process are one wait. */
  readonly #missed: Map<string, Promise<boolean>> = new Map();
  /** Processes that were waited for in vain. */
  readonly #gone: Set<string> = new Set();
  readonly #closing: AbortSignal;

  constructor({ board, clock, timing, lostWords, closing }: SharedTasksOptions) {
    this.#board = board;
    this.#clock = clock;
    this.#timing = timing;
    this.#lostWords = lostWords;
    this.#closing = closing;
    this.#watches = new SharedItemWatches(board, 'task', clock);
  }

  watch(id: string): SharedItemWatch {
    return this.#watches.watch(id);
  }

  /** Puts a task there that was not there before. */
  async add(id: string, note: SharedTask): Promise<void> {
    await this.#board.put('task', id, formatTaskItem(note), {
      lifeMs: note.ttlMs + RUNNING_MS,
      owner: getTaskListKey(note.principal),
    });
  }

  /** Says how it stands now. Gives back what another process told of it in the end, which stays. */
  async write(id: string, note: SharedTask, end: TaskEnd | undefined): Promise<SharedTask | undefined> {
    const lifeMs = note.ttlMs + (end === undefined ? RUNNING_MS : LONGER_MS);
    if (end !== undefined)
      await this.#board.put('task', endName(id), formatTaskItem(end), { lifeMs: lifeMs + LONGER_MS });
    for (;;) {
      const there = await this.#board.get('task', id);
      if (there === undefined) {
        await this.#board.put('task', id, formatTaskItem(note), {
          lifeMs,
          owner: getTaskListKey(note.principal),
        });
        return undefined;
      }
      const told = parseSharedTask(there.text);
      if (told.over === 'lost') return told;
      if (await this.#board.replace('task', id, there.version, formatTaskItem(note), lifeMs))
        return undefined;
    }
  }

  async find(id: string): Promise<SharedTask | undefined> {
    if (!isTaskId(id)) return undefined;
    return await this.#looked(async () => {
      for (;;) {
        const there = await this.#board.get('task', id);
        if (there === undefined) return undefined;
        const note = parseSharedTask(there.text);
        if (note.over !== 'no' || (await this.#isThere(note.by))) return note;
        const lost = await this.#lost(note);
        // it is there when the process comes back, however soon its client has no use for it
        if (
          await this.#board.replace('task', id, there.version, formatTaskItem(lost), note.ttlMs + RUNNING_MS)
        )
          return lost;
      }
    });
  }

  /** Undefined where there is none yet, or none any more. */
  async endOf(id: string, note: SharedTask): Promise<TaskEnd | undefined> {
    if (note.over === 'lost') return makeLostEnd(note);
    if (note.over === 'no') return undefined;
    const end = await this.#board.get('task', endName(id));
    return end === undefined ? undefined : parseTaskEnd(end.text);
  }

  async ofPrincipal(principal: string): Promise<readonly FoundTask[]> {
    return await this.#looked(async () => {
      const all: FoundTask[] = [];
      const there = new Map<string, boolean>();
      for (const { name, text } of await this.#board.list('task', getTaskListKey(principal))) {
        const note = parseSharedTask(text);
        if (note.principal !== principal) continue;
        const isThere = note.over !== 'no' || (there.get(note.by) ?? (await this.#isThere(note.by)));
        if (note.over === 'no') there.set(note.by, isThere);
        const told = isThere ? note : await this.find(name);
        if (told !== undefined) all.push({ id: name, note: told });
      }
      return all;
    });
  }

  async remove(id: string): Promise<void> {
    await this.#board.take('task', id);
    await this.#board.take('task', endName(id));
  }

  /** A board that failed has told nothing about who is there. */
  async #looked<T>(look: () => Promise<T>): Promise<T> {
    try {
      return await look();
    } catch (error) {
      this.#gone.clear();
      throw error;
    }
  }

  async #isAlive(by: string): Promise<boolean> {
    const isAlive = (await this.#board.get('task', getHeartbeatName(by))) !== undefined;
    if (isAlive) this.#gone.delete(by);
    return isAlive;
  }

  async #isThere(by: string): Promise<boolean> {
    if (await this.#isAlive(by)) return true;
    if (this.#gone.has(by)) return false;
    const waiting = this.#missed.get(by) ?? this.#comesBack(by).finally(() => this.#missed.delete(by));
    this.#missed.set(by, waiting);
    return await waiting;
  }

  /** Waits whether it is heard of again. */
  async #comesBack(by: string): Promise<boolean> {
    const until = this.#clock.now() + this.#timing.graceMs;
    const watch = this.watch(getHeartbeatName(by));
    try {
      while (this.#clock.now() < until) {
        await watch.next(this.#timing.lookMs, this.#closing);
        if (this.#closing.aborted || (await this.#isAlive(by))) return true;
      }
    } finally {
      watch.end();
    }
    this.#gone.add(by);
    return false;
  }

  async #lost(note: SharedTask): Promise<SharedTask> {
    return {
      ...note,
      status: note.status === 'cancelled' ? 'cancelled' : 'failed',
      message: await this.#lostWords(note.call),
      updatedAt: this.#clock.now(),
      asks: null,
      over: 'lost',
    };
  }
}
