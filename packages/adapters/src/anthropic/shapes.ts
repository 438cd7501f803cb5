/**
 * The few shapes of Anthropic's API that are needed here, so that nothing of its package is imported.
 */
import { hasTexts, isObject } from '../host/host-options.ts';

export interface BlockLike {
  readonly type: string;
}

/** A message of the model. */
export interface AnthropicMessageLike {
  readonly content: readonly BlockLike[];
  readonly stop_reason?: string | null | undefined;
}

export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** The family, for a member of a toolset. */
  readonly toolset_name?: string | null | undefined;
}

/** What a tool may give besides text. */
export type ContentBlock =
  | { type: 'text'; text: string }
  | {
      type: 'image';
      source:
        | {
            type: 'base64';
            data: string;
            media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
          }
        | { type: 'url'; url: string };
    };

/** For the next message of the user's role. */
export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content: string | ContentBlock[];
  is_error?: true;
  /** Echoed where the call had one. */
  toolset_name?: string;
}

export const isToolUse = (block: unknown): block is ToolUseBlock => hasTexts(block, 'tool_use', 'id', 'name');

/** A call that the provider has made by itself: through the MCP connector, or of a tool of its own. */
export interface ServerToolUse {
  readonly id: string;
  /** Undefined for a tool of the provider. */
  readonly server: string | undefined;
  readonly name: string;
  readonly input: unknown;
}

export const serverUseOf = (block: unknown): ServerToolUse | undefined => {
  if (hasTexts(block, 'mcp_tool_use', 'id', 'name', 'server_name'))
    return {
      id: String(block['id']),
      server: String(block['server_name']),
      name: String(block['name']),
      input: block['input'],
    };
  if (hasTexts(block, 'server_tool_use', 'id', 'name'))
    return { id: String(block['id']), server: undefined, name: String(block['name']), input: block['input'] };
  return undefined;
};

export interface ServerToolResult {
  readonly id: string;
  readonly content: unknown;
  readonly isError: boolean;
}

/** `mcp_tool_result`, `web_search_tool_result` and so on. */
export const serverResultOf = (block: unknown): ServerToolResult | undefined => {
  if (!isObject(block)) return undefined;
  const { type, tool_use_id: id, content, is_error: failed } = block;
  if (typeof type !== 'string' || !type.endsWith('_tool_result') || typeof id !== 'string') return undefined;
  const saysError = isObject(content) && typeof content['error_code'] === 'string';
  return { id, content, isError: failed === true || saysError };
};

const isSource = (source: unknown): boolean =>
  hasTexts(source, 'base64', 'data', 'media_type') || hasTexts(source, 'url', 'url');

const isContentBlock = (block: unknown): block is ContentBlock =>
  hasTexts(block, 'text', 'text') || (hasTexts(block, 'image') && isSource(block['source']));

/** Blocks that the API takes as they are. */
export const contentBlocks = (value: unknown): ContentBlock[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isContentBlock) ? value : undefined;
