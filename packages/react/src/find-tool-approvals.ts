import { isJsonObject } from '@callgate/core';
import { parseStrict, receiveArguments } from '@callgate/core/receive';
import type { InboxRow } from '@callgate/operations/api';

/** A message of `useChat`, as far as it is needed here: nothing of the AI SDK is imported. */
export interface UiMessageLike {
  readonly parts: readonly unknown[];
}

/** A part of a message that waits for approval. */
export interface ToolApprovalPart {
  /** For `addToolApprovalResponse`. */
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const readPart = (part: unknown): ToolApprovalPart | undefined => {
  if (!isFields(part) || part['state'] !== 'approval-requested' || !isFields(part['approval']))
    return undefined;
  const { type, toolName, toolCallId, input, approval } = part;
  const name =
    type === 'dynamic-tool'
      ? toolName
      : typeof type === 'string'
        ? /^tool-(.+)$/s.exec(type)?.[1]
        : undefined;
  const approvalId = approval['id'];
  return typeof name === 'string' && typeof toolCallId === 'string' && typeof approvalId === 'string'
    ? { approvalId, toolCallId, toolName: name, input }
    : undefined;
};

/** The tool parts of a chat that wait for approval. */
export const findToolApprovals = (messages: readonly UiMessageLike[]): readonly ToolApprovalPart[] =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => readPart(part) ?? []));

const digestOf = (input: unknown): string | undefined => {
  try {
    const args = parseStrict(JSON.stringify(input ?? {}));
    return isJsonObject(args) ? receiveArguments(args).argumentsDigest : undefined;
  } catch {
    return undefined;
  }
};

/** The waiting call that a part is about: the same tool with the same arguments. */
export const findWaitingCall = (
  { toolName, input }: Pick<ToolApprovalPart, 'toolName' | 'input'>,
  calls: readonly InboxRow[],
): InboxRow | undefined => {
  const digest = digestOf(input);
  return calls.find(
    ({ kind, target, argumentsDigest }) =>
      kind === 'tool' && target === toolName && digest !== undefined && argumentsDigest === digest,
  );
};
