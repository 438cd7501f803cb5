import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { z } from 'zod';

const text = z.string();
const name = z.string().min(1);
/** Milliseconds since 1970. */
const at = z.number().optional();
const object = z.custom<JsonObject>((value) => isJsonObject(value), 'not an object');
const anything = z.custom<Json>((value) => value !== undefined, 'is missing');

export const TRACE_EVENT_SCHEMAS = {
  user: z.object({ type: z.literal('user'), text, at }),
  /** The agent's own message to the person. */
  assistant: z.object({ type: z.literal('assistant'), text, at }),
  call: z.object({ type: z.literal('call'), id: name, server: name, tool: name, arguments: object, at }),
  result: z.object({ type: z.literal('result'), id: name, result: anything, at }),
  /** The person's task has ended. */
  end: z.object({ type: z.literal('end'), at }),
  /** What a client declared as the person's task. */
  task: z.object({
    type: z.literal('task'),
    text,
    via: z.enum(['task', 'intent']).default('task'),
    vouched: z.boolean().default(false),
    at,
  }),
  declassify: z.object({
    type: z.literal('declassify'),
    label: z.enum(['private', 'untrusted']),
    by: name,
    reason: name,
    at,
  }),
};

export type TraceEvent = Readonly<z.infer<(typeof TRACE_EVENT_SCHEMAS)[keyof typeof TRACE_EVENT_SCHEMAS]>>;
export type TraceCall = Extract<TraceEvent, { readonly type: 'call' }>;

/** One session as it was recorded: its own context and its own principal. */
export interface Trace {
  readonly session: string;
  readonly events: readonly TraceEvent[];
}
