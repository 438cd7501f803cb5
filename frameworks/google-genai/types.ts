/** What the adapter takes and gives, held against the types of the package. Compiled, never run. */
import type { FunctionResponsePart, WaitingHostOptions } from '@callgate/adapters/google';
import {
  answerFunctionCalls,
  callableTool,
  gatedCallableTool,
  recordUserMessages,
  reportServerTools,
} from '@callgate/adapters/google';
import type { Gate } from '@callgate/gate';
import type {
  CallableTool,
  ContentListUnion,
  FunctionDeclaration,
  GenerateContentResponse,
  Part,
} from '@google/genai';
import { mcpToTool } from '@google/genai';

declare const gate: Gate;
declare const host: WaitingHostOptions;
declare const tool: CallableTool;
declare const declarations: FunctionDeclaration[];
declare const response: GenerateContentResponse;
declare const contents: ContentListUnion;

const handlers = { save: ({ text }: { readonly text: string }) => text };

gatedCallableTool(gate, tool, host) satisfies CallableTool;
gatedCallableTool(gate, mcpToTool({}), host) satisfies CallableTool;
callableTool(gate, declarations, handlers, host) satisfies CallableTool;
(await answerFunctionCalls(gate, host, response.functionCalls, handlers)) satisfies Part[];
await recordUserMessages(gate, host, contents);
await reportServerTools(gate, host, response);

export type GenAiOutputs = [FunctionResponsePart extends Part ? true : never];
export const outputs: GenAiOutputs = [true];

// @ts-expect-error a host must say whose conversation it is
gatedCallableTool(gate, tool, { server: 'app' });
// @ts-expect-error a tool that cannot be called cannot be wrapped
gatedCallableTool(gate, { functionDeclarations: declarations }, host);
// @ts-expect-error a handler is a function
callableTool(gate, declarations, { save: 'text' }, host);
