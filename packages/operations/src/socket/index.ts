/**
 * Operations over the local socket: serving them, and asking those of another process.
 *
 * @module
 */
export type { CallView, CallVote, InboxRow, UnsettledRow, VoteOutcome, VoteParams } from '../api/inbox.ts';
export type { GateStatus } from '../api/status.ts';
export { storeOperations } from '../store/store-operations.ts';
export type {
  OperationName,
  OperationsClient,
  OperationTable,
  OperationParams,
  OperationResult,
} from '../operation-table.ts';
export { localClient } from '../operation-table.ts';
export { connectOperations, findLiveGates } from './connect-operations.ts';
export type { SocketClient } from './connect-operations.ts';
export { LOCAL_CALLER, serveOperations } from './serve-operations.ts';
export type { SocketServer } from '@callgate/http';
