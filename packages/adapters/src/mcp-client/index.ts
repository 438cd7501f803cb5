/**
 * The gate around an MCP client, of SDK version 1 or 2: `callTool` runs only what the gate lets out.
 *
 * @example
 * const catalogue = await catalogueOf(client, { server: 'notes', trust: 'trusted' });
 * const gate = await createGate({ policy, store, keys, catalogue });
 * const gated = gatedClient(gate, client, { catalogue, principal, context: conversationId });
 * await gated.callTool({ name: 'save_note', arguments: { text: 'buy bread' } });
 *
 * @module
 */
export { ClientCatalogue, catalogueOf } from './client-catalogue.ts';
export { gatedClient } from './gated-client.ts';
export type { ClientHost } from './gated-client.ts';
export { withCallId } from './rounds.ts';
export { recordUserMessages } from './gated-client.ts';
export { castPersonVote as answerApproval, findPendingApproval, withdrawCall } from '../host/approvals.ts';
export type { PendingApproval, PersonVote } from '../host/approvals.ts';
export { joinCatalogues } from '../host/catalogue.ts';
export type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
export type { ConversationRef } from '../host/host-options.ts';
export type { ClientLike } from './shapes.ts';
