import type { CallView } from '@callgate/operations/api';
import { useEffect, useMemo, useRef } from 'react';
import { ApprovalsError } from './approvals-client.ts';
import type { UiMessageLike, ToolApprovalPart } from './find-tool-approvals.ts';
import { findToolApprovals, findWaitingCall } from './find-tool-approvals.ts';
import type { Approvals } from './use-approvals.ts';

/** What `useChat` of the AI SDK gives, as far as it is needed here. */
export interface ChatLike {
  readonly messages: readonly UiMessageLike[];
  addToolApprovalResponse(response: {
    readonly id: string;
    readonly approved: boolean;
    readonly reason?: string;
  }): unknown;
}

/** A part of the chat that waits, with the call that it waits for. */
export interface ChatApproval extends ToolApprovalPart {
  /** For `<ApprovalCard call>`; null where the call does not wait, or not here. */
  readonly call: string | null;
}

const APPROVED: ReadonlySet<CallView['state']> = new Set([
  'approved',
  'dispatching',
  'done',
  'failed',
  'indeterminate',
]);

/**
 * Ties the approvals of a chat to the calls at the gate. A vote counts at the gate alone: once it is cast, here or
 * anywhere else, the chat is told and goes on.
 */
export const useChatApprovals = (
  { messages, addToolApprovalResponse }: ChatLike,
  { calls, client, version, isLoading, problem }: Approvals,
): readonly ChatApproval[] => {
  const parts = useMemo(() => findToolApprovals(messages), [messages]);
  /** Calls that were seen to wait, by approval. */
  const followed = useRef<Map<string, string>>(new Map());
  const respond = useRef(addToolApprovalResponse);
  respond.current = addToolApprovalResponse;
  const found = parts.map((part): ChatApproval => ({
    ...part,
    call: findWaitingCall(part, calls)?.id ?? null,
  }));
  for (const { approvalId, call } of found) if (call !== null) followed.current.set(approvalId, call);

  const ended = found
    .filter(({ approvalId, call }) => call === null && followed.current.has(approvalId))
    .map(({ approvalId }) => approvalId)
    .join('\n');
  useEffect(() => {
    if (ended === '' || isLoading || problem !== null) return;
    for (const id of ended.split('\n')) {
      const call = followed.current.get(id);
      if (call === undefined) continue;
      client.read('inbox.show', { call }).then(
        (shown) => {
          // it may have been told meanwhile, or wait again
          if (shown?.call.state === 'held' || !followed.current.delete(id)) return;
          const approved = shown !== null && APPROVED.has(shown.call.state);
          const reason = shown?.votes.find(({ verdict }) => verdict === 'refuse')?.reason ?? null;
          respond.current({ id, approved, ...(approved || reason === null ? {} : { reason }) });
        },
        (error: unknown) => {
          if (!(error instanceof ApprovalsError)) throw error;
        },
      );
    }
  }, [ended, client, version, isLoading, problem]);
  return found;
};
