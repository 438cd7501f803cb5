/**
 * The few shapes of the AI SDK that are needed here, so that nothing of it is imported.
 */

export interface AiSdkToolLike {
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  /** Never sent to the model. `annotations` and `_meta` in it are read as claims. */
  readonly metadata?: unknown;
  /** Where the MCP client of the SDK keeps it. */
  readonly _meta?: unknown;
  readonly isProviderExecuted?: boolean | undefined;
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
}

export type AiSdkToolsLike = Readonly<Record<string, AiSdkToolLike>>;

export interface AiSdkToolCallLike {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly providerExecuted?: boolean | undefined;
}

/** What `toolApproval` answers. */
export type ApprovalStatus =
  | { readonly type: 'approved'; readonly reason?: string }
  | { readonly type: 'denied'; readonly reason?: string }
  | { readonly type: 'user-approval'; readonly reason?: string };

/** A message of the model's history (`ModelMessage`). */
export interface AiSdkMessageLike {
  readonly role: string;
  readonly content: unknown;
}

/** A part of a message, as far as one can tell from outside. */
export interface AiSdkPartLike {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isPart = (value: unknown): value is AiSdkPartLike =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The parts of a message. A text is one part. */
export const partsOf = ({ content }: AiSdkMessageLike): readonly AiSdkPartLike[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isPart) : [];
};
