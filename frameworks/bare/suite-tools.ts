import type { McpToolDefinition, ToolHandlers } from '@callgate/adapters/openai';
import type { SuiteTool } from '../../packages/adapters/test/suite/driver.ts';

export const definitionsOf = (tools: readonly SuiteTool[]): readonly McpToolDefinition[] =>
  tools.map(({ run: _, ...definition }) => JSON.parse(JSON.stringify(definition)) as McpToolDefinition);

export const handlersOf = (tools: readonly SuiteTool[]): ToolHandlers =>
  Object.fromEntries(
    tools.map(({ name, run }) => [
      name,
      (input: unknown, { abortSignal }: { readonly abortSignal?: AbortSignal | undefined }) =>
        run(input, abortSignal),
    ]),
  );
