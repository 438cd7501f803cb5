import type { JsonObject } from '@callgate/core';
import { randomBytes } from 'node:crypto';
import type { RpcError } from '../wire/json-rpc.ts';

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

export type TaskEnd =
  | { readonly type: 'result'; readonly result: JsonObject }
  | { readonly type: 'error'; readonly error: RpcError };

/** What a task is of. */
export interface TaskTool {
  readonly server: string;
  readonly target: string;
}

interface Kept {
  readonly id: string;
  readonly tool: TaskTool;
  readonly principal: string;
  readonly context: string;
  readonly createdAt: number;
  readonly ttlMs: number;
  readonly cancel: AbortController;
  readonly over: Promise<TaskEnd>;
  updatedAt: number;
  status: TaskStatus;
  message: string | null;
  /** What a server asks while it works. */
  asks: JsonObject | null;
  /** How answers reach the server. */
  answer: TaskAnswer | null;
  end: TaskEnd | undefined;
}

/** What somebody may know of a task. */
export interface TaskView {
  readonly id: string;
  readonly tool: TaskTool;
  readonly status: TaskStatus;
  readonly message: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  readonly asks: JsonObject | null;
  readonly end: TaskEnd | undefined;
}

/** Takes a client's answers to the server, until the client gives up on that. */
export type TaskAnswer = (answers: JsonObject, signal: AbortSignal) => Promise<void>;

export interface TaskOwner {
  readonly principal: string;
  readonly context: string;
}

export interface TaskWork {
  readonly signal: AbortSignal;
  /** Says how far it is. */
  tell(status: 'working', message: string | null): void;
  /** The server asks; `answer` takes what the client answers to it. */
  asks(questions: JsonObject, answer: TaskAnswer): void;
}

const POLL_MS = 1000;
/** Of one principal. */
const MAX_TASKS = 200;

/** Calls that clients asked for as tasks, or that wait for people. They live as long as this process. */
export class TaskBook {
  readonly #tasks: Map<string, Kept> = new Map();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Starts work that goes on when the client has its answer. Undefined where there are too many tasks. */
  start(
    owner: TaskOwner,
    tool: TaskTool,
    ttlMs: number,
    work: (work: TaskWork) => Promise<TaskEnd>,
    heard: (task: TaskView) => void = () => {},
  ): TaskView | undefined {
    this.#forget();
    if (!this.#makeRoom(owner.principal)) return undefined;
    const cancel = new AbortController();
    const { promise: over, resolve } = Promise.withResolvers<TaskEnd>();
    const now = this.#now();
    const task: Kept = {
      id: randomBytes(16).toString('hex'),
      ...owner,
      tool,
      createdAt: now,
      updatedAt: now,
      ttlMs,
      cancel,
      over,
      status: 'working',
      message: null,
      asks: null,
      answer: null,
      end: undefined,
    };
    this.#tasks.set(task.id, task);
    const move = (status: TaskStatus, message: string | null): void => {
      if (task.end !== undefined || task.status === 'cancelled') return;
      task.status = status;
      task.message = message;
      task.asks = null;
      task.answer = null;
      task.updatedAt = this.#now();
      heard(viewOf(task));
    };
    const finish = (end: TaskEnd): void => {
      move(end.type === 'error' ? 'failed' : 'completed', null);
      task.end ??= end;
      resolve(task.end);
    };
    const asks: TaskWork['asks'] = (questions, answer) => {
      move('input_required', null);
      task.asks = questions;
      task.answer = answer;
    };
    work({ signal: cancel.signal, tell: move, asks }).then(finish, () =>
      finish({ type: 'error', error: { code: -32603, message: 'the task failed inside Callgate' } }),
    );
    return viewOf(task);
  }

  #own({ principal, context }: TaskOwner, id: string): Kept | undefined {
    const task = this.#tasks.get(id);
    return task?.principal === principal && task.context === context ? task : undefined;
  }

  get(owner: TaskOwner, id: string): TaskView | undefined {
    const task = this.#own(owner, id);
    return task === undefined ? undefined : viewOf(task);
  }

  list(owner: TaskOwner): readonly TaskView[] {
    return [...this.#tasks.values()]
      .filter(({ principal, context }) => principal === owner.principal && context === owner.context)
      .map(viewOf);
  }

  /** Waits for its end, however long that takes. */
  async result(
    owner: TaskOwner,
    id: string,
    signal: AbortSignal,
  ): Promise<{ readonly end: TaskEnd; readonly tool: TaskTool } | undefined> {
    const task = this.#own(owner, id);
    if (task === undefined) return undefined;
    const { promise: gone, resolve } = Promise.withResolvers<undefined>();
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    const end = await Promise.race([task.over, gone]);
    return end === undefined ? undefined : { end, tool: task.tool };
  }

  /** Takes a client's answers to what the task asks. False where there is no such task. */
  async answer(owner: TaskOwner, id: string, answers: JsonObject, signal: AbortSignal): Promise<boolean> {
    const task = this.#own(owner, id);
    if (task === undefined) return false;
    const asked = Object.entries(answers).filter(([key]) => Object.hasOwn(task.asks ?? {}, key));
    if (asked.length === 0) return true;
    await task.answer?.(Object.fromEntries(asked), signal);
    const left = Object.entries(task.asks ?? {}).filter(([key]) => !Object.hasOwn(answers, key));
    task.asks = left.length === 0 ? null : Object.fromEntries(left);
    if (task.asks === null && task.status === 'input_required') task.status = 'working';
    return true;
  }

  cancel(owner: TaskOwner, id: string): TaskView | undefined {
    const task = this.#own(owner, id);
    if (task === undefined) return undefined;
    if (task.end === undefined && task.status !== 'cancelled') {
      task.status = 'cancelled';
      task.updatedAt = this.#now();
      task.cancel.abort();
    }
    return viewOf(task);
  }

  /** What is over longest makes room; what still runs does not. */
  #makeRoom(principal: string): boolean {
    const own = [...this.#tasks.values()].filter((task) => task.principal === principal);
    if (own.length < MAX_TASKS) return true;
    const over = own.find(({ end, status }) => end !== undefined || status === 'cancelled');
    if (over !== undefined) this.#tasks.delete(over.id);
    return over !== undefined;
  }

  #forget(): void {
    const now = this.#now();
    for (const task of this.#tasks.values())
      if (task.end !== undefined && now > task.updatedAt + task.ttlMs) this.#tasks.delete(task.id);
  }

  close(): void {
    for (const task of this.#tasks.values()) task.cancel.abort();
  }
}

const viewOf = ({ id, tool, status, message, createdAt, updatedAt, ttlMs, asks, end }: Kept): TaskView => ({
  id,
  tool,
  status,
  message,
  createdAt,
  updatedAt,
  ttlMs,
  asks,
  end: status === 'cancelled' ? undefined : end,
});

/** A task in the members that both eras share; each calls the time to live by its own name. */
export const taskMembers = (task: TaskView, era: 'legacy' | 'modern'): JsonObject => ({
  taskId: task.id,
  status: task.status,
  ...(task.message === null ? {} : { statusMessage: task.message }),
  createdAt: new Date(task.createdAt).toISOString(),
  lastUpdatedAt: new Date(task.updatedAt).toISOString(),
  ...(era === 'legacy'
    ? { ttl: task.ttlMs, pollInterval: POLL_MS }
    : { ttlMs: task.ttlMs, pollIntervalMs: POLL_MS }),
});
