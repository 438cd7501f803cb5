/**
 * The few shapes of OpenAI's API that are needed here, so that nothing of its package is imported.
 */
import { hasTexts, isObject } from '../host/host-options.ts';

/** An item of a response, as far as one can tell from outside. */
export interface ResponseItemLike {
  readonly type?: string | undefined;
}

/** A response, or what a stream of one ended with. */
export interface ResponseLike {
  readonly output: readonly ResponseItemLike[];
  readonly status?: string | undefined;
}

/** Text, picture or file of a tool's answer, where it is more than a text. */
export type OutputPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'low' | 'high' | 'auto' };

/** Where a call came from, if a program of the model made it. It goes back with the answer. */
export type FunctionCaller = { type: 'direct' } | { type: 'program'; caller_id: string };

export interface FunctionCallItem {
  readonly type: 'function_call';
  readonly call_id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly arguments: string;
  readonly status?: string | undefined;
  readonly caller?: FunctionCaller | null;
}

/** A tool whose input is any text. */
export interface CustomCallItem {
  readonly type: 'custom_tool_call';
  readonly call_id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly input: string;
  readonly status?: string | undefined;
  readonly caller?: FunctionCaller | null;
}

export interface FunctionCallOutput {
  type: 'function_call_output';
  call_id: string;
  output: string | OutputPart[];
  caller?: FunctionCaller;
}

export interface CustomCallOutput {
  type: 'custom_tool_call_output';
  call_id: string;
  output: string | OutputPart[];
  caller?: FunctionCaller;
}

export interface McpApprovalRequest {
  readonly type: 'mcp_approval_request';
  readonly id: string;
  readonly server_label: string;
  readonly name: string;
  readonly arguments: string;
}

export interface McpApprovalResponse {
  type: 'mcp_approval_response';
  approval_request_id: string;
  approve: boolean;
  reason?: string;
}

export interface McpCall {
  readonly type: 'mcp_call';
  readonly id: string;
  readonly server_label: string;
  readonly name: string;
  readonly arguments: string;
  readonly approval_request_id?: string | null;
  readonly output?: string | null;
  readonly error?: unknown;
  readonly status?: string | undefined;
}

export interface McpListTools {
  readonly type: 'mcp_list_tools';
  readonly server_label: string;
  readonly tools: readonly unknown[];
}

export const isFunctionCall = (item: unknown): item is FunctionCallItem =>
  hasTexts(item, 'function_call', 'call_id', 'name', 'arguments');

export const isCustomCall = (item: unknown): item is CustomCallItem =>
  hasTexts(item, 'custom_tool_call', 'call_id', 'name', 'input');

export const isApprovalRequest = (item: unknown): item is McpApprovalRequest =>
  hasTexts(item, 'mcp_approval_request', 'id', 'server_label', 'name', 'arguments');

export const isMcpCall = (item: unknown): item is McpCall =>
  hasTexts(item, 'mcp_call', 'id', 'server_label', 'name', 'arguments');

export const isListing = (item: unknown): item is McpListTools =>
  hasTexts(item, 'mcp_list_tools', 'server_label') && isObject(item) && Array.isArray(item['tools']);

const isOutputPart = (part: unknown): part is OutputPart =>
  hasTexts(part, 'input_text', 'text') || hasTexts(part, 'input_image', 'image_url', 'detail');

/** Parts that the API takes as they are. */
export const outputParts = (value: unknown): OutputPart[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isOutputPart) ? value : undefined;
