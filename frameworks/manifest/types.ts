/** What the converters give is what each vendor's own types take. */
import type Anthropic from '@anthropic-ai/sdk';
import type { McpToolDefinition, ToolServerOptions } from '@callgate/adapters/openai';
import {
  catalogueParts,
  definitionsOf,
  disclose,
  toAnthropic,
  toGoogle,
  toMcp,
  toOpenAi,
  toOpenAiChat,
} from '@callgate/manifest';
import type { FunctionDeclaration } from '@google/genai';
import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import type OpenAI from 'openai';

const manifest = disclose({ tools: [] });

export const responses: OpenAI.Responses.Tool[] = toOpenAi(manifest).tools;
export const chat: OpenAI.Chat.Completions.ChatCompletionTool[] = toOpenAiChat(manifest).tools;
export const anthropic: Anthropic.Messages.ToolUnion[] = toAnthropic(manifest).tools;
export const google: FunctionDeclaration[] = toGoogle(manifest).tools;
export const definitions: readonly McpToolDefinition[] = definitionsOf(manifest);
export const parts: readonly McpToolDefinition[] = catalogueParts(manifest).definitions;
export const word: ToolServerOptions = {
  server: 'app',
  trust: 'owned',
  operator: catalogueParts(manifest).operator,
};
export const listed = toMcp(manifest).tools satisfies readonly Pick<
  McpTool,
  'name' | 'annotations' | '_meta'
>[];

// @ts-expect-error a hint that is not in the vocabulary
disclose({ tools: [{ name: 'x', inputSchema: { type: 'object' }, hints: { destuctive: true } }] });
// @ts-expect-error the worst case is declared, even where it is empty
disclose({ tools: [{ name: 'x', inputSchema: { type: 'object' } }] });
disclose({
  tools: [
    {
      name: 'x',
      inputSchema: { type: 'object' },
      hints: {},
      // @ts-expect-error which model reads the output does not depend on arguments
      conditions: [{ when: 'args.a == 1', hints: { modelPreferences: { costPriority: 1 } } }],
    },
  ],
});
