/**
 * The few shapes of the Claude Agent SDK that are needed here, so that nothing of it is imported.
 */

/** Which MCP server a tool is of. Names come from the author of the configuration; `sdk` is this process alone. */
export interface McpServerLike {
  readonly name: string;
  readonly source: string;
}

interface SessionInputLike {
  readonly session_id: string;
  readonly agent_id?: string | undefined;
}

interface ToolUseLike extends SessionInputLike {
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id: string;
  readonly mcp_server?: McpServerLike | undefined;
}

export interface PreToolUseInput extends ToolUseLike {
  readonly hook_event_name: 'PreToolUse';
}

export interface ClaudePostToolUseInput extends ToolUseLike {
  readonly hook_event_name: 'PostToolUse';
  readonly tool_response: unknown;
}

export interface ClaudePostToolUseFailureInput extends ToolUseLike {
  readonly hook_event_name: 'PostToolUseFailure';
  readonly error: string;
  readonly is_interrupt?: boolean | undefined;
}

export interface UserPromptSubmitInput extends SessionInputLike {
  readonly hook_event_name: 'UserPromptSubmit';
  readonly prompt: string;
  readonly source?: string | undefined;
}

export interface UserPromptExpansionInput extends SessionInputLike {
  readonly hook_event_name: 'UserPromptExpansion';
  readonly expansion_type: string;
  readonly command_name: string;
  readonly command_args?: string | undefined;
}

/** An event of a hook, as far as it is looked at. The others say nothing to us. */
export type HookInputLike = { readonly hook_event_name: string };

/** What a hook answers. */
export interface HookOutput {
  continue?: boolean;
  stopReason?: string;
  decision?: 'block';
  reason?: string;
  hookSpecificOutput?:
    | {
        hookEventName: 'PreToolUse';
        permissionDecision: 'allow' | 'deny' | 'ask';
        permissionDecisionReason?: string;
        updatedInput?: Record<string, unknown>;
      }
    | { hookEventName: 'PostToolUse'; updatedToolOutput: unknown };
}

export type Hook = (
  input: HookInputLike,
  toolUseId: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<HookOutput>;

export interface HookMatcher {
  hooks: Hook[];
  timeout: number;
  onFailure: 'block';
}

export interface CanUseToolOptions {
  readonly signal: AbortSignal;
  readonly toolUseID: string;
  readonly agentID?: string | undefined;
  readonly mcpServer?: McpServerLike | undefined;
}

export type PermissionResultLike =
  | { behavior: 'allow'; updatedInput: Record<string, unknown>; decisionClassification?: 'user_temporary' }
  | { behavior: 'deny'; message: string; decisionClassification?: 'user_reject' };

export type CanUseToolLike = (
  toolName: string,
  input: Record<string, unknown>,
  options: CanUseToolOptions,
) => Promise<PermissionResultLike>;

/** A tool of an in-process server, as `tool()` makes it. */
export interface McpToolLike {
  readonly name: string;
  readonly description: string;
  /** A schema for each argument. */
  readonly inputSchema: object;
  readonly annotations?: unknown;
  readonly _meta?: unknown;
  readonly handler: (args: never, extra: unknown) => Promise<unknown>;
}

/** A server as `query.mcpServerStatus()` shows it. */
export interface McpServerStatusLike {
  readonly name: string;
  readonly tools?: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly annotations?:
      | {
          readonly readOnly?: boolean | undefined;
          readonly destructive?: boolean | undefined;
          readonly openWorld?: boolean | undefined;
        }
      | undefined;
  }[];
}
