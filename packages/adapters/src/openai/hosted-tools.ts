import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { McpToolDefinition, ToolServerOptions } from '../host/catalogue.ts';
import { catalogueFrom } from '../host/catalogue.ts';
import { toJson } from '../host/host-options.ts';
import type { McpListTools, ResponseLike } from './shapes.ts';
import { isListing } from './shapes.ts';

const texts = adapterMessages.providerTools;

const objectAt = (tool: JsonObject, key: string): JsonObject | undefined => {
  const value = tool[key];
  return isJsonObject(value) ? value : undefined;
};

/** The tools of a hosted server as MCP defines them: `mcp_list_tools` has their annotations. */
export const definitionsOfListing = ({ tools }: Pick<McpListTools, 'tools'>): readonly McpToolDefinition[] =>
  tools.flatMap((listed) => {
    const tool = toJson(listed);
    if (!isJsonObject(tool) || typeof tool['name'] !== 'string') return [];
    const annotations = objectAt(tool, 'annotations');
    return [
      {
        name: tool['name'],
        ...(typeof tool['description'] === 'string' ? { description: tool['description'] } : {}),
        inputSchema: tool['input_schema'] ?? { type: 'object' },
        ...(annotations === undefined ? {} : { annotations }),
      },
    ];
  });

/** What hosted servers list, as it becomes known. A server that nobody has named here has no tools. */
export class HostedTools {
  readonly #words: ReadonlyMap<string, Omit<ToolServerOptions, 'server'>>;
  readonly #listed: Map<string, { readonly text: string; readonly catalogue: ToolCatalogue }> = new Map();
  readonly catalogue: ToolCatalogue;

  /** What the operator says of each server, by its label. */
  constructor(servers: Readonly<Record<string, Omit<ToolServerOptions, 'server'>>>) {
    this.#words = new Map(Object.entries(servers));
    this.catalogue = {
      find: (kind, server, target) => this.#listed.get(server)?.catalogue.find(kind, server, target),
    };
  }

  /** Learns from the `mcp_list_tools` items of a response. What was approved for other definitions is over. */
  async learn(gate: Gate, { output }: ResponseLike): Promise<void> {
    for (const item of (output as readonly unknown[]).filter(isListing)) {
      const { server_label: server } = item;
      const word = this.#words.get(server);
      if (word === undefined) continue;
      const definitions = definitionsOfListing(item);
      const text = JSON.stringify(definitions);
      const before = this.#listed.get(server);
      if (before?.text === text) continue;
      this.#listed.set(server, { text, catalogue: catalogueFrom(definitions, { ...word, server }) });
      if (before !== undefined) await gate.redefined(server);
    }
  }
}

const toolDefinition = (
  name: string,
  description: string,
  input: string,
  annotations: JsonObject,
): McpToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { [input]: {} } },
  annotations,
});

/** Tools that OpenAI runs at its own place, for a catalogue with the server `openai`. Trust in it is the operator's word. */
export const OPENAI_TOOLS: readonly McpToolDefinition[] = [
  toolDefinition('web_search', texts.searchWeb, 'action', { readOnlyHint: true, openWorldHint: true }),
  toolDefinition('file_search', texts.searchFiles, 'queries', {
    readOnlyHint: true,
    openWorldHint: false,
    sensitiveDataHint: true,
  }),
  toolDefinition('code_interpreter', texts.runCode, 'code', {
    readOnlyHint: false,
    destructiveHint: false,
    openWorldHint: false,
  }),
  toolDefinition('image_generation', texts.makePicture, 'revised_prompt', {
    readOnlyHint: true,
    openWorldHint: false,
    aiProcessingHint: true,
  }),
];
