/**
 * How people decide on held calls: votes, quorums, grants and the channels they are asked by.
 *
 * @module
 */
export type { ArgumentConstraint, Grant, GrantScope } from '../record/grant.ts';
export type { Vote, VoteVia } from '../record/vote.ts';
export { ALLOW_CHOICES, ALLOW_KEYS, grantOfChoice } from './allow-offers.ts';
export type { AllowChoice, AllowOffer } from './allow-offers.ts';
export type { ChannelAnswer, ApprovalRequest, GroupedRequest } from './approval-channel.ts';
export { GATE_CLOSES } from './approval-channel.ts';
export type { CallbackAnswer, CallbackOptions, GroupCallbackAnswer } from './channels/callback.ts';
export { GATHER_MS } from './approval-requester.ts';
export { getConfirmationWord } from './channels/terminal.ts';
export type { TerminalOptions } from './channels/screen.ts';
export {
  MIN_WEBHOOK_SECRET,
  isWebhookGenuine,
  signWebhook,
  signingHeaders,
} from './channels/webhook-signature.ts';
export { countApprovers, harmlessName, linkToCall } from './channels/message-parts.ts';
export { MessageSender } from './channels/message-sender.ts';
export { pauseUnlessAborted } from './channels/run-unless-aborted.ts';
export { whenAllAborted } from './channels/when-all-aborted.ts';
export type { WebhookOptions } from './channels/webhook.ts';
export { createApprovalService } from './create-approval-service.ts';
export { delegationText } from './delegation-text.ts';
export type {
  InBandGroup,
  InBandGroupFormatter,
  InBandQuestion,
  VoteRequest,
  ApprovalService,
  RequestedGrantScope,
  InBandAnswer,
  InBandFormatter,
  ShownInBand,
  VoteRefusal,
  VoteResult,
} from './approval-service.ts';
export { describeGrantScope, makeGrantForCall } from './grants.ts';
export { groupCalls, listTouchedThings } from './group-calls.ts';
export type { ConcurrentCall, TouchedThings } from './group-calls.ts';
export { groupRefusalReason } from './group-refusal-reason.ts';
export type { GroupableCall } from './group-refusal-reason.ts';
export { actOf, leadingReason } from './headline.ts';
export { canVote } from './electorate.ts';
export { DEFAULT_IN_BAND, IN_BAND_UNCOUNTED } from './in-band.ts';
export type { InBandClient, InBandConnection, InBandSettings } from './in-band.ts';
export type { GrantResult } from './make-grant.ts';
export type { Person } from './people.ts';
export { promptText } from './prompt-text.ts';
export type { PromptText } from './prompt-text.ts';
export { formatQuestion } from './format-question.ts';
export { judgeQuorum } from './quorum.ts';
export type { Quorum, QuorumInput } from './quorum.ts';
export { computeApproverStatistics } from './approver-statistics.ts';
export type { ApproverStatistics } from './approver-statistics.ts';
export { previewLines } from './preview-text.ts';
