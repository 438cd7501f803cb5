/**
 * The gate: takes one call through all steps and keeps the state behind it.
 *
 * @example
 * import { createGate, openKeys } from '@callgate/gate';
 * import { openSqliteStore } from '@callgate/gate/sqlite';
 *
 * const keys = openKeys('callgate.key');
 * const store = await openSqliteStore({ path: 'callgate.db', keys });
 * const gate = await createGate({ policy, store, catalogue, keys });
 * const finished = await gate.run(request, dispatch);
 *
 * @module
 */
export { createGate } from './create-gate.ts';
export type {
  AlreadyOut,
  CallRequest,
  ContextName,
  HostProcesses,
  Declassify,
  Finished,
  Gate,
  GateEvent,
  GateOptions,
  HeldCall,
  Judgement,
  Notice,
  RefusedMessage,
  RunOptions,
  SeenAgain,
  Stopped,
  WaitOptions,
} from './gate.ts';
export type { ToolCatalogue } from './catalogue.ts';
export { checkArguments } from './check-arguments.ts';
export type { ArgumentProblem } from './check-arguments.ts';
export { othersCanWrite, refuseWritableByOthers } from './others-can-write.ts';
export type { FileOwner } from './others-can-write.ts';
export { addAlert } from './alerts.ts';
export type { AlertParts } from './alerts.ts';
export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { DEFAULT_GATE_LIMITS } from './limits.ts';
export type { GateLimits } from './limits.ts';

export type { Channel, ChannelAnswer, Question } from './confirm/channel.ts';
export { createDesk } from './confirm/create-desk.ts';
export type {
  AskedInBand,
  CastVote,
  Desk,
  GrantWish,
  InBandAnswer,
  ShowInBand,
  VoteRefusal,
  VoteResult,
} from './confirm/desk.ts';
export { DEFAULT_IN_BAND, IN_BAND_UNCOUNTED } from './confirm/in-band.ts';
export type { InBandClient, InBandConnection, InBandSettings } from './confirm/in-band.ts';
export { callbackChannel } from './confirm/channels/callback.ts';
export type { CallbackAnswer, CallbackOptions } from './confirm/channels/callback.ts';
export { terminalChannel, wordFor } from './confirm/channels/terminal.ts';
export type { TerminalOptions } from './confirm/channels/terminal.ts';
export { webhookChannel } from './confirm/channels/webhook.ts';
export type { WebhookOptions } from './confirm/channels/webhook.ts';
export { isWebhookGenuine, webhookSignature } from './confirm/channels/webhook-signature.ts';
export { judgeQuorum } from './confirm/quorum.ts';
export type { Quorum, QuorumQuestion } from './confirm/quorum.ts';
export type { ArgumentConstraint, Grant, GrantScope } from './confirm/grant.ts';
export { grantScopeText, wishedGrant } from './confirm/grants.ts';
export type { MadeGrant } from './confirm/make-grant.ts';
export { whyNotTogether } from './confirm/group.ts';
export type { GroupedCall } from './confirm/group.ts';
export { canVote } from './confirm/humans.ts';
export { SINGLE_USER } from './confirm/people.ts';
export type { People, Person } from './confirm/people.ts';
export { delegationText } from './confirm/delegation-text.ts';
export { questionText } from './confirm/question-text.ts';
export { approverStatistics } from './confirm/statistics.ts';
export type { ApproverStatistics } from './confirm/statistics.ts';
export type { Vote, VoteVia } from './confirm/vote.ts';
export type { LostEvents } from './events.ts';

export { neutralise } from './absorb/neutralise.ts';

export { Dispatchable, isDispatchable } from './dispatch/dispatchable.ts';
export { NotSent } from './dispatch/dispatcher.ts';
export { hasNoAnswer } from './absorb/absorb-result.ts';
export type { Absorb, Answer, DispatchResult } from './absorb/answer.ts';
export type { DispatchContext, Dispatcher, Progress } from './dispatch/dispatcher.ts';

export { EXTENSION, NO_ROWS, link, rowHash } from './record/chain.ts';
export { RECORD_EVENTS } from './record/entry.ts';
export { decidedDetail, readRow } from './record/row-schema.ts';
export type { ReadRow } from './record/row-schema.ts';
export type { DecidedDetail } from './record/row-detail.ts';
export type {
  Checkpoint,
  RecordEntry,
  RecordEvent,
  RecordHead,
  RecordOutcome,
  RecordRow,
} from './record/entry.ts';
export { KEPT_DOMAINS, keptDomain } from './record/kept.ts';
export { openKeys, readKeys } from './record/key-file.ts';
export { keyId } from './record/key-material.ts';
export type { Keys } from './record/keys.ts';
export { memoryKeys } from './record/memory-keys.ts';
export { keptOfDecision, secretsOf } from './record/call-detail.ts';
export { openArguments } from './record/secrets.ts';
export {
  anchorAll,
  anchorLine,
  commandAnchor,
  fileAnchor,
  readAnchorLine,
  webhookAnchor,
  webhookBytes,
} from './record/anchor.ts';
export type { Anchor, WebhookAnchorOptions } from './record/anchor.ts';
export { makeCheckpoint, readCheckpoint, verifyCheckpoint } from './record/checkpoint.ts';
export type { CheckpointText, CheckpointVerdict } from './record/checkpoint.ts';
export { Checkpointer } from './audit/checkpointer.ts';
export type { CheckpointerOptions } from './audit/checkpointer.ts';
export { Frontier, MerkleTree } from './record/merkle.ts';
export { verifyConsistency, verifyInclusion } from './record/merkle-proof.ts';
export type { Consistency, Inclusion } from './record/merkle-proof.ts';
export { isSignedBy, publicKeyPem, readPublicKeyPem } from './record/public-key.ts';
export { acceptLoss, refuseNewStore } from './audit/roll-back.ts';
export { Disclosures } from './audit/disclosures.ts';
export type { RowDisclosure } from './audit/disclosures.ts';
export { signTail } from './audit/sign-tail.ts';
export type { Accepted, LossyStore } from './audit/roll-back.ts';
export { compareWithRemembered, readAnchorFile, rememberedIn } from './audit/remembered.ts';
export type { AnchorFile, Compared } from './audit/remembered.ts';
export { firstRowAt, makeReport } from './audit/report.ts';
export type { ReportOptions, ReportReader } from './audit/report.ts';
export type { Report } from './audit/report-figures.ts';
export {
  approvedDetail,
  endedDetail,
  keptDecision,
  movedDetail,
  settledDetail,
  voteDetail,
} from './record/row-schema.ts';
export { verifyRecord } from './audit/verify.ts';
export { verifyDatabase } from './audit/verify-database.ts';
export { checkProof, proveRow } from './audit/row-proof.ts';
export type { CheckedProof, RowProof } from './audit/row-proof.ts';
export { rowProblems } from './audit/row-problems.ts';
export type { RowProblem } from './audit/row-problems.ts';
export { selectRows } from './audit/select-rows.ts';
export type { SelectReader } from './audit/select-rows.ts';
export { csvLine } from './audit/tell/csv.ts';
export { CSV_HEAD, csvRow, jsonLine } from './audit/tell/export-rows.ts';
export { UNREADABLE, readable, withoutCiphertext } from './audit/tell/readable.ts';
export { rowWords } from './audit/tell/row-words.ts';
export type { RecordReader, Verified, VerifyGap, VerifyOptions, VerifyVerdict } from './audit/verify.ts';
export type { Problem } from './audit/verify-problem.ts';
export { verifyRow } from './audit/verify-row.ts';
export type { RowFault } from './audit/verify-row.ts';

export { ARROWS, CALL_STATES } from './record/call-row.ts';
export type {
  CallChange,
  CallRow,
  CallState,
  Settled,
  StoredSituation,
  WaitingFor,
} from './record/call-row.ts';
export type {
  AiUse,
  ApproverFigures,
  CallFilter,
  ChartRequest,
  ChartSlice,
  LabelHolder,
  NameOf,
  Page,
  PageRequest,
  Reader,
  RowSpan,
  StoredLabels,
} from './store/reader.ts';
export type { LabelledStore, SessionCounts, SessionFilter, SessionSummary } from './store/session-summary.ts';
export type {
  ApprovalTimes,
  PromptFigures,
  RuleFigure,
  RuleFigures,
  TimeSpan,
  ToolUse,
} from './store/figures.ts';
export { sessionSchema } from './store/session-schema.ts';
export type { Alert, RunningFilter, SharedLabels, Store, Tx } from './store/store.ts';
export type { OperatorAct } from './record/operator-act.ts';
export type { Rerouted } from './record/rerouted.ts';
export { recordAct } from './record/operator-act.ts';
