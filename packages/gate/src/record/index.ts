/**
 * The rows of the record: their bytes, their chain, their keys and what signs them.
 *
 * @module
 */
export { mintId } from '../environment/ids.ts';
export {
  anchorAll,
  formatAnchorLine,
  commandAnchor,
  fileAnchor,
  parseAnchorLine,
  webhookAnchor,
  getSignedWebhookBytes,
} from './checkpoint-anchor.ts';
export type { CheckpointAnchor, WebhookAnchorOptions } from './checkpoint-anchor.ts';
export { makeKeptDecision, getCallSecretScope } from './call-details.ts';
export { STATE_TRANSITIONS, CALL_STATES } from './call-row.ts';
export type {
  CallChange,
  CallRow,
  CallState,
  CallIdentity,
  Settlement,
  StoredSituation,
  WaitReason,
} from './call-row.ts';
export { EXTENSION, EMPTY_LOG_HEAD, chainEntry, hashEntry } from './chain-entry.ts';
export { makeCheckpoint, readCheckpoint, verifyCheckpoint } from './checkpoint.ts';
export type { CheckpointText, CheckpointVerdict } from './checkpoint.ts';
export { AUDIT_EVENT_NAMES } from './audit-entry.ts';
export type {
  Checkpoint,
  AuditEntry,
  AuditEventName,
  AuditLogHead,
  AuditEntryOutcome,
  StoredEntry,
} from './audit-entry.ts';
export { KEPT_DOMAINS, findKeptDomain } from './kept-text.ts';
export { parseKeys, readKeys, restoreKeys } from './key-file.ts';
export { keyId } from './key-material.ts';
export { verifyConsistency, verifyInclusion } from './merkle-proof.ts';
export type { Consistency, Inclusion } from './merkle-proof.ts';
export { Frontier, MerkleTree } from './merkle.ts';
export { LastingEntries } from './lasting-entries.ts';
export { recordOperatorAction } from './operator-action.ts';
export type { OperatorAction } from './operator-action.ts';
export { isSignedBy, publicKeyPem, readPublicKeyPem } from './public-key.ts';
export type { AccessEvaluation } from './access-evaluation.ts';
export { readPolicyActivation, recordPolicyActivation, verifyPolicyActivation } from './policy-activation.ts';
export type {
  ActivationSignature,
  PolicyActivation,
  PolicyActivationDetail,
  WrittenLayers,
} from './policy-activation.ts';
export type { Reroute } from './reroute.ts';
export type { DecisionDetail } from './entry-detail.ts';
export {
  readApprovalDetail,
  readDecisionDetail,
  readEndDetail,
  readKeptDecision,
  readTransitionDetail,
  parseEntry,
  readSettlementDetail,
  readVoteDetail,
} from './entry-schema.ts';
export type { ParsedEntry } from './entry-schema.ts';
export { openArguments } from './secrets.ts';
export { findRecordedChanges } from './file-changes.ts';
