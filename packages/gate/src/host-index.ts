/**
 * What programs with a gate inside them need besides it.
 *
 * @module
 */
export { hasNoAnswer } from './absorb/absorb-result.ts';
export { neutralise } from './absorb/neutralise.ts';
export { addAlert } from './alerts.ts';
export type { AlertParts } from './alerts.ts';
export { checkArguments } from './check-arguments.ts';
export type { ArgumentProblem } from './check-arguments.ts';
export type { Progress } from './dispatch/dispatcher.ts';
export type { LostEvents } from './events.ts';
export type {
  AlreadyOut,
  ContextName,
  Declassify,
  HostProcesses,
  RefusedMessage,
  SeenAgain,
} from './gate.ts';
export { othersCanWrite, refuseWritableByOthers } from './others-can-write.ts';
export type { FileOwner } from './others-can-write.ts';
