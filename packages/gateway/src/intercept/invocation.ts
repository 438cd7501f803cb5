import type { Json, JsonObject } from '@callgate/core';
import { display, isJsonObject } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import { z } from 'zod';

const texts = agentMessages.intercept;

const name = z.string().min(1).max(512);
const object = z.custom<JsonObject>(isJsonObject);
const json = z.custom<Json>((value) => value !== undefined);

const invocationSchema = z.strictObject({
  name,
  event: name,
  phase: z.enum(['request', 'response']),
  payload: object,
  config: z.strictObject({}).optional(),
  timeoutMs: z.int().min(0).optional(),
  context: z
    .looseObject({
      principal: z.looseObject({ type: name, id: name.optional() }).optional(),
      traceId: name.optional(),
      spanId: name.optional(),
      sessionId: name.optional(),
    })
    .optional(),
  _meta: object.optional(),
});

const callSchema = z.looseObject({ name, arguments: object.optional() });
const resultSchema = z.looseObject({ isError: z.boolean().optional(), content: json.optional() });

/** A `tools/call` that another program is about to make. */
export interface InterceptedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What a program asks before it sends a call, or before it passes on a result. */
export interface Invocation {
  readonly interceptor: string;
  readonly event: string;
  /** Whom the program names; null where it names nobody. */
  readonly principal: string | null;
  readonly session: string | null;
  /** The same of a request and its response, where the program says so. */
  readonly trace: string | null;
  readonly content:
    | { readonly phase: 'request'; readonly call: InterceptedCall }
    | { readonly phase: 'response'; readonly result: JsonObject; readonly call: InterceptedCall | null };
}

interface InvocationProblem {
  readonly problem: string;
}

const problemOf = ({ issues: [issue] }: z.ZodError, at = ''): InvocationProblem => ({
  problem: texts.unreadable({
    problem: display(`${[at, ...(issue?.path ?? [])].map(String).join('.')} ${issue?.message ?? ''}`.trim(), {
      max: 200,
    }),
  }),
});

const OF_MESSAGE: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result']);

/** The message itself, or its params or result alone. What could be read as either would be judged by what is not used. */
const inner = (payload: JsonObject, member: 'params' | 'result'): JsonObject | undefined => {
  if (!Object.hasOwn(payload, 'params') && !Object.hasOwn(payload, 'result')) return payload;
  const value = Object.hasOwn(payload, member) ? payload[member] : undefined;
  const isMessage = Object.keys(payload).every((key) => OF_MESSAGE.has(key));
  return isMessage && value !== undefined && isJsonObject(value) ? value : undefined;
};

const MIXED: InvocationProblem = {
  problem: texts.unreadable({ problem: `payload: ${texts.payloadMixed}` }),
};

const readCall = (payload: JsonObject): InterceptedCall | InvocationProblem => {
  const params = inner(payload, 'params');
  if (params === undefined) return MIXED;
  const call = callSchema.safeParse(params);
  return call.success
    ? { name: call.data.name, arguments: call.data.arguments ?? {} }
    : problemOf(call.error, 'payload');
};

/** Reads the parameters of `interceptor/invoke`. */
export const readInvocation = (params: JsonObject): Invocation | InvocationProblem => {
  const read = invocationSchema.safeParse(params);
  if (!read.success) return problemOf(read.error);
  const { name: interceptor, event, phase, payload, context = {} } = read.data;
  const head = {
    interceptor,
    event,
    principal: context.principal?.id ?? null,
    session: context.sessionId ?? null,
    trace:
      context.traceId === undefined && context.spanId === undefined
        ? null
        : `${context.traceId ?? ''} ${context.spanId ?? ''}`,
  };
  const named = readCall(payload);
  if (phase === 'request') return 'problem' in named ? named : { ...head, content: { phase, call: named } };
  const answered = inner(payload, 'result');
  if (answered === undefined) return MIXED;
  const result = resultSchema.safeParse(answered);
  if (!result.success) return problemOf(result.error, 'payload');
  const call = 'problem' in named || !Object.hasOwn(payload, 'params') ? null : named;
  return { ...head, content: { phase, result: answered, call } };
};
