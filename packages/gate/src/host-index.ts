/**
 * What programs with a gate inside them need besides it.
 *
 * @module
 */
export { isUnanswered } from './absorb/absorb-result.ts';
export { makeRemoteContentInert } from './absorb/make-remote-content-inert.ts';
export type { DeclassifyRequest } from './confirm/approval-service.ts';
export type { PlannedCall, UnaskedCall } from './dispatch/plan-call.ts';
export type { DispatchedCall } from './dispatch/resume-call.ts';
export { isInHours } from './dispatch/hours.ts';
export { InFlight } from './environment/in-flight.ts';
export { findOtherWriter, refuseWritableByOthers } from './environment/refuse-writable-by-others.ts';
export type { FileOwner } from './environment/refuse-writable-by-others.ts';
export type { LostEvents } from './events/event-stream.ts';
export type { Progress } from './events/gate-event.ts';
export type { MessageRefusal } from './gate.ts';
export type { HostProcesses, RepeatedResult } from './label/session-events.ts';
export type { ContextName } from './receive/call-request.ts';
export { checkArguments } from './receive/check-arguments.ts';
export type { ArgumentProblem } from './receive/check-arguments.ts';
export { keysFromMaterial } from './record/key-material.ts';
export { addAlert } from './store/add-alert.ts';
export type { AlertInput } from './store/add-alert.ts';
