/**
 * The few shapes of the GitHub Copilot SDK that are needed here, so that nothing of it is imported.
 */

export interface CopilotInvocationLike {
  readonly sessionId: string;
}

/** What the runtime asks leave for, as far as it is looked at. */
export interface PermissionRequestLike {
  readonly kind: string;
  readonly toolCallId?: string | undefined;
  /** A policy of the organisation wants a person asked. */
  readonly managedApprovalRequired?: boolean | undefined;
  readonly toolName?: unknown;
  /** Of a request of kind `hook`. */
  readonly toolArgs?: unknown;
  /** Of a request of kind `mcp` or `custom-tool`. */
  readonly args?: unknown;
  readonly serverName?: unknown;
}

export type PermissionAnswer =
  | { kind: 'approve-once'; approvedInteractively?: boolean }
  | { kind: 'reject'; feedback: string }
  | { kind: 'denied-by-permission-request-hook'; message: string };

export type PermissionHandlerLike = (
  request: PermissionRequestLike,
  invocation: CopilotInvocationLike,
) => Promise<PermissionAnswer>;

interface CopilotHookInput {
  /** Of the agent that the event is of, which is not the invocation's for agents inside the session. */
  readonly sessionId: string;
}

export interface ToolHookInput extends CopilotHookInput {
  readonly toolName: string;
  readonly toolArgs: unknown;
}

export interface CopilotPostToolUseInput extends ToolHookInput {
  readonly toolResult: ToolResultLike;
}

export interface CopilotPostToolUseFailureInput extends ToolHookInput {
  readonly error: string;
}

export interface CopilotPromptInput extends CopilotHookInput {
  readonly prompt: string;
}

export interface PreToolUseOutput {
  permissionDecision: 'ask' | 'deny';
  permissionDecisionReason: string;
}

export interface ToolResultLike {
  readonly textResultForLlm: string;
  readonly resultType: string;
}

/** A result that says that there is none. */
export interface CopilotFailedResult {
  textResultForLlm: string;
  resultType: 'failure' | 'denied';
  error: string;
}

export interface PostToolUseOutput {
  modifiedResult: CopilotFailedResult;
}

/** A tool as `defineTool` makes it. */
export interface CopilotToolLike {
  readonly name: string;
  readonly description?: string | undefined;
  /** A schema of Zod, JSON Schema, or nothing. */
  readonly parameters?: unknown;
  /** Never sent to the model. `annotations` and `_meta` in it are read as claims. */
  readonly metadata?: unknown;
  readonly handler?: ((args: never, invocation: never) => unknown) | undefined;
}

export interface ToolInvocationLike {
  readonly toolCallId: string;
  readonly signal?: AbortSignal | undefined;
}
