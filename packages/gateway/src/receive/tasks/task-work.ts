import type { JsonObject } from '@callgate/core';
import type { TaskView } from '@callgate/cluster';

/** Takes a client's answers to the server, until the client gives up on that. */
export type TaskAnswerSender = (answers: JsonObject, signal: AbortSignal) => Promise<void>;

export interface TaskWork {
  readonly signal: AbortSignal;
  /** Says how far it is. */
  tell(status: 'working', message: string | null): void;
  /** The server asks; `answer` takes what the client answers to it. */
  asks(questions: JsonObject, answer: TaskAnswerSender): void;
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
