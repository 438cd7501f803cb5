/**
 * How people decide on held calls: votes, quorums, grants and the channels they are asked by.
 *
 * @module
 */
export type { ArgumentConstraint, Grant, GrantScope } from '../record/grant.ts';
export type { Vote, VoteVia } from '../record/vote.ts';
export type { ChannelAnswer, Question } from './channel.ts';
export type { CallbackAnswer, CallbackOptions } from './channels/callback.ts';
export { wordFor } from './channels/terminal.ts';
export type { TerminalOptions } from './channels/terminal.ts';
export { isWebhookGenuine, webhookSignature } from './channels/webhook-signature.ts';
export type { WebhookOptions } from './channels/webhook.ts';
export { createDesk } from './create-desk.ts';
export { delegationText } from './delegation-text.ts';
export type {
  AskedInBand,
  CastVote,
  Desk,
  GrantWish,
  InBandAnswer,
  ShowInBand,
  ShownInBand,
  VoteRefusal,
  VoteResult,
} from './desk.ts';
export { grantScopeText, wishedGrant } from './grants.ts';
export { whyNotTogether } from './group.ts';
export type { GroupedCall } from './group.ts';
export { headlineOf } from './headline.ts';
export { canVote } from './humans.ts';
export { DEFAULT_IN_BAND, IN_BAND_UNCOUNTED } from './in-band.ts';
export type { InBandClient, InBandConnection, InBandSettings } from './in-band.ts';
export type { MadeGrant } from './make-grant.ts';
export type { Person } from './people.ts';
export { promptText } from './prompt-text.ts';
export type { PromptText } from './prompt-text.ts';
export { questionText } from './question-text.ts';
export { judgeQuorum } from './quorum.ts';
export type { Quorum, QuorumQuestion } from './quorum.ts';
export { approverStatistics } from './statistics.ts';
export type { ApproverStatistics } from './statistics.ts';
