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
} from './hooks.ts';
export { gatedTools } from './gated-tools.ts';
export { builtInTools, catalogueOf, definitionOf } from './catalogue.ts';
export { BUILT_IN, mcpAlias } from './tool-request.ts';
export type { CopilotHost } from './tool-request.ts';
export { castWord } from '../host/approvals.ts';
export { waitingApproval, withdraw } from '../host/asked-anyway.ts';
export type { WaitingApproval, Word } from '../host/approvals.ts';
export { catalogueFrom, joinCatalogues } from '../host/catalogue.ts';
export type { Definition, ServerWord } from '../host/catalogue.ts';
export type { Who } from '../host/host.ts';
export type { PermissionAnswer, PermissionRequestLike } from './shapes.ts';
