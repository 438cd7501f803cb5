import { isJsonObject } from '@callgate/core';
import type { McpToolDefinition } from '../host/catalogue.ts';
import { toJson } from '../host/host-options.ts';

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

/**
 * The definitions of tools that come from an `MCPToolset`: the only tools of ADK that carry their hints with them. Tools
 * of other kinds are left out; give their definitions yourself.
 */
export const mcpDefinitionsOf = (tools: readonly { readonly name: string }[]): readonly McpToolDefinition[] =>
  tools.flatMap((tool) => {
    const definition = 'mcpTool' in tool ? toJson(tool.mcpTool) : null;
    if (!isJsonObject(definition)) return [];
    const { inputSchema = { type: 'object' } } = definition;
    return [{ ...definition, name: tool.name, inputSchema }];
  });
