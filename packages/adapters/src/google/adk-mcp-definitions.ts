import { isJsonObject } from '@callgate/core';
import type { Definition } from '../host/catalogue.ts';
import { asJson } from '../host/host.ts';

/**
 * The definitions of tools that come from an `MCPToolset`: the only tools of ADK that carry their hints with them. Tools
 * of other kinds are left out; give their definitions yourself.
 */
export const mcpDefinitionsOf = (tools: readonly { readonly name: string }[]): readonly Definition[] =>
  tools.flatMap((tool) => {
    const definition = 'mcpTool' in tool ? asJson(tool.mcpTool) : null;
    if (!isJsonObject(definition)) return [];
    const { inputSchema = { type: 'object' } } = definition;
    return [{ ...definition, name: tool.name, inputSchema }];
  });
