import { clusterMessages } from '@callgate/messages/cluster';
import { hash } from 'node:crypto';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { replicaErrors } from '@callgate/messages/errors/replica';
import { z } from 'zod';
import type { TaskError, TaskEnd, TaskOwner, TaskStatus, TaskTool, TaskView } from './task.ts';

/** How a task stands, for every process. Its end is a note of its own, since results are large. */
export interface SharedTask extends TaskOwner {
  /** The process that works on it. */
  readonly by: string;
  readonly tool: TaskTool;
  readonly status: TaskStatus;
  readonly message: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  readonly asks: JsonObject | null;
  readonly call: string | null;
  /** `lost`: the process is gone, and `message` says what to do. */
  readonly over: 'no' | 'end' | 'lost';
}

/** Something for the process that works on a task. */
export type TaskMail =
  | (TaskOwner & { readonly type: 'cancel'; readonly task: string })
  | (TaskOwner & { readonly type: 'answer'; readonly task: string; readonly answers: JsonObject })
  /** The sender of that mail no longer waits for it. */
  | { readonly type: 'gave-up'; readonly mail: string };

export type TaskMailReply =
  | { readonly type: 'done' }
  | { readonly type: 'unknown' }
  | { readonly type: 'error'; readonly error: TaskError };

/** What was let through once, with a little around it. */
const LIMITS = { bytes: 256e6, depth: 128, keys: 1e7, string: 256e6, array: 1e7 };

const objectSchema = z.custom<JsonObject>((value) => isJsonObject(value as Json));

const errorSchema = z
  .strictObject({ code: z.number(), message: z.string(), data: z.custom<Json>().optional() })
  .transform(({ code, message, data }): TaskError => ({
    code,
    message,
    ...(data === undefined ? {} : { data }),
  }));

const ownerSchema = { principal: z.string(), context: z.string() };

const noteSchema: z.ZodType<SharedTask> = z.strictObject({
  ...ownerSchema,
  by: z.string(),
  tool: z.strictObject({ server: z.string(), target: z.string() }),
  status: z.enum(['working', 'input_required', 'completed', 'failed', 'cancelled']),
  message: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  ttlMs: z.number(),
  asks: objectSchema.nullable(),
  call: z.string().nullable(),
  over: z.enum(['no', 'end', 'lost']),
});

const endSchema: z.ZodType<TaskEnd> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('result'), result: objectSchema, isOurs: z.boolean() }),
  z.strictObject({ type: z.literal('error'), error: errorSchema, isOurs: z.boolean() }),
]);

const mailSchema: z.ZodType<TaskMail> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('cancel'), task: z.string(), ...ownerSchema }),
  z.strictObject({ type: z.literal('answer'), task: z.string(), ...ownerSchema, answers: objectSchema }),
  z.strictObject({ type: z.literal('gave-up'), mail: z.string() }),
]);

const replySchema: z.ZodType<TaskMailReply> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('done') }),
  z.strictObject({ type: z.literal('unknown') }),
  z.strictObject({ type: z.literal('error'), error: errorSchema }),
]);

const reader =
  <T>(schema: z.ZodType<T>) =>
  (text: string): T => {
    try {
      return schema.parse(parseStrict(text, LIMITS));
    } catch (cause) {
      throw new CallgateError(replicaErrors.taskUnreadable(), { cause });
    }
  };

export const parseSharedTask: (text: string) => SharedTask = reader(noteSchema);
export const parseTaskEnd: (text: string) => TaskEnd = reader(endSchema);
export const parseTaskMail: (text: string) => TaskMail = reader(mailSchema);
export const parseTaskMailReply: (text: string) => TaskMailReply = reader(replySchema);

export const formatTaskItem = (note: SharedTask | TaskEnd | TaskMail | TaskMailReply): string =>
  canonical({ ...note } as Json);

/** By whom all tasks of a principal are listed, and counted. */
export const getTaskListKey = (principal: string): string =>
  hash('sha256', `tasks of ${principal}`, 'base64url');

const IDS = /^[0-9a-f]{32}$/;

/** Other notes are named otherwise, and no client names those. */
export const isTaskId = (id: string): boolean => IDS.test(id);

const LOST = -32000;

export const makeTaskView = (id: string, note: SharedTask, end: TaskEnd | undefined): TaskView => ({
  id,
  tool: note.tool,
  status: note.status,
  message: note.message,
  createdAt: note.createdAt,
  updatedAt: note.updatedAt,
  ttlMs: note.ttlMs,
  asks: note.asks,
  end: note.status === 'cancelled' ? undefined : end,
});

/** The end of a task whose process is gone. */
export const makeLostEnd = ({ message }: SharedTask): TaskEnd => ({
  type: 'error',
  error: { code: LOST, message: `Callgate: ${message ?? clusterMessages.task.lost}` },
  isOurs: true,
});
