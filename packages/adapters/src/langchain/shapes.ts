/**
 * The few shapes of LangChain that are needed here, so that nothing of it is imported.
 */
import { isObject } from '../host/host-options.ts';

/** A tool as `tool()` makes it, a tool class, or one of the MCP adapters. */
export interface LangChainToolLike {
  readonly name: string;
  readonly description?: string | undefined;
  /** Zod, or JSON Schema. */
  readonly schema?: unknown;
  /** Never sent to the model. `annotations` and `_meta` in it are read as claims. */
  readonly metadata?: unknown;
}

export interface LangChainToolCallLike {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly id?: string | undefined;
}

/** What a middleware is told about the run it is in. */
export interface RuntimeLike {
  readonly context?: unknown;
  readonly configurable?: Readonly<Record<string, unknown>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Pauses the graph by throwing, or returns what it was resumed with. */
  readonly interrupt?: unknown;
}

export interface LangChainMessageLike {
  /** `human`, `ai`, `tool`, `system`. */
  readonly type: string;
  readonly content: unknown;
  readonly additional_kwargs?: unknown;
}

export interface AgentStateLike {
  readonly messages: readonly LangChainMessageLike[];
}

/** What `wrapToolCall` gets. */
export interface ToolCallRequestLike {
  readonly toolCall: LangChainToolCallLike;
  readonly tool: unknown;
  readonly state: AgentStateLike;
  readonly runtime: RuntimeLike;
}

export interface ToolMessageFields {
  readonly content: string;
  readonly tool_call_id: string;
  readonly name: string;
  readonly status: 'error';
}

/** The class `ToolMessage` of LangChain. */
export type ToolMessageClass<M> = new (fields: ToolMessageFields) => M;

/** A part of a message, as far as one can tell from outside. */
export interface LangChainPartLike {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isPart = (value: unknown): value is LangChainPartLike =>
  isObject(value) && typeof value['type'] === 'string';

/** The parts of a message. A text is one part. */
export const partsOf = (content: unknown): readonly LangChainPartLike[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isPart) : [];
};
