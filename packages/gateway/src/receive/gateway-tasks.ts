import type {
  LocalTasks,
  SharedTaskRegistry,
  TaskEnd,
  TaskOwner,
  TaskRegistryOptions,
  TaskTool,
  TaskView,
} from '@callgate/cluster';
import type { JsonObject } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import { RpcFailure } from '../wire/rpc-failure.ts';
import { CANCELLED_IN_FLIGHT, GatewayTask } from './tasks/gateway-task.ts';
import type { TaskWork } from './tasks/task-work.ts';

export type { TaskEnd, TaskOwner, TaskStatus, TaskTool, TaskView } from '@callgate/cluster';
export { taskMembers } from './tasks/task-work.ts';
export type { TaskWork } from './tasks/task-work.ts';

/** How the registry of shared tasks speaks to clients. */
export const TASK_ERRORS: Pick<TaskRegistryOptions, 'cancelledMessage' | 'toError' | 'fromError'> = {
  cancelledMessage: CANCELLED_IN_FLIGHT,
  toError: (error) => new RpcFailure(error),
  fromError: (error) => (error instanceof RpcFailure ? error.error : undefined),
};

/** Of one principal. */
const MAX_TASKS = 200;

export interface TaskStart {
  readonly owner: TaskOwner;
  readonly tool: TaskTool;
  readonly ttlMs: number;
  /** Its call is in flight and goes on, even where no client can be told. */
  readonly isRunning?: boolean;
}

export interface GatewayTasksOptions {
  readonly clock: Clock;
  /** Joins the tasks of other replicas; absent where there are none. */
  readonly share?: (own: LocalTasks) => SharedTaskRegistry;
}

/**
 * Calls that clients asked for as tasks, or that wait for people. Their work lives as long as this process; where others
 * have the store open too, each of them knows how a task stands, and can be asked for whatever its owner wants of it.
 */
export class GatewayTasks {
  readonly #tasks: Map<string, GatewayTask> = new Map();
  /** How many tasks of each principal others are being told of, before they begin. */
  readonly #starting: Map<string, number> = new Map();
  readonly #clock: Clock;
  readonly #registry: SharedTaskRegistry | undefined;

  constructor({ clock, share }: GatewayTasksOptions) {
    this.#clock = clock;
    this.#registry = share?.({
      find: (owner, id) => this.#own(owner, id),
      lost: ({ id }) => this.#tasks.delete(id),
    });
  }

  /** Others see the tasks too, and a call that waits when this process ends waits on for them. */
  get isShared(): boolean {
    return this.#registry !== undefined;
  }

  /** Starts work that goes on when the client has its answer. Undefined where there are too many tasks. */
  async start(start: TaskStart, work: (work: TaskWork) => Promise<TaskEnd>): Promise<TaskView | undefined> {
    const { principal } = start.owner;
    this.#forget();
    if (!this.#makeRoom(principal)) return undefined;
    this.#count(principal, 1);
    try {
      return await this.#start(start, work);
    } finally {
      this.#count(principal, -1);
    }
  }

  #count(principal: string, more: number): void {
    const starting = (this.#starting.get(principal) ?? 0) + more;
    if (starting === 0) this.#starting.delete(principal);
    else this.#starting.set(principal, starting);
  }

  async #start(
    { owner, tool, ttlMs, isRunning = false }: TaskStart,
    work: (work: TaskWork) => Promise<TaskEnd>,
  ): Promise<TaskView | undefined> {
    if (this.#registry !== undefined && !(await this.#makeRoomEverywhere(owner.principal, isRunning)))
      return undefined;
    const task: GatewayTask = new GatewayTask({
      owner,
      tool,
      ttlMs,
      now: () => this.#clock.now(),
      moved: () => this.#registry?.moved(task),
    });
    if (this.#registry !== undefined) await this.#registry.join(task, isRunning);
    this.#tasks.set(task.id, task);
    task.begin(work);
    return task.view;
  }

  #own(owner: TaskOwner, id: string): GatewayTask | undefined {
    const task = this.#tasks.get(id);
    return task?.belongsTo(owner) === true ? task : undefined;
  }

  /** A task of this process, unless others have told that it failed. */
  async #agreed(owner: TaskOwner, id: string): Promise<GatewayTask | undefined> {
    const task = this.#own(owner, id);
    if (task === undefined || this.#registry === undefined) return task;
    await this.#registry.agreed(task);
    return this.#own(owner, id);
  }

  async get(owner: TaskOwner, id: string): Promise<TaskView | undefined> {
    const task = await this.#agreed(owner, id);
    return task === undefined ? await this.#registry?.get(owner, id) : task.view;
  }

  async list(owner: TaskOwner): Promise<readonly TaskView[]> {
    const views = [...this.#tasks.values()].filter((task) => task.belongsTo(owner)).map(({ view }) => view);
    const all = (await this.#registry?.list(owner)) ?? [];
    const others = all.filter(({ id }) => !this.#tasks.has(id));
    return [...views, ...others].toSorted((one, other) => one.createdAt - other.createdAt);
  }

  /** Waits for its end, however long that takes. */
  async result(
    owner: TaskOwner,
    id: string,
    signal: AbortSignal,
  ): Promise<{ readonly end: TaskEnd; readonly tool: TaskTool } | undefined> {
    const task = this.#own(owner, id);
    if (task === undefined) return await this.#registry?.result(owner, id, signal);
    const { promise: gone, resolve } = Promise.withResolvers<undefined>();
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    const end = await Promise.race([task.over, gone]);
    if (end === undefined) return undefined;
    if ((await this.#agreed(owner, id)) === undefined && this.#registry !== undefined)
      return await this.#registry.result(owner, id, signal);
    return { end, tool: task.tool };
  }

  /** Takes a client's answers to what the task asks. False where there is no such task. */
  async answer(owner: TaskOwner, id: string, answers: JsonObject, signal: AbortSignal): Promise<boolean> {
    const task = this.#own(owner, id);
    if (task === undefined) return (await this.#registry?.answer(owner, id, answers, signal)) ?? false;
    await task.answer(answers, signal);
    return true;
  }

  async cancel(owner: TaskOwner, id: string, signal: AbortSignal): Promise<TaskView | undefined> {
    const task = this.#own(owner, id);
    if (task === undefined) return await this.#registry?.cancel(owner, id, signal);
    task.cancel();
    await this.#registry?.told(task);
    return await this.get(owner, id);
  }

  /** What is over longest makes room; what still runs does not. */
  #makeRoom(principal: string): boolean {
    const own = [...this.#tasks.values()].filter(({ owner }) => owner.principal === principal);
    if (own.length + (this.#starting.get(principal) ?? 0) < MAX_TASKS) return true;
    const over = own.find(({ isOver }) => isOver);
    if (over !== undefined) this.#tasks.delete(over.id);
    return over !== undefined;
  }

  /** The same over all processes. Two who start at the same time may both have found the last place. */
  async #makeRoomEverywhere(principal: string, isRunning: boolean): Promise<boolean> {
    try {
      const room = await this.#registry?.makeRoom(principal, MAX_TASKS);
      if (room?.removed !== undefined) this.#tasks.delete(room.removed);
      return room !== undefined;
    } catch (error) {
      if (isRunning) return true;
      throw error;
    }
  }

  #forget(): void {
    const now = this.#clock.now();
    for (const task of this.#tasks.values()) if (task.isForgotten(now)) this.#tasks.delete(task.id);
  }

  /** Stops the work. A call that waits stays where others can go on with it. */
  close(): void {
    for (const task of this.#tasks.values()) if (!this.isShared || !task.isHeld) task.stop();
    this.#registry?.leave();
  }

  /** Others know what came of it. */
  async closed(): Promise<void> {
    await this.#registry?.close();
  }
}
