import { setTimeout as pause } from 'node:timers/promises';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject, getOwn } from '@callgate/core';
import type { Progress } from '@callgate/gate/host';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import { upstreamMessages } from '@callgate/messages/upstream';
import { agentMessages } from '@callgate/messages/agent';
import { INTERNAL_ERROR } from '../wire/json-rpc.ts';
import type { Reply, RpcError } from '../wire/json-rpc.ts';
import { indeterminateError } from './upstream-errors.ts';
import type { UpstreamSession } from './upstream-session.ts';

/** A call that went on as a task at the server, until it is over. */
export interface TaskWatch {
  readonly server: string;
  readonly call: string;
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
  /** Absent where nobody can answer what a task asks. */
  readonly status?: (task: JsonObject) => void;
}

const MIN_POLL_MS = 50;
const MAX_POLL_MS = 10_000;
const DEFAULT_POLL_MS = 1000;
const MAX_TASK_ID = 1024;

/** How long a task is kept by a legacy server once it is over. */
export const TASK_TTL_MS: number = 60 * 60 * 1000;

/** Polls a task until it is over, and gives its result as if the call had been answered by it. */
export const followTask = async (
  session: UpstreamSession,
  created: JsonObject,
  watch: TaskWatch,
): Promise<Reply> => {
  const taskId = getOwn(created, 'taskId');
  if (typeof taskId !== 'string' || taskId.length > MAX_TASK_ID) throw unreadableTaskError();
  try {
    return await poll(session, taskId, created, watch);
  } catch (error) {
    // Fire and forget: the server may be gone, or not know how.
    void session.ask('tasks/cancel', { taskId }).catch(() => {});
    throw watch.signal.aborted
      ? indeterminateError(watch.server, upstreamMessages.faults.stoppedTask)
      : error;
  }
};

const poll = async (
  session: UpstreamSession,
  taskId: string,
  created: JsonObject,
  watch: TaskWatch,
): Promise<Reply> => {
  const { signal } = watch;
  let task = created;
  let told = 0;
  let last: string | undefined;
  for (;;) {
    watch.status?.(task);
    const over = await settledReply(session, taskId, task, watch);
    if (over !== undefined) return over;
    const message = getOwn(task, 'statusMessage');
    if (typeof message === 'string' && message !== last) {
      last = message;
      told += 1;
      watch.progress({ progress: told, message });
    }
    await pause(pollMs(task), undefined, { signal });
    const reply = await session.ask('tasks/get', { taskId }, { signal });
    if (reply.type === 'error') return reply;
    task = reply.result;
  }
};

const settledReply = async (
  session: UpstreamSession,
  taskId: string,
  task: JsonObject,
  { call, signal, status }: TaskWatch,
): Promise<Reply | undefined> => {
  const modern = session.hello.era === 'modern';
  switch (getOwn(task, 'status')) {
    case 'working':
      return undefined;
    case 'completed':
    case 'failed':
      return modern ? endReply(task) : await session.ask('tasks/result', { taskId }, { call, signal });
    case 'input_required':
      // A legacy server asks on the way of its result; a modern one would have to be told by a judged update.
      if (!modern) return await session.ask('tasks/result', { taskId }, { call, signal });
      if (status !== undefined) return undefined;
      throw new CallgateError(upstreamErrors.taskInput());
    case 'cancelled':
      return { type: 'error', code: INTERNAL_ERROR, message: agentMessages.server.taskCancelled };
    default:
      throw unreadableTaskError();
  }
};

const endReply = (task: JsonObject): Reply => {
  const result = getOwn(task, 'result');
  if (isJsonObject(result)) return { type: 'result', result, isError: result['isError'] === true };
  const error = getOwn(task, 'error');
  return { type: 'error', ...((error === undefined ? undefined : readError(error)) ?? NO_REASON) };
};

const NO_REASON: RpcError = { code: INTERNAL_ERROR, message: agentMessages.server.taskFailed };

const readError = (error: Json): RpcError | undefined => {
  if (!isJsonObject(error)) return undefined;
  const code = getOwn(error, 'code');
  const message = getOwn(error, 'message');
  const data = getOwn(error, 'data');
  if (typeof code !== 'number' || !Number.isSafeInteger(code) || typeof message !== 'string')
    return undefined;
  return data === undefined ? { code, message } : { code, message, data };
};

const pollMs = (task: JsonObject): number => {
  const asked = getOwn(task, 'pollIntervalMs') ?? getOwn(task, 'pollInterval');
  return typeof asked === 'number' ? Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, asked)) : DEFAULT_POLL_MS;
};

const unreadableTaskError = (): CallgateError => new CallgateError(upstreamErrors.taskUnreadable());
