/**
 * The gate inside the Claude Agent SDK: its hooks decide about every tool call of Claude Code, its own tools and those of
 * MCP servers alike, and people are asked at the gate.
 *
 * @example
 * const host = { principal, context: conversationId };
 * const app = createSdkMcpServer({ name: 'app', tools: gatedTools(gate, tools, { server: 'app', ...host }) });
 * const options = { mcpServers: { app }, hooks: gateHooks(gate, host), canUseTool: canUseTool(gate, host) };
 * for await (const message of query({ prompt, options })) show(message);
 * await endTurn(gate, host);
 *
 * @module
 */
export { gateHooks } from './gate-hooks.ts';
export { preToolUse } from './pre-tool-use.ts';
export { canUseTool } from './can-use-tool.ts';
export type { InteractOptions } from './can-use-tool.ts';
export { userPromptExpansion } from './gate-hooks.ts';
export { postToolUse, postToolUseFailure } from './post-tool-use.ts';
export { agentStop, endTurn, sessionEnd, userPromptSubmit } from './gate-hooks.ts';
export { gatedTools } from './gated-tools.ts';
export { builtInTools, catalogueOf, definitionOf, toolHints } from './catalogue.ts';
export { BUILT_IN } from './tool-request.ts';
export type { ClaudeHost } from './tool-request.ts';
export { castPersonVote as answerApproval } from '../host/approvals.ts';
export { recordUserTexts as recordUserMessages } from '../host/record-user-texts.ts';
export { findPendingApproval, withdrawCall } from '../host/ask-people-anyway.ts';
export type { PendingApproval, PersonVote } from '../host/approvals.ts';
export { catalogueFrom, joinCatalogues } from '../host/catalogue.ts';
export type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
export type { ConversationRef } from '../host/host-options.ts';
export type { Hook, HookOutput, McpToolLike } from './shapes.ts';
