import type { Json, JsonObject } from '@callgate/core';
import { canonical, isJsonObject } from '@callgate/core';
import { adapterMessages } from '@callgate/messages/adapter';
import { toJson } from '../host/host-options.ts';
import type { LangChainPartLike } from './shapes.ts';
import { isObject } from '../host/host-options.ts';
import { partsOf } from './shapes.ts';

interface ToolMessageLike {
  content: unknown;
  artifact?: unknown;
  readonly status?: unknown;
  readonly tool_call_id: string;
}

const isToolMessage = (value: unknown): value is ToolMessageLike =>
  isObject(value) && typeof value['tool_call_id'] === 'string' && 'content' in value;

/** What is not sent to the model may be anything; only what has JSON is recorded. */
const jsonOr = (value: unknown, otherwise: Json): Json => {
  try {
    const json = toJson(value);
    canonical(json);
    return json;
  } catch {
    return otherwise;
  }
};

/** Where the MCP adapters keep what a result says besides its content. */
const fromMcp = (artifact: unknown, type: string): Json | undefined => {
  const entry: unknown = Array.isArray(artifact)
    ? artifact.find((part: unknown) => isObject(part) && part['type'] === type)
    : undefined;
  const data = isObject(entry) ? jsonOr(entry['data'], null) : null;
  return data === null ? undefined : data;
};

/** What a tool gave, as a result of MCP: the form in which data and labels in it are understood. */
export const toRecordedResult = (output: unknown): JsonObject => {
  if (!isToolMessage(output)) return { content: [], command: toJson(output) };
  const { content, artifact, status } = output;
  const structuredContent = fromMcp(artifact, 'mcp_structured_content');
  const meta = fromMcp(artifact, 'mcp_meta');
  return {
    content: toJson(partsOf(content)),
    ...(artifact === undefined ? {} : { artifact: jsonOr(artifact, adapterMessages.tools.notJson) }),
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isJsonObject(meta ?? null) ? { _meta: meta } : {}),
    ...(status === 'error' ? { isError: true } : {}),
  } as JsonObject;
};

const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const textOf = (parts: readonly LangChainPartLike[]): string | undefined => {
  const [only, ...more] = parts;
  return more.length === 0 && typeof only?.['text'] === 'string' ? only['text'] : undefined;
};

/** Puts what was released into what the tool gave. False if it does not fit there. */
export const applyReleased = (output: unknown, given: JsonObject, released: unknown): boolean => {
  if (isSameJson(given, released)) return true;
  if (!isToolMessage(output) || !isObject(released)) return false;
  const parts = partsOf(released['content']);
  output.content = typeof output.content === 'string' ? (textOf(parts) ?? JSON.stringify(parts)) : parts;
  if (!isSameJson(given['artifact'], released['artifact'])) output.artifact = released['artifact'];
  return true;
};

/** The model reads that the call is not the one it made. */
export const addNote = (output: unknown, note: string): void => {
  if (!isToolMessage(output)) return;
  output.content =
    typeof output.content === 'string'
      ? `${note}\n${output.content}`
      : [{ type: 'text', text: note }, ...partsOf(output.content)];
};
