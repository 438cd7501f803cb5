/**
 * The few shapes of the OpenAI Agents SDK that are needed here, so that nothing of it is imported.
 */

export interface DetailsLike {
  readonly toolCall?: { readonly callId?: string | undefined } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A `FunctionTool`, as `tool()` makes it. */
export interface FunctionToolLike {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
  readonly outputSchema?: unknown;
  readonly errorFunction?: ((context: never, error: never, details?: never) => unknown) | null | undefined;
  readonly needsApproval: (context: never, input: never, callId?: string) => Promise<boolean>;
  readonly invoke: (context: never, input: string, details?: never) => Promise<unknown>;
}

/** An item of a run's input or of its history. */
export type AgentsItemLike = object;

/** What `run` takes, as far as words of a person are in it. */
export type InputLike = string | readonly AgentsItemLike[];

/** An entry of `result.interruptions`. */
export interface InterruptionLike {
  readonly rawItem: object;
}

/** `result.state`. */
export interface RunStateLike<I extends InterruptionLike> {
  approve(item: I): void;
  reject(item: I, options?: { message?: string }): void;
}

/** A tool as `listTools` of an MCP server object gives it. Its type has no hints; the object has them. */
export interface ServerToolLike {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
}

export interface CallOptionsLike {
  signal?: AbortSignal;
}

/** An `MCPServer`: stdio, HTTP or SSE. */
export interface ServerLike {
  readonly name: string;
  readonly toolInputGuardrails?: readonly object[];
  listTools(): Promise<readonly ServerToolLike[]>;
  callTool(
    toolName: string,
    args: Record<string, unknown> | null,
    meta?: Record<string, unknown> | null,
    options?: CallOptionsLike,
  ): Promise<unknown>;
  callToolResult?(
    toolName: string,
    args: Record<string, unknown> | null,
    meta?: Record<string, unknown> | null,
    options?: CallOptionsLike,
  ): Promise<unknown>;
}
