import { CallgateError } from '@callgate/core';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { toJson } from '../host/host-options.ts';
import type { AiSdkToolLike, AiSdkToolsLike } from './shapes.ts';

interface ListedToolsLike {
  readonly tools: readonly unknown[];
  readonly nextCursor?: string | undefined;
}

/** The two methods of the SDK's MCP client (`@ai-sdk/mcp`) that are needed here. */
export interface AiSdkMcpClientLike<L extends ListedToolsLike, T extends AiSdkToolsLike> {
  listTools(options?: { readonly params?: { cursor?: string } }): Promise<L>;
  toolsFromDefinitions(definitions: L): T;
}

/** A list that goes on for ever is not read for ever. */
const MOST_PAGES = 1000;

const readAllPages = async <L extends ListedToolsLike>(
  client: AiSdkMcpClientLike<L, AiSdkToolsLike>,
): Promise<L> => {
  const first = await client.listTools();
  const tools = [...first.tools];
  let { nextCursor } = first;
  for (let page = 1; nextCursor !== undefined; page += 1) {
    if (page === MOST_PAGES) throw new CallgateError(adapterErrors.listEndless());
    const next = await client.listTools({ params: { cursor: nextCursor } });
    tools.push(...next.tools);
    ({ nextCursor } = next);
  }
  return { ...first, tools };
};

const withAnnotations = (tool: AiSdkToolLike, annotations: unknown): AiSdkToolLike => {
  const metadata = typeof tool.metadata === 'object' && tool.metadata !== null ? tool.metadata : {};
  return { ...tool, metadata: { ...metadata, annotations: toJson(annotations) } };
};

const annotationsIn = ({ tools }: ListedToolsLike): ReadonlyMap<unknown, unknown> =>
  new Map(
    tools.flatMap((tool) =>
      typeof tool === 'object' && tool !== null && 'name' in tool && 'annotations' in tool
        ? [[tool.name, tool.annotations]]
        : [],
    ),
  );

/**
 * The tools of an MCP server, as `client.tools()` gives them, with all their annotations: the client itself keeps
 * five. Nothing of them is sent to the model.
 */
export const mcpTools = async <L extends ListedToolsLike, T extends AiSdkToolsLike>(
  client: AiSdkMcpClientLike<L, T>,
): Promise<T> => {
  const listed = await readAllPages(client);
  const annotations = annotationsIn(listed);
  return Object.fromEntries(
    Object.entries(client.toolsFromDefinitions(listed)).map(([name, tool]) => [
      name,
      annotations.has(name) ? withAnnotations(tool, annotations.get(name)) : tool,
    ]),
  ) as T;
};
