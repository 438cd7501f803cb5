/**
 * The gate inside the GitHub Copilot SDK: leave for every tool call is asked for at the gate, for the tools of the runtime
 * and of MCP servers and for those of this process, which run nothing else.
 *
 * @example
 * const host = { server: 'app', principal, context: conversationId };
 * const session = await client.createSession({
 *   tools: gatedTools(gate, tools, host),
 *   hooks: gateHooks(gate, host),
 *   onPermissionRequest: permissionHandler(gate, host),
 * });
 *
 * @module
 */
export { permissionHandler } from './permission-handler.ts';
export {
  endTurn,
  gateHooks,
  onPostToolUse,
  onPostToolUseFailure,
  onPreToolUse,
  onSessionEnd,
  onUserPromptSubmitted,
} from './gate-hooks.ts';
export { gatedTools } from './gated-tools.ts';
export { builtInTools, catalogueOf, definitionOf } from './catalogue.ts';
export { BUILT_IN, mcpAlias } from './tool-request.ts';
export type { CopilotHost } from './tool-request.ts';
export { castPersonVote as answerApproval } from '../host/approvals.ts';
export { recordUserTexts as recordUserMessages } from '../host/record-user-texts.ts';
export { findPendingApproval, withdrawCall } from '../host/ask-people-anyway.ts';
export type { PendingApproval, PersonVote } from '../host/approvals.ts';
export { catalogueFrom, joinCatalogues } from '../host/catalogue.ts';
export type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
export type { ConversationRef } from '../host/host-options.ts';
export type { PermissionAnswer, PermissionRequestLike } from './shapes.ts';
