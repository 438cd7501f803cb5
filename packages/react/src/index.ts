/**
 * Approvals inside a React application. The host styles them; the vote counts at the gate alone.
 *
 * @example
 * const approvals = useApprovals({ url: '/callgate' });
 * return <ApprovalsList approvals={approvals} />;
 *
 * @module
 */
export { ApprovalsList } from './approvals-list.tsx';
export type { ApprovalsListProps } from './approvals-list.tsx';
export { ApprovalCard } from './approval-card.tsx';
export type {
  ApprovalButton,
  ApprovalButtonProps,
  ApprovalCardProps,
  ApprovalSlots,
} from './approval-card.tsx';
export { useApprovals } from './use-approvals.ts';
export type { Approvals, ApprovalsOptions, SeenQuestion, VoteAnswer, VoteDetails } from './use-approvals.ts';
export { useApprovalQuestion } from './use-approval-question.ts';
export type { QuestionState } from './use-approval-question.ts';
export { useChatApprovals } from './use-chat-approvals.ts';
export type { ChatApproval, ChatLike } from './use-chat-approvals.ts';
export { findToolApprovals } from './find-tool-approvals.ts';
export type { UiMessageLike, ToolApprovalPart } from './find-tool-approvals.ts';
export { ApprovalsError } from './approvals-client.ts';
export type { ApprovalsClient, ApprovalsClientOptions, NewsStream } from './approvals-client.ts';
export type { ApprovalsState } from './approvals-feed.ts';
