/**
 * What programs with a gate inside them need besides it.
 *
 * @module
 */
export { hasNoAnswer } from './absorb/absorb-result.ts';
export { neutralise } from './absorb/neutralise.ts';
export type { Declassify } from './confirm/desk.ts';
export type { AlreadyOut } from './dispatch/resume.ts';
export { othersCanWrite, refuseWritableByOthers } from './environment/others-can-write.ts';
export type { FileOwner } from './environment/others-can-write.ts';
export type { LostEvents } from './events/event-stream.ts';
export type { Progress } from './events/gate-event.ts';
export type { RefusedMessage } from './gate.ts';
export type { HostProcesses, SeenAgain } from './label/happenings.ts';
export type { ContextName } from './receive/call-request.ts';
export { checkArguments } from './receive/check-arguments.ts';
export type { ArgumentProblem } from './receive/check-arguments.ts';
export { addAlert } from './store/alerts.ts';
export type { AlertParts } from './store/alerts.ts';
