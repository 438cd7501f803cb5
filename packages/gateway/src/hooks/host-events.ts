import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import { hookErrors } from '@callgate/messages/errors/hook';
import { z } from 'zod';

/** Hosts with hooks. */
export const HOST_NAMES = ['claude-code', 'codex'] as const;

export type HostName = (typeof HOST_NAMES)[number];

interface HostSessionEvent {
  readonly host: HostName;
  /** The host's own id of its session. */
  readonly session: string;
  /** The contexts of the host's process and of those that started it, the nearest first, where they can be told. */
  readonly processes?: readonly string[];
}

/** The person said something. */
export interface PromptEvent extends HostSessionEvent {
  readonly type: 'prompt';
  readonly text: string;
}

/** The agent has answered, and waits for the person. */
export interface AgentMessageEvent extends HostSessionEvent {
  readonly type: 'answered';
  readonly text: string;
}

interface HostToolEvent extends HostSessionEvent {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The host's own id of the call: the same before and after it. */
  readonly callKey: string;
}

/** The host is about to run one of its tools. */
export interface BeforeToolEvent extends HostToolEvent {
  readonly type: 'before';
  /** The host asks its person if it is told to. Where nobody would be asked, a question is no question. */
  readonly canAsk: boolean;
}

/** The host has run one of its tools. */
export interface AfterToolEvent extends HostToolEvent {
  readonly type: 'after';
  readonly result: Json;
  readonly isError: boolean;
  /** How long the tool itself ran, without the question to the person; absent where the host does not say. */
  readonly ranForMs?: number;
}

/** The host left the session. Where it can be taken up again, what it has seen is not forgotten. */
export interface SessionEndEvent extends HostSessionEvent {
  readonly type: 'ended';
  readonly forgotten: boolean;
}

/** The host has taken up what the model read earlier, perhaps under another id. */
export interface SessionResumeEvent extends HostSessionEvent {
  readonly type: 'resumed';
}

export type HostEvent =
  | PromptEvent
  | AgentMessageEvent
  | BeforeToolEvent
  | AfterToolEvent
  | SessionEndEvent
  | SessionResumeEvent;

/** What the host is told about a call it is about to make. `pass`: nothing against it, the host's own rules go on. */
export type HookVerdict =
  | { readonly decision: 'pass' | 'allow' }
  | { readonly decision: 'ask' | 'deny'; readonly reason: string };

const json: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined);
const object: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const name: z.ZodString = z.string().min(1).max(256);
const sessionShape = {
  host: z.enum(HOST_NAMES),
  session: name,
  processes: z.array(name).max(64).exactOptional(),
};
const ranForMs = z.number().min(0).exactOptional();
const toolUseShape = { ...sessionShape, tool: name, arguments: object, callKey: name };

/** The same event on its way to the process that has the gate. */
export const hostEventSchema: z.ZodType<HostEvent> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('prompt'), ...sessionShape, text: z.string() }),
  z.strictObject({ type: z.literal('answered'), ...sessionShape, text: z.string() }),
  z.strictObject({ type: z.literal('before'), ...toolUseShape, canAsk: z.boolean() }),
  z.strictObject({ type: z.literal('after'), ...toolUseShape, result: json, isError: z.boolean(), ranForMs }),
  z.strictObject({ type: z.literal('resumed'), ...sessionShape }),
  z.strictObject({ type: z.literal('ended'), ...sessionShape, forgotten: z.boolean() }),
]);

type ToolUsePayload = z.infer<z.ZodObject<typeof TOOL_USE>>;

/** A use of a tool, as every event about one has it. */
export const toolUseOf = (
  host: HostName,
  { session_id, tool_name, tool_input, tool_use_id }: ToolUsePayload,
): HostToolEvent => ({
  host,
  session: session_id,
  tool: tool_name,
  arguments: toArguments(tool_input),
  callKey: tool_use_id,
});

/** Reads what a host sent by one of the shapes of its documentation. Members it adds later are no concern of ours. */
export const readPayload = <T>(schema: z.ZodType<T>, payload: Json, host: HostName): T => {
  const read = schema.safeParse(payload);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  throw new CallgateError(
    hookErrors.payloadOfHost({
      host,
      problem: display(`${place} ${issue?.message ?? ''}`.trim(), { max: 200 }),
    }),
  );
};

/** The members a tool event has with both hosts. */
export const TOOL_USE: {
  readonly session_id: typeof name;
  readonly tool_name: typeof name;
  readonly tool_input: typeof json;
  readonly tool_use_id: typeof name;
} = { session_id: name, tool_name: name, tool_input: json, tool_use_id: name };

/** The end of a turn. Hosts of earlier versions do not say what the agent wrote; agents below it write to nobody. */
const stop = z.looseObject({
  session_id: name,
  last_assistant_message: z.string().nullish().catch(undefined),
  agent_id: z.string().nullish(),
});

export const readStop = (host: HostName, payload: JsonObject): AgentMessageEvent | undefined => {
  const {
    session_id: session,
    last_assistant_message: text,
    agent_id: agent,
  } = readPayload(stop, payload, host);
  if ((text ?? '') === '' || (agent ?? '') !== '') return undefined;
  return { type: 'answered', host, session, text: text ?? '' };
};

export const SESSION: { readonly session_id: typeof name } = { session_id: name };

/** Arguments that are no object are one argument. */
export const toArguments = (input: Json): JsonObject => (isJsonObject(input) ? input : { input });

/** The agent's context that a session of a host is. */
export const contextOf = ({ host, session }: HostSessionEvent): string => `${host}:${session}`;

/** The call that a host speaks of, the same before and after it. */
export const hostCallOf = (
  event: BeforeToolEvent | AfterToolEvent,
): { readonly context: string; readonly callKey: string } => ({
  context: contextOf(event),
  callKey: event.callKey,
});

/** What a host says of a call that it is about to make. */
export const announcementOf = (
  event: BeforeToolEvent,
): ReturnType<typeof hostCallOf> & Pick<BeforeToolEvent, 'tool' | 'arguments' | 'processes'> => ({
  ...hostCallOf(event),
  tool: event.tool,
  arguments: event.arguments,
  ...(event.processes === undefined ? {} : { processes: event.processes }),
});

const MCP_TOOL = /^mcp__(.+?)__(.+)$/s;

/** The server and tool that a host's name of an MCP tool is made of; undefined for the host's own tools. */
export const parseMcpToolName = (
  tool: string,
): { readonly server: string; readonly tool: string } | undefined => {
  const [, server, target] = MCP_TOOL.exec(tool) ?? [];
  return server === undefined || target === undefined ? undefined : { server, tool: target };
};
