/**
 * The few shapes of `@google/adk` that are needed here, so that nothing of it is imported.
 */

export interface AdkSessionLike {
  readonly id: string;
  readonly appName: string;
  readonly userId: string;
}

export interface AdkToolLike {
  readonly name: string;
  runAsync(request: { args: Record<string, unknown>; toolContext: never }): Promise<unknown>;
  /** The tool's own wish for a person. */
  checkRequireConfirmation?(args: Record<string, unknown>): Promise<boolean>;
}

export interface AdkConfirmationLike {
  readonly confirmed: boolean;
}

export interface AdkInvocationLike {
  readonly invocationId: string;
  readonly session: AdkSessionLike;
  readonly sessionService?: unknown;
  readonly runConfig?: object | undefined;
}

/** The context in which ADK calls a tool. */
export interface AdkContextLike {
  readonly functionCallId?: string | undefined;
  readonly toolConfirmation?: AdkConfirmationLike | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  readonly invocationContext: AdkInvocationLike;
  requestConfirmation(request: { hint?: string; payload?: unknown }): void;
}

/** What the callbacks of a plugin around a tool get. */
export interface AdkToolCallLike {
  readonly tool: AdkToolLike;
  readonly toolArgs: Record<string, unknown>;
  readonly toolContext: AdkContextLike;
}

/** The class `BasePlugin` of ADK. */
export type BasePluginClass<P extends object> = abstract new (name: string) => P;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
