/**
 * The gate in programs on `@google/genai`: tools that the SDK calls by itself, and loops of one's own.
 *
 * @example
 * const host = { server: 'app', principal, context: conversationId };
 * await hearContents(gate, host, contents);
 * const tool = gated(gate, mcpToTool(client), host);
 * await ai.models.generateContent({ model, contents, config: { tools: [tool] } });
 *
 * @module
 */
export { callableTool, gated } from './genai-callable-tool.ts';
export { answerFunctionCalls } from './genai-function-calls.ts';
export type { FunctionCallLike, FunctionResponsePart } from './genai-shapes.ts';
export { GOOGLE_TOOLS, reportServerTools } from './genai-server-tools.ts';
export { hearContents } from './genai-words.ts';
export { castWord, waitingApproval, withdraw } from '../host/approvals.ts';
export type { WaitingApproval, Word } from '../host/approvals.ts';
export { catalogueFrom as catalogueOf, joinCatalogues } from '../host/catalogue.ts';
export type { Definition, ServerWord } from '../host/catalogue.ts';
export type { HostOptions, Who } from '../host/host.ts';
export type { Handler, Handlers } from '../host/model-call.ts';
export type { Unwanted } from '../host/ran-elsewhere.ts';
export type { HoldingHost } from '../host/run-held.ts';
export { gatePlugin } from './adk-plugin.ts';
export { policyEngine } from './adk-policy-engine.ts';
export type { PolicyAnswer } from './adk-policy-engine.ts';
export { answerConfirmation, confirmationsOf } from './adk-confirmation.ts';
export type { AskedConfirmation } from './adk-confirmation.ts';
export { mcpDefinitionsOf } from './adk-shapes.ts';
export type { AdkSessionLike, AdkToolLike } from './adk-shapes.ts';
