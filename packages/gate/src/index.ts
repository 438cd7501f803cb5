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
export type {
  ResponseFilter,
  UpstreamResponse,
  DispatchResult,
  FinishedCall,
} from './absorb/upstream-response.ts';
export { verifyAuditLog } from './audit/verify-audit-log.ts';
export type { ApprovalChannel } from './confirm/approval-channel.ts';
export { callbackChannel } from './confirm/channels/callback.ts';
export { terminalChannel } from './confirm/channels/terminal.ts';
export { webhookChannel } from './confirm/channels/webhook.ts';
export type { PendingCall } from './confirm/pending-call.ts';
export { SINGLE_USER } from './confirm/people.ts';
export type { People } from './confirm/people.ts';
export { createGate } from './create-gate.ts';
export { Dispatchable, isDispatchable } from './dispatch/dispatchable.ts';
export type { PreviewRunner } from './dispatch/preview-call.ts';
export type { FileChangeEvent } from './record/file-changes.ts';
export { NotSentError } from './dispatch/dispatcher.ts';
export type { DispatchContext, Dispatcher } from './dispatch/dispatcher.ts';
export type { WaitOptions } from './dispatch/run-call.ts';
export type { RunOptions } from './dispatch/send-call.ts';
export { systemClock } from './environment/clock.ts';
export type { Clock } from './environment/clock.ts';
export { DEFAULT_GATE_LIMITS } from './environment/limits.ts';
export type { GateLimits } from './environment/limits.ts';
export type { GateEvent } from './events/gate-event.ts';
export type { Gate, GateOptions, DecisionPreview, OperatorNotice } from './gate.ts';
export type { CallRequest } from './receive/call-request.ts';
export type { ToolCatalogue } from './receive/tool-catalogue.ts';
export type { StoppedCall } from './receive/propose-call.ts';
export type { CallPreview, ShownChange, ShownChanges } from './record/call-preview.ts';
export { openKeys } from './record/key-file.ts';
export type { Keys } from './record/keys.ts';
export { memoryKeys } from './record/memory-keys.ts';
