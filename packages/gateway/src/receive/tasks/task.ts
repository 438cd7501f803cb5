import type { JsonObject } from '@callgate/core';
import type { RpcError } from '../../wire/json-rpc.ts';

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** `isOurs`: in Callgate's own words, with nothing of a server in it, so that whoever reads it has touched nothing. */
export type TaskEnd =
  | { readonly type: 'result'; readonly result: JsonObject; readonly isOurs: boolean }
  | { readonly type: 'error'; readonly error: RpcError; readonly isOurs: boolean };

/** What a task is of. */
export interface TaskTool {
  readonly server: string;
  readonly target: string;
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
  /** Says which call it is, and whether that waits or was let out. */
  called(call: string, state: 'held' | 'out'): void;
}

const POLL_MS = 1000;

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
