/**
 * The rows of the record: their bytes, their chain, their keys and what signs them.
 *
 * @module
 */
export { mintId } from '../environment/ids.ts';
export {
  anchorAll,
  anchorLine,
  commandAnchor,
  fileAnchor,
  readAnchorLine,
  webhookAnchor,
  webhookBytes,
} from './anchor.ts';
export type { Anchor, WebhookAnchorOptions } from './anchor.ts';
export { keptOfDecision, secretsOf } from './call-detail.ts';
export { ARROWS, CALL_STATES } from './call-row.ts';
export type {
  CallChange,
  CallRow,
  CallState,
  SameCall,
  Settled,
  StoredSituation,
  WaitingFor,
} from './call-row.ts';
export { EXTENSION, NO_ROWS, link, rowHash } from './chain.ts';
export { makeCheckpoint, readCheckpoint, verifyCheckpoint } from './checkpoint.ts';
export type { CheckpointText, CheckpointVerdict } from './checkpoint.ts';
export { RECORD_EVENTS } from './entry.ts';
export type { Checkpoint, RecordEntry, RecordEvent, RecordHead, RecordOutcome, RecordRow } from './entry.ts';
export { KEPT_DOMAINS, keptDomain } from './kept.ts';
export { readKeys } from './key-file.ts';
export { keyId } from './key-material.ts';
export { verifyConsistency, verifyInclusion } from './merkle-proof.ts';
export type { Consistency, Inclusion } from './merkle-proof.ts';
export { Frontier, MerkleTree } from './merkle.ts';
export { recordAct } from './operator-act.ts';
export type { OperatorAct } from './operator-act.ts';
export { isSignedBy, publicKeyPem, readPublicKeyPem } from './public-key.ts';
export type { Rerouted } from './rerouted.ts';
export type { DecidedDetail } from './row-detail.ts';
export {
  approvedDetail,
  decidedDetail,
  endedDetail,
  keptDecision,
  movedDetail,
  readRow,
  settledDetail,
  voteDetail,
} from './row-schema.ts';
export type { ReadRow } from './row-schema.ts';
export { openArguments } from './secrets.ts';
